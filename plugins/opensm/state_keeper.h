// StateKeeper: the active routing in a file, from which opensm resumes after a restart, or another
// SM after a fail-over.
#ifndef WEFT_PLUGINS_OPENSM_STATE_KEEPER_H_
#define WEFT_PLUGINS_OPENSM_STATE_KEEPER_H_

#include <cstdint>
#include <memory>
#include <string>

#include "common/base/workers.h"
#include "common/session/session_state.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/scribe.h"

namespace weft {

// The folder that weft_state_dir means: as it is written; OpenSM's cache directory if it is empty.
// Empty for «none».
std::string state_directory(const std::string& configured);

class StateKeeper {
 public:
  explicit StateKeeper(const Log& log);

  // Reads the newest state, if its generation is above those that were read or written here, and
  // says so in the log, also what is of no use there. Not under OpenSM's lock, nor beside itself.
  // Throws Stopped and std::bad_alloc.
  void read(const std::string& directory, const Workers& workers);

  // What was read last, until drop(); null: nothing.
  std::shared_ptr<const SessionState> state() const { return state_; }
  void drop() { state_ = nullptr; }

  // Has a Scribe write it. The generation is the next one. Not beside itself. Throws
  // std::bad_alloc.
  void write(const std::string& directory, SessionState state, unsigned threads);

  // Was the state that was read or written last, without a fault, of this engine, these options and
  // these lanes, in this directory? Then a routing that is no other one needs no writing.
  bool keeps(const std::string& directory, const SessionState& state) const;

  // The newest one that is known; 0: none. From any thread.
  std::uint64_t generation() const;

 private:
  struct Generations;
  // Which state, whatever the routing.
  struct Kept {
    Kept() = default;
    Kept(std::string in, const SessionState& state);

    std::string directory;
    std::string engine;
    std::uint64_t options = 0;
    LaneSettings lanes;

    friend bool operator==(const Kept&, const Kept&) = default;
  };

  Log log_;
  Scribe scribe_;
  std::shared_ptr<Generations> generations_;
  Kept kept_;  // what was read last, or was to be written
  std::shared_ptr<const SessionState> state_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_STATE_KEEPER_H_
