// Patterns come out the same with any number of threads.
#include "common/patterns/patterns.h"

#include <gtest/gtest.h>

#include <vector>

#include "plugins/shortest/minhop.h"
#include "tests/threads/fabrics.h"

namespace weft {
namespace {

void expect_same(const PatternFigures& a, const PatternFigures& b) {
  EXPECT_EQ(a.phases, b.phases);
  EXPECT_EQ(a.flows, b.flows);
  EXPECT_EQ(a.lost_flows, b.lost_flows);
  EXPECT_EQ(a.max_busiest_link, b.max_busiest_link);
  EXPECT_EQ(a.mean_busiest_link, b.mean_busiest_link);
  EXPECT_EQ(a.mean_least_load, b.mean_least_load);
  EXPECT_EQ(a.contention_free_phases, b.contention_free_phases);
}

TEST(Patterns, AnyNumberOfThreadsGivesTheSameFigures) {
  const Fabric fabric = test::tree_of_three_levels();
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  minhop_engine().route({fabric, {}, Workers(2)}, block.tables());
  const ConstTables tables = block.tables();
  const std::vector<EndPortIndex> order = ranks_by_guid(fabric);
  for (const Pattern& pattern :
       {Pattern{}, Pattern{.phases = 70}, Pattern{.kind = PatternKind::kRing},
        Pattern{.kind = PatternKind::kAllToAll},
        Pattern{.kind = PatternKind::kBisection, .phases = 70},
        Pattern{.kind = PatternKind::kRandom}}) {
    SCOPED_TRACE(static_cast<int>(pattern.kind));
    const PatternFigures alone = judge_pattern(fabric, tables, order, pattern, Workers(1));
    EXPECT_GE(alone.max_busiest_link, 1u);
    EXPECT_EQ(alone.lost_flows, 0u);
    for (const unsigned threads : {2u, 7u}) {
      expect_same(judge_pattern(fabric, tables, order, pattern, Workers(threads)), alone);
    }
  }
  const auto bandwidth = [&](unsigned threads) {
    return effective_bisection_bandwidth(fabric, tables, order, 100, 1, Workers(threads));
  };
  const Estimate alone = bandwidth(1);
  EXPECT_GT(alone.mean, 0.1);
  EXPECT_LT(alone.mean, 1);
  for (const unsigned threads : {2u, 7u}) {
    EXPECT_EQ(bandwidth(threads).mean, alone.mean);
    EXPECT_EQ(bandwidth(threads).low, alone.low);
  }
}

}  // namespace
}  // namespace weft
