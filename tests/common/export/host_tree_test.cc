#include "common/export/host_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/named_fabric.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Lines = std::vector<std::string>;

// A line a node: «leaf: hosts», «pod > children».
Lines tree_of(const Fabric& fabric, Lines* remarks = nullptr) {
  const ExportedHosts hosts = find_exported_hosts(fabric, nullptr);
  const HostTree tree = find_host_tree(fabric, hosts, Workers(1));
  Lines lines;
  for (const HostTree::Node& node : tree.nodes) {
    std::string line = node.name + (node.children.empty() ? ":" : " >");
    for (const std::uint32_t h : node.hosts) line += ' ' + hosts.list[h].name;
    for (const std::uint32_t child : node.children) line += ' ' + tree.nodes[child].name;
    lines.push_back(line);
  }
  if (remarks != nullptr) *remarks = tree.remarks;
  return lines;
}

// Four hosts on a switch, by a number.
void add_hosts(test::NamedFabric& drawn, SwitchIndex s, unsigned first) {
  for (unsigned i = 0; i < 4; ++i) drawn.ca(s, "c" + std::to_string(first + i));
}

// Two pods of two leaf switches and two aggregation switches, below two spines. Without these
// links: «l0.0 a0.0» and the like.
test::NamedFabric two_pods(const std::vector<std::string>& lost) {
  test::NamedFabric drawn;
  const auto is_lost = [&](const std::string& link) {
    return std::find(lost.begin(), lost.end(), link) != lost.end();
  };
  const auto number = [](SwitchIndex pod, SwitchIndex i) {
    return std::to_string(pod) + "." + std::to_string(i);
  };
  for (SwitchIndex i = 0; i < 2; ++i) drawn.add_switch("s" + std::to_string(i));
  for (SwitchIndex pod = 0; pod < 2; ++pod) {
    for (SwitchIndex i = 0; i < 2; ++i) drawn.add_switch("a" + number(pod, i));
    for (SwitchIndex i = 0; i < 2; ++i) drawn.add_switch("l" + number(pod, i));
    const SwitchIndex first = 2 + 4 * pod;
    for (SwitchIndex i = 0; i < 2; ++i) {
      add_hosts(drawn, first + 2 + i, 1 + 8 * pod + 4 * i);
      for (SwitchIndex j = 0; j < 2; ++j) {
        if (!is_lost("l" + number(pod, i) + " a" + number(pod, j))) {
          drawn.link(first + 2 + i, first + j);
        }
        if (!is_lost("a" + number(pod, i) + " s" + std::to_string(j))) drawn.link(first + i, j);
      }
    }
  }
  return drawn;
}

const Lines kTwoPods = {"l0.0: c1 c2 c3 c4",
                        "l0.1: c5 c6 c7 c8",
                        "l1.0: c9 c10 c11 c12",
                        "l1.1: c13 c14 c15 c16",
                        "pod-l0.0 > l0.0 l0.1",
                        "pod-l1.0 > l1.0 l1.1",
                        "root-l0.0 > pod-l0.0 pod-l1.0"};

TEST(HostTree, HasLeavesPodsAndARoot) { EXPECT_EQ(tree_of(two_pods({}).build()), kTwoPods); }

TEST(HostTree, LostLinksAndSpinesMakeNoDifference) {
  for (const Lines& lost : {Lines{"l0.0 a0.0"}, Lines{"a1.0 s1"}, Lines{"a0.0 s0", "a0.0 s1"},
                            Lines{"l0.0 a0.0", "a0.1 s0", "a1.1 s0"},
                            Lines{"a0.0 s0", "a0.1 s0", "a1.0 s0", "a1.1 s0"}}) {
    EXPECT_EQ(tree_of(two_pods(lost).build()), kTwoPods) << lost.front();
  }
}

TEST(HostTree, EachIslandHasARoot) {
  const Lines lost = {"a1.0 s0", "a1.0 s1", "a1.1 s0", "a1.1 s1"};
  EXPECT_EQ(tree_of(two_pods(lost).build()),
            (Lines{"l0.0: c1 c2 c3 c4", "l0.1: c5 c6 c7 c8", "root-l0.0 > l0.0 l0.1",
                   "l1.0: c9 c10 c11 c12", "l1.1: c13 c14 c15 c16", "root-l1.0 > l1.0 l1.1"}));
}

