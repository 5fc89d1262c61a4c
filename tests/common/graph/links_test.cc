#include "common/graph/links.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;

TEST(Links, ARingHasTwoLinksASwitch) {
  const Fabric fabric = test::clockwise_ring(4).fabric;
  const Links links(fabric);
  ASSERT_EQ(links.count(), 8u);
  EXPECT_EQ(links.all().size(), 8u);
  for (SwitchIndex s = 0; s < 4; ++s) {
    ASSERT_EQ(links.first_of(s), 2 * s);
    ASSERT_EQ(links.count_of(s), 2u);
    const Link& onwards = links[2 * s];
    EXPECT_EQ(onwards.from, s);
    EXPECT_EQ(onwards.to, (s + 1) % 4);
    EXPECT_EQ(onwards.port, 1u);
    EXPECT_EQ(onwards.in_port, 2u);
    EXPECT_EQ(onwards.data_vls, 8u);
    EXPECT_EQ(links[2 * s + 1].to, (s + 3) % 4);
    EXPECT_EQ(links.opposite(2 * s), 2 * ((s + 1) % 4) + 1);
    EXPECT_EQ(links.opposite(links.opposite(2 * s)), 2 * s);
  }
}

TEST(Links, PortsThatLeadToNoSwitchHaveNone) {
  const Fabric fabric = test::clockwise_ring(4).fabric;
  const Links links(fabric);
  EXPECT_EQ(links.at(2, 0), kNone);
  EXPECT_EQ(links.at(2, 1), 4u);
  EXPECT_EQ(links.at(2, 2), 5u);
  EXPECT_EQ(links.at(2, 3), kNone) << "a CA";
  EXPECT_EQ(links.at(2, 8), kNone) << "nothing";
}

TEST(Links, ParallelLinksAreDistinguished) {
  Sketch sketch(2);
  sketch.link(0, 1, 1, 4);
  sketch.link(0, 2, 1, 3);
  const Fabric fabric = sketch.build();
  const Links links(fabric);
  ASSERT_EQ(links.count(), 4u);
  EXPECT_EQ(links.opposite(links.at(0, 1)), links.at(1, 4));
  EXPECT_EQ(links.opposite(links.at(0, 2)), links.at(1, 3));
  EXPECT_EQ(links.turn_count(), 8u) << "two links in, two out, at two switches";
}

TEST(Links, BothEndsOfALinkFromASwitchToItself) {
  Sketch sketch(1);
  sketch.link(0, 2, 0, 5);
  const Fabric fabric = sketch.build();
  const Links links(fabric);
  ASSERT_EQ(links.count(), 2u);
  EXPECT_EQ(links[0].to, 0u);
  EXPECT_EQ(links[0].in_port, 5u);
  EXPECT_EQ(links.opposite(0), 1u);
  EXPECT_EQ(links.opposite(1), 0u);
  EXPECT_EQ(links.turn_count(), 4u);
}

TEST(Links, DataVlsAreTheLinks) {
  FabricBuilder builder("two");
  for (const Guid guid : {1, 2}) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 2});
  }
  builder.add_link(0, 1, 1, 1, {.data_vls = 4});
  builder.add_link(0, 2, 1, 2, {.data_vls = 1});
  const Fabric fabric = builder.build();
  const Links links(fabric);
  EXPECT_EQ(links[links.at(0, 1)].data_vls, 4u);
  EXPECT_EQ(links[links.at(1, 1)].data_vls, 4u);
  EXPECT_EQ(links[links.at(1, 2)].data_vls, 1u);
}

TEST(Links, SwitchesWithoutLinks) {
  Sketch sketch(3);
  sketch.link(0, 1, 2, 1);
  const Fabric fabric = sketch.build();
  const Links links(fabric);
  EXPECT_EQ(links.count(), 2u);
  EXPECT_EQ(links.count_of(1), 0u);
  EXPECT_EQ(links.first_of(2), 1u);

  const Fabric nothing = FabricBuilder("none").build();
  EXPECT_EQ(Links(nothing).count(), 0u);
  EXPECT_EQ(Links(nothing).turn_count(), 0u);
}

// Each turn has a number of its own, those from a link one after the other.
void expect_turns_numbered(const Fabric& fabric) {
  const Links links(fabric);
  std::set<std::uint64_t> numbers;
  for (LinkIndex in = 0; in < links.count(); ++in) {
    const SwitchIndex at = links[in].to;
    const Links::TurnsFrom& turns = links.turns_from(in);
    EXPECT_EQ(turns.first_link, links.first_of(at));
    EXPECT_EQ(turns.count, links.count_of(at));
    for (std::uint32_t i = 0; i < turns.count; ++i) {
      EXPECT_EQ(links.turn(in, turns.first_link + i), turns.first + i);
      EXPECT_LT(turns.first + i, links.turn_count());
      EXPECT_TRUE(numbers.insert(turns.first + i).second);
    }
  }
  EXPECT_EQ(numbers.size(), links.turn_count());

  std::vector<std::uint64_t> visited;
  links.for_each_turn([&](LinkTurn turn, std::uint64_t number) {
    EXPECT_EQ(links.turn(turn.from, turn.to), number);
    visited.push_back(number);
  });
  EXPECT_EQ(std::set(visited.begin(), visited.end()), numbers);
  EXPECT_EQ(visited.size(), numbers.size());
}

// 0 -> 1 -> 2 on a ring of four, and from 2 over 1 to 0.
TEST(Links, TurnsHaveReverseTurns) {
  const Links links(test::clockwise_ring(4).fabric);
  const auto between = [&](SwitchIndex from, SwitchIndex to) {
    for (LinkIndex l = links.first_of(from); l < links.first_of(from) + links.count_of(from); ++l) {
      if (links.to(l) == to) return l;
    }
    return kNone;
  };
  const LinkTurn turn = {between(0, 1), between(1, 2)};
  EXPECT_EQ(links.way_back(turn), (LinkTurn{between(2, 1), between(1, 0)}));
  EXPECT_EQ(links.way_back(links.way_back(turn)), turn);
}

TEST(Links, TurnsAreNumbered) {
  expect_turns_numbered(test::clockwise_ring(4).fabric);
  expect_turns_numbered(make_xgft({.down = {2, 3, 2}, .up = {1, 2, 2}, .parallel = {1, 2, 1}}));
  expect_turns_numbered(make_dragonfly({.routers = 3, .global_links = 1, .cas = 1}));
  Sketch sketch(2);
  sketch.link(0, 1, 0, 2);
  sketch.link(0, 3, 1, 1);
  sketch.link(1, 5, 0, 8);
  expect_turns_numbered(sketch.build());
}

TEST(Links, ChannelsAreParallelLinks) {
  const Links links(test::clockwise_ring(4).fabric);
  const Links channels(links, 3);
  ASSERT_EQ(channels.count(), 3 * links.count());
  EXPECT_EQ(channels.turn_count(), 9 * links.turn_count());
  for (LinkIndex link = 0; link < links.count(); ++link) {
    for (LinkIndex vl = 0; vl < 3; ++vl) {
      const LinkIndex channel = 3 * link + vl;
      EXPECT_EQ(channels[channel].port, links[link].port);
      EXPECT_EQ(channels.to(channel), links.to(link));
      EXPECT_EQ(channels.opposite(channel), 3 * links.opposite(link) + vl);
      EXPECT_EQ(channels.turns_from(channel).first_link, 3 * links.first_of(links.to(link)));
    }
  }
  EXPECT_EQ(channels.at(2, 1), 3 * links.at(2, 1));
}

}  // namespace
}  // namespace weft
