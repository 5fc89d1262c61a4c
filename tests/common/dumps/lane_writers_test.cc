#include "common/dumps/lane_writers.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "common/stored/lane_readers.h"
#include "common/verify/verify.h"
#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

class LaneWriters : public ::testing::Test {
 protected:
  std::string path(const char* name) const { return directory_.file(name); }

 private:
  TemporaryDirectory directory_;
};

// Three switches in a row; the two ports of one CA are on s0 and s2, a router is on s1.
test::Routed row_of_three() {
  FabricBuilder builder("row");
  for (NodeId s = 0; s < 3; ++s) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = 4});
  }
  builder.add_link(0, 1, 1, 2, {});
  builder.add_link(1, 1, 2, 2, {});
  const NodeId ca = builder.add_node({.node_guid = 0x1000, .port_count = 2});
  const NodeId router =
      builder.add_node({.type = NodeType::kRouter, .node_guid = 0x2000, .port_count = 1});
  builder.add_link(ca, 1, 0, 3, {});
  builder.add_link(ca, 2, 2, 3, {});
  builder.add_link(router, 1, 1, 3, {});
  builder.set_address(ca, 1, 0x1001, 100, 1);
  builder.set_address(ca, 2, 0x1002, 104, 0);
  builder.set_address(router, 1, 0x2001, 106, 0);
  return test::Routed(builder.build());
}

// Also of two ports of a node whose SLs differ.
TEST_F(LaneWriters, SlsOfPathsAreReadAsTheyWereWritten) {
  const test::Routed routed = row_of_three();
  const Fabric& fabric = routed.fabric;
  SlBySwitch plan;
  plan.rows.assign(3, std::vector<Sl>(107, 0));
  for (SwitchIndex s = 0; s < 3; ++s) {
    for (unsigned lid = 100; lid < 107; ++lid)
      plan.rows[s][lid] = static_cast<Sl>((s * 5 + lid) % 15);
  }
  const LanePlan written = plan;
  write_path_sls(fabric, written, path("psl.txt"));
  std::vector<std::string> warnings;
  const LanePlan read = read_path_sls(path("psl.txt"), fabric, warnings);
  EXPECT_TRUE(warnings.empty());
  for (EndPortIndex e = 0; e < 3; ++e) {
    for (const Lid lid : std::initializer_list<Lid>{100, 101, 104, 106}) {
      if (fabric.owner(lid).index == e) continue;
      const PathSource source = {fabric.end_ports()[e].sw, e};
      EXPECT_EQ(path_sl(read, source, lid, 0), path_sl(written, source, lid, 0)) << e << " " << lid;
    }
  }
}

TEST_F(LaneWriters, MapsAreReadAsTheyWereWritten) {
  const test::Routed routed = row_of_three();
  const Sl2Vl::Map map = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 7};
  const Sl2Vl::Map own = {0, 0, 1, 1, 15};
  Sl2Vl written(map);
  written.set(1, 2, 1, own);
  written.set(1, 2, 4, own);  // nothing is there
  write_sl2vl(routed.fabric, written, path("slvl.txt"));
  std::vector<std::string> warnings;
  const Sl2Vl read = read_sl2vl(path("slvl.txt"), routed.fabric, warnings);
  EXPECT_TRUE(warnings.empty());
  const auto linked = [&](SwitchIndex s, PortNum port) {
    return routed.fabric.ports(s)[port].kind != PeerKind::kNothing;
  };
  for (SwitchIndex s = 0; s < 3; ++s) {
    for (PortNum in = 1; in <= 4; ++in) {
      for (PortNum out = 1; out <= 4; ++out) {
        const bool is_own = s == 1 && in == 2 && out == 1;
        const Sl2Vl::Map& other = linked(s, in) && linked(s, out) ? map : Sl2Vl::kIdentity;
        EXPECT_EQ(read.map(s, in, out), is_own ? own : other) << s << " " << in << " " << out;
      }
    }
  }
}

// What is verified from the files is what was verified before they were written.
TEST_F(LaneWriters, FilesGiveTheSameVerdict) {
  test::Routed routed = test::clockwise_ring(3);
  SlBySwitch plan;
  plan.rows.assign(3, std::vector<Sl>(test::lid_of_ca(2) + 1, 0));
  plan.rows[2][test::lid_of_ca(1)] = 1;
  routed.lanes = plan;
  const Verdict before = routed.verdict();
  write_path_sls(routed.fabric, routed.lanes, path("psl.txt"));
  write_sl2vl(routed.fabric, Sl2Vl(), path("slvl.txt"));

  std::vector<std::string> warnings;
  routed.lanes = read_path_sls(path("psl.txt"), routed.fabric, warnings);
  routed.sl2vl = read_sl2vl(path("slvl.txt"), routed.fabric, warnings);
  const Verdict after = routed.verdict();
  EXPECT_TRUE(after.reaches_all());
  EXPECT_TRUE(after.credit_loop.empty());
  EXPECT_EQ(before.lanes_used, 2u);
  EXPECT_EQ(after.lanes_used, 2u);
  EXPECT_EQ(after.credit_loop_reversed, before.credit_loop_reversed);
}

}  // namespace
}  // namespace weft
