#include "common/cabling/odd_links.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/fabric/generators/generators.h"
#include "tests/support/recabled.h"

namespace weft {
namespace {

OddParts odd_parts(const Fabric& fabric) {
  return find_odd_links(SwitchGraph(fabric), recognise(fabric, {}, Workers(1)));
}

// The switch numbers are those of the leaves 0..5 and of the spines 6..9.
Fabric six_leaves() { return make_xgft({.down = {4, 6}, .up = {1, 4}, .parallel = {1, 2}}); }

// Takes out all cables between two switches, or the first few of them.
void take_out(test::Recabled& recabled, SwitchIndex a, SwitchIndex b, unsigned most = 99) {
  std::erase_if(recabled.cables, [&](const test::Cable& cable) {
    return cable.a.sw == a && cable.b.sw == b && most > 0 && most-- > 0;
  });
}

TEST(OddLinks, WhatPeersHaveIsExpected) {
  const Fabric tree = six_leaves();
  EXPECT_TRUE(odd_parts(tree).links.empty());
  test::Recabled recabled(tree);
  take_out(recabled, 2, 7, 1);
  EXPECT_EQ(odd_parts(recabled.build()).links, (std::vector<OddLinks>{{2, 7, -1, false}}));
}

TEST(OddLinks, LinksInsideALevelAreForeign) {
  const Fabric tree = six_leaves();
  test::Recabled recabled(tree);
  take_out(recabled, 0, 6, 1);
  take_out(recabled, 1, 6, 1);
  recabled.cables.push_back({{0, 5}, {1, 5}});  // the ports that have become free
  EXPECT_EQ(odd_parts(recabled.build()).links,
            (std::vector<OddLinks>{{0, 1, 1, true}, {0, 6, -1, false}, {1, 6, -1, false}}));
}

TEST(OddLinks, ASwitchThatLacksManyLinksIsOneFinding) {
  const Fabric tree = six_leaves();
  test::Recabled recabled(tree);
  take_out(recabled, 2, 7);
  take_out(recabled, 2, 8);
  const OddParts odd = odd_parts(recabled.build());
  EXPECT_TRUE(odd.links.empty());
  EXPECT_EQ(odd.switches, (std::vector<OddSwitch>{{2, OddSwitch::Kind::kFewUp, 4, 8}}));
}

// It shares too little with the others to be their peer.
TEST(OddLinks, ASwitchThatLacksMostOfItsLinksIsOneFindingToo) {
  const Fabric tree = make_xgft({.down = {4, 6}, .up = {1, 8}});
  test::Recabled recabled(tree);
  for (SwitchIndex spine = 7; spine < 13; ++spine) take_out(recabled, 2, spine);
  const OddParts odd = odd_parts(recabled.build());
  EXPECT_TRUE(odd.links.empty());
  EXPECT_EQ(odd.switches, (std::vector<OddSwitch>{{2, OddSwitch::Kind::kFewUp, 2, 8}}));
}

// With two of six the others would be no two thirds.
TEST(OddLinks, SwitchesWithFewLinksDoNotSayWhatIsUsual) {
  const Fabric tree = make_xgft({.down = {4, 6}, .up = {1, 8}});
  test::Recabled recabled(tree);
  for (SwitchIndex leaf = 0; leaf < 2; ++leaf) {
    for (SwitchIndex spine = 8; spine < 14; ++spine) take_out(recabled, leaf, spine);
  }
  const OddParts odd = odd_parts(recabled.build());
  EXPECT_TRUE(odd.links.empty());
  EXPECT_EQ(odd.switches, (std::vector<OddSwitch>{{0, OddSwitch::Kind::kFewUp, 2, 8},
                                                  {1, OddSwitch::Kind::kFewUp, 2, 8}}));
}

TEST(OddLinks, OneWrongLinkOfThreeIsALink) {
  const Fabric tree = make_xgft({.down = {4, 6}, .up = {1, 3}});
  test::Recabled recabled(tree);
  take_out(recabled, 2, 7);
  const OddParts odd = odd_parts(recabled.build());
  EXPECT_EQ(odd.links, (std::vector<OddLinks>{{2, 7, -1, false}}));
  EXPECT_TRUE(odd.switches.empty());
}

TEST(OddLinks, ASpineThatHalfOfTheLeavesLackIsOneFinding) {
  const Fabric tree = six_leaves();
  test::Recabled recabled(tree);
  for (SwitchIndex leaf = 0; leaf < 3; ++leaf) take_out(recabled, leaf, 9);
  const OddParts odd = odd_parts(recabled.build());
  EXPECT_TRUE(odd.links.empty());
  EXPECT_EQ(odd.switches, (std::vector<OddSwitch>{{9, OddSwitch::Kind::kFewDown, 6, 12}}));
}

TEST(OddLinks, NeighboursInAProductAreExpected) {
  const Fabric torus = make_torus({.dims = {5, 5}, .cas = 1, .links = 2});
  EXPECT_TRUE(odd_parts(torus).links.empty());
  test::Recabled recabled(torus);
  take_out(recabled, 0, 1, 1);
  EXPECT_EQ(odd_parts(recabled.build()).links, (std::vector<OddLinks>{{0, 1, -1, false}}));
}

// The last switch of 4 x 5, which is linked to its neighbours by two links each.
TEST(OddLinks, APlaceOfAProductWithoutASwitchIsVacant) {
  const Fabric mesh = make_mesh({.dims = {4, 5}, .links = 2});
  EXPECT_TRUE(odd_parts(mesh).vacant.empty());
  test::Recabled recabled(mesh);
  std::erase_if(recabled.cables,
                [](const test::Cable& cable) { return cable.a.sw == 19 || cable.b.sw == 19; });
  const OddParts odd = odd_parts(recabled.build());
  EXPECT_TRUE(odd.links.empty());
  EXPECT_EQ(odd.vacant, (std::vector<VacantPlace>{{{14, 18}, 4}}));
}

TEST(OddLinks, ManyVacantPlacesAreADesign) {
  const Fabric torus = make_torus({.dims = {5, 5}});
  test::Recabled recabled(torus);
  std::erase_if(recabled.cables, [](const test::Cable& cable) {
    return cable.a.sw % 6 == 0 || cable.b.sw % 6 == 0;
  });
  EXPECT_TRUE(odd_parts(recabled.build()).vacant.empty());
}

TEST(OddLinks, OfADragonflyGroupsAreComparedToo) {
  const Fabric dragonfly = make_dragonfly({.routers = 6, .global_links = 2, .cas = 2});
  EXPECT_TRUE(odd_parts(dragonfly).links.empty());
  EXPECT_TRUE(odd_parts(dragonfly).groups.empty());
  test::Recabled recabled(dragonfly);
  take_out(recabled, 0, 1, 1);
  // The first link from the first group to another.
  const auto global = std::ranges::find_if(
      recabled.cables, [](const test::Cable& cable) { return cable.a.sw < 6 && cable.b.sw >= 6; });
  const SwitchIndex other = global->b.sw / 6 * 6;
  recabled.cables.erase(global);
  const OddParts odd = odd_parts(recabled.build());
  EXPECT_EQ(odd.links, (std::vector<OddLinks>{{0, 1, -1, false}}));
  EXPECT_EQ(odd.groups, (std::vector<OddGroups>{{0, other, -1}}));
}

// 16 links of each group to nine others: seven of them get two, two get one.
TEST(OddLinks, LinksThatCannotBeSharedOutEvenlyAreADesign) {
  const DragonflySpec spec = {.routers = 8, .global_links = 2, .cas = 2, .groups = 10};
  const Fabric dragonfly = make_dragonfly(spec);
  EXPECT_TRUE(odd_parts(dragonfly).groups.empty());
  test::Recabled recabled(dragonfly);
  const auto global = std::ranges::find_if(
      recabled.cables, [](const test::Cable& cable) { return cable.a.sw < 8 && cable.b.sw >= 8; });
  const SwitchIndex other = global->b.sw / 8 * 8;
  recabled.cables.erase(global);
  EXPECT_EQ(odd_parts(recabled.build()).groups, (std::vector<OddGroups>{{0, other, -1}}));
}

TEST(OddLinks, ARandomGraphIsNoDragonfly) {
  const Fabric fabric = make_random_regular({.switches = 64, .degree = 8, .cas = 1});
  const OddParts odd = odd_parts(fabric);
  EXPECT_TRUE(odd.links.empty());
  EXPECT_EQ(odd.matched, 0u);
}

}  // namespace
}  // namespace weft
