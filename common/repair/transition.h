// Transition: while OpenSM sends new tables, some switches have their old rows and some their new
// ones, in an order that nobody knows. What can happen meanwhile?
#ifndef WEFT_REPAIR_TRANSITION_H_
#define WEFT_REPAIR_TRANSITION_H_

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/base/workers.h"
#include "common/repair/fabric_match.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"
#include "common/routing/tables.h"
#include "common/verify/turn_evidence.h"

namespace weft {

// An entry of a switch and a LID that were there before, which is another now.
using ChangedEntry = std::pair<Lid, SwitchIndex>;  // in the numbers of now

struct ChangedEntries {
  static constexpr std::uint64_t kMost = 200'000;

  std::uint64_t count = 0;
  std::vector<ChangedEntry> list = {};  // sorted; empty if there are more than kMost
};

// Rows are padded as of lft_row_size(). Cost: O(S L) bytes compared.
ChangedEntries find_changed_entries(const FabricMatch& match, ConstTables before, ConstTables now,
                                    const Workers& workers);

struct Transition {
  bool was_judged = false;  // not if too much changes
  // LIDs whose packets can go round in a circle, over old and new entries.
  std::uint64_t looping_lids = 0;
  // Packets that come by an old entry and leave by a new one, or the other way, can close a credit
  // loop with others. False as well where the tables promise no freedom from these.
  bool credit_loop = false;
  // LIDs in ascending order, without whose changed entries nothing of that can happen: those that
  // loop, and where there is a credit loop those whose packets make turns that are none of now's.
  std::vector<Lid> unsafe = {};

  friend bool operator==(const Transition&, const Transition&) = default;
};

struct TransitionTask {
  const FabricMatch& match;
  ConstTables before;
  ConstTables now;
  const LanePlan& lanes;              // of now
  std::span<const LanePlan> granted;  // as of RoutingView
  const Sl2Vl::Map& map;
  const TurnEvidence* evidence;  // of now; null: there may be credit loops
};

// For each LID, all entries of before that still lead to a neighbour and all of now together are
// looked at (for every SL that a pair has or had), so what is found to be safe is so in whatever
// order the switches get their rows; what is not need not happen. Cost: for each entry that changes
// O(ports), with lanes O(links) at worst; O(turns) where turns are no up*/down*. Throws Stopped and
// std::bad_alloc.
Transition judge_transition(const TransitionTask& task, const ChangedEntries& changed,
                            const Workers& workers);

// «while switches have old and new rows: no loop».
std::string describe(const Transition& transition);

}  // namespace weft

#endif  // WEFT_REPAIR_TRANSITION_H_
