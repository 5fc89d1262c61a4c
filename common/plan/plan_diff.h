// What a fabric has otherwise than its plan, in words for who has to go to the racks.
#ifndef WEFT_PLAN_PLAN_DIFF_H_
#define WEFT_PLAN_PLAN_DIFF_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/plan/planned_fabric.h"

namespace weft {

enum class PlanDifference : std::uint8_t {
  kUnmatched,      // the fabric and the plan have nothing in common
  kMissingSwitch,  // of the plan
  kMissingHost,    // a port of a CA of the plan, or all ports of a host
  kExchanged,      // two switches that have taken each other's place
  kSwapped,        // two cables that have changed places
  kMoved,          // a cable that leads to another node than planned
  kMissing,        // cables of the plan
  kExtraSwitch,    // that the plan does not have
  kExtraHost,
  kExtra,       // cables that the plan does not have
  kSlow,        // a cable that is slower or narrower than planned
  kWrongPort,   // cables between the right nodes at other ports
  kReplaced,    // another node at the place of a planned one
  kFast,        // a cable that is faster or wider than planned
  kPortNumbers  // the plan numbers ports otherwise
};
// «swapped», «missing_switch», ...: of JSON.
std::string_view name_of(PlanDifference kind);

struct PlanEnd {
  std::string name;
  Guid guid = 0;     // 0: it is not there
  PortNum port = 0;  // 0: none, or not known

  friend bool operator==(const PlanEnd&, const PlanEnd&) = default;
};

struct PlanFinding {
  PlanDifference kind;
  bool is_fault;    // false: good to know; the network is as it was planned
  double lost = 0;  // Gb/s of data that it costs, in one direction
  std::vector<PlanEnd> ends;
  std::string what;    // a sentence without its full stop
  std::string remedy;  // what to do; empty: nothing
};

struct PlanDiff {
  std::size_t switches = 0;  // of the plan
  std::size_t switches_found = 0;
  std::size_t end_ports = 0;  // of the plan's CAs
  std::size_t end_ports_found = 0;
  std::size_t cables = 0;
  std::size_t cables_found = 0;       // between the same nodes
  std::vector<PlanFinding> findings;  // the worst first: faults by what they cost, then the rest

  std::size_t faults() const;
};

// Names of nodes are escaped for a line of text. Cost: that of match_plan() and compare_cables().
PlanDiff compare_with_plan(const PlannedFabric& plan, const Fabric& there);

}  // namespace weft

#endif  // WEFT_PLAN_PLAN_DIFF_H_
