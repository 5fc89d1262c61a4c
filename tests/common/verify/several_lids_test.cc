#include "common/verify/several_lids.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "plugins/fat_tree/ftree.h"
#include "tests/support/routed_engine.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// From switch 0 over 1 or 2 to 3, and from there over one link to 4, where a CA has two LIDs.
class TwoWays : public testing::Test {
 protected:
  static Fabric build() {
    test::Sketch sketch(5);
    sketch.link(0, 1, 1, 1);
    sketch.link(0, 2, 2, 1);
    sketch.link(1, 2, 3, 1);
    sketch.link(2, 2, 3, 2);
    sketch.link(3, 3, 4, 1);
    sketch.ca(0, 3, 110);
    sketch.ca(4, 2, 100, 1);
    return sketch.build();
  }

  TwoWays() {
    for (const Lid lid : {Lid{100}, Lid{101}}) {
      rows().row(0)[lid] = lid == 100 ? 1 : 2;
      rows().row(1)[lid] = rows().row(2)[lid] = 2;
      rows().row(3)[lid] = 3;
      rows().row(4)[lid] = 2;
    }
  }

  Tables rows() { return block_.tables(); }
  PathsToPort paths() {
    PathWalk walk(index_, rows());
    return paths_to_port(fabric_, walk, 0, 1);
  }
  SeveralLids judged() { return judge_several_lids(fabric_, rows(), Workers(1)); }

  const Fabric fabric_ = build();
  const FabricIndex index_{fabric_};
  TableBlock block_{fabric_.switch_count(), fabric_.max_lid()};
};

TEST_F(TwoWays, PartAndMeet) {
  const PathsToPort found = paths();
  ASSERT_EQ(found.paths.size(), 2u);
  EXPECT_EQ(found.first_links, 2u);
  EXPECT_EQ(found.apart, 1u) << "they meet at switch 3";
  EXPECT_EQ(found.of_all, std::vector<LinkIndex>{index_.links().at(3, 3)});
  const SeveralLids of_all = judged();
  EXPECT_EQ(of_all.pairs, 1u) << "the other port has one LID";
  EXPECT_EQ(of_all.first_links, 2);
  EXPECT_EQ(of_all.apart, 1);
  EXPECT_EQ(of_all.on_one_link, 1u);
}

TEST_F(TwoWays, OverOneOfThem) {
  rows().row(0)[101] = 1;
  EXPECT_EQ(paths().first_links, 1u);
  EXPECT_EQ(paths().of_all.size(), 3u);
}

TEST_F(TwoWays, APairThatLacksAPathIsLeftOut) {
  rows().row(2)[101] = kNoPath;
  EXPECT_TRUE(paths().paths.empty());
  rows().row(2)[101] = 1;
  EXPECT_TRUE(paths().paths.empty()) << "packets go round between 0 and 2";
  rows().row(2)[101] = 200;
  EXPECT_TRUE(paths().paths.empty()) << "no switch has such a port";
  rows().row(2)[101] = 2;
  EXPECT_FALSE(paths().paths.empty());
  rows().row(4)[101] = 1;
  EXPECT_TRUE(paths().paths.empty()) << "they turn back at the last switch";
  EXPECT_EQ(judged().pairs, 0u);
}

TEST(SeveralLids, OfATreeAreApart) {
  const Fabric tree = with_new_lids(make_xgft({.down = {4, 4}, .up = {1, 4}}), 2);
  const test::RoutedEngine routed(ftree_engine(), tree, {}, 1);
  const SeveralLids found = judge_several_lids(tree, routed.view().tables, Workers(2));
  EXPECT_EQ(found.pairs, 16u * 3);
  EXPECT_EQ(found.first_links, 4);
  EXPECT_EQ(found.apart, 4);
  EXPECT_EQ(found.on_one_link, 0u);
}

TEST(SeveralLids, AreNoneWithoutAnLmc) {
  const Fabric tree = with_new_lids(make_xgft({.down = {4, 4}, .up = {1, 4}}), 0);
  const test::RoutedEngine routed(ftree_engine(), tree, {}, 1);
  EXPECT_EQ(judge_several_lids(tree, routed.view().tables, Workers(1)).pairs, 0u);
}

}  // namespace
}  // namespace weft
