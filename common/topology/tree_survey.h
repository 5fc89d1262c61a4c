// Counts the parts of a tree, to find its shape and what it lacks.
// Tested by tests/common/topology/tree_fit_test.cc.
#ifndef WEFT_TOPOLOGY_TREE_SURVEY_H_
#define WEFT_TOPOLOGY_TREE_SURVEY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/topology/fat_tree.h"

namespace weft {

// The fabric and its tree must outlive it. Cost: O(ports); of functions that return groups
// O(links log links).
class TreeSurvey {
 public:
  // Of a switch.
  struct Counts {
    std::uint32_t up = 0;    // links in slots
    std::uint32_t down = 0;  // links in slots
    std::uint32_t hosts = 0;
  };
  // A group of switches: their number, and two examples.
  struct Group {
    std::uint32_t count = 0;
    SwitchIndex first = kNone;
    SwitchIndex last = kNone;

    void add(SwitchIndex s) {
      if (count++ == 0) first = s;
      last = s;
    }
  };
  using Groups = std::map<std::pair<std::uint32_t, std::uint32_t>, Group>;

  TreeSurvey(const Fabric& fabric, const FatTree& tree);

  const Fabric& fabric() const { return fabric_; }
  const FatTree& tree() const { return tree_; }
  const Counts& of(SwitchIndex s) const { return counts_[s]; }

  // The rank with most hosts is that of the leaf switches; without hosts the lowest rank.
  unsigned leaf_rank() const { return leaf_rank_; }
  unsigned height() const { return leaf_rank_ + 1; }
  bool is_leaf(SwitchIndex s) const { return tree_.ranks[s] == leaf_rank_; }
  // The level of leaf switches is 1.
  unsigned level(SwitchIndex s) const { return leaf_rank_ - tree_.ranks[s] + 1; }

  // Visits the switch above for every link up.
  template <typename Visit>
  void for_each_up(SwitchIndex s, Visit visit) const {
    const auto ports = fabric_.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (tree_.slot[fabric_.switches()[s].first_port + p] != kNoSlot) visit(ports[p].peer);
    }
  }

  // The parents of a switch, in ascending order, each with the number of links to it. Valid until
  // the next call.
  std::span<const std::pair<SwitchIndex, std::uint32_t>> parents_of(SwitchIndex s);

  // By subtree of this level: its subtrees of the level below that have leaf switches.
  Groups children(unsigned level) const;

  // The trees with leaf switches.
  Group trees() const;

  // By plane of a switch below this level, and its subtree of this level: all parents of these
  // switches.
  Groups parents(unsigned level) const;

  // By plane and subtree of a level: the switches that share their parents.
  Groups twins(unsigned level) const;

 private:
  const Fabric& fabric_;
  const FatTree& tree_;
  unsigned leaf_rank_ = 0;
  std::vector<Counts> counts_;  // by switch
  std::vector<std::pair<SwitchIndex, std::uint32_t>> parents_;
};

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TREE_SURVEY_H_
