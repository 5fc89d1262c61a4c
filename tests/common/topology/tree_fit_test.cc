#include "common/topology/tree_fit.h"

#include <gtest/gtest.h>

#include <string>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "common/topology/tree_roots.h"
#include "common/topology/typical_shape.h"
#include "tests/support/living_fabric.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::Sketch;

FatTree tree_of(const Fabric& fabric) {
  const SwitchGraph graph(fabric);
  std::vector<SwitchIndex> all(fabric.switch_count());
  for (SwitchIndex s = 0; s < all.size(); ++s) all[s] = s;
  const auto roots = likely_roots(fabric, distances_to(graph, all, Workers(1)));
  std::vector<Hops> ranks = ranks_below(graph, roots.at(0));
  lift_dead_ends(fabric, graph, ranks);
  return find_fat_tree(fabric, graph, std::move(ranks));
}

std::string found(const Fabric& fabric) {
  const FatTree tree = tree_of(fabric);
  const TreeShape shape = typical_shape(fabric, tree);
  return describe_fit(shape, fit_tree(fabric, tree, shape));
}

std::string misfit(const Fabric& fabric, std::string_view shape) {
  return fit_tree(fabric, tree_of(fabric), parse_tree_shape(shape)).misfit;
}

// Roots s0, s1; leaf switches s2.. with two hosts each, whose ports 1 and 2 lead to the roots.
Sketch two_levels(SwitchIndex leaves) {
  Sketch sketch(2 + leaves);
  for (SwitchIndex leaf = 0; leaf < leaves; ++leaf) {
    for (PortNum root = 0; root < 2; ++root) {
      sketch.link(2 + leaf, static_cast<PortNum>(root + 1), root, static_cast<PortNum>(leaf + 1));
    }
    sketch.ca(2 + leaf, 5);
    sketch.ca(2 + leaf, 6);
  }
  return sketch;
}

TEST(TreeFit, WholeTrees) {
  EXPECT_EQ(found(two_levels(3).build()), "fat tree PGFT(2; 2,3; 1,2; 1,1), pure");
  EXPECT_EQ(found(make_xgft({.down = {4, 4, 3}, .up = {1, 4, 2}, .parallel = {1, 1, 2}})),
            "fat tree PGFT(3; 4,4,3; 1,4,2; 1,1,2), pure");
  EXPECT_EQ(found(make_xgft({.down = {2, 2, 2, 2}, .up = {1, 2, 2, 2}})),
            "fat tree PGFT(4; 2,2,2,2; 1,2,2,2; 1,1,1,1), pure");
  EXPECT_EQ(found(make_xgft({.down = {4, 4}, .up = {2, 4}})),
            "fat tree PGFT(2; 4,4; 2,4; 1,1), pure")
      << "two rails";
  EXPECT_EQ(found(make_xgft({.down = {6}, .up = {1}})), "fat tree PGFT(1; 6; 1; 1), pure");
}

TEST(TreeFit, WhatIsLostIsCounted) {
  const Fabric whole = make_xgft({.down = {4, 4, 4}, .up = {1, 4, 4}});
  const std::string shape = "fat tree PGFT(3; 4,4,4; 1,4,4; 1,1,1), ";
  EXPECT_EQ(found(with_failures(whole, {.links = {9}})), shape + "degraded by 9 links");
  EXPECT_EQ(found(with_failures(whole, {.links = {1}})), shape + "degraded by 1 link");
  EXPECT_EQ(found(without_some_cas(whole, {5}, 1)), shape + "degraded by 5 host ports");
  EXPECT_EQ(found(with_extra_cas(whole, 3, {}, 1)), shape + "pure; 3 other end ports");
}

