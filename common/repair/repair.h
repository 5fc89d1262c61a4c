// Repair: adapts the active routing to a fabric that has changed, whichever engine made it. Paths
// over lost links are replaced; all others, and their lanes, stay.
//
// A forwarding entry changes only if its path uses a lost link. Column by column (one column for
// each LID) the switches whose packets no longer arrive are attached to switches whose packets do,
// nearest first. Each gets the neighbour that
//   - its packets may turn to on the virtual lanes that they have (allowed_turns.h), which holds
//     also for packets that old entries still send,
//   - leads there in the fewest hops,
//   - it sends to at present, or that is joined to it by a link parallel to the lost one, or else
//     whose links on the way carry the fewest paths.
// If no neighbour suits packets that old entries still send, these are ignored. If none suits the
// lanes that the pairs have, good entries make way (way_maker.h): the path may take up to six hops
// more than the fewest, and the entries along it change as long as all paths through them fit the
// lanes that they have. Only if that fails do pairs get other lanes. Their connections keep the SL
// that they were granted, on which they are no longer safe. Then the repair is done once more, with
// the columns of such pairs first. A routing on one lane whose engine may take more
// (Claims::takes_lanes) takes other lanes for these pairs alone. So all other minimal paths stay
// minimal, up*/down* paths keep to up*/down*, and no lane gets a credit loop.
//
// Displaced paths return: if something has come back, the tables are made from `home`, the routing
// of the most complete fabric. What is broken of that stays where it is at present, or goes
// elsewhere.
//
// Cost: reading the tables of switches that lost a link; O(p x hops) for each entry that changes,
// p: ports of a switch; O(turns) with lanes. Where entries make way, O(S L) and a bounded search, a
// few times; from then on any turn that closes no cycle may be taken, and not only those of
// up*/down*.
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

// A verified routing. All of it outlives the repair.
struct RoutingInForce {
  const FabricMatch& match;  // its fabric, and the one to be routed now
  ConstTables tables;
  const Routing& routing;
  const TurnEvidence* evidence;  // null: it is not free of credit loops, and need not be
  // Paths of end ports over each link, by position in Fabric::all_ports(), as of measure_loads().
  std::span<const std::uint64_t> link_load;
};

// What counts before load, among paths of as many hops.
enum class Sparing {
  kPacketsOnTheirWay,  // that packets which old entries still send are safe, then that entries stay
  kTurns,  // that the entry leads to the same neighbour, which leaves most turns to others
  kNothing,
};

struct RepairTask {
  RoutingInForce accepted;     // in force at present
  const RoutingInForce* home;  // null: nothing is displaced
  // Links or switches have come back: `home`, which is then not null, goes before `accepted` for
  // all LIDs. Else it does so only for LIDs that `accepted` does not have.
  bool to_home = false;
  const LaneBudget& lanes;
  std::span<const Lane> reserve = {};  // more lanes, for pairs without a path on these
  const Sl2Vl::Map& map;               // how all switches map SLs to VLs
  std::span<const LanePlan> granted;   // as of RoutingView
  bool may_lose_pairs = false;         // such pairs are no reason to throw
  // On one lane: pairs without a path on it get others of the lanes.
  bool takes_lanes = false;
  // Entries that `accepted` lacks and that are to be set; then there is no home. The fabrics before
  // and now are the same.
  std::span<const std::pair<Lid, SwitchIndex>> missing = {};
  Sparing sparing = Sparing::kPacketsOnTheirWay;
  bool trees_first = false;  // multicast trees keep their turns, and paths do without these
  const Workers& workers;
  // The steps that the routing gets, if it is that of a chain, with their parts in the fabric as it
  // is now. New paths stay inside these parts (part_of_path).
  std::vector<RoutedStep> steps = {};
};

// Counts the pairs of a switch with end ports and the LID of an end port, both there before and
// now, whose SL has changed. Cost: O(S L).
std::uint64_t count_changed_sls(const FabricMatch& match, const LanePlan& before,
                                const LanePlan& now, const Workers& workers);

// Rows come filled with kNoPath. Throws CannotRoute if a pair of end ports that links connect has
// no path again, Stopped and std::bad_alloc; then the content of the rows is undefined.
Routing repair(const RepairTask& task, Tables rows);

}  // namespace weft

#endif  // WEFT_REPAIR_REPAIR_H_
