#include "common/base/workers.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/throwing.h"

namespace weft {
namespace {

// Blocks all signals for its lifetime, so threads started meanwhile never run a signal handler of
// the daemon.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &saved_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &saved_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t saved_;
};

}  // namespace

std::jthread start_thread(std::function<void()> body) {
  const SignalsBlocked blocked;
  return std::jthread(std::move(body));
}

Workers::Workers(unsigned threads, StopCheck stop)
    : threads_(threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency())),
      stop_(stop) {}

void Workers::check_stop() const {
  if (stopping()) throw Stopped();
}

void Workers::parallel_for(std::size_t count, std::size_t grain,
                           const std::function<void(std::size_t, std::size_t)>& body) const {
  parallel_for(count, grain,
               [&body](unsigned, std::size_t first, std::size_t last) { body(first, last); });
}

void Workers::parallel_for(
    std::size_t count, std::size_t grain,
    const std::function<void(unsigned, std::size_t, std::size_t)>& body) const {
  const std::size_t ranges = (count + grain - 1) / grain;
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  std::exception_ptr error;
  std::mutex error_mutex;

  const auto work = [&](unsigned worker) noexcept {
    try {
      while (!failed && !stopping()) {
        const std::size_t range = next++;
        if (range >= ranges) return;
        body(worker, range * grain, std::min(count, (range + 1) * grain));
      }
    } catch (...) {
      const std::lock_guard lock(error_mutex);
      if (!failed.exchange(true)) error = std::current_exception();
    }
  };

  {
    std::vector<std::jthread> helpers;
    const std::size_t wanted = std::min<std::size_t>(threads_, ranges);
    if (wanted > 1) {
      helpers.reserve(wanted - 1);
      const SignalsBlocked blocked;
      try {
        for (unsigned worker = 1; worker < wanted; ++worker) {
          helpers.emplace_back([&work, worker] {
            if (can_throw()) work(worker);
          });
        }
      } catch (const std::system_error&) {
        // No more threads can be started: the existing ones do the work.
      } catch (const std::bad_alloc&) {
      }
    }
    work(0);
  }
  if (error) std::rethrow_exception(error);
  check_stop();
}

}  // namespace weft
