#include "common/repair/way_maker.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "common/verify/turn_evidence.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// Paths go up and then down: s2 and s4 are above s3, that above s1, and that above s0, which has
// the LID. s3 sends there over s2, and is linked to s1 as well. s4 has lost its path, and cannot
// send over s3 as long as that sends up. s5 is above s1, too, below s2 and s4, and has no path.
class BesideAnUpLink : public ::testing::Test {
 protected:
  BesideAnUpLink()
      : routed_(fabric()),
        links_(routed_.fabric),
        match_(routed_.fabric, routed_.fabric),
        turns_(evidence(), match_, links_, same_),
        lanes_(routed_.fabric, budget_, {}, {}, false, plan_),
        loads_(links_.count()),
        column_(routed_.fabric, links_, loads_, routed_.block.tables()) {
    routed_.entry(1, kLid) = 1;
    routed_.entry(2, kLid) = 1;
    routed_.entry(3, kLid) = 2;
    column_.start(kLid);
    for (const SwitchIndex s : {1u, 2u, 3u}) column_.add_load(column_.next(s), 1);
  }

  static Fabric fabric() {
    test::Sketch sketch(6);
    sketch.link(0, 1, 1, 1);
    sketch.link(1, 2, 2, 1);
    sketch.link(2, 2, 3, 2);
    sketch.link(1, 3, 3, 1);
    sketch.link(3, 4, 4, 1);
    sketch.link(1, 4, 5, 1);
    sketch.link(2, 3, 5, 2);
    sketch.link(4, 2, 5, 3);
    for (SwitchIndex s = 0; s < 6; ++s) sketch.ca(s, 8);
    return sketch.build();
  }
  static TurnEvidence evidence() {
    TurnEvidence evidence;
    evidence.ranks = {0, 1, 3, 2, 3, 2};
    return evidence;
  }

  std::vector<LinkIndex> lead(std::function<bool(LinkIndex)> may_use) {
    WayMaker ways({.column = column_,
                   .turns = turns_,
                   .lanes = lanes_,
                   .senders = senders_,
                   .may_use = std::move(may_use),
                   .is_broken = [](SwitchIndex s) { return s == 4; },
                   .is_good = [](SwitchIndex s) { return s < 4; }},
                  looks_left_);
    return ways.lead(4, SlSet{1});
  }
  std::vector<PortNum> entries() {
    std::vector<PortNum> found;
    for (SwitchIndex s = 0; s < 6; ++s) found.push_back(routed_.entry(s, kLid));
    return found;
  }
  std::uint64_t load(SwitchIndex s, PortNum port) const { return loads_[links_.at(s, port)]; }

  static constexpr Lid kLid = test::lid_of_ca(0);
  test::Routed routed_;
  Links links_;
  FabricMatch match_;
  Sl2Vl same_;
  AllowedTurns turns_;
  LaneBudget budget_;
  LanePlan plan_ = OneLane{};
  PairLanes lanes_;
  std::vector<std::uint64_t> loads_;
  ColumnPaths column_;
  std::vector<std::uint32_t> senders_ = std::vector<std::uint32_t>(6, 1);
  std::uint64_t looks_left_ = WayMaker::kLooksInAll;
};

TEST_F(BesideAnUpLink, TheEntryMakesWay) {
  const std::vector<LinkIndex> way = {links_.at(4, 1), links_.at(3, 1), links_.at(1, 1)};
  EXPECT_EQ(lead([](LinkIndex) { return true; }), way);
  EXPECT_EQ(entries(), (std::vector<PortNum>{8, 1, 1, 1, 1, kNoPath}));
  EXPECT_EQ(column_.hops(4), 3u);
  // The path of s3 has moved; that of s4 is for the caller to count.
  EXPECT_EQ(load(3, 1), 1u);
  EXPECT_EQ(load(3, 2), 0u);
  EXPECT_EQ(load(2, 1), 1u);
  EXPECT_EQ(load(1, 1), 3u);
  EXPECT_LT(looks_left_, WayMaker::kLooksInAll);
}

TEST_F(BesideAnUpLink, AnEntryOfTheRepairMakesWayBeforeAGoodOne) {
  routed_.entry(5, kLid) = 2;
  column_.forget_hops();
  column_.add_load(column_.next(5), 1);
  const std::vector<LinkIndex> way = {links_.at(4, 2), links_.at(5, 1), links_.at(1, 1)};
  EXPECT_EQ(lead([](LinkIndex) { return true; }), way);
  EXPECT_EQ(entries(), (std::vector<PortNum>{8, 1, 1, 2, 2, 1}));
}

TEST_F(BesideAnUpLink, AllStaysWhereThereIsNoOtherWay) {
  const std::vector<PortNum> before = entries();
  const LinkIndex down = links_.at(3, 1);
  EXPECT_TRUE(lead([&](LinkIndex link) { return link != down; }).empty());
  EXPECT_EQ(entries(), before);
  EXPECT_EQ(load(3, 2), 1u);
  EXPECT_EQ(load(1, 1), 3u);
}

TEST_F(BesideAnUpLink, NoPathLeadsOverASwitchThatHadNone) {
  column_.set_entry(1, kNoPath);
  column_.forget_hops();
  EXPECT_TRUE(lead([](LinkIndex) { return true; }).empty());
}

TEST_F(BesideAnUpLink, LooksEnd) {
  looks_left_ = 0;
  EXPECT_TRUE(lead([](LinkIndex) { return true; }).empty());
}

}  // namespace
}  // namespace weft
