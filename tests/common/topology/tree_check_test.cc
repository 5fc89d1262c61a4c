// Which fabrics ftree takes for trees, and what it says of the others.
#include "common/topology/tree_check.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "plugins/fat_tree/ftree.h"
#include "tests/support/named_nodes.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::Sketch;

// What speaks against a fabric; empty: nothing, and it is routed without a fault.
std::string objection(const Fabric& bare, const Options& options = {}) {
  const Fabric fabric = with_new_lids(bare, 0, false);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const Workers workers(2);
  try {
    const Routing routing = ftree_engine().route({fabric, options, workers}, block.tables());
    const Verdict verdict = verify({fabric, block.tables(), routing.lanes}, workers);
    EXPECT_EQ(verdict.unreachable_pairs, 0u);
    EXPECT_EQ(verdict.forwarding_loops, 0u);
    EXPECT_TRUE(verdict.credit_loop.empty());
  } catch (const CannotRoute& refusal) {
    return refusal.what();
  }
  return {};
}

Fabric tree(std::vector<unsigned> down, std::vector<unsigned> up) {
  return make_xgft({std::move(down), std::move(up)});
}

TEST(TreeCheck, TreesAreTrees) {
  EXPECT_EQ(objection(tree({8}, {1})), "") << "a single switch";
  EXPECT_EQ(objection(tree({12, 12}, {1, 12})), "");
  EXPECT_EQ(objection(tree({4, 4, 4}, {1, 4, 4})), "");
  EXPECT_EQ(objection(tree({2, 2, 2, 2}, {1, 2, 2, 2})), "");
  EXPECT_EQ(objection(make_xgft({{12, 12}, {1, 3}, {1, 4}})), "") << "merged roots";
}

TEST(TreeCheck, SoAreTreesThatHaveLostLinksAndHosts) {
  const Fabric whole[] = {tree({4, 4, 4}, {1, 4, 4}), tree({2, 2, 2, 2}, {1, 2, 2, 2}),
                          without_some_cas(tree({6, 6, 6}, {1, 3, 3}), {30, true}, 1)};
  for (const Fabric& fabric : whole) {
    for (const double percent : {1.0, 5.0, 10.0}) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Failures failures = {.links = {percent, true}, .seed = seed};
        EXPECT_EQ(objection(with_failures(fabric, failures)), "")
            << percent << " % of the links, seed " << seed;
      }
    }
  }
}

TEST(TreeCheck, SoAreTreesWithACaOnEverySwitch) {
  EXPECT_EQ(objection(with_extra_cas(tree({4, 4, 4}, {1, 4, 4}), 32, {}, 1)), "");
  EXPECT_EQ(objection(with_extra_cas(tree({2, 2, 2}, {1, 2, 2}), 8, {}, 1)), "")
      << "half of all CAs are above others";
}

TEST(TreeCheck, SoAreTreesWithLinksBetweenLeaves) {
  // Spines s0 and s1, leaves s2 .. s5 with 4 CAs each; the leaves are linked in pairs.
  Sketch sketch(6);
  for (SwitchIndex leaf = 2; leaf < 6; ++leaf) {
    sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    sketch.link(leaf, 2, 1, static_cast<PortNum>(leaf));
    for (PortNum port = 4; port < 8; ++port) sketch.ca(leaf, port);
  }
  sketch.link(2, 3, 3, 3);
  sketch.link(4, 3, 5, 3);
  EXPECT_EQ(objection(sketch.build()), "");
}

TEST(TreeCheck, WhatIsNoTreeIsRefused) {
  const std::pair<const char*, Fabric> fabrics[] = {
      {"torus", make_torus({{4, 4, 4}, 2})},
      {"odd torus", make_torus({{5, 5}, 2})},
      {"large torus", make_torus({{10, 10}, 1})},
      {"mesh", make_mesh({{4, 4}, 2})},
      {"mesh of three dimensions", make_mesh({{3, 3, 3}, 1})},
      {"ring", make_torus({{8}, 2})},
      {"odd ring", make_torus({{5}, 2})},
      {"long ring", make_torus({{40}, 2})},
      {"hypercube", make_hypercube({5, 2})},
      {"HyperX", make_hyperx({{4, 4}, 2})},
      {"full mesh", make_hyperx({{8}, 4})},
      {"dragonfly", make_dragonfly({4, 2, 2})},
      {"small dragonfly", make_dragonfly({2, 1, 1})},
      {"large dragonfly", make_dragonfly({6, 3, 3})},
  };
  for (const auto& [name, fabric] : fabrics) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(contains(objection(fabric), "the fabric is no tree: "));
  }
}

