// The cables of a plan beside those of a fabric whose nodes are matched with it.
#ifndef WEFT_PLAN_CABLE_DIFFERENCES_H_
#define WEFT_PLAN_CABLE_DIFFERENCES_H_

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "common/cabling/cable_swaps.h"
#include "common/fabric/fabric.h"
#include "common/plan/plan_match.h"
#include "common/plan/planned_fabric.h"

namespace weft {

// A node of both: the switches of the plan have the numbers 0..S - 1, its end ports those from S.
using PlanNode = std::uint32_t;

struct NodePair {
  PlanNode a = kNone;  // the smaller number
  PlanNode b = kNone;

  // NOLINTNEXTLINE(modernize-use-nullptr): what is compared with 0 where this is used is no pointer
  friend auto operator<=>(const NodePair&, const NodePair&) = default;
};

struct CablePorts {
  PortNum a = 0;
  PortNum b = 0;
  bool is_a_known = true;  // of a plan: does it name the port?
  bool is_b_known = true;
  LinkAttributes link;

  PortNum at(bool is_a) const { return is_a ? a : b; }
  bool is_known(bool is_a) const { return is_a ? is_a_known : is_b_known; }
};

// A cable of the plan, and what is there in its place.
struct CablePair {
  NodePair nodes;
  CablePorts planned;
  CablePorts there;
};

struct CableDifferences {
  std::uint64_t planned = 0;           // cables between nodes that are matched
  std::uint64_t same = 0;              // of these: between the same nodes
  std::vector<CablePair> other_ports;  // at another port than planned, at one end or both
  std::vector<CablePair> other_rates;  // of those between the same nodes: wider, narrower, ...
  // What is too many and too few between nodes, as explain_odd_links explains it, and the cables
  // that these are: by pair of nodes.
  ExplainedLinks odd;
  std::map<NodePair, std::vector<CablePorts>> missing;
  std::map<NodePair, std::vector<CablePorts>> extra;
};

// Cables of nodes that are not matched are left out, and those inside a chassis that the plan says
// nothing of. Cost: O(cables log cables), and that of explain_odd_links.
CableDifferences compare_cables(const PlannedFabric& plan, const Fabric& there,
                                const PlanMatch& match);

// Switches of a chassis without a planned cable inside: by system GUID, is_inside_planned is false.
// 0, and a chassis of one switch, count as planned.
class PlannedChassis {
 public:
  PlannedChassis(const PlannedFabric& plan, const Fabric& there, const PlanMatch& match);
  bool is_inside_planned(Guid system) const;

 private:
  std::map<Guid, bool> is_planned_;  // of those with several switches
};

}  // namespace weft

#endif  // WEFT_PLAN_CABLE_DIFFERENCES_H_
