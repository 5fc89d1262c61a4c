#include "plugins/opensm/state_keeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "common/base/stopwatch.h"
#include "common/state/state_file.h"

namespace weft {
std::string state_directory(const std::string& configured) {
  if (configured == "none") return {};
  if (!configured.empty()) return configured;
  const char* const cache = std::getenv("OSM_CACHE_DIR");  // as OpenSM reads it
  return cache != nullptr && *cache != '\0' ? cache : OSM_DEFAULT_CACHE_DIR;
}

// Shared with the writing thread, which may outlive the keeper.
struct StateKeeper::Generations {
  std::uint64_t known() {
    const std::lock_guard lock(mutex);
    return last;
  }
  bool knows(std::uint64_t content) {
    const std::lock_guard lock(mutex);
    return content == announced || std::ranges::find(contents, content) != contents.end();
  }
  // Of a state that is about to be written: it can be read before learn_announced() is called.
  void announce(std::uint64_t content) {
    const std::lock_guard lock(mutex);
    announced = content;
  }
  // It was written. Its generation was taken before, and read() may know a newer one meanwhile.
  void learn_announced() {
    const std::lock_guard lock(mutex);
    contents = {announced, contents[0]};
  }
  void learn(std::uint64_t generation, std::uint64_t content) {
    const std::lock_guard lock(mutex);
    last = generation;
    contents = {content, contents[0]};
  }
  // Taken before writing, so that the generation in the directory is above the known one only if
  // another SM wrote it.
  std::uint64_t take(std::uint64_t in_directory) {
    const std::lock_guard lock(mutex);
    return last = std::max(last, in_directory) + 1;
  }
  // It was not written: else this SM would take the next states of others for older ones.
  void give_back(std::uint64_t generation) {
    const std::lock_guard lock(mutex);
    if (last == generation) --last;
  }

  std::mutex mutex;
  std::uint64_t last = 0;  // of the last state read, written, or about to be written
  // ReadState::content of the last two states read or written: of both files.
  std::array<std::uint64_t, 2> contents = {};
  std::uint64_t announced = 0;  // see announce()
};

StateKeeper::Kept::Kept(std::string in, const SessionState& state)
    : directory(std::move(in)), engine(state.engine), options(state.options), lanes(state.lanes) {
  for (const auto& [link, history] : state.lost_links) {
    losses.emplace(link, history.is_held ? std::vector<UnixSeconds>() : history.losses);
  }
}

StateKeeper::StateKeeper(const Log& log)
    : log_(log),
      scribe_(log, "the active routes are not saved for a restart"),
      generations_(std::make_shared<Generations>()) {}

bool StateKeeper::read(const std::string& directory, const Workers& workers,
                       bool others_have_routed) {
  const std::uint64_t in_directory = generation_in(directory);
  const std::uint64_t known = generation();  // read after in_directory: see Generations::take()
  if (!others_have_routed && known != 0 && in_directory <= known) return in_directory != 0;
  const Stopwatch time;
  std::vector<std::string> warnings;
  std::optional<ReadState> found = read_state(directory, workers, warnings);
  log_.warnings(warnings, warnings.size());
  if (!found) return false;
  const bool is_own =
      others_have_routed ? generations_->knows(found->content) : found->generation <= generation();
  if (is_own) return true;
  origin_ = fmt::format("{}, generation {}: routes of {}, read in {:.0f} ms", found->path,
                        found->generation, found->state.engine, time.ms());
  state_ = std::make_shared<const SessionState>(std::move(found->state));
  generations_->learn(found->generation, found->content);
  kept_ = Kept(directory, *state_);
  return true;
}

void StateKeeper::write(const std::string& directory, SessionState state, unsigned threads) {
  Kept kept(directory, state);
  scribe_.post([generations = generations_, directory,
                state = std::make_shared<const SessionState>(std::move(state)), threads] {
    const std::uint64_t generation = generations->take(generation_in(directory));
    try {
      write_state(directory, *state, generation, Workers(threads),
                  [&](std::uint64_t content) { generations->announce(content); });
      generations->learn_announced();
    } catch (...) {
      generations->give_back(generation);
      throw;
    }
  });
  kept_ = std::move(kept);
}

bool StateKeeper::keeps(const std::string& directory, const SessionState& state) const {
  return !scribe_.has_failed() && kept_ == Kept(directory, state);
}

std::uint64_t StateKeeper::generation() const { return generations_->known(); }

}  // namespace weft
