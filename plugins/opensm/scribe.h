// Scribe: writes files in a thread of its own, so that a full disk or a slow one delays no sweep.
// Tested by tests/plugins/opensm/state_keeper_test.cc.
#ifndef WEFT_PLUGINS_OPENSM_SCRIBE_H_
#define WEFT_PLUGINS_OPENSM_SCRIBE_H_

#include <functional>
#include <memory>
#include <string>

#include "plugins/opensm/log.h"

namespace weft {

class Scribe {
 public:
  // failure: begins the sentence that the log has where a job fails, once for each reason.
  Scribe(const Log& log, std::string failure);
  // Waits for the job at hand, if that takes no longer than some seconds.
  ~Scribe();
  Scribe(const Scribe&) = delete;
  Scribe& operator=(const Scribe&) = delete;

  // Does it soon, and returns at once: one job at a time, of those that come meanwhile the last one
  // alone. It may outlive this object, and what it throws is its failure. Throws std::bad_alloc.
  void post(std::function<void()> job);

  // Did the last job that has come to an end fail?
  bool has_failed() const;

 private:
  struct Desk;  // what the thread may need longer than this object lives

  std::shared_ptr<Desk> desk_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_SCRIBE_H_
