#include "common/policy/port_sets.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/fabric/builder.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using Texts = std::vector<std::string>;

// Switches 0x10 «SW-a» and 0x20 «MF0;b:MQM8700/U1» of 3 ports; CA 0x100 «kuku HCA-1» with ports
// 0x101 and 0x102, CA 0x200 «kuku mlx5_2» with port 0x201, CA 0x300 «kukui» with port 0x301, router
// 0x400 «kuku\xff router» with port 0x401.
Fabric fabric() {
  FabricBuilder builder("small");
  const auto add_switch = [&](Guid guid, std::string_view name) {
    return builder.add_node(
        {.type = NodeType::kSwitch, .node_guid = guid, .port_count = 3, .name = name});
  };
  const NodeId a = add_switch(0x10, "SW-a");
  const NodeId b = add_switch(0x20, "MF0;b:MQM8700/U1");
  const NodeId two = builder.add_node(
      {.type = NodeType::kCa, .node_guid = 0x100, .port_count = 2, .name = "kuku HCA-1"});
  const auto add_one = [&](NodeType type, Guid guid, std::string_view name) {
    return builder.add_node({.type = type, .node_guid = guid, .port_count = 1, .name = name});
  };
  builder.add_link(two, 1, a, 1, {});
  builder.add_link(two, 2, b, 1, {});
  builder.add_link(add_one(NodeType::kCa, 0x200, "kuku mlx5_2"), 1, a, 2, {});
  builder.add_link(add_one(NodeType::kCa, 0x300, "kukui"), 1, b, 2, {});
  builder.add_link(add_one(NodeType::kRouter, 0x400, "kuku\xff router"), 1, a, 3, {});
  builder.add_link_end(b, 3, b, 3, {});
  return builder.build();
}

// «10:0 10:3 101»: ports of switches, port GUIDs.
std::string as_text(const Fabric& f, const PortSelection& set) {
  Texts ports;
  for (SwitchIndex s = 0; s < f.switch_count(); ++s) {
    for (std::size_t p = 0; p < f.ports(s).size(); ++p) {
      if (!set.has_switch_port(f, s, static_cast<PortNum>(p))) continue;
      ports.push_back(fmt::format("{:x}:{}", f.switches()[s].node_guid, p));
    }
  }
  for (EndPortIndex e = 0; e < f.end_port_count(); ++e) {
    if (set.has_end_port(e)) ports.push_back(fmt::format("{:x}", f.end_ports()[e].port_guid));
  }
  EXPECT_EQ(set.size(), ports.size());
  EXPECT_EQ(set.empty(), ports.empty());
  return joined(ports, " ");
}

PortGroups parse(const std::string& text) {
  Texts errors;
  PortGroups groups = parse_port_groups(text, "g", errors, errors);
  EXPECT_EQ(errors, Texts{});
  return groups;
}

std::string group(std::string_view name, std::string_view rules) {
  return fmt::format("port-group\nname: {}\n{}\nend-port-group\n", name, rules);
}

std::string ports_of(const PortGroups& groups, std::string_view name, Texts& warnings) {
  const Fabric f = fabric();
  const GroupIndex wanted = find_group(groups, name).value();
  const auto sets = evaluate_groups(f, groups, {&wanted, 1}, Workers(2), warnings);
  return sets.size() == 1 ? as_text(f, sets[0]) : fmt::format("{} sets", sets.size());
}

std::string ports_of(const std::string& rules) {
  Texts warnings;
  return ports_of(parse(group("g", rules)), "g", warnings);
}

constexpr const char* kSwitchA = "10:0 10:1 10:2 10:3";
constexpr const char* kSwitchB = "20:0 20:1 20:2 20:3";
const std::string kSwitches = fmt::format("{} {}", kSwitchA, kSwitchB);

TEST(PortSets, OfPredefinedGroups) {
  Texts warnings;
  const PortGroups groups = predefined_groups();
  EXPECT_EQ(ports_of(groups, "ALL", warnings), kSwitches + " 101 102 201 301 401");
  EXPECT_EQ(ports_of(groups, "ALL_SWITCHES", warnings), kSwitches);
  EXPECT_EQ(ports_of(groups, "ALL_CAS", warnings), "101 102 201 301");
  EXPECT_EQ(ports_of(groups, "ALL_ROUTERS", warnings), "401");
  for (const char* trunks : {"ALL_SWITCH_TO_SWITCH", "ALL_TRUNK_PORTS"}) {
    EXPECT_EQ(ports_of(groups, trunks, warnings), "20:3");
  }
  EXPECT_EQ(ports_of(groups, "ALL_SWITCH_TO_CA", warnings), "10:1 10:2 20:1 20:2");
  EXPECT_EQ(ports_of(groups, "ALL_COMPUTE_CAS", warnings), "101 102 201 301");
  EXPECT_EQ(ports_of(groups, "ALL_COMPUTE_LINKS", warnings), "10:1 10:2 20:1 20:2 101 102 201 301");
  for (const char* none :
       {"ALL_ANS", "ALL_SWITCH_TO_GPU", "ALL_GPUS", "ALL_FNM_PORTS", "ALL_MGMT_CAS"}) {
    EXPECT_EQ(ports_of(groups, none, warnings), "") << none;
  }
  EXPECT_EQ(warnings, Texts{});
}

