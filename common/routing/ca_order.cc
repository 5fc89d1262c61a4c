#include "common/routing/ca_order.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "common/base/file.h"
#include "common/routing/node_roles.h"

namespace weft {
namespace {

// A description must not end its line.
std::string on_one_line(std::string_view name) {
  std::string result(name);
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return result;
}

}  // namespace

std::vector<EndPortIndex> order_of_cas(const Fabric& fabric, const Options& options,
                                       const TreeDestinations& destinations) {
  std::vector<EndPortIndex> order = destinations.compute_nodes;
  std::vector<bool> has_position(fabric.end_port_count());
  for (const EndPortIndex e : order) {
    if (e != kNone) has_position[e] = true;
  }
  const std::vector<NodeRole> roles = node_roles(fabric, options);
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (roles[e] == NodeRole::kCompute && !has_position[e] && fabric.end_ports()[e].lid != 0) {
      order.push_back(e);
    }
  }
  return order;
}

void write_ca_order(const Fabric& fabric, std::span<const EndPortIndex> order,
                    const std::string& path) {
  NewFile file(path, Existing::kReplaced);
  for (const EndPortIndex e : order) {
    if (e == kNone) {
      file.buffer() += "0xFFFF\tDUMMY\n";
    } else {
      fmt::format_to(std::back_inserter(file.buffer()), "0x{:04x}\t{}\n", fabric.end_ports()[e].lid,
                     on_one_line(fabric.end_port_name(e)));
    }
    file.flush_if_full();
  }
  file.commit();
}

}  // namespace weft