// Its links down are there, but lead nowhere.
TEST(TreeFit, ASwitchWithoutLinksUpFits) {
  const Fabric whole = make_xgft({.down = {4, 4, 4}, .up = {1, 4, 4}});
  const SwitchIndex middle = 17;
  test::LivingFabric fabric(whole);
  for (PortNum port = 1; port < whole.ports(middle).size(); ++port) {
    const Port& there = whole.ports(middle)[port];
    if (there.kind == PeerKind::kSwitch && there.peer >= 32) fabric.lose_link(middle, port);
  }
  EXPECT_EQ(found(fabric.now()), "fat tree PGFT(3; 4,4,4; 1,4,4; 1,1,1), degraded by 4 links");

  // Two planes with one root each, of which one has no root any more.
  test::LivingFabric half(make_xgft({.down = {4, 4, 2}, .up = {1, 2, 1}}));
  half.lose_switch(13);
  EXPECT_EQ(misfit(half.now(), "PGFT(3; 4,4,2; 1,2,1; 1,1,1)"), "");
}

TEST(TreeFit, ALostSwitchIsNotCountedAsLinks) {
  // s0, s1, s2 are roots, s3 is one that is linked to nothing; s4, s5, s6 are leaf switches.
  Sketch sketch(7);
  for (SwitchIndex leaf = 4; leaf < 7; ++leaf) {
    for (PortNum root = 0; root < 3; ++root) {
      sketch.link(leaf, static_cast<PortNum>(root + 1), root, static_cast<PortNum>(leaf));
    }
    sketch.ca(leaf, 5);
  }
  const Fabric fabric = sketch.build();
  // Another root, or another leaf switch, is lost.
  for (const char* shape : {"PGFT(2; 2,3; 1,5; 1,1)", "PGFT(2; 2,4; 1,4; 1,1)"}) {
    const TreeFit fit = fit_tree(fabric, tree_of(fabric), parse_tree_shape(shape));
    EXPECT_EQ(fit.misfit, "");
    EXPECT_EQ(fit.lost_switches, 1u);
    EXPECT_EQ(fit.lost_links, 3u);  // of s3 to the leaf switches that are there
    EXPECT_EQ(fit.lost_hosts, 3u);
  }
}

TEST(TreeFit, AQuasiFatTree) {
  // Two subtrees of leaf switches s0 s1 below s4 s5, and s2 s3 below s6 s7. In PGFT(3; 2,2,2;
  // 1,2,1; 1,1,2) the roots s8, s9 would have two links to one switch of each; here one to each of
  // both.
  Sketch sketch(10);
  for (SwitchIndex leaf = 0; leaf < 4; ++leaf) {
    for (SwitchIndex up = 0; up < 2; ++up) {
      sketch.link(leaf, static_cast<PortNum>(up + 1), 4 + leaf / 2 * 2 + up,
                  static_cast<PortNum>(leaf % 2 + 1));
    }
    sketch.ca(leaf, 5);
    sketch.ca(leaf, 6);
  }
  for (SwitchIndex middle = 4; middle < 8; ++middle) {
    for (SwitchIndex root = 8; root < 10; ++root) {
      sketch.link(middle, static_cast<PortNum>(root - 3), root, static_cast<PortNum>(middle - 3));
    }
  }
  const Fabric fabric = sketch.build();
  EXPECT_EQ(found(fabric), "fat tree QFT(3; 2,2,2; 1,2,1; 1,1,2), pure");
  EXPECT_EQ(misfit(fabric, "QFT(3; 2,2,2; 1,2,1; 1,1,2)"), "");
  EXPECT_TRUE(contains(misfit(fabric, "PGFT(3; 2,2,2; 1,2,1; 1,1,2)"), "s4"));
}

TEST(TreeFit, TheFirstDifferenceIsNamed) {
  const Fabric fabric = two_levels(3).build();
  const struct {
    std::string_view shape, misfit;
  } cases[] = {
      {"PGFT(2; 2,3; 1,2; 1,1)", ""},
      {"PGFT(2; 6,5; 1,3; 1,1)", ""},
      {"PGFT(3; 2,3,1; 1,2,1; 1,1,1)",
       "from the root s0 (0x0000000000000001) down to the leaf switch s2 (0x0000000000000003) "
       "there are 2 levels of switches, not 3"},
      {"PGFT(2; 1,3; 1,2; 1,1)",
       "s2 (0x0000000000000003) has 2 ports of hosts; there are at most 1 (M1 x P1)"},
      {"PGFT(2; 2,2; 1,2; 1,1)",
       "s0 (0x0000000000000001) has 3 links down; there are at most 2 (M2 x P2)"},
      {"PGFT(2; 2,3; 1,1; 1,1)",
       "s2 (0x0000000000000003) has 2 links up; there are at most 1 (W2 x P2)"},
      {"PGFT(2; 2,3; 1,1; 1,2)",
       "s2 (0x0000000000000003) has 2 switches above it; there are at most 1 (W2)"},
  };
  for (const auto& c : cases) EXPECT_EQ(misfit(fabric, c.shape), c.misfit) << c.shape;
}

