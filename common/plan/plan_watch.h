// Compares a running fabric with its plan at each sweep, and reports differences that are new or
// gone.
#ifndef WEFT_PLAN_PLAN_WATCH_H_
#define WEFT_PLAN_PLAN_WATCH_H_

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "common/base/regular_file.h"
#include "common/fabric/fabric.h"
#include "common/plan/planned_fabric.h"

namespace weft {

// The last comparison, for other threads.
struct PlanState {
  std::string file;
  std::string error;                          // why no comparison was possible; empty: compared
  std::size_t faults = 0;                     // number of differences
  std::vector<std::string> differences = {};  // the first kMost, in words
  static constexpr std::size_t kMost = 20;
};

class PlanWatch {
 public:
  // Sentences about changes since the previous sweep.
  struct News {
    std::vector<std::string> warnings;  // errors of the plan's file, or why it cannot be read
    std::vector<std::string> otherwise;
    std::vector<std::string> as_planned;  // differences that are gone
  };

  // path: a file for parse_plan(); empty: no plan. The file is read again if it has changed, and if
  // the number of nodes in the fabric has changed, since the fabric tells which nodes are hosts. A
  // file that cannot be read is reported once. Throws std::bad_alloc. Cost: that of
  // compare_with_plan().
  News compare(const std::string& path, const Fabric& there);

  // Null: no plan.
  std::shared_ptr<const PlanState> state() const { return state_; }

 private:
  void read(const std::string& path, const Fabric& there);

  std::string path_;
  FileStamp stamp_;
  std::size_t nodes_ = 0;  // of the fabric at the last reading of the plan
  PlannedFabric plan_;
  std::vector<std::string> warnings_;  // of the file
  std::string error_;
  std::set<std::string> warned_;
  std::set<std::string> said_;  // differences that were reported
  std::shared_ptr<const PlanState> state_;
};

}  // namespace weft

#endif  // WEFT_PLAN_PLAN_WATCH_H_
