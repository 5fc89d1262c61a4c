#include "common/base/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "common/base/error.h"

namespace weft {
namespace {

TEST(Workers, EveryItemIsVisitedOnce) {
  for (const unsigned threads : {1u, 2u, 7u}) {
    for (const std::size_t grain : {1u, 3u, 1000u}) {
      std::vector<int> visits(100);
      Workers(threads).parallel_for(visits.size(), grain, [&](std::size_t first, std::size_t last) {
        EXPECT_LE(last - first, grain);
        for (std::size_t i = first; i < last; ++i) ++visits[i];
      });
      EXPECT_EQ(visits, std::vector<int>(100, 1));
    }
  }
}

TEST(Workers, NothingToDo) {
  Workers(4).parallel_for(0, 1, [](std::size_t, std::size_t) { FAIL(); });
}

TEST(Workers, WorkerNumbersAreBelowThreads) {
  std::atomic<unsigned> largest = 0;
  Workers(3).parallel_for(50, 1, [&](unsigned worker, std::size_t, std::size_t) {
    unsigned seen = largest;
    while (worker > seen && !largest.compare_exchange_weak(seen, worker)) {
    }
  });
  EXPECT_LT(largest, 3u);
}

TEST(Workers, AnExceptionComesBackAfterAllHaveEnded) {
  std::atomic<int> running = 0;
  const auto body = [&](std::size_t first, std::size_t) {
    ++running;
    if (first == 5) {
      --running;
      throw std::runtime_error("five");
    }
    --running;
  };
  EXPECT_THROW(Workers(4).parallel_for(100, 1, body), std::runtime_error);
  EXPECT_EQ(running, 0);
}

TEST(Workers, AStopEndsTheWork) {
  const Workers workers(2, [] { return true; });
  EXPECT_TRUE(workers.stopping());
  EXPECT_THROW(workers.check_stop(), Stopped);
  EXPECT_THROW(workers.parallel_for(10, 1, [](std::size_t, std::size_t) { FAIL(); }), Stopped);
}

TEST(Workers, ZeroMeansOneThreadAProcessor) { EXPECT_GE(Workers(0).threads(), 1u); }

}  // namespace
}  // namespace weft
