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
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/tables.h"

namespace weft {

class SiblingCosts {
 public:
  // Which of the LIDs of a port have paths in the rows.
  enum class Chosen : std::uint8_t { kLowerLids, kAll };

  // A path to a sibling costs as much as the paths from all end ports to so many LIDs. The others
  // must outlive it. Memory: 4 bytes a LID, if a port has several; else none.
  SiblingCosts(const Fabric& fabric, const Links& links, std::uint32_t lids);

  // Has a port several LIDs?
  bool any() const { return !ports_.empty(); }

  // By link: the paths to siblings of a LID at a switch make it dearer by so much that others avoid
  // it where they can. remove() takes that back, with the same rows. Both do nothing for a LID
  // without siblings. Cost: O(S) for each sibling.
  void add(SwitchIndex at, Lid lid, Chosen chosen, ConstTables rows,
           std::span<std::uint32_t> load) const;
  void remove(SwitchIndex at, Lid lid, Chosen chosen, ConstTables rows,
              std::span<std::uint32_t> load) const;

  // Ports that paths to siblings leave a switch by.
  std::bitset<256> ports_of_siblings(SwitchIndex s, Lid lid, ConstTables rows) const;

 private:
  // The LIDs of a port.
  struct OfPort {
    Lid first = 0;
    std::uint16_t count = 0;  // 0: not of a port with several
  };

  template <typename Visit>
  void for_each_sibling(Lid lid, Chosen chosen, Visit visit) const;
  template <typename Visit>
  void for_each_link(SwitchIndex at, Lid lid, Chosen chosen, ConstTables rows, Visit visit) const;

  const Links& links_;
  std::vector<OfPort> ports_;  // by LID
  std::uint32_t price_;
};

}  // namespace weft

#endif  // WEFT_BALANCE_SIBLING_COSTS_H_
