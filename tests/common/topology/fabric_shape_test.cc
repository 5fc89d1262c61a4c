#include "common/topology/fabric_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "tests/support/fabric_facts.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

FabricShape shape_of(const Fabric& fabric) { return recognise(fabric, {}, Workers(2)); }

// How many directed links are of each kind.
std::map<std::string, int> kinds_of(const Fabric& fabric) {
  const LinkKinds kinds = link_kinds(fabric, shape_of(fabric));
  std::map<std::string, int> count;
  for (const std::uint32_t kind : kinds.of) {
    if (kind != kNone) ++count[kinds.names[kind]];
  }
  return count;
}

using Counts = std::map<std::string, int>;

TEST(FabricShape, TreesHaveLevels) {
  const Fabric two = make_xgft({.down = {3, 4}, .up = {1, 2}});
  const FabricShape shape = shape_of(two);
  EXPECT_EQ(shape.kind, ShapeKind::kTree);
  EXPECT_EQ(shape.describe(), "tree of 2 levels");
  EXPECT_EQ(std::ranges::count(shape.level, 1u), 4);
  EXPECT_EQ(std::ranges::count(shape.level, 2u), 2);
  EXPECT_EQ(kinds_of(two), (Counts{{"up from leaf switches to roots", 8},
                                   {"down from roots to leaf switches", 8}}));

  const Fabric three = make_xgft({.down = {2, 2, 3}, .up = {1, 2, 2}});
  EXPECT_EQ(shape_of(three).describe(), "tree of 3 levels");
  EXPECT_EQ(kinds_of(three).size(), 4u);
  EXPECT_EQ(kinds_of(three)["up from leaf switches to level 2"], 12);
}

TEST(FabricShape, OtherGraphsHaveADiameter) {
  const FabricShape slim_fly = shape_of(make_slim_fly({.q = 5, .cas = 1}));
  EXPECT_EQ(slim_fly.kind, ShapeKind::kOther);
  EXPECT_EQ(slim_fly.diameter, 2u);
  EXPECT_EQ(shape_of(make_torus({.dims = {4, 5}, .cas = 1})).diameter, 0u) << "it has another name";
}

TEST(FabricShape, RootsThatAnEngineHasAreTaken) {
  const Fabric tree = make_xgft({.down = {3, 4}, .up = {1, 2}});
  const FabricShape found = shape_of(tree);
  std::vector<SwitchIndex> roots;
  for (SwitchIndex s = 0; s < tree.switch_count(); ++s) {
    if (found.level[s] == 2) roots.push_back(s);
  }
  EXPECT_EQ(recognise(tree, roots, Workers(2)).level, found.level);
  // One root of a torus makes no tree of it.
  const Fabric torus = make_torus({.dims = {4, 4}, .cas = 1});
  const std::vector<SwitchIndex> one = {0};
  EXPECT_EQ(recognise(torus, one, Workers(2)).kind, ShapeKind::kProduct);
}

TEST(FabricShape, ProductsHaveDimensions) {
  EXPECT_EQ(shape_of(make_torus({.dims = {4, 5, 3}, .cas = 1})).kind, ShapeKind::kProduct);
  EXPECT_EQ(shape_of(make_torus({.dims = {5, 6}, .cas = 1})).describe(), "torus of 5 x 6 switches");
  EXPECT_EQ(shape_of(make_hyperx({.dims = {4, 5}, .cas = 1})).describe(),
            "HyperX of 4 x 5 switches");
  EXPECT_EQ(shape_of(make_torus({.dims = {4, 4, 4}, .cas = 1})).describe(),
            "torus of 4 x 4 x 4 switches");
  // Which is a torus, too.
  EXPECT_EQ(shape_of(make_hypercube({.dimensions = 5, .cas = 1})).describe(),
            "torus of 4 x 4 x 2 switches");
  EXPECT_EQ(kinds_of(make_hypercube({.dimensions = 5, .cas = 1})),
            (Counts{{"dimension 1", 64}, {"dimension 2", 64}, {"dimension 3", 32}}));
  EXPECT_EQ(kinds_of(make_torus({.dims = {4, 6}, .cas = 1})),
            (Counts{{"dimension 1", 48}, {"dimension 2", 48}}));
  const Fabric torus = make_torus({.dims = {3, 5, 7}, .cas = 1});
  EXPECT_EQ(link_kinds(torus, shape_of(torus)).names,
            (std::vector<std::string>{"dimension 1", "dimension 2", "dimension 3"}));
}

TEST(FabricShape, DragonfliesHaveGroups) {
  const Fabric fabric = make_dragonfly({.routers = 4, .global_links = 2, .cas = 1});
  EXPECT_EQ(shape_of(fabric).describe(), "dragonfly of 9 groups");
  EXPECT_EQ(kinds_of(fabric), (Counts{{"inside groups", 9 * 12}, {"between groups", 9 * 8}}));
}

TEST(FabricShape, OthersHaveNone) {
  const FabricShape shape = shape_of(make_kautz({.degree = 3, .length = 3, .cas = 1}));
  EXPECT_EQ(shape.kind, ShapeKind::kOther);
  EXPECT_EQ(shape_of(Fabric()).kind, ShapeKind::kOther);
  test::Sketch alone(1);
  alone.ca(0, 1);
  EXPECT_EQ(shape_of(alone.build()).describe(), "tree of 1 level");
}

}  // namespace
}  // namespace weft
