#include "common/base/workers.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
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

// Each waits for the others, so that all three have a number.
TEST(Workers, WorkersAreNumberedBelowThreads) {
  std::array<std::atomic<int>, 3> items = {};
  std::atomic<unsigned> waiting = 0;
  Workers(3).parallel_for(3, 1, [&](unsigned worker, std::size_t, std::size_t) {
    ++items.at(worker);
    ++waiting;
    while (waiting < 3) std::this_thread::yield();
  });
  for (const std::atomic<int>& count : items) EXPECT_EQ(count, 1);
}

TEST(Workers, AnExceptionComesBackAfterAllHaveEnded) {
  std::atomic<int> running = 0;
  std::atomic<bool> thrown = false;
  const auto body = [&](std::size_t first, std::size_t) {
    if (first == 0) {
      while (running == 0) std::this_thread::yield();
      thrown = true;
      throw std::runtime_error("the first");
    }
    ++running;
    while (!thrown) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
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

TEST(Workers, ZeroMeansOneThreadAProcessor) {
  EXPECT_EQ(Workers(0).threads(), static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN)));
}

}  // namespace
}  // namespace weft
