// Workers whose bodies take so long that they really run at once.
#include "common/base/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "common/base/error.h"

namespace weft {
namespace {

constexpr unsigned kThreads = 7;
constexpr std::size_t kMany = 1'000'000;

// Returns when so many threads have come here.
class MeetingPoint {
 public:
  void wait_for(unsigned threads) {
    ++here_;
    while (here_ < threads) std::this_thread::yield();
  }

 private:
  std::atomic<unsigned> here_ = 0;
};

TEST(Workers, WorkAtOnceInSeparateBuffers) {
  MeetingPoint all;
  std::vector<std::size_t> sums(kThreads);
  std::vector<int> visits(1000);
  Workers(kThreads).parallel_for(visits.size(), 1,
                                 [&](unsigned worker, std::size_t first, std::size_t) {
                                   if (sums[worker] == 0) all.wait_for(kThreads);
                                   sums[worker] += first + 1;
                                   ++visits[first];
                                 });
  EXPECT_EQ(visits, std::vector<int>(1000, 1));
  EXPECT_EQ(std::reduce(sums.begin(), sums.end()), std::size_t{1000 * 1001 / 2});
}

TEST(Workers, TheirResultsAreThereAfterTheCall) {
  std::vector<unsigned> numbers(10000, 1);
  for (unsigned round = 0; round < 10; ++round) {
    Workers(kThreads).parallel_for(numbers.size(), 16, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) numbers[i] += numbers[i];
    });
  }
  EXPECT_EQ(numbers, std::vector<unsigned>(10000, 1024));
}

TEST(Workers, OfSeveralExceptionsAtOnceOneComesBack) {
  MeetingPoint all;
  const auto body = [&](std::size_t first, std::size_t) {
    all.wait_for(kThreads);
    throw std::runtime_error(std::to_string(first));
  };
  try {
    Workers(kThreads).parallel_for(1000, 1, body);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_LT(std::stoul(error.what()), kThreads);
  }
}

TEST(Workers, AnExceptionEndsTheWorkOfAll) {
  MeetingPoint all;
  std::atomic<std::size_t> begun = 0;
  const auto body = [&](std::size_t first, std::size_t) {
    ++begun;
    if (first < kThreads) all.wait_for(kThreads);
    if (first == 0) throw std::runtime_error("first");
    std::this_thread::yield();
  };
  EXPECT_THROW(Workers(kThreads).parallel_for(kMany, 1, body), std::runtime_error);
  EXPECT_GE(begun, kThreads);
  EXPECT_LT(begun, kMany);
}

std::atomic<bool> asked_to_stop = false;

TEST(Workers, AStopEndsTheWorkOfAll) {
  const Workers workers(kThreads, [] { return asked_to_stop.load(); });
  asked_to_stop = false;
  std::atomic<std::size_t> begun = 0;
  const auto body = [&](std::size_t, std::size_t) {
    if (++begun >= 100) asked_to_stop = true;
  };
  EXPECT_THROW(workers.parallel_for(kMany, 1, body), Stopped);
  EXPECT_LT(begun, 100 + std::size_t{kThreads});
}

}  // namespace
}  // namespace weft
