// Repair: adapts a routing of any engine to a fabric that has changed. Paths over lost links are
// replaced; all others, and their lanes, stay.
//
// A forwarding entry changes only if its path uses a lost link. The tables are repaired column by
// column (one column for each LID): a broken switch, whose packets no longer arrive, is attached to
// a neighbour whose packets arrive, nearest first. The neighbour must be one that the packets may
// turn to on their virtual lanes (allowed_turns.h), including packets that old entries still send.
// Among these neighbours the order is
//   1. the fewest hops to the LID,
//   2. the neighbour of the active entry, or the one at the other end of the lost link, if a
//      parallel link is left,
//   3. the path with the least load.
// If no neighbour is safe for packets that old entries still send, they are ignored. If no
// neighbour fits the lanes of the pairs, other entries make way (way_maker.h): the path may have up
// to six hops more than the shortest, and the entries along it change if all paths through them fit
// their lanes; good entries change only if no path is found that leaves them. Only if all that
// fails do pairs get other lanes. Open connections of such pairs keep the SL that they were
// granted, which is no longer safe for them; so the repair runs once more, with the columns of
// these pairs first. If the routing has one lane and its engine may take more
// (Claims::takes_lanes), only these pairs take other lanes. If no SL was granted yet, other lanes
// come first, and entries make way only if that fails. So all other minimal paths stay
// minimal, up*/down* paths keep to up*/down*, and no lane gets a credit loop.
//
// Displaced paths return: if something has come back, the tables are made from `baseline`, the
// routing of the most complete fabric. Its broken entries are replaced by the active ones, or
// repaired.
//
// Cost: reading the tables of switches that lost a link; O(p x hops) for each entry that changes,
// p: ports of a switch; O(turns) with lanes. If entries make way, O(S L) and a bounded search, a
// few times; from then on any turn that closes no cycle is allowed, not only those of up*/down*.
#ifndef WEFT_REPAIR_REPAIR_H_
#define WEFT_REPAIR_REPAIR_H_

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/base/workers.h"
#include "common/repair/fabric_match.h"
#include "common/routing/routing.h"
#include "common/routing/sl2vl.h"
#include "common/verify/turn_evidence.h"

namespace weft {

// A verified routing of an earlier fabric. All of it outlives the repair.
struct EarlierRouting {
  const FabricMatch& match;  // its fabric, and the one to be routed now
  ConstTables tables;
  const Routing& routing;
  const TurnEvidence* evidence;  // null: its engine does not claim to be free of credit loops
  // Paths of end ports over each link, by position in Fabric::all_ports(), as of measure_loads().
  std::span<const std::uint64_t> link_load;
};

// What counts before load, among paths of the same length.
enum class Sparing {
  kPacketsOnTheirWay,  // the safety of packets that old entries still send, then unchanged entries
  kTurns,              // the same neighbour as before, which leaves most turns to other paths
  kNothing,
};

struct RepairTask {
  EarlierRouting accepted;         // the active one
  const EarlierRouting* baseline;  // null: nothing is displaced
  // True if links or switches have come back: then `baseline`, which must not be null, is preferred
  // to `accepted` for all LIDs. Else only for LIDs that `accepted` does not have.
  bool to_baseline = false;
  const LaneBudget& lanes;
  std::span<const Lane> reserve = {};  // more lanes, for pairs without a path on `lanes`
  const Sl2Vl::Map& map;               // how all switches map SLs to VLs
  std::span<const LanePlan> granted;   // as of RoutingView
  // As of GrantedPlans: new pairs, about which `granted` says nothing.
  std::span<const Lid> new_lids = {};
  std::span<const SwitchIndex> new_senders = {};
  bool may_lose_pairs = false;  // do not throw if pairs have no path
  // For a routing on one lane: pairs without a path on it get other lanes of `lanes`.
  bool takes_lanes = false;
  // Entries that `accepted` lacks and the repair has to set; then there is no baseline, and the
  // fabric is the same as before.
  std::span<const std::pair<Lid, SwitchIndex>> missing = {};
  Sparing sparing = Sparing::kPacketsOnTheirWay;
  bool trees_first = false;  // multicast trees keep their turns, and paths fit these
  const Workers& workers;
  // The steps of the new routing, if it is that of a chain, with their parts in the fabric as it is
  // now. New paths stay inside these parts (part_of_path).
  std::vector<RoutedStep> steps = {};
};

// Counts the pairs of a switch with end ports and the LID of an end port, both in the fabric before
// and now, whose SL has changed. Cost: O(S L).
std::uint64_t count_changed_sls(const FabricMatch& match, const LanePlan& before,
                                const LanePlan& now, const Workers& workers);

// Rows come filled with kNoPath. Throws CannotRoute if a pair of end ports that links connect gets
// no path, Stopped and std::bad_alloc; then the content of the rows is undefined.
Routing repair(const RepairTask& task, Tables rows);

}  // namespace weft

#endif  // WEFT_REPAIR_REPAIR_H_