TEST(TreeCheck, RandomGraphsAreRefused) {
  for (const unsigned switches : {10u, 16u, 24u, 48u}) {
    for (const unsigned degree : {3u, 4u, 8u}) {
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        EXPECT_NE(objection(make_random_regular(
                      {.switches = switches, .degree = degree, .cas = 2, .seed = seed})),
                  "")
            << switches << " switches, degree " << degree << ", seed " << seed;
      }
    }
  }
}

TEST(TreeCheck, TheRefusalNamesALink) {
  // Roots s0 and s1 and all between them and s2: three switches in a ring, a CA on each.
  Sketch sketch(3);
  for (SwitchIndex s = 0; s < 3; ++s) {
    sketch.link(s, 1, (s + 1) % 3, 2);
    sketch.ca(s, 3);
  }
  Options options;
  options.ranked_nodes = test::named_nodes({1, 2});
  const Fabric fabric = sketch.build();
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const Workers workers(1);
  const auto route = [&] { ftree_engine().route({fabric, options, workers}, block.tables()); };
  try {
    route();
    FAIL() << "it was routed";
  } catch (const CannotRoute& refusal) {
    EXPECT_EQ(std::string(refusal.what()),
              "the fabric is no tree: 1 of 3 links between its switches stay in a rank, and 2 of 3 "
              "hosts have others below them; for example, port 2 of s0 (0x0000000000000001), "
              "in rank 0, is linked to port 1 of s2 (0x0000000000000003), in rank 1 (roots have "
              "rank 0)");
  }
}

TEST(TreeCheck, TooManyRanksAreNamed) {
  Sketch sketch(10);
  for (SwitchIndex s = 0; s + 1 < 10; ++s) sketch.link(s, 2, s + 1, 1);
  for (PortNum port = 3; port < 8; ++port) sketch.ca(9, port);
  Options options;
  options.ranked_nodes = test::named_nodes({1});
  const std::string why = objection(sketch.build(), options);
  EXPECT_EQ(why,
            "the fabric is no tree: it has more than 8 ranks; for example, s8 (0x0000000000000009) "
            "is in rank 8 (roots have rank 0)");
}

// root_guid_file may leave ranks out.
TEST(TreeCheck, ARankThatIsTooHighIsNamedWhereverItIs) {
  const Fabric fabric = tree({4, 4}, {1, 4});
  for (const unsigned rank : {8u, 9u, 20u, 63u}) {
    for (const bool of_all_leaves : {true, false}) {
      std::vector<NamedNode> named;
      for (const Switch& sw : fabric.switches()) {
        const auto s = static_cast<SwitchIndex>(&sw - fabric.switches().data());
        const bool is_leaf = end_ports_by_switch(fabric)[s] > 0;
        if (!is_leaf) named.push_back({.guid = sw.node_guid});
        if (is_leaf && of_all_leaves)
          named.push_back({.guid = sw.node_guid, .rank = static_cast<std::uint8_t>(rank)});
      }
      if (!of_all_leaves) named.back().rank = static_cast<std::uint8_t>(rank);
      Options options;
      options.ranked_nodes = named;
      EXPECT_TRUE(contains(objection(fabric, options), "it has more than 8 ranks"))
          << rank << of_all_leaves;
    }
  }
}

TEST(TreeCheck, PiecesWithoutARootDoNotCount) {
  // A root and a leaf with two CAs; beside it a ring of three, which has no root.
  Sketch sketch(5);
  sketch.link(0, 1, 1, 1);
  sketch.ca(1, 3);
  sketch.ca(1, 4);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.link(2 + s, 1, 2 + (s + 1) % 3, 2);
  const Fabric fabric = sketch.build();
  const SwitchGraph graph(fabric);
  EXPECT_NO_THROW(expect_tree(fabric, graph, std::vector<Hops>{0, 1, kFar, kFar, kFar}));
  EXPECT_THROW(expect_tree(fabric, graph, std::vector<Hops>{0, 1, 0, 0, 0}), CannotRoute);
}

}  // namespace
}  // namespace weft
