#include "plugins/layered/detour_trees.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "common/fabric/counts.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

class Trees {
 public:
  explicit Trees(const Fabric& fabric, unsigned lanes = 8, std::vector<bool> usable = {})
      : links(fabric),
        sources_(sources_by_switch(fabric)),
        usable_(std::move(usable)),
        budget_(first_lanes(lanes)),
        turns_(lanes, std::vector<bool>(links.turn_count())),
        layers_(links, budget_.lanes, turns_, std::numeric_limits<std::uint64_t>::max()),
        trees({links, sources_, sources_, usable_, layers_},
              std::vector<std::uint64_t>(links.count())) {}

  // The first links of paths that go to these switches next; kNone: no path.
  std::vector<LinkIndex> by_next(const std::vector<SwitchIndex>& next) const {
    std::vector<LinkIndex> link(next.size(), kNone);
    for (SwitchIndex s = 0; s < next.size(); ++s) {
      for (std::uint32_t n = 0; next[s] != kNone && n < links.count_of(s); ++n) {
        if (links.neighbours(s)[n] == next[s]) link[s] = links.first_of(s) + n;
      }
    }
    return link;
  }
  std::vector<SwitchIndex> next() const {
    std::vector<SwitchIndex> next;
    for (const LinkIndex link : trees.link())
      next.push_back(link == kNone ? kNone : links.to(link));
    return next;
  }
  unsigned hops(SwitchIndex from, SwitchIndex to) const {
    unsigned count = 0;
    for (; from != to && count < 100; from = next()[from]) ++count;
    return count;
  }

  Links links;

 private:
  std::vector<std::uint32_t> sources_;
  std::vector<bool> usable_;
  LaneBudget budget_;
  std::vector<std::vector<bool>> turns_;
  DetourLayers layers_;

 public:
  DetourTrees trees;
};

// Of a triangle one of the two others goes straight, and the other one by way of it; next time they
// change places.
TEST(DetourTrees, TakeTurnsToGoRound) {
  const Fabric fabric = with_new_lids(make_hyperx({.dims = {3}}), 0);
  Trees triangle(fabric);
  triangle.trees.start(0);
  triangle.trees.note(triangle.by_next({kNone, 0, 0}));
  ASSERT_TRUE(triangle.trees.grow(1));
  const std::vector<SwitchIndex> first = triangle.next();
  EXPECT_TRUE(first == (std::vector<SwitchIndex>{kNone, 0, 1}) ||
              first == (std::vector<SwitchIndex>{kNone, 2, 0}));
  ASSERT_TRUE(triangle.trees.grow(1));
  EXPECT_NE(triangle.next(), first);
  EXPECT_EQ(triangle.hops(1, 0) + triangle.hops(2, 0), 3u);
}

// s0 - {s1, s2} - s3: the path that is not there yet.
TEST(DetourTrees, ShareNoLinkWithThoseBefore) {
  const Fabric fabric = with_new_lids(make_torus({.dims = {4}}), 0);
  Trees square(fabric);
  square.trees.start(0);
  square.trees.note(square.by_next({kNone, 0, 1, 0}));
  ASSERT_TRUE(square.trees.grow(1));
  EXPECT_EQ(square.next()[2], 3u);
  EXPECT_EQ(square.hops(2, 0), 2u);
}

// Of three links to the destination, none of them in a triangle, one stays open. The others' switch
// goes round by one hop less than it may.
TEST(DetourTrees, CloseLinksThatNothingLeadsRound) {
  const Fabric fabric = with_new_lids(make_hypercube({.dimensions = 3}), 0);
  Trees cube(fabric);
  cube.trees.start(0);
  std::vector<unsigned> straight(8);
  for (unsigned tree = 0; tree < 3; ++tree) {
    ASSERT_TRUE(cube.trees.grow(1));
    unsigned open = 0;
    for (const SwitchIndex neighbour : {1u, 2u, 4u}) {
      const unsigned hops = cube.hops(neighbour, 0);
      EXPECT_TRUE(hops == 1 || hops == 3) << hops;
      open += hops == 1 ? 1u : 0u;
      straight[neighbour] += hops == 1 ? 1u : 0u;
    }
    EXPECT_EQ(open, 1u);
  }
  EXPECT_EQ(straight, (std::vector<unsigned>{0, 1, 1, 0, 1, 0, 0, 0}));
}

TEST(DetourTrees, CloseNothingWhereSwitchesAreFar) {
  const Fabric fabric = with_new_lids(make_torus({.dims = {8}}), 0);
  Trees ring(fabric);
  ring.trees.start(0);
  ASSERT_TRUE(ring.trees.grow(1));
  EXPECT_EQ(ring.hops(1, 0), 1u);
  EXPECT_EQ(ring.hops(7, 0), 1u);
  EXPECT_EQ(ring.hops(4, 0), 4u);
}

TEST(DetourTrees, KeepToUsableLinks) {
  const Fabric fabric = with_new_lids(make_torus({.dims = {4}}), 0);
  const Links links(fabric);
  std::vector<bool> usable(links.count(), true);
  usable[links.at(1, 2)] = usable[links.at(0, 1)] = false;  // between switches 0 and 1
  Trees line(fabric, 8, usable);
  line.trees.start(0);
  ASSERT_TRUE(line.trees.grow(1));
  EXPECT_EQ(line.next(), (std::vector<SwitchIndex>{kNone, 2, 3, 0}));
}

// Of 4 parallel links each tree takes another, as they carry less and less.
TEST(DetourTrees, TakeTheLeastLoadedLink) {
  test::Sketch sketch(2);
  for (PortNum port = 1; port <= 4; ++port) sketch.link(0, port, 1, port);
  sketch.ca(0, 5);
  sketch.ca(1, 5);
  const Fabric fabric = sketch.build();
  Trees pair(fabric);
  pair.trees.start(0);
  pair.trees.note(std::vector<LinkIndex>{kNone, pair.links.at(1, 2)});
  std::vector<bool> taken(5);
  for (unsigned tree = 0; tree < 3; ++tree) {
    ASSERT_TRUE(pair.trees.grow(1));
    taken[pair.links[pair.trees.link()[1]].port] = true;
  }
  EXPECT_EQ(taken, (std::vector<bool>{false, true, false, true, true}));
}

// Four paths of two hops round a ring close it: one lane does not take the last one's.
TEST(DetourTrees, ThatFitNoLayerAreNone) {
  const Fabric fabric = with_new_lids(make_torus({.dims = {5}}), 0);
  Trees ring(fabric, 1);
  unsigned grown = 0;
  for (SwitchIndex to = 0; to < 5; ++to) {
    ring.trees.start(to);
    grown += ring.trees.grow(1) ? 1u : 0u;
  }
  EXPECT_GT(grown, 0u);
  EXPECT_LT(grown, 5u);
}

}  // namespace
}  // namespace weft
