// How a fabric is built in steps without a cable that is ever plugged again: each step is a part of
// the whole, and has all cables of the whole between what is there by then.
#ifndef WEFT_DESIGN_GROWTH_PLAN_H_
#define WEFT_DESIGN_GROWTH_PLAN_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/error.h"
#include "common/fabric/fabric.h"

namespace weft {

// How many neighbouring switches come together in a fabric that a line of `weft generate` makes: in
// a tree one leaf switch, in a dragonfly a group, in a HyperX all that are at one place of the
// first dimension. Throws BadInput with the reason where a shape cannot grow, or is none of these.
std::uint32_t find_growth_unit(std::string_view line);

struct GrowthStep {
  std::uint32_t hosts = 0;
  Fabric fabric;  // GUIDs, LIDs, names and ports are those of the whole
  // Of the switches that are there, those that cables of later steps need.
  std::uint64_t ports_held_free = 0;
};

// hosts: of each step, in ascending order, the last of them all that there are. Hosts come in the
// order of their GUIDs, with each the switches of its unit; a switch without hosts comes as soon as
// one below it is there, and it joins two. Throws BadInput for other numbers of hosts. Cost:
// O(ports) for each step and each level of switches without hosts.
std::vector<GrowthStep> plan_growth(const Fabric& whole, std::uint32_t unit,
                                    std::span<const std::uint32_t> hosts);

// Evenly from `first` to `last`, `steps` times more: 100, 400 with 3 are 100, 200, 300, 400.
std::vector<std::uint32_t> hosts_of_steps(std::uint32_t first, std::uint32_t last,
                                          std::uint32_t steps);

}  // namespace weft

#endif  // WEFT_DESIGN_GROWTH_PLAN_H_
