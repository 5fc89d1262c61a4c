// The paths from all switches to one LID at a time, and how many end ports send over each path.
// Tested by tests/common/repair/rebalance_test.cc.
#ifndef WEFT_REPAIR_PATHS_TO_LID_H_
#define WEFT_REPAIR_PATHS_TO_LID_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/tables.h"

namespace weft {

class PathsToLid {
 public:
  static constexpr unsigned kNowhere = UINT32_MAX;

  // Both must outlive it.
  PathsToLid(const Fabric& fabric, const Links& links);

  // Turns to a LID in use. rows: any. Cost: O(S).
  void start(Lid lid, ConstTables rows);

  Lid lid() const { return lid_; }
  SwitchIndex destination() const { return destination_; }
  bool leads_to_end_port() const { return leads_to_end_port_; }
  // The link by which a switch sends to the LID; kNone at the destination, and if the entry
  // leads to no switch.
  LinkIndex next(SwitchIndex s) const { return next_[s]; }
  // Would the path of the link's switch over this link be as long as its path is now?
  bool is_as_long(LinkIndex link) const {
    const unsigned hops = hops_[links_.to(link)];
    return hops != kNowhere && hops + 1 == hops_[links_[link].from];
  }
  bool is_shorter(LinkIndex link) const {
    const unsigned hops = hops_[links_.to(link)];
    return hops != kNowhere && hops + 1 < hops_[links_[link].from];
  }
  // The number of end ports whose paths lead through the switch; 0 if the LID is a switch's.
  std::uint32_t flow(SwitchIndex s) const { return flow_[s]; }
  // All switches with a path, by hops, from the destination on.
  std::span<const SwitchIndex> nearest_first() const { return nearest_first_; }

  // Compares the path of a switch with the path of the same length that begins with another link.
  // Calls visit(link, other link) for the two links at each hop, up to the switch where
  // the paths meet, while visit returns true. False if visit has returned false.
  template <typename Visit>
  bool side_by_side(LinkIndex other, Visit visit) const {
    for (LinkIndex old = next_[links_[other].from];;
         old = next_[links_.to(old)], other = next_[links_.to(other)]) {
      if (!visit(old, other)) return false;
      if (links_.to(old) == links_.to(other)) return true;
    }
  }
  // Visits the links by which other switches send to a switch.
  template <typename Visit>
  void for_each_sender(SwitchIndex s, Visit visit) const {
    for (LinkIndex link = links_.first_of(s); link < links_.first_of(s) + links_.count_of(s);
         ++link) {
      if (next_[links_.to(link)] == links_.opposite(link)) visit(links_.opposite(link));
    }
  }

  // Makes this link the next one of its switch. The link is_as_long(). Cost: O(hops).
  void lead_by(LinkIndex link);
  // The same for a switch with no end ports on paths through it. Cost: O(1).
  void set_next(SwitchIndex s, LinkIndex link) { next_[s] = link; }

 private:
  void order();

  const Fabric& fabric_;
  const Links& links_;
  std::vector<std::uint32_t> senders_;  // by switch
  Lid lid_ = 0;
  SwitchIndex destination_ = kNone;
  bool leads_to_end_port_ = false;
  std::vector<LinkIndex> next_;
  std::vector<unsigned> hops_;  // links between switches on the path; kNowhere: there is none
  std::vector<std::uint32_t> flow_;
  std::vector<SwitchIndex> nearest_first_;
  std::vector<std::size_t> of_hops_;  // by hops: where those switches begin in nearest_first_
  std::vector<SwitchIndex> way_;
};

}  // namespace weft

#endif  // WEFT_REPAIR_PATHS_TO_LID_H_
