// Patterns that are known to be bad for a topology: on shortest paths, all flows share few links.
//
//   dragonfly   each group to the k-th next one, for every k (J. Kim, W. J. Dally, S. Scott, D.
//               Abts, Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008)
//   hypercube   transpose (the halves of the switch's number change places) and bit reversal
//   product of rings, paths and cliques   in each ring just less than half way round it (tornado),
//               in each path to the switch as far from the other end, in each clique to the k-th
//               next switch, for every k; a phase each (W. J. Dally, B. Towles, Principles and
//               Practices of Interconnection Networks, 2004, chapter 3)
//
// Rank i of a switch or group sends to rank i mod n of the other switch or group, which has n
// ranks.
// Tested by tests/common/patterns/adversary_test.cc.
#ifndef WEFT_PATTERNS_ADVERSARY_H_
#define WEFT_PATTERNS_ADVERSARY_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/patterns/placement.h"

namespace weft {

class Adversary {
 public:
  // ranks: positions with a rank. Cost: that of find_products() and find_groups().
  Adversary(const Fabric& fabric, const Placement& placement, std::span<const std::uint32_t> ranks);

  // 0: no such pattern is known of this topology.
  std::uint32_t phases() const { return static_cast<std::uint32_t>(targets_.size()); }

  // Calls visit(from, to) with two positions for each flow of a phase. Cost: O(ranks).
  template <typename Visit>
  void for_each(std::uint32_t phase, Visit visit) const {
    for (std::uint32_t place = 0; place < places_.size(); ++place) {
      const std::vector<std::uint32_t>& to = places_[targets_[phase](place)];
      for (std::size_t i = 0; !to.empty() && i < places_[place].size(); ++i) {
        visit(places_[place][i], to[i % to.size()]);
      }
    }
  }

 private:
  using Target = std::function<std::uint32_t(std::uint32_t place)>;

  void find_groups(const Fabric& fabric, const Placement& placement,
                   std::span<const std::uint32_t> ranks);
  bool find_product(const Fabric& fabric, const Placement& placement,
                    std::span<const std::uint32_t> ranks);

  std::vector<std::vector<std::uint32_t>> places_;  // by group or switch: its ranks
  std::vector<Target> targets_;                     // by phase
};

}  // namespace weft

#endif  // WEFT_PATTERNS_ADVERSARY_H_
