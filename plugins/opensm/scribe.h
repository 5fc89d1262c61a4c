// Scribe: writes files in a separate thread, so that a full or slow disk delays no sweep.
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
  // failure: the beginning of the log line when a job fails; logged once for each reason.
  Scribe(const Log& log, std::string failure);
  // Waits some seconds at most for the current job.
  ~Scribe();
  Scribe(const Scribe&) = delete;
  Scribe& operator=(const Scribe&) = delete;

  // Runs the job soon and returns at once. Jobs run one at a time; of several waiting jobs only the
  // last runs. A job may outlive this object; an exception of a job is its failure. Throws
  // std::bad_alloc.
  void post(std::function<void()> job);

  // Did the last finished job fail?
  bool has_failed() const;

 private:
  struct Desk;  // data of the thread, which may outlive this object

  std::shared_ptr<Desk> desk_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_SCRIBE_H_
