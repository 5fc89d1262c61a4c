// Measures time.
#ifndef WEFT_BASE_STOPWATCH_H_
#define WEFT_BASE_STOPWATCH_H_

#include <chrono>

namespace weft {

// Milliseconds since construction.
class Stopwatch {
 public:
  double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace weft

#endif  // WEFT_BASE_STOPWATCH_H_
