// verify: finds errors in forwarding tables. It trusts no engine, and takes tables of any origin.
#ifndef WEFT_VERIFY_VERIFY_H_
#define WEFT_VERIFY_VERIFY_H_

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/lane_plan.h"
#include "common/routing/multicast_plan.h"
#include "common/routing/sl2vl.h"
#include "common/routing/tables.h"
#include "common/verify/turn_evidence.h"

namespace weft {

// What verify() judges. Pointers may be null. The tables have a row for each switch, with max_lid +
// 1 entries at least; an entry may have any value.
//
// A path from an end port (with a LID: see sources_by_switch) to a LID follows the entries, from
// the switch that the end port is linked to. It arrives when an entry leads to the LID's
// owner; an entry 0 is right only at the switch that owns the LID. Its packets may have any of
// path_sls(lanes, source, LID), all of which count. Their VL on the link out of a switch is that of
// the SL in the Sl2Vl map of the ports they came in and go out by, folded into the data VLs of the
// link. If sl2vl is given and maps a packet to VL 15, the packet is dropped, and its pair counts as
// unreachable. Packets of multicast groups have the SL of their group and get their VLs in the same
// way.
struct RoutingView {
  const Fabric& fabric;
  ConstTables tables;
  const LanePlan& lanes;
  const Sl2Vl* sl2vl = nullptr;              // null: identity, folded into each port's data VLs
  const MulticastPlan* multicast = nullptr;  // its dependencies join those of the lane of a group
  // Earlier plans, by which path queries may have been answered: an open connection keeps its SL.
  // No effect with OneLane, since then all packets are on one lane.
  std::span<const LanePlan> granted = {};
  // Turns of multicast tables, in place of a plan, in ascending order.
  std::span<const LinkTurn> multicast_turns = {};
};

struct Figures {
  // Links between switches on the path of a pair (a source CA or router port, and a LID of another
  // CA or router port); 0 if both are on one switch. Pairs without a path do not count.
  unsigned max_hops = 0;
  double mean_hops = 0;
  // Edge forwarding index: such pairs over each directed link between two switches. The mean is
  // over all these links, idle ones included.
  std::uint64_t max_link_load = 0;
  double mean_link_load = 0;
  std::uint64_t unused_links = 0;
  std::vector<std::uint64_t> link_load;  // by position in Fabric::all_ports()
  // Pairs on two switches, by the VL of their packets on the first link between
  // switches, whether or not they arrive, for clients that set no bits of the SL. With OneLane and
  // no Sl2Vl all are on VL 0.
  std::array<std::uint64_t, kSls> paths_by_vl = {};
};

struct Verdict {
  // Pairs of a source CA or router port and a LID of another CA or router port for
  // which the tables have no path; those among them that the topology does not connect.
  std::uint64_t unreachable_pairs = 0;
  std::uint64_t disconnected_pairs = 0;
  // Pairs of a switch and the base LID of another switch without a path although the topology
  // connects them.
  std::uint64_t unreachable_switch_pairs = 0;
  // By LID of a switch: the switches without a path to it, also those that the topology does not
  // connect. Empty if all reach all.
  std::vector<std::uint32_t> lost_switches;
  // LIDs in use, of switches and of end ports, to which some switch with sources has no path
  // although the topology connects them. In ascending order.
  std::vector<Lid> unreached;
  // Forwarding loops, summed over all LIDs in use, whether or not packets get there.
  std::uint64_t forwarding_loops = 0;
  // A cycle of channel dependencies of paths between CA and router ports; the last channel depends
  // on the first. Empty: free of credit loops.
  std::vector<Channel> credit_loop;
  // The same for requests and replies together: a reply travels from B to the base LID of A, on the
  // SLs of A's requests to the base LID of B.
  std::vector<Channel> credit_loop_reversed;
  // A cycle that arises only when the turns of the multicast trees are added to the dependencies of
  // requests, for groups on SL 0 (the default of groups); of requests on the SLs of earlier plans
  // too, unless credit_loop_granted has one of these. Empty also if credit_loop is not.
  std::vector<Channel> credit_loop_multicast;
  // A bit for each SL on which groups close such a cycle. Judged are SL 0 and the SLs of paths, or
  // all SLs if paths may have any.
  std::uint16_t multicast_loop_sls = 0;
  // A cycle that arises only with the SLs of earlier plans, each pair on any SL that it
  // had. Empty also if credit_loop is not.
  std::vector<Channel> credit_loop_granted;
  // No cycle arises if all packets are on one lane: applications are safe that use SL 0 whatever
  // the path record says.
  bool safe_on_one_lane = false;
  // Distinct VLs of requests on links between switches; 1 with OneLane and no Sl2Vl.
  unsigned lanes_used = 0;
  // Null if there is a credit loop, or if packets change to VLs above those that evidence can have.
  std::shared_ptr<const TurnEvidence> evidence;

  // Up to 8 sentences, each with an example of an error: both ends, by name, and where the
  // path ends or loops.
  std::vector<std::string> findings;

  bool reaches_all() const {
    return unreachable_pairs == disconnected_pairs && forwarding_loops == 0;
  }
};

// Cost with one lane: O(S L) byte reads along rows, if all paths are up*/down* (up_down_scan.h).
// Destinations of other paths, and of paths that do not arrive, are walked column by column, some
// ten times slower; all destinations if that is needed to find a credit loop. With SLs by switch or
// path, or an Sl2Vl, all columns are walked: if packets keep their VLs O(S L), and with SLs by path
// O(E L), some two times the exact walk of one lane; else that of walk_lanes (lane_walk.h), some
// two times more. Memory: Verdict, a byte for each switch and LID of a switch, and if columns are
// walked a bit for each turn between links; with lanes 4 bytes instead, or that of walk_lanes.
// Deterministic with any number of threads. Throws Stopped and std::bad_alloc.
Verdict verify(const RoutingView& view, const Workers& workers);

// Follows the tables column by column, without lanes: all figures but paths_by_vl. Cost:
// O(S L). Throws Stopped and std::bad_alloc.
Figures measure_loads(const RoutingView& view, const Workers& workers);

// All figures; for reports. Cost: that of measure_loads(), and O(S L), or O(E L) with SLs by path
// or an Sl2Vl. Throws Stopped and std::bad_alloc.
Figures measure(const RoutingView& view, const Workers& workers);

// «leaf-3 (0x...) port 5 VL 0 -> ... -> leaf-3 (0x...) port 5 VL 0»: a cycle for administrators; of
// a long cycle the first 16 channels and the number of the others.
std::string describe_cycle(const Fabric& fabric, const std::vector<Channel>& cycle);

}  // namespace weft

#endif  // WEFT_VERIFY_VERIFY_H_
