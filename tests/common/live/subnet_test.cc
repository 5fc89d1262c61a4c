#include "common/live/subnet.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/fabric/builder.h"
#include "common/live/live_fabric.h"
#include "tests/support/fabric_text.h"
#include "tests/support/fake_subnet.h"

namespace weft {
namespace {

// leaf-1 (host-1 at 1, host-2 of two ports at 2), leaf-2 (host-2's other port at 1), two cables
// between them. LMC 1 for hosts, 4 data VLs between switches.
Fabric two_leaves() {
  FabricBuilder builder("test");
  const LinkAttributes edr = {4, LinkSpeed::kEdr, 4};
  const LinkAttributes sdr = {1, LinkSpeed::kSdr, 1};
  const NodeId leaf1 = builder.add_node({.type = NodeType::kSwitch,
                                         .node_guid = 0x11,
                                         .system_guid = 5,
                                         .port_count = 4,
                                         .enhanced_port0 = true,
                                         .name = "leaf-1"});
  const NodeId leaf2 = builder.add_node({.type = NodeType::kSwitch,
                                         .node_guid = 0x12,
                                         .port_count = 3,
                                         .multicast = false,
                                         .name = "leaf-2"});
  const NodeId host1 = builder.add_node({.node_guid = 0x21, .port_count = 1, .name = "host-1 HCA"});
  const NodeId host2 = builder.add_node({.node_guid = 0x31, .port_count = 2, .name = "host-2 HCA"});
  builder.set_address(leaf1, 0, 0, 1, 0);
  builder.set_address(leaf2, 0, 0, 2, 0);
  builder.set_address(host1, 1, 0x22, 64, 1);
  builder.set_address(host2, 1, 0x32, 66, 1);
  builder.set_address(host2, 2, 0x33, 68, 1);
  builder.add_link(leaf1, 1, host1, 1, edr);
  builder.add_link(leaf1, 2, host2, 1, sdr);
  builder.add_link(leaf2, 1, host2, 2, edr);
  builder.add_link(leaf1, 3, leaf2, 2, edr);
  builder.add_link(leaf1, 4, leaf2, 3, edr);
  return builder.build();
}

class LiveSubnetTest : public testing::Test {
 protected:
  LiveSubnetTest() {
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      for (unsigned lid = 1; lid <= fabric_.max_lid(); ++lid) {
        tables_.tables().row(s)[lid] = static_cast<PortNum>(lid % 3 + s);
      }
    }
    Sl2Vl::Map folded = Sl2Vl::kIdentity;
    folded[1] = 0;
    maps_.set(0, 3, 1, folded);
  }

  LiveSubnet read(ExchangeLimits limits = {
                      .in_flight = 4, .timeout = std::chrono::milliseconds(1), .sends = 2}) {
    return read_subnet(port_, limits);
  }
  // Takes away all answers of an attribute that `which` is true of.
  void lose(SmpAttribute attribute, const std::function<bool(const Mad&)>& which) {
    port_.tamper = [=](Mad& answer) {
      return big_endian_16(answer, 16) != static_cast<std::uint16_t>(attribute) || !which(answer);
    };
  }

