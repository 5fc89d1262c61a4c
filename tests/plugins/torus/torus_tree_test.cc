#include "plugins/torus/torus_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/sketched_torus.h"

namespace weft {
namespace {

using test::Dims;
using test::meshes;
using test::places_of;
using test::rings;
using test::sketched_torus;
using Places = std::vector<Torus::Place>;

constexpr Torus::Place kRoot = 1000;
constexpr Torus::Place kOutside = 1001;

MasterTree grown(const Fabric& fabric, const Dims& dims) {
  const Torus torus = places_of(fabric, dims);
  return grow_torus_tree(fabric, torus, TorusPorts(fabric, torus));
}

// By place, the place of the parent, kRoot or kOutside.
Places parents(const Fabric& fabric, const Dims& dims) {
  const Torus torus = places_of(fabric, dims);
  const MasterTree tree = grown(fabric, dims);
  Places result(torus.place_count(), kOutside);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const MasterTree::Node& node = tree.nodes[s];
    if (!node.in_tree) continue;
    result[torus.place_of(s)] = node.parent == kNone ? kRoot : torus.place_of(node.parent);
  }
  return result;
}

TEST(TorusTree, GrowsFromTheMiddleOfARingToItsEnds) {
  EXPECT_EQ(parents(sketched_torus(rings({5})).build(), rings({5})), (Places{1, 2, kRoot, 2, 3}));
  EXPECT_EQ(parents(sketched_torus(rings({4})).build(), rings({4})), (Places{1, 2, kRoot, 2}));
  EXPECT_EQ(parents(sketched_torus(meshes({2})).build(), meshes({2})), (Places{1, kRoot}));
}

TEST(TorusTree, KnowsThePortsAtBothEndsOfABranch) {
  const MasterTree tree = grown(sketched_torus(rings({5})).build(), rings({5}));
  EXPECT_EQ(tree.nodes[1].port, 1);
  EXPECT_EQ(tree.nodes[1].parent_port, 2);
  EXPECT_EQ(tree.nodes[1].depth, 1u);
  EXPECT_EQ(tree.nodes[0].depth, 2u);
  EXPECT_EQ(tree.nodes[3].port, 2);
  EXPECT_EQ(tree.nodes[3].parent_port, 1);
  EXPECT_EQ(tree.nodes[2].port, 0);
  EXPECT_EQ(tree.nodes[2].depth, 0u);
}

TEST(TorusTree, BranchesOffDimensionByDimension) {
  EXPECT_EQ(parents(sketched_torus(rings({3, 4})).build(), rings({3, 4})), (Places{3, 4, 5,      //
                                                                                   6, 7, 8,      //
                                                                                   7, kRoot, 7,  //
                                                                                   6, 7, 8}));
  EXPECT_EQ(parents(sketched_torus(meshes({3, 3})).build(), meshes({3, 3})),
            (Places{3, 4, 5, 4, kRoot, 4, 3, 4, 5}));
  const Places cube = parents(sketched_torus(rings({3, 3, 3})).build(), rings({3, 3, 3}));
  EXPECT_EQ(cube[13], kRoot);
  EXPECT_EQ(cube[9], 12u) << "along y";
  EXPECT_EQ(cube[12], 13u) << "along x";
  EXPECT_EQ(cube[0], 9u) << "along z";
  EXPECT_EQ(cube[18], 9u);
}

TEST(TorusTree, CrossesTheEndsOfABrokenRing) {
  const Dims dims = rings({6});
  const Fabric whole = sketched_torus(dims).build();
  EXPECT_EQ(parents(test::without_link(whole, 3, 1), dims), (Places{1, 2, 3, kRoot, 5, 0}))
      << "3 - 4 is cut";
  EXPECT_EQ(parents(test::without_link(whole, 0, 1), dims), (Places{5, 2, 3, kRoot, 3, 4}))
      << "0 - 1 is cut";
  EXPECT_EQ(parents(test::without_link(whole, 5, 1), dims), (Places{1, 2, 3, kRoot, 3, 4}))
      << "5 - 0 is cut, which no branch takes";
}

TEST(TorusTree, BothBranchesShareWhatABreakLeaves) {
  // The root is 4, and the links 3 - 4 and 4 - 5 are cut: nothing grows.
  const Dims dims = rings({8});
  Fabric fabric = test::without_link(sketched_torus(dims).build(), 4, 2);
  EXPECT_EQ(parents(fabric, dims), (Places{7, 0, 1, 2, kRoot, 4, 5, 6})) << "one grows alone";
  fabric = test::without_link(fabric, 4, 1);
  EXPECT_EQ(grown(fabric, dims).nodes[4].in_tree, true);
  EXPECT_EQ(grown(fabric, dims).nodes[5].in_tree, false);
}

TEST(TorusTree, HasItsRootInAPlaneThatLacksNoSwitch) {
  const Dims dims = rings({3, 3, 4});
  const Fabric whole = sketched_torus(dims).build();
  const auto root = [&](const Fabric& fabric) {
    const Places found = parents(fabric, dims);
    return std::ranges::find(found, kRoot) - found.begin();
  };
  EXPECT_EQ(root(whole), 4 + 9 * 2);
  EXPECT_EQ(root(test::without_switch(whole, 0 + 9 * 2)), 4 + 9 * 1) << "one down first";
  EXPECT_EQ(root(test::without_switch(test::without_switch(whole, 9 * 1), 9 * 2)), 4 + 9 * 3);
  Fabric column = whole;
  for (const unsigned z : {0u, 1u, 2u, 3u}) column = test::without_switch(column, 4 + 9 * z);
  EXPECT_EQ(root(column), 0 + 9 * 2) << "where a whole row crosses a whole column";
}

TEST(TorusTree, HasItsRootOnADiagonalOfAPlaneThatLacksOne) {
  const Dims dims = rings({4, 4});
  const Fabric whole = sketched_torus(dims).build();
  const auto root = [&](const std::vector<Torus::Place>& missing) {
    Fabric fabric = whole;
    for (const Torus::Place place : missing) fabric = test::without_switch(fabric, place);
    const Places found = parents(fabric, dims);
    return std::ranges::find(found, kRoot) - found.begin();
  };
  EXPECT_EQ(root({0}), 10) << "the middle has its row and its column";
  EXPECT_EQ(root({2}), 5) << "one down in both";
  EXPECT_EQ(root({2, 4}), 15) << "one up in both";
  EXPECT_EQ(root({2, 4, 12}), 0) << "anywhere";
}

TEST(TorusTree, ReachesAllWithOneSwitchOrLinkMissing) {
  const Dims dims = {{4, false}, {3, false}, {3, false}};
  const Fabric whole = sketched_torus(dims).build();
  const auto count = [&](const Fabric& fabric) {
    const Places found = parents(fabric, dims);
    return static_cast<std::size_t>(std::ranges::count(found, kOutside));
  };
  EXPECT_EQ(count(whole), 0u);
  for (Torus::Place place = 0; place < 36; ++place) {
    EXPECT_EQ(count(test::without_switch(whole, place)), 1u) << place;
    for (const PortNum port : {PortNum{1}, PortNum{3}, PortNum{5}}) {
      EXPECT_EQ(count(test::without_link(whole, place, port)), 0u) << place;
    }
  }
}

TEST(TorusTree, LeavesOutSwitchesThatCannotDoMulticast) {
  const Fabric whole = sketched_torus(rings({6})).build();
  const auto without = [&](Guid guid) {
    Blueprint blueprint(whole);
    for (Blueprint::Node& node : blueprint.nodes) {
      if (node.node_guid == guid) node.multicast = false;
    }
    return parents(blueprint.build(), rings({6}));
  };
  EXPECT_EQ(without(5), (Places{1, 2, 3, kRoot, kOutside, 0}));
}

TEST(TorusTree, ReachesNothingThatHasNoPlace) {
  const Fabric fabric = sketched_torus(rings({5})).build();
  Torus torus(meshes({4}), 5);
  for (SwitchIndex s = 0; s < 4; ++s) torus.put(s, s);
  const MasterTree tree = grow_torus_tree(fabric, torus, TorusPorts(fabric, torus));
  EXPECT_EQ(tree.nodes.size(), 5u);
  EXPECT_FALSE(tree.nodes[4].in_tree);
  EXPECT_TRUE(tree.nodes[0].in_tree);
}

TEST(TorusTree, ReachesAllOthersOfARingThatLacksASwitch) {
  const Dims dims = rings({6});
  const Fabric fabric = test::without_switch(sketched_torus(dims).build(), 1);
  const Places found = parents(fabric, dims);
  EXPECT_EQ(std::ranges::count(found, kOutside), 1);
  EXPECT_EQ(found[1], kOutside);
}

TEST(TorusTree, HasNoRootThatCannotDoMulticast) {
  Blueprint blueprint(sketched_torus(rings({6})).build());
  for (Blueprint::Node& node : blueprint.nodes) {
    if (node.node_guid == 4) node.multicast = false;
  }
  const Places found = parents(blueprint.build(), rings({6}));
  EXPECT_EQ(found[3], kOutside) << "the one in the middle";
  EXPECT_EQ(std::ranges::count(found, kOutside), 1);
}

}  // namespace
}  // namespace weft
