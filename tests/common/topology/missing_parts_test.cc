#include "common/topology/missing_parts.h"

#include <gtest/gtest.h>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/routed_tree.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::without_link;
using Links = std::vector<MissingParts::Links>;
using Hosts = std::vector<MissingParts::Hosts>;

// Leaves s0..s7, CAs at ports 1..4, up at 5..8 to the spines s8..s11.
Fabric tree() { return with_new_lids(make_xgft({.down = {4, 8}, .up = {1, 4}}), 0); }

TEST(MissingParts, ACompleteTreeHasNone) {
  const MissingParts parts = find_missing_parts(tree(), {});
  EXPECT_TRUE(contains(parts.shape, "pure"));
  EXPECT_EQ(parts.links, Links{});
  EXPECT_EQ(parts.hosts, Hosts{});
}

TEST(MissingParts, NamesBothEndsOfALink) {
  Fabric fabric = without_link(tree(), 3, 6);
  fabric = without_link(fabric, 5, 8);
  const MissingParts parts = find_missing_parts(fabric, {});
  EXPECT_EQ(parts.links, (Links{{3, 9, 1}, {5, 11, 1}}));
  EXPECT_EQ(parts.hosts, Hosts{});
  const std::vector<SwitchIndex> roots = {8, 9, 10, 11};
  EXPECT_EQ(find_missing_parts(fabric, roots).links, parts.links);
}

TEST(MissingParts, CountsParallelLinks) {
  const Fabric whole =
      with_new_lids(make_xgft({.down = {4, 8}, .up = {1, 2}, .parallel = {1, 3}}), 0);
  const Fabric fabric = without_link(without_link(whole, 2, 5), 2, 6);
  EXPECT_EQ(find_missing_parts(fabric, {}).links, (Links{{2, 8, 2}}));
}

TEST(MissingParts, InThreeLevelsTheSubtreeTellsWhichSwitchIsAbove) {
  const Fabric whole = with_new_lids(make_xgft({.down = {4, 4, 4}, .up = {1, 4, 4}}), 0);
  // s21 is in the second subtree of the middle level; s5 is a leaf below it.
  const PortNum port = 5 + 1;
  const SwitchIndex above = whole.ports(5)[port].peer;
  const MissingParts parts = find_missing_parts(without_link(whole, 5, port), {});
  EXPECT_EQ(parts.links, (Links{{5, above, 1}}));
  // A subtree of leaf switches begins with the same switch as one of the level above.
  const SwitchIndex first = whole.ports(0)[port].peer;
  EXPECT_EQ(find_missing_parts(without_link(whole, 0, port), {}).links, (Links{{0, first, 1}}));
}

TEST(MissingParts, CountsHostsLeafByLeaf) {
  FabricBuilder builder("test");
  for (unsigned s = 0; s < 10; ++s) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = s + 1, .port_count = 12});
  }
  Guid guid = 0x100;
  for (unsigned leaf = 0; leaf < 8; ++leaf) {
    for (unsigned spine = 0; spine < 2; ++spine) {
      builder.add_link(leaf, static_cast<PortNum>(11 + spine), 8 + spine,
                       static_cast<PortNum>(1 + leaf), {});
    }
    for (unsigned ca = 0; ca < (leaf == 4 ? 3u : 6u); ++ca) {
      const NodeId node = builder.add_node({.node_guid = guid, .port_count = 1});
      builder.add_link(node, 1, leaf, static_cast<PortNum>(1 + ca), {});
      guid += 0x10;
    }
  }
  EXPECT_EQ(find_missing_parts(builder.build(), {}).hosts, (Hosts{{4, 3}}));
}

TEST(MissingParts, AFabricThatIsNoTreeHasNone) {
  const MissingParts parts = find_missing_parts(make_torus({.dims = {4, 4}}), {});
  EXPECT_EQ(parts.shape, "");
  EXPECT_EQ(parts.links, Links{});
  EXPECT_EQ(find_missing_parts(FabricBuilder("empty").build(), {}).shape, "");
}

}  // namespace
}  // namespace weft
