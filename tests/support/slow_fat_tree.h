// Fat trees the slow, obvious way: what the engines for them are held against.
#ifndef WEFT_TESTS_SUPPORT_SLOW_FAT_TREE_H_
#define WEFT_TESTS_SUPPORT_SLOW_FAT_TREE_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/fabric/generators/generators.h"
#include "tests/support/slow_updown.h"

namespace weft {

// Next switches in a whole tree of make_xgft, switch numbers as there: [switch][CA]; kNone where
// the CA is linked to the switch. The digits of the CA's number (Zahavi, D-Mod-K Routing Providing
// Non-Blocking Traffic for Shift Permutations on Real Life Fat Trees, 2010) choose the parent.
std::vector<std::vector<SwitchIndex>> slow_d_mod_k(const XgftSpec& spec);

// A tree of two levels, all leaves linked to all spines but for what is lost, `hosts` a leaf.
struct SmallTree {
  unsigned leaves = 0;
  unsigned spines = 0;
  unsigned hosts = 0;
  std::vector<std::pair<unsigned, unsigned>> lost;  // leaf, spine

  bool has(unsigned leaf, unsigned spine) const;
};

// The least that the greatest load of a link between switches, over all shifts of the hosts, can be
// with tables, found by trying all: for each leaf and host elsewhere a spine that both are linked
// to. No value: it is more than `most`, or the search gave up after a million steps.
std::optional<unsigned> least_shift_load(const SmallTree& tree, unsigned most);

}  // namespace weft

#endif  // WEFT_TESTS_SUPPORT_SLOW_FAT_TREE_H_
