// What cables have otherwise than planned, in words.
// Tested by tests/common/plan/plan_diff_test.cc.
#ifndef WEFT_PLAN_CABLE_FINDINGS_H_
#define WEFT_PLAN_CABLE_FINDINGS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/plan/cable_differences.h"
#include "common/plan/plan_diff.h"
#include "common/plan/plan_match.h"
#include "common/plan/plan_names.h"

namespace weft {

// A fault.
PlanFinding& add_finding(std::vector<PlanFinding>& findings, PlanDifference kind, double lost,
                         std::vector<PlanEnd> ends, std::string what, std::string remedy);

// Of a planned link, in Gb/s; usual: of one whose rate the plan does not tell.
double planned_rate(const LinkAttributes& link, double usual);

// «1 cable», «2 cables».
std::string counted(std::size_t count, std::string_view one);

// Adds them in no order. plan: its fabric.
void add_cable_findings(const PlanNames& names, const PlanMatch& match, const Fabric& plan,
                        double usual_rate, CableDifferences cables,
                        std::vector<PlanFinding>& findings);

}  // namespace weft

#endif  // WEFT_PLAN_CABLE_FINDINGS_H_
