#include "common/fabric/hosts.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "common/base/natural_order.h"
#include "common/base/text.h"
#include "common/fabric/counts.h"

namespace weft {
namespace {

// A port and its sort key.
struct Named {
  std::string_view host;
  std::string_view description;
  Guid node_guid;
  PortNum port;
  EndPortIndex index;
};

bool less(const Named& a, const Named& b) {
  if (a.host != b.host) return natural_less(a.host, b.host);
  if (a.description != b.description) return natural_less(a.description, b.description);
  return std::pair(a.node_guid, a.port) < std::pair(b.node_guid, b.port);
}

// ports: the ports of one name, in order.
bool are_one_host(std::span<const Named> ports) {
  if (ports.front().host.empty()) return false;
  for (std::size_t i = 1; i < ports.size(); ++i) {
    if (ports[i].description == ports[i - 1].description &&
        ports[i].node_guid != ports[i - 1].node_guid) {
      return false;
    }
  }
  return true;
}

void add_hosts(std::span<const Named> ports, std::vector<Host>& hosts) {
  const bool one = are_one_host(ports);
  Guid node = 0;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (i == 0 || (!one && ports[i].node_guid != node)) hosts.push_back({ports[i].host, {}});
    node = ports[i].node_guid;
    hosts.back().rails.push_back(ports[i].index);
  }
}

}  // namespace

std::vector<Host> find_hosts(const Fabric& fabric) {
  std::vector<Named> ports;
  ports.reserve(fabric.end_port_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (!is_host_port(fabric, e)) continue;
    const EndPort& port = fabric.end_ports()[e];
    const std::string_view description = trim(fabric.end_port_name(e));
    ports.push_back({Scanner(description).word(), description, port.node_guid, port.port_num, e});
  }
  std::sort(ports.begin(), ports.end(), less);

  std::vector<Host> hosts;
  for (std::size_t first = 0, last = 0; first < ports.size(); first = last) {
    while (last < ports.size() && ports[last].host == ports[first].host) ++last;
    add_hosts(std::span(ports).subspan(first, last - first), hosts);
  }
  return hosts;
}

}  // namespace weft
