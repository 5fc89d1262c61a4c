#include "common/whatif/load_change.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "common/verify/verify.h"
#include "tests/support/living_fabric.h"
#include "tests/support/random_fabric.h"
#include "tests/support/random_routing.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;

std::vector<std::uint64_t> measured(const Fabric& fabric, ConstTables tables) {
  return measure({fabric, tables, OneLane{}}, Workers(1)).link_load;
}

std::vector<std::uint64_t> changed_to(const Fabric& before, ConstTables tables_before,
                                      const Fabric& now, ConstTables tables) {
  const FabricMatch match(before, now);
  const auto load = measured(before, tables_before);
  const ChangedEntries changed = find_changed_entries(match, tables_before, tables, Workers(1));
  return loads_after(match, {tables_before, load}, tables, changed.list);
}

std::uint64_t at(const Fabric& fabric, const std::vector<std::uint64_t>& load, SwitchIndex s,
                 PortNum port) {
  return load[fabric.switches()[s].first_port + std::size_t{port}];
}

// A ring of four, a CA each, all packets clockwise: each link carries six paths.
TEST(LoadChange, OneEntryTurnsOnePathRound) {
  test::Routed before = test::clockwise_ring(4);
  test::Routed now = test::clockwise_ring(4);
  now.entry(0, lid_of_ca(3)) = 2;
  const auto load =
      changed_to(before.fabric, before.block.tables(), now.fabric, now.block.tables());
  EXPECT_EQ(at(now.fabric, load, 0, 1), 5u);
  EXPECT_EQ(at(now.fabric, load, 1, 1), 5u);
  EXPECT_EQ(at(now.fabric, load, 2, 1), 5u);
  EXPECT_EQ(at(now.fabric, load, 3, 1), 6u);
  EXPECT_EQ(at(now.fabric, load, 0, 2), 1u);
}

TEST(LoadChange, LostAndLoopingPathsDoNotCount) {
  test::Routed before = test::clockwise_ring(4);
  test::Routed now = test::clockwise_ring(4);
  now.entry(2, lid_of_ca(3)) = 2;        // back to where it came from
  now.entry(1, lid_of_ca(2)) = kNoPath;  // from s1, and by s1 from s0 and s3
  const auto load =
      changed_to(before.fabric, before.block.tables(), now.fabric, now.block.tables());
  EXPECT_EQ(load, measured(now.fabric, now.block.tables()));
  EXPECT_EQ(at(now.fabric, load, 0, 1), 3u);
}

// By any tables, good and bad: what measure() finds.
void expect_measured(const Fabric& before, const Fabric& now, Random& random) {
  const TableBlock old = test::random_minimal_tables(before, random);
  TableBlock rows = test::random_minimal_tables(now, random);
  const FabricMatch match(before, now);
  // Most entries stay, those over lost links too.
  for (SwitchIndex s = 0; s < now.switch_count(); ++s) {
    for (std::size_t l = 1; l <= now.max_lid(); ++l) {
      if (random.below(8) == 0) continue;
      rows.tables().row(s)[l] = old.tables().row(match.switch_before(s))[l];
    }
  }
  ASSERT_EQ(changed_to(before, old.tables(), now, std::as_const(rows).tables()),
            measured(now, std::as_const(rows).tables()));
}

TEST(LoadChange, IsWhatMeasureFindsAfterRandomLosses) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    test::LivingFabric living(random_broken_fabric(seed));
    for (unsigned i = random.below(4); i > 0; --i) living.change(random);
    expect_measured(living.whole(), living.now(), random);
  }
}

TEST(LoadChange, IsWhatMeasureFindsAfterLinksAreAdded) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    test::LivingFabric living(random_fabric(seed));
    for (unsigned i = 0; i < 3; ++i) living.lose_some_link(random);
    const Fabric before = living.now();
    if (before.switch_count() != living.whole().switch_count()) continue;
    expect_measured(before, living.whole(), random);
  }
}

TEST(LoadChange, TheBusiestLinkIsTheFirstOfSeveral) {
  test::Routed ring = test::clockwise_ring(3);
  const auto load = measured(ring.fabric, ring.block.tables());
  const LoadSummary summary = summarise(ring.fabric, load);
  EXPECT_EQ(summary.most, 3u);
  EXPECT_EQ(summary.sw, 0u);
  EXPECT_EQ(summary.port, 1);
  EXPECT_DOUBLE_EQ(summary.mean, 1.5);
}

TEST(LoadChange, WithoutLinksThereIsNoBusiestOne) {
  test::Sketch sketch(1);
  sketch.ca(0, 1);
  const test::Routed one(sketch);
  EXPECT_EQ(summarise(one.fabric, measured(one.fabric, one.block.tables())).sw, kNone);
}

// Unused links count, and a link of a switch to itself does not.
TEST(LoadChange, TheSummaryIsThatOfMeasure) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Fabric fabric = test::random_tangle(random);
    const TableBlock rows = test::random_minimal_tables(fabric, random);
    const Figures figures = measure({fabric, rows.tables(), OneLane{}}, Workers(1));
    const LoadSummary summary = summarise(fabric, figures.link_load);
    EXPECT_EQ(summary.most, figures.max_link_load);
    EXPECT_DOUBLE_EQ(summary.mean, figures.mean_link_load);
  }
}

}  // namespace
}  // namespace weft
