#include "common/export/slurm_topology.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

// Hosts c0, c1, ...
ExportedHosts hosts_named(std::uint32_t count) {
  ExportedHosts hosts;
  for (std::uint32_t i = 0; i < count; ++i) hosts.list.push_back({"c" + std::to_string(i), {i}, 0});
  return hosts;
}

HostTree two_leaves() {
  HostTree tree;
  tree.nodes.push_back({.name = "l1", .parent = 2, .hosts = {0, 1, 3}});
  tree.nodes.push_back({.name = "l2", .parent = 2, .hosts = {2}});
  tree.nodes.push_back({.name = "root-l1", .children = {0, 1}});
  return tree;
}

TEST(SlurmTopology, Tree) {
  EXPECT_EQ(slurm_tree(two_leaves(), hosts_named(4), SlurmFormat::kConf),
            "# Written by weft export slurm; for TopologyPlugin=topology/tree.\n"
            "SwitchName=l1 Nodes=c[0-1,3]\n"
            "SwitchName=l2 Nodes=c2\n"
            "SwitchName=root-l1 Switches=l[1-2]\n");
  EXPECT_EQ(slurm_tree(two_leaves(), hosts_named(4), SlurmFormat::kYaml),
            R"(# Written by weft export slurm.
---
- topology: fabric
  cluster_default: true
  tree:
    switches:
      - switch: "l1"
        nodes: "c[0-1,3]"
      - switch: "l2"
        nodes: "c2"
      - switch: "root-l1"
        children: "l[1-2]"
)");
}

TEST(SlurmTopology, Blocks) {
  const HostBlocks blocks = {{{"l1", {0, 1}}, {"l2", {2, 3}}}, {2, 4}, {}};
  EXPECT_EQ(slurm_blocks(blocks, hosts_named(4), SlurmFormat::kConf),
            "# Written by weft export slurm; for TopologyPlugin=topology/block.\n"
            "BlockName=l1 Nodes=c[0-1]\n"
            "BlockName=l2 Nodes=c[2-3]\n"
            "BlockSizes=2,4\n");
  EXPECT_EQ(slurm_blocks(blocks, hosts_named(4), SlurmFormat::kYaml),
            R"(# Written by weft export slurm.
---
- topology: fabric
  cluster_default: true
  block:
    block_sizes:
      - 2
      - 4
    blocks:
      - block: "l1"
        nodes: "c[0-1]"
      - block: "l2"
        nodes: "c[2-3]"
)");
}

TEST(SlurmTopology, ATorusWithoutFreeCellsIsAListOfNodes) {
  const HostTorus tori[] = {{"torus-c0", {2, 2, 2}, {0, 1, 2, 3, 4, 5, 7, 6}}};
  EXPECT_EQ(slurm_torus3d(tori, hosts_named(8)), R"(# Written by weft export slurm.
---
- topology: fabric
  cluster_default: true
  torus3d:
    toruses:
      - name: "torus-c0"
        dims:
          x: 2
          y: 2
          z: 2
        nodes: "c[0-5,7,6]"
)");
}

TEST(SlurmTopology, OneWithFreeCellsHasARegionForEachRow) {
  const HostTorus tori[] = {{"t", {3, 2, 1}, {kNone, 0, 1, 2, kNone, 3}}};
  const std::string text = slurm_torus3d(tori, hosts_named(4));
  const auto region = [](int x, int y, int count, const std::string& nodes) {
    const auto place = [](const std::string& key, int a, int b, int c) {
      return "            " + key + ":\n              x: " + std::to_string(a) +
             "\n              y: " + std::to_string(b) + "\n              z: " + std::to_string(c) +
             "\n";
    };
    return "          -\n" + place("anchor", x, y, 0) + place("dims", count, 1, 1) +
           "            nodes: \"" + nodes + "\"\n";
  };
  EXPECT_EQ(text.substr(text.find("        regions:\n")),
            "        regions:\n" + region(1, 0, 2, "c[0-1]") + region(0, 1, 1, "c2") +
                region(2, 1, 1, "c3"));
}

}  // namespace
}  // namespace weft
