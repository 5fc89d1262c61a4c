// Fabrics that nobody builds: engine ftree routes them or says that it cannot, and nothing else.
#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/named_nodes.h"
#include "tests/support/routed_tree.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::RoutedTree;
using test::Sketch;

Options with_roots(const std::vector<Guid>& guids) {
  Options options;
  options.ranked_nodes = test::named_nodes(guids);
  return options;
}

// Null: it cannot be routed.
std::unique_ptr<RoutedTree> route(Fabric fabric, const Options& options = {}) {
  try {
    return std::make_unique<RoutedTree>(std::move(fabric), options);
  } catch (const CannotRoute&) {
    return nullptr;
  }
}

// s0 - s1 - ..., a CA at each end.
Fabric chain(SwitchIndex switches) {
  Sketch sketch(switches);
  for (SwitchIndex s = 0; s + 1 < switches; ++s) sketch.link(s, 1, s + 1, 2);
  sketch.ca(0, 3);
  sketch.ca(switches - 1, 3);
  return sketch.build();
}

TEST(HostileTrees, EightRanksAreTheMost) {
  const auto eight = route(chain(8), with_roots({1}));
  ASSERT_NE(eight, nullptr);
  EXPECT_EQ(eight->faults(), "");
}

TEST(HostileTrees, MoreRanksDoNoHarm) {
  for (const SwitchIndex switches : {9u, 40u, 90u}) {
    for (const Options& options : {with_roots({1}), Options()}) {
      const auto routed = route(chain(switches), options);
      EXPECT_EQ(routed ? routed->faults() : "", "") << switches;
    }
  }
}

// Three stars of a spine and two leaves, s0 to s2 above s3 to s8, and s9 linked to all of the
// spines, with which none of the stars has most in common.
Sketch three_stars() {
  Sketch sketch(10);
  for (SwitchIndex leaf = 3; leaf < 9; ++leaf) {
    sketch.link(leaf, 1, leaf % 3, static_cast<PortNum>(leaf / 3));
    sketch.ca(leaf, 8);
  }
  for (SwitchIndex spine = 0; spine < 3; ++spine) {
    sketch.link(9, static_cast<PortNum>(spine + 1), spine, 8);
  }
  sketch.ca(9, 8);
  return sketch;
}

TEST(HostileTrees, ASwitchWithoutAnySlot) {
  const auto routed = route(three_stars().build(), with_roots({1, 2, 3}));
  ASSERT_NE(routed, nullptr);
  EXPECT_EQ(routed->faults(), "");
}

TEST(HostileTrees, ThousandsOfSlots) {
  // 20 leaves, each of which shares half of its 200 spines with the next one.
  constexpr SwitchIndex kSpines = 2100;
  Sketch sketch(kSpines + 20, 250);
  std::vector<Guid> roots;
  for (SwitchIndex spine = 0; spine < kSpines; ++spine) roots.push_back(1 + spine);
  for (SwitchIndex leaf = 0; leaf < 20; ++leaf) {
    for (SwitchIndex i = 0; i < 200; ++i) {
      sketch.link(kSpines + leaf, static_cast<PortNum>(1 + i), leaf * 100 + i,
                  static_cast<PortNum>(1 + leaf));
    }
    sketch.ca(kSpines + leaf, 250, static_cast<Lid>(3000 + leaf));
  }
  Options options = with_roots(roots);
  options.calculate_missing_routes = false;
  const auto routed = route(sketch.build(), options);
  ASSERT_NE(routed, nullptr);
  EXPECT_EQ(routed->verdict.forwarding_loops, 0u);
  EXPECT_TRUE(routed->verdict.credit_loop.empty());
  // Leaves that share a spine reach each other: the one before and the one behind.
  EXPECT_EQ(routed->verdict.unreachable_pairs, 20u * 19 - 2 * 19);
}

TEST(HostileTrees, Pieces) {
  // Twice a spine and two leaves, a switch with a CA alone, and one with nothing at all.
  Sketch sketch(8);
  for (const SwitchIndex spine : {0u, 3u}) {
    for (const SwitchIndex leaf : {1u, 2u}) {
      sketch.link(spine + leaf, 1, spine, static_cast<PortNum>(leaf));
      sketch.ca(spine + leaf, 8);
    }
  }
  sketch.ca(6, 1);
  const auto routed = route(sketch.build());
  ASSERT_NE(routed, nullptr);
  EXPECT_EQ(routed->faults(), "");
  EXPECT_EQ(routed->verdict.disconnected_pairs, 5u * 4 - 2 * 2);
  EXPECT_EQ(routed->entry(1, lid_of_ca(1)), 1u);
  EXPECT_EQ(routed->entry(1, lid_of_ca(2)), kNoPath);
}

