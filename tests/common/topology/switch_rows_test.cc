#include "common/topology/switch_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

SwitchRows rows_of(const Fabric& fabric) {
  const SwitchGraph graph(fabric);
  return find_rows(graph, count_common(graph));
}

// Draws links between switches, each at their next ports.
class Drawing {
 public:
  explicit Drawing(std::uint32_t switches) : sketch_(switches, 30), ports_(switches) {}

  void join(SwitchIndex a, SwitchIndex b) { sketch_.link(a, ++ports_[a], b, ++ports_[b]); }
  void join_all(const std::vector<SwitchIndex>& switches) {
    for (std::size_t i = 0; i < switches.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) join(switches[k], switches[i]);
    }
  }
  SwitchRows rows() { return rows_of(sketch_.build()); }

 private:
  test::Sketch sketch_;
  std::vector<PortNum> ports_;
};

TEST(SwitchRows, CommonNeighboursAreCounted) {
  test::Sketch sketch(4);  // 0, 1 and 2 are joined to each other, 3 to 2
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 2, 1);
  sketch.link(1, 2, 2, 2);
  sketch.link(2, 3, 3, 1);
  EXPECT_EQ(count_common(SwitchGraph(sketch.build())),
            (std::vector<std::uint32_t>{1, 1, 1, 1, 1, 1, 0, 0}));
}

TEST(SwitchRows, OfAHyperxAreThoseOfMoreSwitches) {
  // The last dimension changes fastest.
  const SwitchRows wide = rows_of(make_hyperx({.dims = {5, 4}}));
  EXPECT_EQ(wide.sizes, std::vector<std::uint32_t>(4, 5));
  for (SwitchIndex s = 0; s < 20; ++s) EXPECT_EQ(wide.of[s], s % 4);
  const SwitchRows high = rows_of(make_hyperx({.dims = {4, 5}}));
  EXPECT_EQ(high.sizes, std::vector<std::uint32_t>(4, 5));
  for (SwitchIndex s = 0; s < 20; ++s) EXPECT_EQ(high.of[s], s / 5);
}

TEST(SwitchRows, OfASquareHyperxAreOfOneDimension) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const SwitchRows rows = rows_of(with_shuffled_guids(make_hyperx({.dims = {5, 5}}), seed));
    EXPECT_EQ(rows.sizes, std::vector<std::uint32_t>(5, 5)) << seed;
  }
}

TEST(SwitchRows, TheLargestComesFirst) {
  Drawing drawing(8);
  drawing.join_all({0, 1, 2, 3});
  drawing.join_all({3, 4, 5, 6, 7});
  EXPECT_EQ(drawing.rows().of, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1, 1, 1}));
}

TEST(SwitchRows, StrangersStayOut) {
  Drawing drawing(6);
  drawing.join_all({0, 1, 2, 3, 4});
  drawing.join(5, 0);
  drawing.join(5, 1);
  const SwitchRows rows = drawing.rows();
  EXPECT_EQ(rows.sizes, (std::vector<std::uint32_t>{5, 1}));
  EXPECT_EQ(rows.size_of(4), 5u);
  EXPECT_EQ(rows.size_of(5), 1u);
}

TEST(SwitchRows, WhoLacksALinkIsInAllTheSame) {
  Drawing drawing(4);  // all but the link from 0 to 3
  drawing.join_all({0, 1, 2});
  drawing.join(1, 3);
  drawing.join(2, 3);
  EXPECT_EQ(drawing.rows().sizes, (std::vector<std::uint32_t>{4}));
}

TEST(SwitchRows, AreNoneWithoutTriangles) {
  const SwitchRows rows = rows_of(make_torus({.dims = {4, 4}}));
  EXPECT_EQ(rows.sizes, std::vector<std::uint32_t>(16, 1));
}

}  // namespace
}  // namespace weft