TEST(PortSets, OfGroupsThatTakeInAnEmptyPredefinedOneAreNamed) {
  Texts warnings;
  EXPECT_EQ(ports_of(parse(group("g", "union-rule: ALL_GPUS, ALL_ROUTERS")), "g", warnings), "401");
  EXPECT_EQ(warnings, Texts{"g:1: the predefined group ALL_GPUS, which group 'g' names, is empty"});
}

TEST(PortSets, OfGuids) {
  EXPECT_EQ(ports_of("port-guid: 0x10"), kSwitchA);
  EXPECT_EQ(ports_of("port-guid: 0x10@2-254, 0x20/0"), "10:2 10:3 20:0");
  EXPECT_EQ(ports_of("port-guid: 0x10@4"), "") << "the next switch's port 0 is not a port of it";
  EXPECT_EQ(ports_of("port-guid: 0x100, 0x400"), "101 102 401");
  EXPECT_EQ(ports_of("port-guid: 0x100@2"), "102");
  EXPECT_EQ(ports_of("port-guid: 0x101, 0x201"), "101 201") << "GUIDs of ports";
  EXPECT_EQ(ports_of("port-guid: 0x102@1, 0x301@0-3"), "301");
}

TEST(PortSets, OfRangesOfGuids) {
  EXPECT_EQ(ports_of("port-guid-range: 0x11-0x20"), kSwitchB);
  EXPECT_EQ(ports_of("port-guid-range: 0x102-0x201"), "102 201");
  EXPECT_EQ(ports_of("port-guid-range: 0xf0-0x100"), "101 102") << "by the GUID of their node";
  EXPECT_EQ(ports_of("port-guid-range: 0x0-0xffffffffffffffff"),
            kSwitches + " 101 102 201 301 401");
  EXPECT_EQ(ports_of("port-guid-range: 0x402-0x500"), "");
}

TEST(PortSets, OfHosts) {
  EXPECT_EQ(ports_of("port-name: hostname=kuku"), "101 102 201");
  EXPECT_EQ(ports_of("port-name: hostname=kuku; hca_idx=1"), "101 102");
  EXPECT_EQ(ports_of("port-name: hostname=kuku; port=2; hca_idx=1"), "102");
  EXPECT_EQ(ports_of("port-name: hostname=kuku port=1, hostname=kukui"), "101 201 301");
  EXPECT_EQ(ports_of("port-name: hostname=kukui hca_idx=0"), "") << "it names no card";
  EXPECT_EQ(ports_of("port-name: hostname=kuku hca_idx=2"), "201");
  EXPECT_EQ(ports_of("port-name: hostname=SW-a, hostname=Kuku"), "") << "switches are not hosts";
}

TEST(PortSets, OfPatterns) {
  EXPECT_EQ(ports_of("port-regexp: SW"), kSwitchA);
  EXPECT_EQ(ports_of("port-regexp: SW:3"), "10:3");
  EXPECT_EQ(ports_of("port-regexp: SW:4"), "");
  EXPECT_EQ(ports_of("port-regexp: MF0;.*:MQM8700/U1$"), kSwitchB);
  EXPECT_EQ(ports_of("port-regexp: kuku"), "101 102 201 301 401") << "all of them begin with it";
  EXPECT_EQ(ports_of("port-regexp: uku"), "") << "none begins with it";
  EXPECT_EQ(ports_of("port-regexp: x|W|kukui"), "301") << "each alternative is at the start";
  EXPECT_EQ(ports_of("port-regexp: ^kuku[^i]:2"), "102");
  EXPECT_EQ(ports_of("port-regexp: kuku. r"), "401") << "a byte is a character";
}

TEST(PortSets, OfCombinations) {
  const PortGroups groups =
      parse(group("both", "union-rule: left, right") + group("left", "port-guid: 0x100, 0x200") +
            group("right", "port-guid: 0x200, 0x300") +
            group("rest", "subtract-rule: left, right\nport-guid: 0x10@1") +
            group("other", "subtract-rule: right, left") +
            group("again", "union-rule: other, rest\nsubtract-rule: ALL_SWITCHES, rest"));
  Texts warnings;
  EXPECT_EQ(ports_of(groups, "both", warnings), "101 102 201 301");
  EXPECT_EQ(ports_of(groups, "rest", warnings), "10:1 101 102");
  EXPECT_EQ(ports_of(groups, "other", warnings), "301");
  EXPECT_EQ(ports_of(groups, "again", warnings),
            fmt::format("10:0 10:1 10:2 10:3 {} 101 102 301", kSwitchB));
  EXPECT_EQ(warnings, Texts{});
}

