// The extra cost of a link that is on the paths to other LIDs (siblings) of the same port. It keeps
// the paths to all LIDs of a port (LMC) apart: a sender that uses several LIDs wants different
// links, and a failed link must not break all paths.
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

// The ports of a switch (whose row it is) on the paths to the other LIDs of a LID's end port; none
// for a LID of a switch.
std::bitset<256> ports_of_siblings(const Fabric& fabric, Lid lid, const PortNum* row);

class SiblingCosts {
 public:
  // Which LIDs of a port have paths in the rows already.
  enum class Chosen : std::uint8_t { kLowerLids, kAll };

  // lids: a path to a sibling costs as much as the paths from all end ports to this number of LIDs.
  // The other arguments must outlive it.
  SiblingCosts(const Fabric& fabric, const Links& links, std::uint32_t lids);

  bool any() const { return any_; }

  // Adds the extra cost to each link on the paths to siblings of a LID at a switch, so that other
  // paths avoid it if they can. remove() subtracts it again, with the same rows. Both do nothing
  // for a LID without siblings. Cost: O(S) for each sibling.
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
