// Repair: a routing of a fabric that has changed, made from the one that is in force. What changed
// is repaired, the rest stays, lanes included.
//
// A table entry changes only if its path leads over something that is lost. Column by column, the
// switches whose packets no longer arrive are attached again to those whose packets do, in the
// order of their new distances, each by the neighbour that
//   - its packets may turn to on the lanes that they have (allowed_turns.h), and those that are on
//     their way over old entries as well,
//   - leads there in the fewest hops,
//   - it sent to of late, or is joined to by another link than the one that is lost, or else whose
//     links on the way carry the fewest paths.
// Where no neighbour serves packets on their way, these are left out of account. Where none serves
// the lanes that pairs have, good entries make way: a way of up to six hops more than the fewest is
// looked for along which all its switches can be led, with all that send through them, on the lanes
// that these have. Only if none is found do pairs get other lanes; connections keep the SL that
// they were granted, and are safe no longer. Then all is done once more with the columns of such
// pairs first. A routing on one lane whose engine may take more (Claims::takes_lanes) leaves it for
// these pairs alone. So minimal paths stay minimal but for those, up*/down* paths keep up*/down*,
// and the lanes stay free of cycles, whichever engine made the tables.
//
// What lives elsewhere returns home: if something has come back, the tables are made from `home`,
// the routing of the most complete fabric, and only what is broken of that is where it was of late,
// or elsewhere.
//
// Cost: reading the tables of switches that lost a link; O(p x hops) for each entry that changes,
// p: ports of a switch; O(turns) with lanes. Where entries make way, O(S L) and a bounded search,
// and that a few times. Then any turns that close no cycle will do, where before it was those of
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

// A routing that was verified. All of it outlives the repair.
struct RoutingInForce {
  const FabricMatch& match;  // its fabric, and the one to be routed now
  ConstTables tables;
  const Routing& routing;
  const TurnEvidence* evidence;  // null: it is not free of credit loops, and need not be
  // Paths of end ports over each link, by position in Fabric::all_ports(), as measure_loads() has
  // them.
  std::span<const std::uint64_t> link_load;
};

// What counts before load, among ways of as many links.
enum class Sparing {
  kPacketsOnTheirWay,  // those that old entries still send, and then these entries
  kTurns,  // to go where the old entry led, which takes the fewest turns away from others
  kNothing,
};

struct RepairTask {
  RoutingInForce accepted;     // in force at present
  const RoutingInForce* home;  // null: nothing is displaced
  // Links or switches have come back: home before accepted for all LIDs, and there is one. Else for
  // those alone that `accepted` does not have.
  bool to_home = false;
  const LaneBudget& lanes;
  std::span<const Lane> reserve = {};  // others, for pairs that find no way on any of these
  const Sl2Vl::Map& map;               // how all switches map SLs to VLs
  std::span<const LanePlan> granted;   // as of RoutingView
  bool may_lose_pairs = false;         // then nothing is thrown for those
  // On one lane: pairs without a path on it get others of the lanes.
  bool takes_lanes = false;
  // Entries that `accepted` lacks and that are to be set, in the numbers of its fabric, which is
  // that of now; then there is no home.
  std::span<const std::pair<Lid, SwitchIndex>> missing = {};
  Sparing sparing = Sparing::kPacketsOnTheirWay;
  bool trees_first = false;  // paths make room for multicast trees, not these for paths
  const Workers& workers;
  // Those that the routing is to have: of a chain, with their parts in the fabric as it is now, out
  // of which no new entry leads (part_of_path).
  std::vector<RoutedStep> steps = {};
};

// Pairs of a switch with end ports and the LID of an end port, there before and now, whose SLs
// differ. Cost: O(S L).
std::uint64_t count_changed_sls(const FabricMatch& match, const LanePlan& before,
                                const LanePlan& now, const Workers& workers);

// Rows come filled with kNoPath. Throws CannotRoute where some pair of end ports that links connect
// could not get a path again, Stopped and std::bad_alloc, after which their content is undefined.
Routing repair(const RepairTask& task, Tables rows);

}  // namespace weft

#endif  // WEFT_REPAIR_REPAIR_H_
