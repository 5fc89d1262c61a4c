#include "common/plan/plan_watch.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/plan/plan_diff.h"
#include "common/plan/plan_reader.h"

namespace weft {
void PlanWatch::read(const std::string& path, const Fabric& there) {
  const std::size_t nodes = there.switch_count() + std::size_t{there.end_port_count()};
  const FileStamp stamp = stamp_of(path);
  if (path == path_ && stamp == stamp_ && nodes == nodes_) return;
  path_ = path;
  stamp_ = stamp;
  nodes_ = nodes;
  warnings_.clear();
  error_.clear();
  try {
    plan_ = parse_plan(read_regular_file(path, kLargestPlan), path, there, {}, warnings_);
  } catch (const BadInput& error) {
    error_ = error.what();
  }
}

PlanWatch::News PlanWatch::compare(const std::string& path, const Fabric& there) {
  if (path.empty()) {
    *this = {};
    return {};
  }
  read(path, there);
  News news;
  PlanState state = {.file = path, .error = error_};
  std::set<std::string> warned(warnings_.begin(), warnings_.end());
  if (!error_.empty()) warned.insert(error_ + "; the fabric is not compared with a plan");
  std::ranges::set_difference(warned, warned_, std::back_inserter(news.warnings));
  warned_ = std::move(warned);
  if (error_.empty()) {
    const PlanDiff diff = compare_with_plan(plan_, there);
    state.faults = diff.faults();
    std::set<std::string> now;
    for (const PlanFinding& finding : diff.findings) {
      if (finding.is_fault && state.differences.size() < PlanState::kMost) {
        state.differences.push_back(finding.what);
      }
      if (!said_.contains(finding.what)) news.otherwise.push_back(finding.what);
      now.insert(finding.what);
    }
    std::ranges::set_difference(said_, now, std::back_inserter(news.as_planned));
    said_ = std::move(now);
  }
  state_ = std::make_shared<const PlanState>(std::move(state));
  return news;
}

}  // namespace weft