// As in a step of a chain whose spines are down. One leaf switch has more hosts than the others.
TEST(HostileTrees, LeafSwitchesWithoutLinks) {
  FabricBuilder builder("leaf switches");
  for (Guid guid = 1; guid <= 11; ++guid) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 40});
  }
  for (NodeId s = 0; s < 11; ++s) {
    for (PortNum port = 1; port <= (s == 4 ? 40 : 10); ++port) {
      const NodeId ca = builder.add_node({.node_guid = 1000 + s * 100u + port, .port_count = 1});
      builder.add_link(ca, 1, s, port, {});
    }
  }
  const auto routed = route(with_new_lids(builder.build(), 0));
  ASSERT_NE(routed, nullptr);
  EXPECT_EQ(routed->faults(), "");
}

TEST(HostileTrees, OneSwitchAndNone) {
  Sketch one(1);
  one.ca(0, 1);
  one.ca(0, 2);
  const auto routed = route(one.build());
  ASSERT_NE(routed, nullptr);
  EXPECT_EQ(routed->faults(), "");
  EXPECT_EQ(routed->entry(0, lid_of_ca(1)), 2u);
  EXPECT_EQ(route(FabricBuilder("nothing").build()), nullptr);
}

TEST(HostileTrees, WithoutCas) {
  Sketch sketch(3);
  sketch.link(1, 1, 0, 1);
  sketch.link(2, 1, 0, 2);
  const auto routed = route(sketch.build());
  EXPECT_EQ(routed ? routed->faults() : "", "");
}

// A spine above two leaves; those that are told have no LID.
Fabric without_lids_of(bool switches, bool cas) {
  FabricBuilder builder("sketch");
  for (Guid s = 1; s < 4; ++s) {
    const NodeId node =
        builder.add_node({.type = NodeType::kSwitch, .node_guid = s, .port_count = 4});
    if (!switches) builder.set_address(node, 0, 0, static_cast<Lid>(s), 0);
  }
  for (const NodeId leaf : {1u, 2u}) {
    builder.add_link(leaf, 1, 0, static_cast<PortNum>(leaf), {});
    for (const PortNum port : {PortNum{2}, PortNum{3}}) {
      const NodeId ca = builder.add_node(
          {.type = NodeType::kCa, .node_guid = Guid{0x100} * (leaf * 4 + port), .port_count = 1});
      builder.add_link(ca, 1, leaf, port, {});
      // One of a leaf's two has a LID anyway.
      if (!cas || port == 3)
        builder.set_address(ca, 1, 0, static_cast<Lid>(10 + leaf * 4 + port), 0);
    }
  }
  return builder.build();
}

TEST(HostileTrees, WithoutLids) {
  for (const auto& [switches, cas] : {std::pair{true, false}, {false, true}, {true, true}}) {
    const auto routed = route(without_lids_of(switches, cas));
    ASSERT_NE(routed, nullptr);
    EXPECT_EQ(routed->faults(), "");
    EXPECT_EQ(routed->entry(1, 21), 1u) << "up to the spine";
    EXPECT_EQ(routed->entry(0, 21), 2u) << "down to the other leaf";
    EXPECT_EQ(routed->entry(0, 2), switches ? kNoPath : 1u);
  }
  const auto nothing = route(make_xgft({.down = {4, 4}, .up = {1, 4}}));
  ASSERT_NE(nothing, nullptr);
  EXPECT_EQ(nothing->faults(), "");
}

TEST(HostileTrees, LinksOfASwitchToItself) {
  Sketch sketch(3);
  for (const SwitchIndex leaf : {1u, 2u}) {
    sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    sketch.link(leaf, 2, leaf, 3);
    sketch.ca(leaf, 8);
  }
  sketch.link(0, 5, 0, 6);
  const auto routed = route(sketch.build());
  ASSERT_NE(routed, nullptr);
  EXPECT_EQ(routed->faults(), "");
}

}  // namespace
}  // namespace weft
