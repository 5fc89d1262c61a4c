#include "plugins/opensm/scribe.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>

#include "common/base/throwing.h"
#include "common/base/workers.h"

namespace weft {
namespace {

using Job = std::function<void()>;

// A disk that does not answer must not block the end of opensm.
constexpr std::chrono::seconds kLongestWait{5};

}  // namespace

struct Scribe::Desk {
  Desk(const Log& log_of_it, std::string its_failure)
      : log(log_of_it), failure(std::move(its_failure)) {}

  // The body of the thread: works until no job is waiting.
  void work() noexcept {
    if (!can_throw()) return give_up_job();
    while (const Job job = next()) {
      // A sentence about a fault needs memory too.
      try {
        finish(fault_of(job));
      } catch (const std::bad_alloc&) {
        const std::lock_guard lock(mutex);
        lack_memory();
      }
    }
  }

  // The reason why the job failed; empty: done. Throws std::bad_alloc.
  static std::string fault_of(const Job& job) {
    try {
      job();
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      return error.what();
    }
    return {};
  }

  Job next() {
    const std::lock_guard lock(mutex);
    Job job = std::exchange(waiting, nullptr);
    is_working = job != nullptr;
    if (!is_working) idle.notify_all();
    return job;
  }

  void finish(std::string fault) {
    const std::lock_guard lock(mutex);
    if (!is_given_up) set_fault(std::move(fault));
  }

  // The next job can replace this one: it writes at least the same.
  void give_up_job() {
    const std::lock_guard lock(mutex);
    waiting = nullptr;
    is_working = false;
    idle.notify_all();
    lack_memory();
  }

  // Needs the lock.
  void lack_memory() noexcept {
    constexpr const char* kNoMemory = "no memory";  // fits into a string without allocation
    const bool is_known = last_fault == kNoMemory;
    last_fault = kNoMemory;
    if (!is_given_up && !is_known) log.error("there is not enough memory to write files");
  }

  // Needs the lock.
  void set_fault(std::string fault) {
    if (!fault.empty() && fault != last_fault) log.error(fmt::format("{}: {}", failure, fault));
    last_fault = std::move(fault);
  }

  std::mutex mutex;
  Log log;  // valid until is_given_up
  std::string failure;
  Job waiting;
  bool is_working = false;
  bool is_given_up = false;
  std::condition_variable idle;
  std::string last_fault;  // of the last job; empty: none
};

Scribe::Scribe(const Log& log, std::string failure)
    : desk_(std::make_shared<Desk>(log, std::move(failure))) {}

Scribe::~Scribe() {
  std::unique_lock lock(desk_->mutex);
  desk_->idle.wait_for(lock, kLongestWait, [this] { return !desk_->is_working; });
  desk_->is_given_up = true;
}

void Scribe::post(std::function<void()> job) {
  const std::lock_guard lock(desk_->mutex);
  desk_->waiting = std::move(job);
  if (desk_->is_working) return;
  try {
    start_thread([desk = desk_] { desk->work(); }).detach();
    desk_->is_working = true;
  } catch (const std::system_error& error) {
    desk_->waiting = nullptr;
    desk_->set_fault(error.what());
  }
}

bool Scribe::has_failed() const {
  const std::lock_guard lock(desk_->mutex);
  return !desk_->last_fault.empty();
}

}  // namespace weft
