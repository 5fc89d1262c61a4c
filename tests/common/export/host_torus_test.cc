#include "common/export/host_torus.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

constexpr TorusPlace kRadix = {3, 4, 5};

// A host on each switch; switch number x + 3 (y + 4 z) is at (x, y, z).
ExportedHosts a_host_each() {
  ExportedHosts hosts;
  for (SwitchIndex s = 0; s < 60; ++s) hosts.list.push_back({"c" + std::to_string(s), {s}, s});
  return hosts;
}

SwitchTorus in_order() {
  SwitchTorus torus = {kRadix, {}};
  for (std::uint32_t s = 0; s < 60; ++s)
    torus.places.push_back(TorusPlace{s % 3, s / 3 % 4, s / 12});
  return torus;
}

std::vector<std::uint32_t> sixty() {
  std::vector<std::uint32_t> cells;
  for (std::uint32_t s = 0; s < 60; ++s) cells.push_back(s);
  return cells;
}

TEST(HostTorus, XIsFastest) {
  std::vector<std::string> remarks;
  const HostTorus torus = find_host_torus(a_host_each(), in_order(), remarks);
  EXPECT_EQ(torus.name, "torus-c0");
  EXPECT_EQ(torus.dims, kRadix);
  EXPECT_EQ(torus.cells, sixty());
  EXPECT_TRUE(remarks.empty());
}

TEST(HostTorus, HostsOfASwitchAreNeighboursInX) {
  ExportedHosts hosts = a_host_each();
  hosts.list.erase(hosts.list.begin() + 1);
  hosts.list.push_back({"x1", {60}, 2});
  hosts.list.push_back({"x2", {61}, 60});
  SwitchTorus places = in_order();
  places.places.emplace_back();
  std::vector<std::string> remarks;
  const HostTorus torus = find_host_torus(hosts, places, remarks);
  EXPECT_EQ(torus.dims, (TorusPlace{6, 4, 5}));
  ASSERT_EQ(torus.cells.size(), 120u);
  EXPECT_EQ(std::vector<std::uint32_t>(torus.cells.begin(), torus.cells.begin() + 8),
            (std::vector<std::uint32_t>{0, kNone, kNone, kNone, 1, 59, 2, kNone}));
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_TRUE(test::contains(remarks[0], "1 hosts are on switches that have no place"));
}

// Whatever symmetry of the torus the places were found in.
TEST(HostTorus, CoordinatesFollowTheNames) {
  const ExportedHosts hosts = a_host_each();
  SwitchTorus turned = {{5, 3, 4}, {}};
  for (const auto& place : in_order().places) {
    const auto [x, y, z] = *place;
    turned.places.push_back(TorusPlace{(9 - z) % 5, (x + 2) % 3, (7 - y) % 4});
  }
  const SwitchTorus found = in_order_of_hosts(turned, hosts);
  EXPECT_EQ(found.radix, kRadix);
  EXPECT_EQ(found.places, in_order().places);
}

}  // namespace
}  // namespace weft
