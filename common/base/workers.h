// parallel_for over a few threads that end before the call returns.
//
// A thread pool inside a daemon's plug-in would need to handle fork, dlclose and signals; threads
// that are joined before the call returns do not. Starting a thread costs about 20 microseconds,
// which is little beside a routing.
#ifndef WEFT_BASE_WORKERS_H_
#define WEFT_BASE_WORKERS_H_

#include <cstddef>
#include <functional>
#include <thread>

namespace weft {

// Starts a thread that runs no signal handler of the daemon. Throws std::system_error and
// std::bad_alloc.
std::jthread start_thread(std::function<void()> body);

class Workers {
 public:
  // True if the work should stop. Called often, from all threads. Null: never.
  using StopCheck = bool (*)();

  // threads: maximum number at work, including the caller; 0: one per processor.
  explicit Workers(unsigned threads = 0, StopCheck stop = nullptr);

  unsigned threads() const { return threads_; }

  // True once a stop was requested. Long loops of one thread should check it.
  bool stopping() const { return stop_ != nullptr && stop_(); }
  // Throws Stopped if a stop was requested.
  void check_stop() const;

  // Calls body(first, last) for consecutive ranges that cover [0, count), each of at most `grain`
  // (>= 1) items, on up to threads() threads. Order and thread are not defined, so a body must
  // write only data of its range. Returns when all ranges are done. If a thread cannot be started,
  // the existing ones do the work. Rethrows the first exception of a body after all threads have
  // ended; throws Stopped after a stop request.
  void parallel_for(std::size_t count, std::size_t grain,
                    const std::function<void(std::size_t first, std::size_t last)>& body) const;

  // As parallel_for() above, but also passes the index of the worker, 0..threads()-1, so buffers
  // can be allocated once per worker before the call (allocation inside workers is slow).
  void parallel_for(
      std::size_t count, std::size_t grain,
      const std::function<void(unsigned worker, std::size_t first, std::size_t last)>& body) const;

 private:
  unsigned threads_;
  StopCheck stop_;
};

}  // namespace weft

#endif  // WEFT_BASE_WORKERS_H_
