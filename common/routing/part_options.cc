#include "common/routing/part_options.h"

#include <optional>
#include <vector>

#include "common/fabric/guid_index.h"

namespace weft {
namespace {

class KnownGuids {
 public:
  explicit KnownGuids(const Fabric& fabric) : fabric_(fabric), nodes_(fabric) {}

  bool has(Guid guid) const {
    return find_switch(fabric_, guid) != kNone || find_end_port(fabric_, guid) != kNone ||
           !nodes_.of(guid).empty();
  }

 private:
  const Fabric& fabric_;
  EndPortsOfNodes nodes_;
};

}  // namespace

Options options_within(Options options, const Fabric& whole, const FabricPart& part) {
  std::optional<KnownGuids> in_whole;
  std::optional<KnownGuids> in_part;
  for (auto* nodes : {&options.ranked_nodes, &options.compute_nodes, &options.io_nodes}) {
    if (!*nodes) continue;
    if (!in_whole) {
      in_whole.emplace(whole);
      in_part.emplace(part.fabric);
    }
    const std::size_t left_out = std::erase_if(**nodes, [&](const NamedNode& node) {
      return in_whole->has(node.guid) && !in_part->has(node.guid);
    });
    if (left_out != 0 && (*nodes)->empty()) nodes->reset();
  }
  return options;
}

}  // namespace weft
