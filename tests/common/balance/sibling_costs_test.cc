#include "common/balance/sibling_costs.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/routing/tables.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Chosen = SiblingCosts::Chosen;

// Two links from switch 0 to switch 1, where a CA has LIDs 100 to 103, another 104 alone.
class TwoLinks : public testing::Test {
 protected:
  static Fabric build() {
    test::Sketch sketch(2);
    sketch.link(0, 1, 1, 1);
    sketch.link(0, 2, 1, 2);
    sketch.ca(0, 3, 110);
    sketch.ca(1, 3, 100, 2);
    sketch.ca(1, 4, 104);
    return sketch.build();
  }

  TwoLinks() {
    for (const Lid lid : {Lid{100}, Lid{101}, Lid{104}}) row()[lid] = 1;
    for (const Lid lid : {Lid{102}, Lid{103}}) row()[lid] = 2;
    for (Lid lid = 100; lid < 104; ++lid) block_.tables().row(1)[lid] = 3;
  }

  PortNum* row() { return block_.tables().row(0); }
  ConstTables rows() const { return block_.tables(); }
  // Of the two links from switch 0, once siblings of a LID have been added.
  std::vector<std::uint32_t> costs(Lid lid, Chosen chosen) {
    std::vector<std::uint32_t> load(links_.count(), 7);
    siblings_.add(1, lid, chosen, rows(), load);
    const std::vector<std::uint32_t> costs = {load[links_.at(0, 1)], load[links_.at(0, 2)]};
    siblings_.remove(1, lid, chosen, rows(), load);
    EXPECT_EQ(load, std::vector<std::uint32_t>(links_.count(), 7)) << "as before";
    return costs;
  }

  const Fabric fabric_ = build();
  const Links links_{fabric_};
  const SiblingCosts siblings_{fabric_, links_, 2};  // six paths, since there are three end ports
  TableBlock block_{fabric_.switch_count(), fabric_.max_lid()};
};

TEST_F(TwoLinks, PathsToOtherLidsOfThePortMakeLinksDearer) {
  EXPECT_TRUE(siblings_.any());
  EXPECT_EQ(costs(100, Chosen::kAll), (std::vector<std::uint32_t>{7 + 6, 7 + 12}));
  EXPECT_EQ(costs(103, Chosen::kAll), (std::vector<std::uint32_t>{7 + 12, 7 + 6}));
}

TEST_F(TwoLinks, AtFirstThoseOfLowerLidsDo) {
  EXPECT_EQ(costs(100, Chosen::kLowerLids), (std::vector<std::uint32_t>{7, 7}));
  EXPECT_EQ(costs(102, Chosen::kLowerLids), (std::vector<std::uint32_t>{7 + 12, 7}));
}

TEST_F(TwoLinks, ALidWithoutSiblingsCostsNothing) {
  EXPECT_EQ(costs(104, Chosen::kAll), (std::vector<std::uint32_t>{7, 7}));
  EXPECT_EQ(costs(2, Chosen::kAll), (std::vector<std::uint32_t>{7, 7})) << "a switch's";
}

TEST_F(TwoLinks, LidsWithoutPathCostNothing) {
  row()[101] = kNoPath;
  EXPECT_EQ(costs(100, Chosen::kAll), (std::vector<std::uint32_t>{7, 7 + 12}));
}

TEST_F(TwoLinks, KnowsWhatSiblingsLeaveBy) {
  const auto ports = [&](Lid lid) { return ports_of_siblings(fabric_, lid, row()); };
  EXPECT_EQ(ports(100), std::bitset<256>(0b110)) << "101 by port 1";
  row()[101] = 2;
  EXPECT_EQ(ports(100), std::bitset<256>(0b100)) << "its own does not count";
  EXPECT_TRUE(ports(104).none());
}

TEST(SiblingCosts, AreNoneWithoutAnLmc) {
  test::Sketch sketch(1);
  sketch.ca(0, 1);
  const Fabric fabric = sketch.build();
  EXPECT_FALSE(SiblingCosts(fabric, Links(fabric), 1).any());
}

}  // namespace
}  // namespace weft
