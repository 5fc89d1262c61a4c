#include "common/export/rank_files.h"

#include <gtest/gtest.h>

#include <vector>

namespace weft {
namespace {

using Order = std::vector<std::uint32_t>;

// c1 has ports 0 and 3, c2 port 1, c3 port 2.
ExportedHosts three_hosts() {
  ExportedHosts hosts;
  hosts.list = {{"c1", {0, 3}, 0}, {"c2", {1}, 0}, {"c3", {2}, 0}};
  return hosts;
}

TEST(HostsInOrder, AreThereOnceWithoutDummies) {
  const EndPortIndex order[] = {2, kNone, 3, 0, kNone, 1, 7};
  EXPECT_EQ(hosts_in_order(three_hosts(), order), (Order{2, 0, 1}));
  EXPECT_EQ(hosts_in_order(three_hosts(), {}), Order{});
}

TEST(HostsInOrder, OfATreeAreLeafByLeaf) {
  HostTree tree;
  tree.nodes = {{.name = "a", .parent = 2, .hosts = {1, 2}},
                {.name = "b", .parent = 2, .hosts = {0}},
                {.name = "root", .children = {0, 1}}};
  EXPECT_EQ(hosts_in_order(tree), (Order{1, 2, 0}));
}

TEST(RankFile, Hostfile) {
  const Order order = {2, 0};
  EXPECT_EQ(rank_file(three_hosts(), order, RankFormat::kHostfile, 0), "c3\nc1\n");
  EXPECT_EQ(rank_file(three_hosts(), order, RankFormat::kHostfile, 4), "c3 slots=4\nc1 slots=4\n");
}

TEST(RankFile, OpenMpi) {
  const Order order = {2, 0};
  EXPECT_EQ(rank_file(three_hosts(), order, RankFormat::kOpenMpi, 0),
            "rank 0=c3 slot=0\nrank 1=c1 slot=0\n");
  EXPECT_EQ(rank_file(three_hosts(), order, RankFormat::kOpenMpi, 2),
            "rank 0=c3 slot=0\nrank 1=c3 slot=1\nrank 2=c1 slot=0\nrank 3=c1 slot=1\n");
}

}  // namespace
}  // namespace weft