TEST(PortSets, ComeInTheOrderAskedFor) {
  const PortGroups groups = parse(group("a", "port-guid: 0x100") + group("b", "port-guid: 0x200"));
  const Fabric f = fabric();
  Texts warnings;
  const std::vector<GroupIndex> wanted = {*find_group(groups, "b"), *find_group(groups, "a"),
                                          *find_group(groups, "b")};
  const auto sets = evaluate_groups(f, groups, wanted, Workers(1), warnings);
  ASSERT_EQ(sets.size(), 3u);
  EXPECT_EQ(as_text(f, sets[0]), "201");
  EXPECT_EQ(as_text(f, sets[1]), "101 102");
  EXPECT_EQ(sets[0], sets[2]);
  EXPECT_TRUE(evaluate_groups(f, groups, {}, Workers(1), warnings).empty());
}

// More than fit into one batch, in groups that are not in the order of the file.
TEST(PortSets, OfManyPatterns) {
  std::string text = group("first", "union-rule: g299, g150");
  for (int i = 0; i < 300; ++i) {
    text += group(fmt::format("g{}", i),
                  i == 150   ? "port-regexp: SW\nport-regexp: kukui"
                  : i == 299 ? "port-regexp: MF0"
                             : fmt::format("port-regexp: x\nport-regexp: kuku HCA-{}", i));
  }
  const PortGroups groups = parse(text);
  Texts warnings;
  EXPECT_EQ(ports_of(groups, "first", warnings), kSwitches + " 301");
  EXPECT_EQ(ports_of(groups, "g1", warnings), "101 102");
  EXPECT_EQ(ports_of(groups, "g2", warnings), "");
}

TEST(PortSets, OfPatternsThatAreTooLargeToBeLookedForTogether) {
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += group(fmt::format("g{}", i),
                  fmt::format("port-regexp: kuku HCA-{}(x{{900}}y{{900}}z{{900}})?", i));
  }
  const PortGroups groups = parse(text);
  Texts warnings;
  EXPECT_EQ(ports_of(groups, "g1", warnings), "101 102");
  EXPECT_EQ(ports_of(groups, "g2", warnings), "");
}

TEST(PortSets, WarnOfUnknownGuidsAndEmptyGroups) {
  const PortGroups groups =
      parse(group("some", "port-guid: 0x10, 0x11@3\nport-guid-range: 0x1-0x2") +
            group("none", "port-regexp: nobody") +
            group("difference", "subtract-rule: some, ALL_SWITCHES"));
  Texts warnings;
  evaluate_groups(fabric(), groups, {}, Workers(1), warnings);
  EXPECT_EQ(warnings,
            (Texts{"g:1: no node and no port of the fabric has GUID 0x11, which group 'some' names",
                   "g:6: group 'none' is empty: its rules match no port of the fabric",
                   "g:10: group 'difference' is empty: its rules match no port of the fabric"}));
}

TEST(PortSets, WarningsAreFew) {
  std::string text;
  for (int i = 0; i < 30; ++i) {
    text += group(fmt::format("g{}", i), fmt::format("port-guid: {:#x}", 0x1000 + i));
  }
  Texts warnings;
  evaluate_groups(fabric(), parse(text), {}, Workers(1), warnings);
  ASSERT_EQ(warnings.size(), 22u);
  EXPECT_EQ(warnings[10], "g: 20 more GUIDs are unknown");
  EXPECT_EQ(warnings[21], "g: 20 more groups are empty");
}

TEST(PortSets, StopWhenAskedTo) {
  const PortGroups groups = predefined_groups();
  Texts warnings;
  EXPECT_THROW(evaluate_groups(fabric(), groups, {}, Workers(1, [] { return true; }), warnings),
               Stopped);
}

TEST(PortSets, OfAFabricWithoutNodes) {
  const PortGroups groups = parse(group("g", "port-regexp: x\nport-name: hostname=x"));
  const Fabric nothing = FabricBuilder("none").build();
  const std::vector<GroupIndex> wanted = {0, *find_group(groups, "g")};
  Texts warnings;
  const auto sets = evaluate_groups(nothing, groups, wanted, Workers(1), warnings);
  ASSERT_EQ(sets.size(), 2u);
  EXPECT_TRUE(sets[0].empty() && sets[1].empty());
  EXPECT_EQ(warnings.size(), 1u);
}

}  // namespace
}  // namespace weft
