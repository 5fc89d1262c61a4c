#include "common/balance/link_loads.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using Charges = std::vector<std::uint8_t>;

TEST(PortCharges, AreMoreOnSlowerLinksAndNothingOnIgnoredPorts) {
  PortSettings settings;
  EXPECT_TRUE(port_charges(settings).empty());
  settings.share = {100, 50, 25, 1};
  EXPECT_EQ(port_charges(settings), (Charges{4, 8, 16, 255}));
  settings.ignored = {0, 1, 0, 0};
  EXPECT_EQ(port_charges(settings), (Charges{4, 0, 16, 255}));
  settings.share.clear();
  EXPECT_EQ(port_charges(settings), (Charges{1, 0, 1, 1}));
}

// Two switches of 8 ports that ports 1 and 2 join.
TEST(LinkLoads, ArePathsTimesCharge) {
  test::Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 1, 2);
  const Fabric fabric = sketch.build();
  LinkLoads plain(fabric, {});
  plain.add(0, 1, 6);
  plain.add(1, 2, 2);
  EXPECT_EQ(plain.busiest(), 6u);
  EXPECT_EQ(plain.mean(), 2.0) << "four links";
  EXPECT_EQ(plain.of(0)[1], 6u);
  EXPECT_EQ(plain.of(1)[2], 2u);
  EXPECT_TRUE(plain.charged_alike());

  Charges charges(fabric.all_ports().size(), 1);
  charges[fabric.switches()[1].first_port + 2u] = 8;
  LinkLoads charged(fabric, charges);
  charged.add(1, 2, 3);
  EXPECT_EQ(charged.busiest(), 24u);
  EXPECT_FALSE(charged.charged_alike());
}

}  // namespace
}  // namespace weft
