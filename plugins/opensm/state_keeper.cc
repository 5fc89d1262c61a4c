#include "plugins/opensm/state_keeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "common/state/state_file.h"

namespace weft {
namespace {

// A disk that does not answer must not keep opensm from ending.
constexpr std::chrono::seconds kLongestWait{5};

}  // namespace

std::string state_directory(const std::string& configured) {
  if (configured == "none") return {};
  if (!configured.empty()) return configured;
  const char* const cache = std::getenv("OSM_CACHE_DIR");  // as OpenSM asks for it
  return cache != nullptr && *cache != '\0' ? cache : OSM_DEFAULT_CACHE_DIR;
}

struct StateKeeper::Desk {
  // Which state, whatever the routing.
  struct Kept {
    Kept() = default;
    Kept(std::string in, const SessionState& state)
        : directory(std::move(in)),
          engine(state.engine),
          options(state.options),
          lanes(state.lanes) {}

    std::string directory;
    std::string engine;
    std::uint64_t options = 0;
    LaneSettings lanes;

    friend bool operator==(const Kept&, const Kept&) = default;
  };
  struct Job {
    std::string directory;
    SessionState state;
    unsigned threads;
  };

  explicit Desk(const Log& log_of_it) : log(log_of_it) {}

  // The body of the thread: writes until there is nothing to be written.
  void work() noexcept {
    while (std::optional<Job> job = next()) {
      std::string fault;
      try {
        const std::uint64_t generation = take_generation(generation_in(job->directory));
        write_state(job->directory, job->state, generation, Workers(job->threads));
      } catch (const std::bad_alloc&) {
        fault = "there is not enough memory";
      } catch (const std::exception& error) {
        fault = error.what();
      }
      finish(std::move(fault));
    }
  }

  std::optional<Job> next() {
    const std::lock_guard lock(mutex);
    std::optional<Job> job = std::exchange(waiting, std::nullopt);
    is_writing = job.has_value();
    if (!is_writing) idle.notify_all();
    return job;
  }

  std::uint64_t generation() {
    const std::lock_guard lock(mutex);
    return last_generation;
  }

  // Before it is written: what stands in the directory is never above what is known, then, unless
  // it is another's.
  std::uint64_t take_generation(std::uint64_t in_directory) {
    const std::lock_guard lock(mutex);
    return last_generation = std::max(last_generation, in_directory) + 1;
  }

  void finish(std::string fault) {
    const std::lock_guard lock(mutex);
    if (!is_given_up) set_fault(std::move(fault));
  }

  // Under the lock.
  void set_fault(std::string fault) {
    if (!fault.empty() && fault != last_fault) {
      log.error(fmt::format("what is in force is not kept for a restart: {}", fault));
    }
    last_fault = std::move(fault);
  }

  std::mutex mutex;
  Log log;  // until is_given_up
  std::optional<Job> waiting;
  bool is_writing = false;
  bool is_given_up = false;
  std::condition_variable idle;
  std::uint64_t last_generation = 0;  // read, or given to what is or was to be written
  std::string last_fault;             // of the last writing; empty: none
  Kept kept;                          // what was read last, or was to be written
};

StateKeeper::StateKeeper(const Log& log) : desk_(std::make_shared<Desk>(log)) {}

StateKeeper::~StateKeeper() {
  std::unique_lock lock(desk_->mutex);
  desk_->idle.wait_for(lock, kLongestWait, [this] { return !desk_->is_writing; });
  desk_->is_given_up = true;
}

void StateKeeper::read(const std::string& directory, const Workers& workers) {
  const std::uint64_t in_directory = generation_in(directory);
  const std::uint64_t known = desk_->generation();  // asked for later: see take_generation()
  if (known != 0 && in_directory <= known) return;
  std::vector<std::string> warnings;
  std::optional<ReadState> found = read_state(directory, workers, warnings);
  desk_->log.warnings(warnings, warnings.size());
  if (!found || found->generation <= desk_->generation()) return;
  desk_->log.info(fmt::format("goes on from {}, generation {}: routes of {}", found->path,
                              found->generation, found->state.engine));
  state_ = std::make_shared<const SessionState>(std::move(found->state));
  const std::lock_guard lock(desk_->mutex);
  desk_->last_generation = found->generation;
  desk_->kept = Desk::Kept(directory, *state_);
}

void StateKeeper::write(const std::string& directory, SessionState state, unsigned threads) {
  const std::lock_guard lock(desk_->mutex);
  desk_->kept = Desk::Kept(directory, state);
  desk_->waiting = {directory, std::move(state), threads};
  if (desk_->is_writing) return;
  try {
    start_thread([desk = desk_] { desk->work(); }).detach();
    desk_->is_writing = true;
  } catch (const std::system_error& error) {
    desk_->waiting.reset();
    desk_->set_fault(error.what());
  }
}

bool StateKeeper::keeps(const std::string& directory, const SessionState& state) const {
  const std::lock_guard lock(desk_->mutex);
  return desk_->last_fault.empty() && desk_->kept == Desk::Kept(directory, state);
}

}  // namespace weft