TEST(HostTree, OneLeafSwitchIsItsOwnRoot) {
  test::NamedFabric drawn;
  drawn.add_switch("leaf");
  drawn.add_switch("spine");
  drawn.link(0, 1);
  add_hosts(drawn, 0, 1);
  EXPECT_EQ(tree_of(drawn.build()), Lines{"leaf: c1 c2 c3 c4"});
}

TEST(HostTree, HostsOfSpinesHaveASwitchToo) {
  test::NamedFabric drawn;
  for (const char* name : {"l1", "l2", "s1", "s2"}) drawn.add_switch(name);
  for (SwitchIndex leaf = 0; leaf < 2; ++leaf) {
    for (SwitchIndex spine = 2; spine < 4; ++spine) drawn.link(leaf, spine);
    for (unsigned i = 0; i < 8; ++i) drawn.ca(leaf, "c" + std::to_string(8 * leaf + i));
  }
  drawn.ca(3, "login");
  const Lines tree = tree_of(drawn.build());
  ASSERT_EQ(tree.size(), 4u);
  EXPECT_EQ(tree[2], "s2: login");
  EXPECT_EQ(tree[3], "root-l1 > l1 l2 s2");
}

// As many as make leaf switches of them: above those nothing is a tree, below roots it is.
TEST(HostTree, HostsHalfWayUpStayInTheirPods) {
  test::NamedFabric drawn = two_pods({});
  unsigned io = 0;
  for (const SwitchIndex s : {2u, 3u, 6u, 7u}) {
    for (unsigned i = 0; i < 2; ++i) drawn.ca(s, "io" + std::to_string(++io));
  }
  EXPECT_EQ(tree_of(drawn.build()),
            (Lines{"a0.0: io1 io2", "a0.1: io3 io4", "l0.0: c1 c2 c3 c4", "l0.1: c5 c6 c7 c8",
                   "a1.0: io5 io6", "a1.1: io7 io8", "l1.0: c9 c10 c11 c12",
                   "l1.1: c13 c14 c15 c16", "pod-a0.0 > a0.0 a0.1 l0.0 l0.1",
                   "pod-a1.0 > a1.0 a1.1 l1.0 l1.1", "root-a0.0 > pod-a0.0 pod-a1.0"}));
}

TEST(HostTree, AggregationNodesAreNoHosts) {
  test::NamedFabric drawn = two_pods({});
  for (SwitchIndex s = 0; s < 10; ++s) drawn.ca(s, "Mellanox Technologies Aggregation Node");
  EXPECT_EQ(tree_of(drawn.build()), kTwoPods);
}

TEST(HostTree, ARingIsFlatWithARemark) {
  test::NamedFabric drawn;
  for (SwitchIndex s = 0; s < 6; ++s) drawn.add_switch("r" + std::to_string(s));
  for (SwitchIndex s = 0; s < 6; ++s) {
    drawn.link(s, (s + 1) % 6);
    drawn.ca(s, "c" + std::to_string(s));
  }
  Lines remarks;
  EXPECT_EQ(tree_of(drawn.build(), &remarks),
            (Lines{"r0: c0", "r1: c1", "r2: c2", "r3: c3", "r4: c4", "r5: c5",
                   "root-r0 > r0 r1 r2 r3 r4 r5"}));
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_TRUE(test::contains(remarks[0], "around r0 is no tree"));
}

TEST(HostTree, NamesOfRootsDifferFromThoseOfLeafSwitches) {
  test::NamedFabric drawn;
  drawn.add_switch("a");
  drawn.add_switch("root-a");
  drawn.add_switch("spine");
  for (SwitchIndex s = 0; s < 2; ++s) {
    drawn.link(s, 2);
    add_hosts(drawn, s, 1 + 4 * s);
  }
  EXPECT_EQ(tree_of(drawn.build()),
            (Lines{"a: c1 c2 c3 c4", "root-a: c5 c6 c7 c8", "root-0000000000000010 > a root-a"}));
}

}  // namespace
}  // namespace weft
