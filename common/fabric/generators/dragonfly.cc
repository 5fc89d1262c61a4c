// Dragonflies: J. Kim, W. J. Dally, S. Scott, D. Abts, Technology-Driven, Highly-Scalable Dragonfly
// Topology, ISCA 2008.
#include <fmt/format.h>

#include "common/fabric/generators/drawing.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/global_ports.h"

namespace weft {
namespace {

// Links one group, row by row.
void join_group(const DragonflySpec& spec, NodeId first, FabricDrawing& drawing) {
  for (unsigned row = 0; row < spec.rows; ++row) {
    for (unsigned r = 0; r < spec.routers; ++r) {
      const NodeId router = first + row * spec.routers + r;
      for (unsigned up = 1; r + up < spec.routers; ++up) {
        drawing.link(router, up, router + up, spec.routers - up, 1);
      }
      for (unsigned up = 1; row + up < spec.rows; ++up) {
        drawing.link(router, spec.routers - 1 + up, router + up * spec.routers,
                     spec.routers - 1 + spec.rows - up, 1);
      }
    }
  }
}

}  // namespace

Fabric make_dragonfly(const DragonflySpec& spec) {
  if (spec.routers == 0) throw BadInput("a dragonfly needs at least 1 router in a row");
  if (spec.rows == 0) throw BadInput("a dragonfly needs at least 1 row in a group");
  const std::uint64_t members = times(spec.routers, spec.rows);
  const std::uint64_t group_count =
      count_groups("a dragonfly", spec.groups, members, spec.global_links);
  const std::uint64_t switches = times(group_count, members);
  // Global ports follow the ports of row and column.
  const std::uint64_t first_global = std::uint64_t{spec.routers} + spec.rows - 1;
  const std::uint64_t first_ca = capped(first_global + spec.global_links);
  const std::uint64_t ports = capped(first_ca - 1 + spec.cas);
  FabricDrawing drawing(
      "a dragonfly",
      {.switches = switches, .switch_ports = ports, .cas = times(switches, spec.cas)}, spec.link);

  const auto groups = static_cast<unsigned>(group_count);
  const auto of_group = static_cast<unsigned>(members);
  for (unsigned g = 0; g < groups; ++g) {
    for (unsigned r = 0; r < of_group; ++r) {
      drawing.add_switch(fmt::format("group {} router {}", g, r), ports);
    }
  }
  for (unsigned g = 0; g < groups; ++g) join_group(spec, g * of_group, drawing);
  join_groups(groups, {0, of_group, of_group, first_global, spec.global_links}, drawing);
  for (NodeId s = 0; s < switches; ++s) drawing.attach_cas(s, first_ca, spec.cas);
  return drawing.build();
}

}  // namespace weft
