#include "common/balance/path_flows.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/graph/switch_graph.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Switches = std::vector<SwitchIndex>;

// s0 - s1 - s2, port 1 of each leads down to the lower number, port 2 up; s3 alone.
struct Line {
  Line() {
    test::Sketch sketch(4);
    sketch.link(0, 2, 1, 1);
    sketch.link(1, 2, 2, 1);
    fabric = sketch.build();
    table.distances = distances_to(SwitchGraph(fabric), to, Workers(1));
  }
  Switches to = {0, 1, 2, 3};
  Fabric fabric;
  HopTable table{Distances(0, 0)};
  std::vector<std::uint32_t> sources = {1, 10, 100, 1000};
};

TEST(PathFlows, TheFarthestComesFirst) {
  const Line line;
  PathFlows flows(line.fabric, line.table, line.sources);
  flows.start(0, 1);
  EXPECT_EQ(Switches(flows.order().begin(), flows.order().end()), (Switches{2, 1, 0}));
  flows.start(3, 1);
  EXPECT_EQ(Switches(flows.order().begin(), flows.order().end()), Switches{3});
}

TEST(PathFlows, WhatIsSentArrives) {
  const Line line;
  PathFlows flows(line.fabric, line.table, line.sources);
  flows.start(0, 2);
  EXPECT_EQ(flows.send(2, 1, 1), 100u);
  EXPECT_TRUE(flows.arrived(1));
  EXPECT_FALSE(flows.arrived(0));
  EXPECT_EQ(flows.at(1)[1], 100u);
  EXPECT_EQ(flows.from(1, 1), 110u);
  EXPECT_EQ(flows.at(1)[0], 0u);
  EXPECT_EQ(flows.send_all(1, 0), 120u);
  EXPECT_EQ(flows.at(0)[0], 10u);
  EXPECT_EQ(flows.at(0)[1], 110u);
  flows.start(0, 2);
  EXPECT_FALSE(flows.arrived(1));
  EXPECT_EQ(flows.from(1, 0), 10u);
}

TEST(PathFlows, PassesNothingOnWithoutSenders) {
  Line line;
  line.sources = {1, 1, 0, 1};
  PathFlows flows(line.fabric, line.table, line.sources);
  flows.start(0, 1);
  EXPECT_EQ(flows.send_all(2, 1), 0u);
  EXPECT_FALSE(flows.arrived(1));
}

}  // namespace
}  // namespace weft
