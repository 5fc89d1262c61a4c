// Dragonflies: J. Kim, W. J. Dally, S. Scott, D. Abts, Technology-Driven, Highly-Scalable Dragonfly
// Topology, ISCA 2008.
//
// The paper leaves open which router holds the global link to which group. Here the a * h global
// ports of a group, counted router by router, lead to the groups 1, 2, ... g - 1 further on, modulo
// g, again and again; the port d groups further on is joined to the other group's port g - d
// further on of the same round, which is the mirrored position in it. With g = a * h + 1 that is
// one round, and is known as the palmtree arrangement. If the last round has fewer than g - 1
// ports, it takes the nearest groups on both sides, and, if their number is odd, the opposite group
// too; where there is none (g is odd), one global port of each group stays unused.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "common/fabric/generators/drawing.h"
#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

// Where a group's global port leads, the same for every group.
struct GlobalPort {
  unsigned groups_on;  // 1..g-1
  unsigned peer;       // the other group's global port
};

std::vector<GlobalPort> arrange_global_ports(unsigned count, unsigned groups) {
  std::vector<GlobalPort> ports;
  if (groups < 2) return ports;
  while (ports.size() < count) {
    const auto first = static_cast<unsigned>(ports.size());
    unsigned round = std::min(groups - 1, count - first);
    if (round % 2 != 0 && groups % 2 != 0) --round;  // only a shortened round can be odd here
    if (round == 0) break;
    for (unsigned i = 0; i < round; ++i) {
      const unsigned peer = first + round - 1 - i;
      if (2 * i + 1 == round) {
        ports.push_back({groups / 2, peer});
      } else {
        ports.push_back({i < round / 2 ? i + 1 : groups - (round - i), peer});
      }
    }
  }
  return ports;
}

void check(const DragonflySpec& spec, std::uint64_t most_groups) {
  if (spec.routers == 0) throw BadInput("a dragonfly needs at least 1 router in a row");
  if (spec.rows == 0) throw BadInput("a dragonfly needs at least 1 row in a group");
  if (spec.groups > most_groups) {
    throw BadInput(
        fmt::format("a dragonfly of {} groups cannot be joined: {} routers with {} global links "
                    "reach {} groups",
                    spec.groups, times(spec.routers, spec.rows), spec.global_links, most_groups));
  }
}

// Of one group, row by row.
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
  const std::uint64_t members = times(spec.routers, spec.rows);
  const std::uint64_t most_groups = capped(times(members, spec.global_links) + 1);
  check(spec, most_groups);
  const std::uint64_t group_count = spec.groups == 0 ? most_groups : spec.groups;
  const std::uint64_t switches = times(group_count, members);
  // After the others of the row and of the column.
  const std::uint64_t first_global = std::uint64_t{spec.routers} + spec.rows - 1;
  const std::uint64_t first_ca = capped(first_global + spec.global_links);
  const std::uint64_t ports = capped(first_ca - 1 + spec.cas);
  FabricDrawing drawing(
      "a dragonfly",
      {.switches = switches, .switch_ports = ports, .cas = times(switches, spec.cas)}, spec.link);

  const auto groups = static_cast<unsigned>(group_count);
  const auto of_group = static_cast<unsigned>(members);
  const auto router = [&](unsigned group, unsigned r) { return NodeId{group * of_group + r}; };
  for (unsigned g = 0; g < groups; ++g) {
    for (unsigned r = 0; r < of_group; ++r) {
      drawing.add_switch(fmt::format("group {} router {}", g, r), ports);
    }
  }
  const std::vector<GlobalPort> global = arrange_global_ports(of_group * spec.global_links, groups);
  for (unsigned g = 0; g < groups; ++g) {
    join_group(spec, router(g, 0), drawing);
    for (unsigned i = 0; i < global.size(); ++i) {
      const unsigned other = (g + global[i].groups_on) % groups;
      if (other < g) continue;  // drawn from there
      const unsigned peer = global[i].peer;
      drawing.link(router(g, i / spec.global_links), first_global + i % spec.global_links,
                   router(other, peer / spec.global_links), first_global + peer % spec.global_links,
                   1);
    }
  }
  for (NodeId s = 0; s < switches; ++s) drawing.attach_cas(s, first_ca, spec.cas);
  return drawing.build();
}

}  // namespace weft
