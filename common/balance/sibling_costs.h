// What a link costs more when paths to other LIDs of the same port lead over it, so that the paths
// to all LIDs of a port (LMC) have as few links in common as they can: who sends over several wants
// other links, and one that fails must not take all of them.
// Tested by tests/common/balance/sibling_costs_test.cc.
// Tested by tests/common/balance/sibling_costs_property_test.cc.
#ifndef WEFT_BALANCE_SIBLING_COSTS_H_
#define WEFT_BALANCE_SIBLING_COSTS_H_

#include <bitset>
#include <cstdint>
#include <span>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/tables.h"

namespace weft {

// Has an end port several LIDs? Cost: O(end ports).
bool have_several_lids(const Fabric& fabric);

// Ports that paths to the other LIDs of a LID's end port leave a switch by, whose row it is; none
// for a LID of a switch.
std::bitset<256> ports_of_siblings(const Fabric& fabric, Lid lid, const PortNum* row);

class SiblingCosts {
 public:
  // Which of the LIDs of a port have paths in the rows.
  enum class Chosen : std::uint8_t { kLowerLids, kAll };

  // A path to a sibling costs as much as the paths from all end ports to so many LIDs. The others
  // must outlive it.
  SiblingCosts(const Fabric& fabric, const Links& links, std::uint32_t lids);

  bool any() const { return any_; }

  // By link: the paths to siblings of a LID at a switch make it dearer by so much that others avoid
  // it where they can. remove() takes that back, with the same rows. Both do nothing for a LID
  // without siblings. Cost: O(S) for each sibling.
  void add(SwitchIndex at, Lid lid, Chosen chosen, ConstTables rows,
           std::span<std::uint32_t> load) const;
  void remove(SwitchIndex at, Lid lid, Chosen chosen, ConstTables rows,
              std::span<std::uint32_t> load) const;

 private:
  template <typename Visit>
  void for_each_link(SwitchIndex at, Lid lid, Chosen chosen, ConstTables rows, Visit visit) const;

  const Fabric& fabric_;
  const Links& links_;
  std::uint32_t price_;
  bool any_;
};

}  // namespace weft

#endif  // WEFT_BALANCE_SIBLING_COSTS_H_