TEST(TreeFit, LinksThatATreeDoesNotHave) {
  Sketch beside = two_levels(3);
  beside.link(3, 7, 4, 7);
  EXPECT_TRUE(contains(found(beside.build()),
                       "PGFT(2; 2,3; 1,2; 1,1), but irregular: port 7 of s3 (0x0000000000000004) "
                       "leads to s4 (0x0000000000000005), both at level 1"));

  Sketch parallel = two_levels(3);
  parallel.link(3, 7, 0, 7);
  EXPECT_EQ(misfit(parallel.build(), "PGFT(2; 2,4; 1,3; 1,1)"),
            "s3 (0x0000000000000004) has 2 links to s0 (0x0000000000000001); there are at most 1 "
            "(P2)");
}

TEST(TreeFit, ASwitchBelowALeafSwitch) {
  Sketch deeper(7);
  for (SwitchIndex leaf = 2; leaf < 6; ++leaf) {
    deeper.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    deeper.link(leaf, 2, 1, static_cast<PortNum>(leaf));
    deeper.ca(leaf, 5);
    deeper.ca(leaf, 6);
  }
  deeper.link(6, 1, 5, 3);
  deeper.ca(6, 5);
  EXPECT_TRUE(
      contains(found(deeper.build()), "s6 (0x0000000000000007) is below s5 (0x0000000000000006)"));
}

TEST(TreeFit, AWrongCableJoinsTwoSubtrees) {
  // The switches above two leaf switches of different subtrees are exchanged.
  const XgftSpec spec{.down = {2, 4, 4}, .up = {1, 4, 4}};
  const Fabric whole = make_xgft(spec);
  FabricBuilder builder("crossed");
  std::vector<NodeId> ids;
  for (const Switch& s : whole.switches()) {
    ids.push_back(
        builder.add_node({.type = NodeType::kSwitch,
                          .node_guid = s.node_guid,
                          .port_count = s.port_count,
                          .name = whole.switch_name(static_cast<SwitchIndex>(ids.size()))}));
  }
  const auto peer_of = [&](SwitchIndex s, PortNum p) { return whole.ports(s)[p]; };
  const PortNum crossed = 3;  // the first port up of the leaf switches 0 and 4
  for (SwitchIndex s = 0; s < whole.switch_count(); ++s) {
    for (unsigned p = 1; p <= whole.switches()[s].port_count; ++p) {
      Port port = peer_of(s, static_cast<PortNum>(p));
      if (port.kind != PeerKind::kSwitch || port.peer < s) continue;
      if (s == 0 && p == crossed) {
        port = peer_of(4, crossed);
      } else if (s == 4 && p == crossed) {
        port = peer_of(0, crossed);
      }
      builder.add_link(ids[s], static_cast<PortNum>(p), ids[port.peer], port.peer_port, {});
    }
  }
  std::uint32_t count = 0;
  for (const EndPort& port : whole.end_ports()) {
    const NodeId node = builder.add_node({.type = NodeType::kCa,
                                          .node_guid = port.node_guid,
                                          .port_count = 1,
                                          .name = "h" + std::to_string(count++)});
    builder.add_link(node, 1, ids[port.sw], port.switch_port, {});
  }
  const std::string text = found(builder.build());
  EXPECT_TRUE(contains(text, "PGFT(3; 2,4,4; 1,4,4; 1,1,1), but irregular: 8 subtrees hang "));
}

TEST(TreeFit, NoHostsAtAll) {
  Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 1);
  EXPECT_EQ(found(sketch.build()), "fat tree PGFT(2; 1,2; 1,1; 1,1), degraded by 2 host ports");
}

}  // namespace
}  // namespace weft
