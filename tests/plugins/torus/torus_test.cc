#include "plugins/torus/torus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/graph/switch_graph.h"
#include "tests/support/sketched_torus.h"

namespace weft {
namespace {

using test::contains;
using test::Dims;
using test::meshes;
using test::rings;
using test::sketched_torus;
using Ports = std::vector<PortNum>;

Ports ports(const TorusPorts& all, SwitchIndex s, std::uint32_t way) {
  const auto found = all.ports(s, way);
  return {found.begin(), found.end()};
}

TEST(Torus, CountsTheFirstCoordinateFastest) {
  const Torus torus(rings({3, 4, 5}), 2);
  EXPECT_EQ(torus.place_count(), 60u);
  const Torus::Place place = 2 + 3 * 1 + 12 * 4;
  EXPECT_EQ(torus.coordinate(place, 0), 2u);
  EXPECT_EQ(torus.coordinate(place, 1), 1u);
  EXPECT_EQ(torus.coordinate(place, 2), 4u);
  EXPECT_EQ(torus.with(place, 1, 3), 2u + 3 * 3 + 12 * 4);
  EXPECT_EQ(torus.with(place, 2, 0), 2u + 3 * 1) << "lower than it was";
}

TEST(Torus, KnowsWhereSwitchesArePut) {
  Torus torus(rings({3}), 2);
  EXPECT_EQ(torus.place_of(1), kNone);
  EXPECT_EQ(torus.switch_at(2), kNone);
  torus.put(1, 2);
  EXPECT_EQ(torus.place_of(1), 2u);
  EXPECT_EQ(torus.switch_at(2), 1u);
  EXPECT_EQ(torus.place_of(0), kNone);
}

TEST(Torus, HasTwoWaysInEachDimensionOfARing) {
  const Torus torus(rings({4, 3}), 0);
  EXPECT_EQ(way_between(torus, 1, 2), way_up(0));
  EXPECT_EQ(way_between(torus, 2, 1), way_down(0));
  EXPECT_EQ(way_between(torus, 3, 0), way_up(0)) << "round the ends";
  EXPECT_EQ(way_between(torus, 0, 3), way_down(0));
  EXPECT_EQ(way_between(torus, 1, 1 + 4), way_up(1));
  EXPECT_EQ(way_between(torus, 1, 1 + 8), way_down(1)) << "in a ring of three";
  EXPECT_EQ(way_between(torus, 0, 0), kNone);
  EXPECT_EQ(way_between(torus, 0, 2), kNone) << "two steps";
  EXPECT_EQ(way_between(torus, 0, 1 + 4), kNone) << "a step in either dimension";
  EXPECT_EQ(dimension_of(way_down(3)), 3u);
  EXPECT_EQ(dimension_of(way_up(3)), 3u);
}

TEST(Torus, EndsWhereAMeshDoes) {
  const Torus torus(meshes({4, 2}), 0);
  EXPECT_EQ(way_between(torus, 3, 0), kNone);
  EXPECT_EQ(way_between(torus, 0, 3), kNone);
  EXPECT_EQ(way_between(torus, 0, 1), way_up(0));
  EXPECT_EQ(way_between(torus, 0, 4), way_up(1));
  EXPECT_EQ(way_between(torus, 4, 0), way_down(1)) << "no second way up round two switches";
}

TEST(TorusPorts, HaveTheLinksOfEachWay) {
  const Dims dims = {{4, false}, {2, true}};
  const Fabric fabric = sketched_torus(dims).build();
  const TorusPorts all(fabric, test::places_of(fabric, dims));
  EXPECT_EQ(all.ways(), 4u);
  EXPECT_EQ(ports(all, 0, way_up(0)), Ports{1});
  EXPECT_EQ(ports(all, 0, way_down(0)), Ports{2});
  EXPECT_EQ(ports(all, 0, way_up(1)), Ports{3});
  EXPECT_EQ(ports(all, 0, way_down(1)), Ports{});
  EXPECT_EQ(ports(all, 7, way_down(1)), Ports{4});
  EXPECT_EQ(ports(all, 7, way_up(1)), Ports{});
}

TEST(TorusPorts, OfParallelLinksStandInTheOrderOfTheLowerEnd) {
  test::Sketch sketch = sketched_torus(rings({5}));
  sketch.link(1, 7, 2, 12);
  sketch.link(1, 6, 2, 13);
  sketch.link(4, 7, 0, 11);
  sketch.link(4, 6, 0, 14);
  const Fabric fabric = sketch.build();
  const TorusPorts all(fabric, test::places_of(fabric, rings({5})));
  EXPECT_EQ(ports(all, 1, way_up(0)), (Ports{1, 6, 7}));
  EXPECT_EQ(ports(all, 2, way_down(0)), (Ports{2, 13, 12}));
  EXPECT_EQ(ports(all, 4, way_up(0)), (Ports{1, 6, 7})) << "round the ends";
  EXPECT_EQ(ports(all, 0, way_down(0)), (Ports{2, 14, 11}));
}

TEST(TorusPorts, LeaveOutLinksThatAreNoStep) {
  test::Sketch sketch = sketched_torus(rings({5, 5}));
  sketch.link(0, 15, 0, 16);  // to itself
  sketch.link(0, 17, 6, 17);  // across
  sketch.link(0, 18, 2, 18);  // two steps
  const Fabric fabric = sketch.build();
  Torus torus(rings({5, 5}), 25);
  for (SwitchIndex s = 0; s < 24; ++s) torus.put(s, s);
  const TorusPorts all(fabric, torus);
  std::size_t of_first = 0;
  for (std::uint32_t way = 0; way < 4; ++way) of_first += ports(all, 0, way).size();
  EXPECT_EQ(of_first, 4u);
  EXPECT_EQ(ports(all, 23, way_up(0)), Ports{}) << "to a switch without a place";
  EXPECT_EQ(ports(all, 24, way_down(0)), Ports{});
}

Torus recognized(const Fabric& fabric) {
  const ProductLabels labels = find_products(SwitchGraph(fabric));
  EXPECT_EQ(labels.products.size(), 1u);
  return torus_of(labels.products.at(0), fabric.switch_count());
}

// All switches have places, and are neighbours there if a link joins them, and only then.
void expect_links_are_steps(const Fabric& fabric, const Torus& torus) {
  std::size_t steps = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    ASSERT_NE(torus.place_of(s), kNone);
    EXPECT_EQ(torus.switch_at(torus.place_of(s)), s);
    for (SwitchIndex to = 0; to < fabric.switch_count(); ++to) {
      if (way_between(torus, torus.place_of(s), torus.place_of(to)) != kNone) ++steps;
    }
    for (const Port& port : fabric.ports(s)) {
      if (port.kind != PeerKind::kSwitch) continue;
      EXPECT_NE(way_between(torus, torus.place_of(s), torus.place_of(port.peer)), kNone);
      --steps;
    }
  }
  EXPECT_EQ(steps, 0u);
}

Dims shape(const Fabric& fabric) {
  const Torus torus = recognized(fabric);
  expect_links_are_steps(fabric, torus);
  Dims dims(torus.dimensions().begin(), torus.dimensions().end());
  std::ranges::sort(dims, {},
                    [](const TorusDimension& d) { return std::pair(d.radix, d.is_mesh); });
  return dims;
}

TEST(TorusOf, RecognizesRings) {
  EXPECT_EQ(shape(sketched_torus(rings({3})).build()), rings({3}));
  EXPECT_EQ(shape(sketched_torus(rings({4})).build()), rings({4}));
  EXPECT_EQ(shape(sketched_torus(rings({5})).build()), rings({5}));
  EXPECT_EQ(shape(sketched_torus(rings({4, 4})).build()), rings({4, 4}));
  EXPECT_EQ(shape(sketched_torus(rings({3, 3})).build()), rings({3, 3}));
  EXPECT_EQ(shape(sketched_torus(rings({3, 4, 5})).build()), rings({3, 4, 5}));
}

TEST(TorusOf, RecognizesMeshes) {
  EXPECT_EQ(shape(sketched_torus(meshes({2})).build()), meshes({2}));
  EXPECT_EQ(shape(sketched_torus(meshes({4})).build()), meshes({4}));
  EXPECT_EQ(shape(sketched_torus(meshes({3, 3})).build()), meshes({3, 3}));
  EXPECT_EQ(shape(sketched_torus(meshes({2, 3})).build()), meshes({2, 3}));
  EXPECT_EQ(shape(sketched_torus({{3, false}, {3, true}}).build()), (Dims{{3, false}, {3, true}}));
}

TEST(TorusOf, MakesRingsOfFourOfDimensionsOfTwo) {
  EXPECT_EQ(shape(sketched_torus(meshes({2, 2})).build()), rings({4}));
  EXPECT_EQ(shape(sketched_torus(meshes({2, 2, 2})).build()), rings({2, 4}));
  EXPECT_EQ(shape(sketched_torus(rings({2, 4})).build()), rings({2, 4}));
  HypercubeSpec cube = {.dimensions = 8, .cas = 0};
  EXPECT_EQ(shape(make_hypercube(cube)), rings({4, 4, 4, 4}));
}

TEST(TorusOf, RefusesMoreThanFourDimensions) {
  GridSpec grid = {.dims = {3, 3, 3, 3, 3}, .cas = 0};
  EXPECT_EQ(test::why_not_routed([&] { recognized(make_torus(grid)); }),
            "the fabric has 5 dimensions; torus-2QoS supports 4");
  EXPECT_EQ(test::why_not_routed([&] { recognized(make_hypercube({.dimensions = 9, .cas = 0})); }),
            "the fabric has 5 dimensions; torus-2QoS supports 4");
}

TEST(TorusOf, RefusesFullMeshes) {
  GridSpec grid = {.dims = {4, 5}, .cas = 0};
  EXPECT_TRUE(contains(test::why_not_routed([&] { recognized(make_hyperx(grid)); }),
                       "no torus and no mesh: "));
}

}  // namespace
}  // namespace weft
