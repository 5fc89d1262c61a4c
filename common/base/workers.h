// parallel_for over a few threads that live no longer than the call.
//
// A thread pool inside a daemon's plug-in would meet fork, dlclose and signals; threads that are
// joined before the call returns do not. Starting one costs some 20 microseconds, so a routing can
// afford it.
#ifndef WEFT_BASE_WORKERS_H_
#define WEFT_BASE_WORKERS_H_

#include <cstddef>
#include <functional>
#include <thread>

namespace weft {

// A thread that no signal handler of the daemon's runs on. Throws std::system_error and
// std::bad_alloc.
std::jthread start_thread(std::function<void()> body);

class Workers {
 public:
  // Asked often, from all threads: should this work be given up? Null: never.
  using StopCheck = bool (*)();

  // threads: how many may work at once, the caller included; 0: one for each processor.
  explicit Workers(unsigned threads = 0, StopCheck stop = nullptr);

  unsigned threads() const { return threads_; }

  // True as soon as a stop was asked for. Long loops of one thread look at it.
  bool stopping() const { return stop_ != nullptr && stop_(); }
  // Throws Stopped if a stop was asked for.
  void check_stop() const;

  // Calls body(first, last) for consecutive ranges that cover [0, count), each of at most `grain`
  // (>= 1) items, on up to threads() threads; in which order and on which thread is not defined, so
  // a body must write only what belongs to its range. Returns when all are done. If no further
  // thread can be started the work is done by those there are. The first exception that a body
  // throws is thrown again here, after all threads have ended; a stop request makes it throw
  // Stopped.
  void parallel_for(std::size_t count, std::size_t grain,
                    const std::function<void(std::size_t first, std::size_t last)>& body) const;

  // As parallel_for, and tells the body which worker it runs on, 0..threads()-1, so that buffers
  // can be allocated once a worker before the call (allocation inside workers is slow).
  void parallel_for(
      std::size_t count, std::size_t grain,
      const std::function<void(unsigned worker, std::size_t first, std::size_t last)>& body) const;

 private:
  unsigned threads_;
  StopCheck stop_;
};

}  // namespace weft

#endif  // WEFT_BASE_WORKERS_H_
