// Compares a fabric with its plan and describes the differences for a technician at the racks.
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
  kMissingSwitch,  // a switch of the plan
  kMissingHost,    // one port of a planned CA, or all ports of a planned host
  kExchanged,      // two switches that have exchanged their places
  kSwapped,        // two cables that have exchanged their ports
  kMoved,          // a cable that leads to another node than planned
  kMissing,        // cables of the plan
  kExtraSwitch,    // a switch that the plan does not have
  kExtraHost,
  kExtra,       // cables that the plan does not have
  kSlow,        // a cable that is slower or narrower than planned
  kWrongPort,   // cables between the right nodes at other ports
  kReplaced,    // another node in the place of a planned node
  kFast,        // a cable that is faster or wider than planned
  kPortNumbers  // the plan uses other port numbers
};
// The key in JSON: «swapped», «missing_switch», ...
std::string_view name_of(PlanDifference kind);

struct PlanEnd {
  std::string name;
  Guid guid = 0;     // 0: not in the fabric
  PortNum port = 0;  // 0: none, or unknown

  friend bool operator==(const PlanEnd&, const PlanEnd&) = default;
};

struct PlanFinding {
  PlanDifference kind;
  bool is_fault;    // false: for information; the network works as planned
  double lost = 0;  // Gb/s of data lost by it, in one direction
  std::vector<PlanEnd> ends;
  std::string what;    // a sentence without its full stop
  std::string remedy;  // how to correct it; empty: nothing to do
};

struct PlanDiff {
  std::size_t switches = 0;  // of the plan
  std::size_t switches_found = 0;
  std::size_t end_ports = 0;  // of the plan's CAs
  std::size_t end_ports_found = 0;
  std::size_t cables = 0;
  std::size_t cables_found = 0;       // between the same nodes
  std::vector<PlanFinding> findings;  // faults by lost bandwidth, largest first; then the others

  std::size_t faults() const;
};

// Node names are escaped for one line of text. Cost: that of match_plan() and compare_cables().
PlanDiff compare_with_plan(const PlannedFabric& plan, const Fabric& there);

}  // namespace weft

#endif  // WEFT_PLAN_PLAN_DIFF_H_
