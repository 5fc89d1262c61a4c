#include "common/cabling/rail_places.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "tests/support/recabled.h"

namespace weft {
namespace {

using Misplaced = std::vector<MisplacedRail>;

// Eight hosts of four CAs, one on each of four leaf switches.
Fabric with_rails() { return make_xgft({.down = {8, 4}, .up = {1, 4}, .rails = 4}); }

TEST(RailPlaces, EachPortIsOnALeafSwitchOfItsRail) {
  const Fabric fabric = with_rails();
  const std::vector<Host> hosts = find_hosts(fabric);
  const RailPlaces places = find_rail_places(fabric, hosts);
  EXPECT_EQ(places.rails, 4u);
  EXPECT_TRUE(places.are_separate);
  EXPECT_TRUE(places.misplaced.empty());
  EXPECT_TRUE(places.fewer.empty());
}

TEST(RailPlaces, TwoCablesOfAHostThatChangedPlacesAreOnOtherRails) {
  const Fabric fabric = with_rails();
  const std::vector<Host> before = find_hosts(fabric);
  test::Recabled recabled(fabric);
  std::swap(recabled.hosts[before[5].rails[1]], recabled.hosts[before[5].rails[3]]);
  const Fabric changed = recabled.build();
  const std::vector<Host> hosts = find_hosts(changed);
  const RailPlaces places = find_rail_places(changed, hosts);
  EXPECT_EQ(places.misplaced,
            (Misplaced{{5, 1, 3, hosts[5].rails[1]}, {5, 3, 1, hosts[5].rails[3]}}));
}

TEST(RailPlaces, WhereHostsHaveBothPortsOnOneSwitchThereAreNoRails) {
  FabricBuilder builder("pairs");
  for (Guid guid : {1u, 2u}) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 12});
  }
  builder.add_link(0, 12, 1, 12, {});
  for (unsigned host = 0; host < 8; ++host) {
    for (unsigned hca = 1; hca <= 2; ++hca) {
      const std::string name = "host-" + std::to_string(host) + " HCA-" + std::to_string(hca);
      const NodeId node =
          builder.add_node({.node_guid = 0x100 + 2 * host + hca, .port_count = 1, .name = name});
      builder.add_link(node, 1, host / 4, static_cast<PortNum>(2 * (host % 4) + hca), {});
    }
  }
  const Fabric fabric = builder.build();
  const std::vector<Host> hosts = find_hosts(fabric);
  ASSERT_EQ(hosts.size(), 8u);
  const RailPlaces places = find_rail_places(fabric, hosts);
  EXPECT_EQ(places.rails, 2u);
  EXPECT_FALSE(places.are_separate);
  EXPECT_TRUE(places.misplaced.empty());
}

TEST(RailPlaces, HostsWithFewerPortsAreCounted) {
  const Fabric fabric = with_rails();
  const std::vector<Host> all = find_hosts(fabric);
  std::vector<Host> hosts = all;
  hosts[2].rails.pop_back();
  EXPECT_EQ(find_rail_places(fabric, hosts).fewer, std::vector<std::size_t>{2});
}

}  // namespace
}  // namespace weft
