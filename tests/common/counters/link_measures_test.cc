#include "common/counters/link_measures.h"

#include <gtest/gtest.h>

#include "tests/support/counted_tree.h"

namespace weft {
namespace {

using test::CountedTree;

TEST(LinkMeasures, AreBesideThoseOfPeers) {
  CountedTree tree;
  tree.use_all(0.25);
  tree.use(0, 1, 0.5);
  tree.wait(0, 1, 0.2);
  tree.loads[tree.place(0, 1)] = 12;
  const FabricMeasures all = tree.measures();
  EXPECT_EQ(all.kinds,
            (std::vector<std::string>{"between switches", "to end ports", "from end ports"}));
  EXPECT_EQ(all.measured, 8u);
  const LinkMeasure& link = all.links[tree.place(0, 1)];
  EXPECT_EQ(link.from, (WireEnd{PeerKind::kSwitch, 0, 1}));
  EXPECT_EQ(link.to, (WireEnd{PeerKind::kSwitch, 2, 1}));
  EXPECT_DOUBLE_EQ(*link.used, 0.5);
  EXPECT_DOUBLE_EQ(*link.waited, 0.2);
  EXPECT_DOUBLE_EQ(link.measured, 0.5 / ((7 * 0.25 + 0.5) / 8));
  EXPECT_DOUBLE_EQ(link.predicted, 12.0 / ((7 * 4 + 12) / 8.0));
  EXPECT_FALSE(link.is_slow);
  EXPECT_FALSE(all.links[tree.place(1, 1)].waited) << "it was not measured";
  EXPECT_EQ(all.links[tree.place(0, 5)].kind, kNone) << "there is no link";
  EXPECT_EQ(opposite(tree.fabric(), link), tree.place(2, 1));
  EXPECT_EQ(describe_direction(tree.fabric(), all, tree.place(0, 1)), "s0[1] -> s2[1]");
}

TEST(LinkMeasures, TakeWhatTheReceiverHas) {
  CountedTree tree;
  tree.set(0, 3, Counter::kRcvData, CountedTree::kCapacity / 4);
  const FabricMeasures all = tree.measures();
  const DirectionIndex direction = direction_from(tree.fabric(), {PeerKind::kEndPort, 0, 1});
  const LinkMeasure& link = all.links[direction];
  EXPECT_DOUBLE_EQ(*link.used, 0.25);
  EXPECT_EQ(all.kinds[link.kind], "from end ports");
  EXPECT_EQ(describe_direction(tree.fabric(), all, direction), "a0[1] -> s0[3]");
}

TEST(LinkMeasures, WithoutATimeWaitsAreComparedWithSentData) {
  CountedTree tree;
  tree.counted.seconds = 0;
  tree.use_all(0.25);
  tree.wait(0, 1, 0.75);
  tree.use(1, 1, 0);
  tree.wait(1, 1, 0.001);
  const FabricMeasures all = tree.measures();
  EXPECT_FALSE(all.links[tree.place(0, 1)].used);
  EXPECT_DOUBLE_EQ(*all.links[tree.place(0, 1)].waited, 0.75);
  EXPECT_DOUBLE_EQ(*all.links[tree.place(1, 1)].waited, 0) << "a tick of a link that is idle";
}

TEST(LinkMeasures, NamesThatSeveralHaveComeWithTheirGuid) {
  FabricBuilder builder("file");
  for (Guid guid = 1; guid <= 3; ++guid) {
    builder.add_node({.type = NodeType::kSwitch,
                      .node_guid = guid,
                      .port_count = 2,
                      .name = guid < 3 ? " a\tb " : ""});
  }
  builder.add_link(0, 1, 1, 1, {});
  builder.add_link(1, 2, 2, 1, {});
  const Fabric fabric = builder.build();
  CountedTraffic none;
  none.counters = FabricCounters(fabric);
  const std::vector<std::uint64_t> loads(fabric.all_ports().size(), 0);
  const LinkKinds kinds = {{"all"}, std::vector<std::uint32_t>(fabric.all_ports().size(), 0)};
  const FabricMeasures all = measure_links(fabric, none, loads, kinds);
  EXPECT_EQ(describe_direction(fabric, all, fabric.switches()[1].first_port + 2u),
            "a b (0x0000000000000002)[2] -> 0x0000000000000003[1]");
}

}  // namespace
}  // namespace weft
