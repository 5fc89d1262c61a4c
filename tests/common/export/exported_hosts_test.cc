#include "common/export/exported_hosts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/named_fabric.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Names = std::vector<std::string>;

TEST(ExportedHosts, AreNamedByTheFirstWordAndSortedAsPeopleCount) {
  test::NamedFabric drawn;
  drawn.add_switch("leaf");
  drawn.cas(0, {"c10 HCA-1", "c9 mlx5_0", "login"});
  EXPECT_EQ(test::names_of(find_exported_hosts(drawn.build(), nullptr)),
            (Names{"c9", "c10", "login"}));
}

TEST(ExportedHosts, CardsOfOneNameAreOneHostAtHomeWhereTheFirstIs) {
  test::NamedFabric drawn;
  drawn.add_switch("rail-2");
  drawn.add_switch("rail-10");
  drawn.add_switch("rail-1");
  drawn.ca(1, "c1 mlx5_10");
  drawn.ca(0, "c1 mlx5_2");
  drawn.ca(2, "c1 mlx5_1");
  const ExportedHosts hosts = find_exported_hosts(drawn.build(), nullptr);
  ASSERT_EQ(hosts.list.size(), 1u);
  EXPECT_EQ(hosts.list[0].ports, (std::vector<EndPortIndex>{2, 1, 0}));
  EXPECT_EQ(hosts.list[0].home, 2u);
}

// c3 has lost its first link, and goes where those of its second rail are at home. The login node
// on the same switch is of no rail.
TEST(ExportedHosts, AHostWithoutItsFirstRailStaysAtItsSwitch) {
  test::NamedFabric drawn;
  drawn.add_switch("rail-1");
  drawn.add_switch("rail-2");
  for (const char* name : {"c1", "c2"}) {
    drawn.ca(0, std::string(name) + " HCA-1");
    drawn.ca(1, std::string(name) + " HCA-2");
  }
  drawn.ca(1, "c3 HCA-2");
  drawn.ca(1, "login HCA-1");
  const ExportedHosts hosts = find_exported_hosts(drawn.build(), nullptr);
  ASSERT_EQ(test::names_of(hosts), (Names{"c1", "c2", "c3", "login"}));
  EXPECT_EQ(hosts.list[2].home, 0u);
  EXPECT_EQ(hosts.list[3].home, 1u);
}

TEST(ExportedHosts, NamesakesInPartsThatNoLinkJoinsAreRemarked) {
  test::NamedFabric drawn;
  drawn.add_switch("leaf");
  drawn.add_switch("other leaf");
  drawn.cas(0, {"c1 HCA-1", "c2 HCA-1", "c3 HCA-1"});
  drawn.cas(1, {"c1 HCA-1", "c2 HCA-1", "c3 HCA-2"});
  const ExportedHosts hosts = find_exported_hosts(drawn.build(), nullptr);
  EXPECT_EQ(test::names_of(hosts), (Names{"c1", "c2", "c3"}));
  EXPECT_EQ(
      hosts.remarks,
      (Names{"2 hosts, c1 for example, have CAs of one description in parts of the fabric that "
             "no link joins, and are listed once: if these are different hosts, give them "
             "different names"}));
}

TEST(ExportedHosts, WhoHasNoNameIsLeftOutWithARemark) {
  test::NamedFabric drawn;
  drawn.add_switch("leaf");
  drawn.cas(0, {"c1 HCA-1", "MT4129 ConnectX7   Mellanox Technologies", "", "localhost HCA-1",
                "Mellanox Technologies Aggregation Node", "a,b HCA-1", "x[1-9]",
                std::string(65, 'n'), "-o"});
  const ExportedHosts hosts = find_exported_hosts(drawn.build(), nullptr);
  EXPECT_EQ(test::names_of(hosts), Names{"c1"});
  ASSERT_EQ(hosts.remarks.size(), 1u);
  EXPECT_TRUE(test::contains(hosts.remarks[0], "7 ports of CAs have no hostname"));
  EXPECT_TRUE(test::contains(hosts.remarks[0], "are left out"));
}

TEST(ExportedHosts, WithoutNamesGuidsAreUsed) {
  test::NamedFabric drawn;
  drawn.add_switch("leaf");
  drawn.cas(0, {"MT4129 ConnectX7   Mellanox Technologies", ""});
  const ExportedHosts hosts = find_exported_hosts(drawn.build(), nullptr);
  EXPECT_EQ(test::names_of(hosts), (Names{"ca-0000000000001000", "ca-0000000000001010"}));
  ASSERT_EQ(hosts.remarks.size(), 1u);
  EXPECT_TRUE(test::contains(hosts.remarks[0], "are called by GUID"));
}

TEST(ExportedHosts, OnlyThoseWithAPortInTheSelection) {
  test::NamedFabric drawn;
  drawn.add_switch("storage");
  drawn.add_switch("compute");
  drawn.cas(0, {"c1 HCA-1", "io1 HCA-1"});
  drawn.ca(1, "c1 HCA-2");
  const Fabric fabric = drawn.build();
  PortSelection only(fabric);
  only.add_end_port(2);
  const ExportedHosts hosts = find_exported_hosts(fabric, &only);
  ASSERT_EQ(test::names_of(hosts), Names{"c1"});
  EXPECT_EQ(hosts.list[0].ports, std::vector<EndPortIndex>{2});
  EXPECT_EQ(hosts.list[0].home, 1u);
}

TEST(ExportedHosts, ManyCardsOfOneNameAreRemarked) {
  test::NamedFabric drawn;
  drawn.add_switch("leaf");
  for (unsigned i = 0; i < 33; ++i) drawn.ca(0, "ubuntu mlx5_0");
  const ExportedHosts hosts = find_exported_hosts(drawn.build(), nullptr);
  EXPECT_EQ(test::names_of(hosts), Names{"ubuntu"});
  ASSERT_EQ(hosts.remarks.size(), 1u);
  EXPECT_TRUE(test::contains(hosts.remarks[0], "33 CAs are called 'ubuntu'"));
}

}  // namespace
}  // namespace weft
