// RoutingDiff: what became of a routing when another one took its place: which entries and SLs are
// others now, and which of them led over something that is lost.
#ifndef WEFT_REPAIR_ROUTING_DIFF_H_
#define WEFT_REPAIR_ROUTING_DIFF_H_

#include <cstdint>
#include <vector>

#include "common/base/workers.h"
#include "common/repair/fabric_match.h"
#include "common/routing/lane_plan.h"
#include "common/routing/tables.h"

namespace weft {

// Numbers of table entries: of a switch that was there before, and the LID of a port that had one.
struct EntryChanges {
  std::uint64_t compared = 0;
  std::uint64_t over_lost = 0;     // named a port whose link is lost
  std::uint64_t led_over = 0;      // their path, as the old tables went on, crossed a lost link
  std::uint64_t changed = 0;       // name another port now
  std::uint64_t forced = 0;        // of these: their path crossed a lost link
  std::uint64_t without_path = 0;  // of these: have no path any more

  friend bool operator==(const EntryChanges&, const EntryChanges&) = default;
};

// Numbers of pairs of an end port and a LID of another one, both there before and now.
struct SlChanges {
  std::uint64_t compared = 0;
  std::uint64_t changed = 0;
  std::uint64_t forced = 0;  // of these: the path crossed a lost link, that of the sender included

  friend bool operator==(const SlChanges&, const SlChanges&) = default;
};

// Of a switch: its entries, and the pairs that its end ports are the senders of.
struct SwitchChanges {
  EntryChanges entries;
  SlChanges sls;

  SwitchChanges& operator+=(const SwitchChanges& more);
  friend bool operator==(const SwitchChanges&, const SwitchChanges&) = default;
};

struct RoutingDiff {
  std::vector<SwitchChanges> by_switch;  // as they are now; all 0 where there was none
  SwitchChanges total;
  std::vector<Lid> new_lids;        // of now: their port had none before; in ascending order
  std::vector<Lid> lost_lids;       // of before, likewise
  std::vector<EndPortIndex> moved;  // of now: at another switch, or another port of it

  bool is_nothing() const {
    return total.entries.changed == 0 && total.sls.changed == 0 && new_lids.empty() &&
           lost_lids.empty() && moved.empty();
  }
};

// What there is of a routing to compare; the tables may be anything.
struct RoutingToCompare {
  ConstTables tables;
  const LanePlan& lanes;
};

// A link is lost if the switch that sends over it has no link to the same port of the same
// neighbour at this port any more: a link between switches, or that of an end port, which may have
// moved. What had no path, or looped without crossing such a link, was led nowhere, and is not
// forced. Cost: O(S L), with SLs O(E L). Throws Stopped and std::bad_alloc.
RoutingDiff compare_routings(const FabricMatch& match, const RoutingToCompare& before,
                             const RoutingToCompare& now, const Workers& workers);

}  // namespace weft

#endif  // WEFT_REPAIR_ROUTING_DIFF_H_
