// StateKeeper: keeps the active routing in a file, from which opensm resumes after a restart, or
// another SM after a fail-over.
#ifndef WEFT_PLUGINS_OPENSM_STATE_KEEPER_H_
#define WEFT_PLUGINS_OPENSM_STATE_KEEPER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/session/session_state.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/scribe.h"

namespace weft {

// The folder that weft_state_dir names; OpenSM's cache directory if it is empty. Empty for «none».
std::string state_directory(const std::string& configured);

class StateKeeper {
 public:
  explicit StateKeeper(const Log& log);

  // Reads the newest state if its generation is above all that were read or written here.
  // others_have_routed: another SM was the master meanwhile; then any state that was not read or
  // written here, since the other may have begun without a file. Logs what cannot be used. False if
  // the directory has no usable state. Call it without OpenSM's lock, and only one call at a time.
  // Throws Stopped and std::bad_alloc.
  bool read(const std::string& directory, const Workers& workers, bool others_have_routed = false);

  // The last state read, until drop(); null: none.
  std::shared_ptr<const SessionState> state() const { return state_; }
  void drop() { state_ = nullptr; }
  // Its file, generation and engine, for the log.
  const std::string& origin() const { return origin_; }

  // Lets a Scribe write the state with the next generation. Only one call at a time. Throws
  // std::bad_alloc.
  void write(const std::string& directory, SessionState state, unsigned threads);

  // The active routing is another one: keeps() is false until a state is read or written.
  void outdate() noexcept { kept_.reset(); }

  // Was the last state read or written, without a fault, of this engine, these options, lanes, lost
  // links and this directory? Then an unchanged routing is not written again.
  bool keeps(const std::string& directory, const SessionState& state) const;

  // The newest known generation; 0: none. From any thread.
  std::uint64_t generation() const;

 private:
  struct Generations;
  // Identifies a state without its routing.
  struct Kept {
    Kept(std::string in, const SessionState& state);

    std::string directory;
    std::string engine;
    std::uint64_t options = 0;
    LaneSettings lanes;
    // Without those of a held link: each of them would cause another state file.
    std::map<SwitchLink, std::vector<UnixSeconds>> losses;

    friend bool operator==(const Kept&, const Kept&) = default;
  };

  Log log_;
  Scribe scribe_;
  std::shared_ptr<Generations> generations_;
  std::optional<Kept> kept_;  // of the last state read or about to be written; null: out of date
  std::shared_ptr<const SessionState> state_;
  std::string origin_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_STATE_KEEPER_H_
