// Dragonfly+: A. Shpiner, Z. Haramaty, S. Eliad, V. Zdornov, B. Gafni, E. Zahavi, Dragonfly+: Low
// Cost Topology for Scaling Datacenters, HiPINEB 2017.
#include <fmt/format.h>

#include <algorithm>

#include "common/fabric/generators/drawing.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/global_ports.h"

namespace weft {

Fabric make_dragonfly_plus(const DragonflyPlusSpec& spec) {
  if (spec.leaves == 0) throw BadInput("a Dragonfly+ needs at least 1 leaf switch in a group");
  if (spec.spines == 0) throw BadInput("a Dragonfly+ needs at least 1 spine in a group");
  const std::uint64_t group_count =
      count_groups("a Dragonfly+", spec.groups, spec.spines, spec.global_links);
  const std::uint64_t members = std::uint64_t{spec.leaves} + spec.spines;
  const std::uint64_t leaf_ports = std::uint64_t{spec.spines} + spec.cas;
  const std::uint64_t spine_ports = std::uint64_t{spec.leaves} + spec.global_links;
  FabricDrawing drawing("a Dragonfly+",
                        {.switches = times(group_count, members),
                         .switch_ports = std::max(leaf_ports, spine_ports),
                         .cas = times(times(group_count, spec.leaves), spec.cas)},
                        spec.link);

  const auto groups = static_cast<unsigned>(group_count);
  const auto of_group = static_cast<unsigned>(members);
  for (unsigned g = 0; g < groups; ++g) {
    const NodeId leaf = g * of_group;
    const NodeId spine = leaf + spec.leaves;
    for (unsigned i = 0; i < spec.leaves; ++i) {
      drawing.add_switch(fmt::format("group {} leaf {}", g, i), leaf_ports);
    }
    for (unsigned i = 0; i < spec.spines; ++i) {
      drawing.add_switch(fmt::format("group {} spine {}", g, i), spine_ports);
      for (unsigned k = 0; k < spec.leaves; ++k) {
        drawing.link(leaf + k, 1 + i, spine + i, 1 + k, 1);
      }
    }
  }
  join_groups(
      groups,
      {spec.leaves, spec.spines, of_group, 1 + std::uint64_t{spec.leaves}, spec.global_links},
      drawing);
  for (unsigned g = 0; g < groups; ++g) {
    for (unsigned i = 0; i < spec.leaves; ++i) {
      drawing.attach_cas(g * of_group + i, 1 + std::uint64_t{spec.spines}, spec.cas);
    }
  }
  return drawing.build();
}

}  // namespace weft
