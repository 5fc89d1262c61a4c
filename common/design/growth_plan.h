// Growth of a fabric in steps without moving a cable: each step is a part of the whole, with all
// cables of the whole between its present switches and hosts.
#ifndef WEFT_DESIGN_GROWTH_PLAN_H_
#define WEFT_DESIGN_GROWTH_PLAN_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/error.h"
#include "common/fabric/fabric.h"

namespace weft {

// The number of neighbouring switches that are added together, in a fabric of a line of `weft
// generate`: one leaf switch in a tree, a group in a dragonfly, all switches at one place of the
// first dimension in a HyperX. Throws BadInput with the reason if the shape cannot grow or is
// another one.
std::uint32_t find_growth_unit(std::string_view line);

struct GrowthStep {
  std::uint32_t hosts = 0;
  Fabric fabric;  // GUIDs, LIDs, names and ports as in the whole
  // Ports of present switches that are reserved for cables of later steps.
  std::uint64_t ports_held_free = 0;
};

// hosts: of each step, ascending; the last number is all hosts. Hosts are added in GUID order,
// together with the switches of their unit. A switch without hosts is added when a switch below it
// is present and it links at least two switches. Throws BadInput for other numbers of hosts. Cost:
// O(ports) for each step and each level of switches without hosts.
std::vector<GrowthStep> plan_growth(const Fabric& whole, std::uint32_t unit,
                                    std::span<const std::uint32_t> hosts);

// Even steps from `first` to `last` in `steps` additions: 100, 400 with 3 gives 100, 200, 300, 400.
std::vector<std::uint32_t> hosts_of_steps(std::uint32_t first, std::uint32_t last,
                                          std::uint32_t steps);

}  // namespace weft

#endif  // WEFT_DESIGN_GROWTH_PLAN_H_
