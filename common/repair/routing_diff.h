// RoutingDiff: compares a routing with an earlier one: which forwarding entries and SLs have
// changed, and which of these had a path over a lost link.
#ifndef WEFT_REPAIR_ROUTING_DIFF_H_
#define WEFT_REPAIR_ROUTING_DIFF_H_

#include <cstdint>
#include <vector>

#include "common/base/workers.h"
#include "common/repair/fabric_match.h"
#include "common/routing/lane_plan.h"
#include "common/routing/tables.h"

namespace weft {

// Counts of forwarding entries, of switches and for LIDs of ports that were there before.
struct EntryChanges {
  std::uint64_t compared = 0;
  std::uint64_t over_lost = 0;     // the port's link is lost
  std::uint64_t led_over = 0;      // the path, by the old tables, crossed a lost link
  std::uint64_t changed = 0;       // the port is another now
  std::uint64_t forced = 0;        // changed, and the path crossed a lost link
  std::uint64_t without_path = 0;  // changed, and there is no path any more

  friend bool operator==(const EntryChanges&, const EntryChanges&) = default;
};

// Counts of pairs of an end port and a LID of another end port, both there before and now.
struct SlChanges {
  std::uint64_t compared = 0;
  std::uint64_t changed = 0;
  std::uint64_t forced = 0;  // changed, and the path crossed a lost link, or the sender's link is

  friend bool operator==(const SlChanges&, const SlChanges&) = default;
};

// Of one switch: its entries, and the pairs whose senders are its end ports.
struct SwitchChanges {
  EntryChanges entries;
  SlChanges sls;

  SwitchChanges& operator+=(const SwitchChanges& more);
  friend bool operator==(const SwitchChanges&, const SwitchChanges&) = default;
};

struct RoutingDiff {
  std::vector<SwitchChanges> by_switch;  // by index now; all 0 for new switches
  SwitchChanges total;
  std::vector<Lid> new_lids;        // now; their port had none before; in ascending order
  std::vector<Lid> lost_lids;       // before; their port has none now; in ascending order
  std::vector<EndPortIndex> moved;  // now; at another switch, or another port of it

  bool is_nothing() const {
    return total.entries.changed == 0 && total.sls.changed == 0 && new_lids.empty() &&
           lost_lids.empty() && moved.empty();
  }
};

// The tables may have any entries.
struct RoutingToCompare {
  ConstTables tables;
  const LanePlan& lanes;
};

// A link is lost if the port of its switch no longer leads to the same port of the same neighbour.
// Links to end ports count too: an end port may have moved. The change of an entry that had no
// path, or a forwarding loop without a lost link, is not forced. Cost: O(S L), with SLs O(E L).
// Throws Stopped and std::bad_alloc.
RoutingDiff compare_routings(const FabricMatch& match, const RoutingToCompare& before,
                             const RoutingToCompare& now, const Workers& workers);

}  // namespace weft

#endif  // WEFT_REPAIR_ROUTING_DIFF_H_
