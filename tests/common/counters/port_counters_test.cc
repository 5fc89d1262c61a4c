#include "common/counters/port_counters.h"

#include <gtest/gtest.h>

#include "tests/support/sketch.h"

namespace weft {
namespace {

constexpr Counter kData = Counter::kXmitData;
constexpr Counter kErrors = Counter::kSymbolErrors;

// Of a CA on a switch, whose counters are those of the test.
class PortCountersTest : public ::testing::Test {
 protected:
  CounterSnapshot snapshot(UnixSeconds time) const {
    return {.source = "file", .time = time, .counters = FabricCounters(fabric_)};
  }
  static PortCounters& of_ca(CounterSnapshot& snapshot) { return snapshot.counters.end_ports[0]; }
  // What is counted of the CA.
  PortCounters counted() {
    traffic_ = counted_between(before_, after_);
    return traffic_.counters.end_ports[0];
  }

  const Fabric fabric_ = test::two_switches().fabric;
  CounterSnapshot before_ = snapshot(1000), after_ = snapshot(1060);
  CountedTraffic traffic_;
};

TEST_F(PortCountersTest, AreAbsentUntilTheyAreSet) {
  PortCounters counters;
  EXPECT_TRUE(counters.is_empty());
  counters.set(kErrors, 7, false, true);
  EXPECT_EQ(counters.get(kErrors), 7u);
  EXPECT_FALSE(counters.get(kData));
  EXPECT_TRUE(counters.is_full(kErrors));
  counters.set(kErrors, 0, true, false);
  EXPECT_EQ(counters.get(kErrors), 0u);
  EXPECT_TRUE(counters.is_wide(kErrors));
  EXPECT_FALSE(counters.is_full(kErrors));
}

TEST_F(PortCountersTest, CountTheDifference) {
  of_ca(before_).set(kData, 400, true, false);
  of_ca(after_).set(kData, 4400, true, false);
  of_ca(after_).set(kErrors, 3, true, false);
  EXPECT_EQ(counted().get(kData), 4000u);
  EXPECT_FALSE(counted().get(kErrors)) << "it was not measured before";
  EXPECT_EQ(traffic_.seconds, 60);
  EXPECT_EQ(traffic_.cleared + traffic_.full, 0u);
  EXPECT_EQ(counted_between(before_, after_, 5.0).seconds, 5);
  EXPECT_EQ(counted_between(after_, before_).seconds, 0) << "the second is not later";
  EXPECT_EQ(counted_until(after_).counters.end_ports[0].get(kData), 4400u);
  EXPECT_EQ(counted_until(after_).seconds, 0);
}

TEST_F(PortCountersTest, WhatWasClearedIsNotSubtracted) {
  of_ca(before_).set(kData, 400, true, false);
  of_ca(after_).set(kData, 40, true, false);
  EXPECT_FALSE(counted().get(kData));
  EXPECT_EQ(traffic_.cleared, 1u);
}

TEST_F(PortCountersTest, FullCountersStopCounting) {
  of_ca(before_).set(kErrors, 65'000, false, false);
  of_ca(after_).set(kErrors, 65'535, false, true);
  EXPECT_EQ(counted().get(kErrors), 535u);
  EXPECT_TRUE(counted().is_full(kErrors)) << "so many at least";
  EXPECT_EQ(traffic_.full, 1u);
  of_ca(before_).set(kErrors, 65'535, false, true);
  EXPECT_FALSE(counted().get(kErrors));
  EXPECT_EQ(counted_until(after_).full, 1u);
}

TEST_F(PortCountersTest, CountersOfDifferentWidthAreNotSubtracted) {
  of_ca(before_).set(kData, 4, false, false);
  of_ca(after_).set(kData, 4000, true, false);
  EXPECT_FALSE(counted().get(kData));
  of_ca(before_).set(kData, 0, false, false);
  EXPECT_EQ(counted().get(kData), 4000u);
}

TEST_F(PortCountersTest, CountOverSeveralSnapshots) {
  CounterSnapshot last = snapshot(1090);
  of_ca(before_).set(kData, 4, true, false);
  of_ca(after_).set(kData, 8, true, false);
  of_ca(last).set(kData, 20, true, false);
  const CountedTraffic all = counted_over({before_, after_, last});
  EXPECT_EQ(all.counters.end_ports[0].get(kData), 16u);
  EXPECT_EQ(all.seconds, 90);
  EXPECT_EQ(counted_over({before_, after_, last}, 2.0).seconds, 4);
  // Cleared in between, and larger again than at first.
  of_ca(before_).set(kData, 12, true, false);
  EXPECT_FALSE(counted_over({before_, after_, last}).counters.end_ports[0].get(kData));
  EXPECT_EQ(counted_over({last}).counters.end_ports[0].get(kData), 20u);
}

}  // namespace
}  // namespace weft
