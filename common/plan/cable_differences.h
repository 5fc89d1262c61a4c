// Compares the cables of a plan with those of a fabric whose nodes are matched with the plan's.
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

// A node of the plan and the fabric: 0..S - 1 are the plan's switches, numbers from S its end
// ports.
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
  bool is_a_known = true;  // does the plan name the port?
  bool is_b_known = true;
  LinkAttributes link;

  PortNum at(bool is_a) const { return is_a ? a : b; }
  bool is_known(bool is_a) const { return is_a ? is_a_known : is_b_known; }
};

// A cable of the plan and the fabric's cable in its place.
struct CablePair {
  NodePair nodes;
  CablePorts planned;
  CablePorts there;
};

struct CableDifferences {
  std::uint64_t planned = 0;           // cables between matched nodes
  std::uint64_t same = 0;              // planned cables that link the same nodes in the fabric
  std::vector<CablePair> other_ports;  // at a different port than planned, at one end or both
  std::vector<CablePair> other_rates;  // same nodes, but different width or speed
  // Surplus and missing cables between nodes, as explain_odd_links() explains them, and the cables
  // by pair of nodes.
  ExplainedLinks odd;
  std::map<NodePair, std::vector<CablePorts>> missing;
  std::map<NodePair, std::vector<CablePorts>> extra;
};

// Ignores cables of unmatched nodes, and cables inside a chassis if the plan has no cable inside
// it. Cost: O(cables log cables), plus that of explain_odd_links().
CableDifferences compare_cables(const PlannedFabric& plan, const Fabric& there,
                                const PlanMatch& match);

// is_inside_planned() is false for the system GUID of a chassis with several switches and no
// planned cable inside. True for GUID 0 and for a chassis of one switch.
class PlannedChassis {
 public:
  PlannedChassis(const PlannedFabric& plan, const Fabric& there, const PlanMatch& match);
  bool is_inside_planned(Guid system) const;

 private:
  std::map<Guid, bool> is_planned_;  // of chassis with several switches
};

}  // namespace weft

#endif  // WEFT_PLAN_CABLE_DIFFERENCES_H_
