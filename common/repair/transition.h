// Transition: while OpenSM sends new tables, some switches have old rows and others new ones, in an
// unknown order. Which forwarding loops and credit loops can arise meanwhile?
#ifndef WEFT_REPAIR_TRANSITION_H_
#define WEFT_REPAIR_TRANSITION_H_

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/base/workers.h"
#include "common/graph/links.h"
#include "common/repair/fabric_match.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"
#include "common/routing/tables.h"
#include "common/verify/turn_evidence.h"

namespace weft {

// A forwarding entry that changes, of a switch and a LID that were there before.
using ChangedEntry = std::pair<Lid, SwitchIndex>;  // as they are now

struct ChangedEntries {
  static constexpr std::uint64_t kMost = 200'000;

  std::uint64_t count = 0;
  std::vector<ChangedEntry> list = {};  // sorted; empty if there are more than kMost
};

// Rows are padded as of lft_row_size(). Cost: O(S L) bytes compared.
ChangedEntries find_changed_entries(const FabricMatch& match, ConstTables before, ConstTables now,
                                    const Workers& workers);

// The entries that change on the wire: as these, but where a LID has moved to another port, those
// in which the rows differ for its number. Cost: O(S) for each such LID.
ChangedEntries with_moved_lids(const FabricMatch& match, ConstTables before, ConstTables now,
                               ChangedEntries changed);

struct Transition {
  bool was_judged = false;  // false if too much changes
  // Number of LIDs whose packets can loop, over old and new entries.
  std::uint64_t looping_lids = 0;
  // Can packets that come by an old entry and leave by a new one, or the other way round, close a
  // credit loop? False also if the engine does not claim to be free of credit loops.
  bool credit_loop = false;
  // LIDs without whose changes neither can happen: those with forwarding loops, and, if a credit
  // loop is possible, those whose packets take turns that the new tables do not have. Ascending.
  std::vector<Lid> unsafe = {};

  friend bool operator==(const Transition&, const Transition&) = default;
};

// A turn of packets, and their VLs there.
using TurnOnVls = std::pair<LinkTurn, VlSet>;

struct TransitionTask {
  const FabricMatch& match;
  ConstTables before;
  ConstTables now;
  const LanePlan& lanes;              // the new one
  std::span<const LanePlan> granted;  // as of RoutingView
  const Sl2Vl::Map& map;
  const TurnEvidence* evidence;  // by the links now; null: there may be credit loops
  bool only_new = false;         // judge the new entries alone, as when all switches have them
  bool replies = false;          // do the SLs of replies count, too?
  std::span<const TurnOnVls> of_groups = {};  // turns of multicast packets, which count, too
};

// Judges all orders at once. For each LID it looks at the old entries, wherever their ports lead
// now, and the new entries together, for every SL that a pair has or was granted. So a transition
// that is found safe is safe in any order; an unsafe one need not fail. Cost: for each entry that
// changes O(ports), with lanes O(links) at worst; O(turns) if turns do not keep to up*/down*.
// new_turns, if not null: gets the turns that the evidence does not have. Throws Stopped and
// std::bad_alloc.
Transition judge_transition(const TransitionTask& task, const ChangedEntries& changed,
                            const Workers& workers, std::vector<TurnOnVls>* new_turns = nullptr);

// «during the update of the switches: no loop».
std::string describe(const Transition& transition);

}  // namespace weft

#endif  // WEFT_REPAIR_TRANSITION_H_
