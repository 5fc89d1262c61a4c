// Describes the differences between the planned cables and the fabric's.
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

// Adds a fault.
PlanFinding& add_finding(std::vector<PlanFinding>& findings, PlanDifference kind, double lost,
                         std::vector<PlanEnd> ends, std::string what, std::string remedy);

// The rate of a planned link in Gb/s; usual: the rate if the plan gives none.
double planned_rate(const LinkAttributes& link, double usual);

// «1 cable», «2 cables».
std::string counted(std::size_t count, std::string_view one);

// Adds the findings in no defined order. plan: the plan's fabric.
void add_cable_findings(const PlanNames& names, const PlanMatch& match, const Fabric& plan,
                        double usual_rate, CableDifferences cables,
                        std::vector<PlanFinding>& findings);

}  // namespace weft

#endif  // WEFT_PLAN_CABLE_FINDINGS_H_
