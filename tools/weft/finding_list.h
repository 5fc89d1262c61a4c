// Findings about a fabric's cables, as text and as JSON: faults and information.
// Tested by tests/e2e/test_cabling.py, tests/e2e/test_plan_diff.py.
#ifndef WEFT_TOOLS_WEFT_FINDING_LIST_H_
#define WEFT_TOOLS_WEFT_FINDING_LIST_H_

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/json.h"

namespace weft::tool {

// Finding: CablingFinding or PlanFinding. Prints at most `most` of each kind.
template <typename Finding>
void print_findings(std::string_view faults, const std::vector<Finding>& findings,
                    std::size_t most) {
  for (const bool is_fault : {true, false}) {
    const auto count =
        static_cast<std::size_t>(std::ranges::count(findings, is_fault, &Finding::is_fault));
    if (count == 0) continue;
    fmt::print("{}: {}\n", is_fault ? faults : "good to know", count);
    std::size_t shown = 0;
    for (const Finding& finding : findings) {
      if (finding.is_fault != is_fault || shown == most) continue;
      ++shown;
      fmt::print("  {}{}\n", finding.what,
                 finding.lost > 0 ? fmt::format(" ({:.0f} Gb/s)", finding.lost) : "");
      if (!finding.remedy.empty()) fmt::print("      {}\n", finding.remedy);
    }
    if (count > shown) fmt::print("  and {} more\n", count - shown);
  }
}

// All findings, with the keys of doc/json.schema.json. end_json: the object for an element of
// finding.ends.
template <typename Finding, typename EndJson>
Json list_json(const std::vector<Finding>& findings, EndJson end_json) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    Json ends = Json::array();
    for (const auto& end : finding.ends) ends.push_back(end_json(end));
    list.push_back({{"kind", name_of(finding.kind)},
                    {"severity", finding.is_fault ? "fault" : "note"},
                    {"lost", finding.lost},
                    {"what", finding.what},
                    {"remedy", finding.remedy.empty() ? Json(nullptr) : Json(finding.remedy)},
                    {"ends", std::move(ends)}});
  }
  return list;
}

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_FINDING_LIST_H_
