#include "common/base/stopwatch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace weft {
namespace {

TEST(Stopwatch, CountsMilliseconds) {
  const Stopwatch time;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const double ms = time.ms();
  EXPECT_GE(ms, 20);
  EXPECT_LT(ms, 20'000) << "microseconds?";
  EXPECT_GE(time.ms(), ms);
}

}  // namespace
}  // namespace weft
