// A running fabric beside its plan, sweep after sweep: what has become otherwise, and what is as
// planned again.
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

// For others to read.
struct PlanState {
  std::string file;
  std::string error;                          // why it cannot be compared; empty: it was
  std::size_t faults = 0;                     // differences
  std::vector<std::string> differences = {};  // the first kMost of them, in words
  static constexpr std::size_t kMost = 20;
};

class PlanWatch {
 public:
  // Of one sweep, since the last one. Sentences.
  struct News {
    std::vector<std::string>
        warnings;  // what the plan's file says wrong, or that it cannot be read
    std::vector<std::string> otherwise;
    std::vector<std::string> as_planned;  // again
  };

  // path: the file of a plan, as parse_plan() has it; empty: there is none. It is read when it has
  // changed, and when the fabric has other numbers of nodes, which tell what hosts are. What cannot
  // be read is news once. Throws std::bad_alloc. Cost: that of compare_with_plan().
  News compare(const std::string& path, const Fabric& there);

  // Null: there is no plan.
  std::shared_ptr<const PlanState> state() const { return state_; }

 private:
  void read(const std::string& path, const Fabric& there);

  std::string path_;
  FileStamp stamp_;
  std::size_t nodes_ = 0;  // of the fabric that the plan was read for
  PlannedFabric plan_;
  std::vector<std::string> warnings_;  // of the file
  std::string error_;
  std::set<std::string> warned_;
  std::set<std::string> said_;  // what is otherwise
  std::shared_ptr<const PlanState> state_;
};

}  // namespace weft

#endif  // WEFT_PLAN_PLAN_WATCH_H_