  Fabric fabric_ = two_leaves();
  TableBlock tables_{fabric_.switch_count(), fabric_.max_lid()};
  Sl2Vl maps_;
  FakeSubnet port_{fabric_, tables_.tables(), maps_};
};

TEST_F(LiveSubnetTest, IsReadAsItIs) {
  const LiveFabric live = live_fabric(read());
  EXPECT_EQ(as_text(live.fabric), as_text(fabric_));
  EXPECT_TRUE(live.missing.empty()) << live.missing.front();
  EXPECT_TRUE(live.remarks.empty());
  ASSERT_EQ(live.tables.switches.size(), 2u);
  for (SwitchIndex s = 0; s < 2; ++s) {
    EXPECT_EQ(live.tables.switches[s].switch_guid, fabric_.switches()[s].node_guid);
    ASSERT_EQ(live.tables.switches[s].row.size(), fabric_.max_lid() + 1u);
    EXPECT_TRUE(std::equal(live.tables.switches[s].row.begin(), live.tables.switches[s].row.end(),
                           tables_.tables().row(s)));
  }
  ASSERT_TRUE(live.sl2vl);
  EXPECT_EQ(live.sl2vl->vl(0, 3, 1, 1), 0);
  EXPECT_EQ(live.sl2vl->vl(0, 3, 2, 1), 1);
  EXPECT_EQ(port_.most_in_flight, 4u);
}

TEST_F(LiveSubnetTest, AsksForMapsOnlyWhereThereAreLanes) {
  bool asked = false;
  port_.tamper = [&](Mad& answer) {
    if (big_endian_16(answer, 16) == 0x15) answer[64 + 43] = 0x10;
    asked = asked || big_endian_16(answer, 16) == 0x17;
    return true;
  };
  EXPECT_FALSE(live_fabric(read()).sl2vl);
  EXPECT_FALSE(asked);
}

TEST_F(LiveSubnetTest, SaysWhoDoesNotAnswer) {
  lose(SmpAttribute::kNodeInfo, [](const Mad& answer) { return answer[64 + 19] == 0x12; });
  const LiveFabric live = live_fabric(read());
  EXPECT_EQ(live.fabric.switch_count(), 1u);
  EXPECT_EQ(live.fabric.end_port_count(), 2u);
  EXPECT_EQ(live.missing,
            (std::vector<std::string>{
                "whatever is linked to port 3 of switch 'leaf-1' (0x0000000000000011)",
                "whatever is linked to port 4 of switch 'leaf-1' (0x0000000000000011)"}));
}

TEST_F(LiveSubnetTest, CountsTheRest) {
  lose(SmpAttribute::kForwarding, [](const Mad& answer) { return answer[23] == 1; });
  LiveFabric live = live_fabric(read());
  EXPECT_EQ(live.missing.size(), 2u);
  EXPECT_EQ(live.missing[0], "1 of 2 parts of the table of switch 'leaf-1' (0x0000000000000011)");
  EXPECT_EQ(live.tables.switches[0].row[64], kNoPath);
  EXPECT_NE(live.tables.switches[0].row[2], kNoPath);
  lose(SmpAttribute::kSlToVl, [](const Mad& answer) { return answer[22] == 0; });
  live = live_fabric(read());
  EXPECT_EQ(live.missing[0], "4 of 20 SL2VL maps of switch 'leaf-1' (0x0000000000000011)");
  lose(SmpAttribute::kSwitchInfo, [](const Mad&) { return true; });
  live = live_fabric(read());
  EXPECT_EQ(live.missing[0], "the table of switch 'leaf-1' (0x0000000000000011)");
  EXPECT_TRUE(live.tables.switches.empty());
  // Without the state of its ports a switch leads nowhere.
  lose(SmpAttribute::kPortInfo, [](const Mad& answer) { return answer[23] != 0; });
  EXPECT_THROW(live_fabric(read()), BadInput);
}

TEST_F(LiveSubnetTest, BelievesNoLinkThatOneEndDenies) {
  // host-2 says that it is leaf-1, and leaf-1's cables lead elsewhere.
  port_.tamper = [](Mad& answer) {
    if (big_endian_16(answer, 16) == 0x11 && answer[64 + 19] == 0x31) {
      answer[64 + 2] = 2;
      answer[64 + 19] = 0x11;
    }
    return true;
  };
  LiveFabric live = live_fabric(read());
  EXPECT_EQ(live.fabric.switch_count(), 2u);
  EXPECT_EQ(live.fabric.end_port_count(), 1u);
  ASSERT_EQ(live.missing.size(), 2u);
  EXPECT_EQ(live.missing[0],
            "the link at port 2 of switch 'leaf-1' (0x0000000000000011): switch 'leaf-1' "
            "(0x0000000000000011) answers behind it as port 1, which is elsewhere");
  // A port that leaf-2 does not have.
  port_.tamper = [](Mad& answer) {
    if (big_endian_16(answer, 16) == 0x11 && answer[64 + 19] == 0x12) answer[64 + 36] = 200;
    return true;
  };
  live = live_fabric(read());
  EXPECT_EQ(live.fabric.switch_count(), 1u);
  EXPECT_EQ(live.missing.size(), 2u);
}

TEST_F(LiveSubnetTest, RefusesALidOfTwoNodes) {
  port_.tamper = [](Mad& answer) {
    if (big_endian_16(answer, 16) == 0x15 && answer[64 + 17] == 66) answer[64 + 17] = 64;
    return true;
  };
  EXPECT_NE(refusal([&] { live_fabric(read()); }).find("claims"), std::string::npos);
}

TEST_F(LiveSubnetTest, CleansNames) {
  port_.tamper = [](Mad& answer) {
    if (big_endian_16(answer, 16) == 0x10) answer[64] = 0x1B;
    return true;
  };
  EXPECT_EQ(live_fabric(read()).fabric.switch_name(0), " eaf-1");
}

// Behind a hostile node there are new switches at every port, and so on.
TEST_F(LiveSubnetTest, EndsInAFabricWithoutEnd) {
  std::uint16_t guids = 100;
  port_.tamper = [&](Mad& answer) {
    if (big_endian_16(answer, 16) != 0x11) return true;
    ++guids;
    answer[64 + 2] = 2;
    answer[64 + 3] = 254;
    answer[64 + 18] = static_cast<std::uint8_t>(guids >> 8);
    answer[64 + 19] = static_cast<std::uint8_t>(guids);
    return true;
  };
  ExchangeLimits limits = {.in_flight = 4, .timeout = std::chrono::milliseconds(1), .sends = 1};
  limits.end = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  EXPECT_TRUE(read(limits).out_of_time);
}

TEST_F(LiveSubnetTest, NeedsItsOwnPort) {
  port_.tamper = [](Mad&) { return false; };
  EXPECT_NE(refusal([&] { read(); }).find("does not answer"), std::string::npos);
  lose(SmpAttribute::kNodeInfo, [](const Mad& answer) { return answer[7] > 0; });
  EXPECT_NE(refusal([&] { live_fabric(read()); }).find("no switch answers"), std::string::npos);
}

}  // namespace
}  // namespace weft
