#include "common/repair/way_search.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using Way = std::vector<SwitchIndex>;

// A ring of five: from 1 to 0 there is one link, and the way round over 2, 3 and 4.
class InARing : public ::testing::Test {
 protected:
  InARing() : ring_(test::clockwise_ring(5)), links_(ring_.fabric) {}

  // The switches on the ways that are offered, all of which are turned down.
  std::vector<Way> ways(unsigned most_longer, std::function<bool(LinkTurn)> may_turn = {},
                        std::uint64_t budget = 1000) {
    std::vector<Way> ways;
    const std::function<bool(LinkIndex)> any = [](LinkIndex) { return true; };
    WaySearch search(links_, 0, any);
    const WaySearch::Task task = {
        .from = 1,
        .most_longer = most_longer,
        .may_turn = may_turn ? std::move(may_turn) : [](LinkTurn) { return true; },
        .accept =
            [&](std::span<const LinkIndex> way) {
              Way& switches = ways.emplace_back();
              for (const LinkIndex link : way) switches.push_back(links_.to(link));
              return false;
            }};
    EXPECT_FALSE(search.find(task, budget));
    return ways;
  }

  test::Routed ring_;
  Links links_;
};

TEST_F(InARing, TheShortestPathComesFirst) {
  EXPECT_EQ(ways(0), (std::vector<Way>{{0}}));
  EXPECT_EQ(ways(2), (std::vector<Way>{{0}}));
  EXPECT_EQ(ways(3), (std::vector<Way>{{0}, {2, 3, 4, 0}}));
}

TEST_F(InARing, TurnsThatMayNotBeAreNotMade) {
  const auto not_at_3 = [this](LinkTurn turn) { return links_.to(turn.from) != 3; };
  EXPECT_EQ(ways(3, not_at_3), (std::vector<Way>{{0}}));
}

TEST_F(InARing, ItEndsWithItsBudget) { EXPECT_TRUE(ways(3, {}, 0).empty()); }

TEST_F(InARing, AnAcceptedPathEndsTheSearch) {
  const std::function<bool(LinkIndex)> any = [](LinkIndex) { return true; };
  WaySearch search(links_, 0, any);
  std::uint64_t budget = 1000;
  unsigned offered = 0;
  EXPECT_TRUE(search.find({.from = 1,
                           .most_longer = 3,
                           .may_turn = [](LinkTurn) { return true; },
                           .accept = [&](std::span<const LinkIndex>) { return ++offered == 2; }},
                          budget));
  EXPECT_EQ(offered, 2u);
}

TEST_F(InARing, LinksThatMayNotBeUsedAreNoWay) {
  const std::function<bool(LinkIndex)> not_to_0 = [this](LinkIndex l) { return links_.to(l) != 0; };
  WaySearch search(links_, 0, not_to_0);
  std::uint64_t budget = 1000;
  EXPECT_FALSE(search.find({.from = 1,
                            .most_longer = 9,
                            .may_turn = [](LinkTurn) { return true; },
                            .accept = [](std::span<const LinkIndex>) { return true; }},
                           budget));
}

}  // namespace
}  // namespace weft
