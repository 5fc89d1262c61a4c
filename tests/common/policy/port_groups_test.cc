#include "common/policy/port_groups.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

std::string range_text(std::pair<PortNum, PortNum> range) {
  return fmt::format(" {}-{}", range.first, range.second);
}

struct RuleText {
  std::string operator()(PredefinedGroup kind) const {
    return fmt::format("predefined {}", static_cast<int>(kind));
  }
  std::string operator()(const PortsOfGuid& rule) const {
    std::string text = fmt::format("{:x}", rule.guid);
    for (const auto& range : rule.ports) text += range_text(range);
    return text;
  }
  std::string operator()(const GuidRange& rule) const {
    return fmt::format("{:x}..{:x}", rule.first, rule.last);
  }
  std::string operator()(const PortsOfHost& rule) const {
    std::string text = "host " + rule.hostname;
    if (rule.port) text += fmt::format(" port {}", *rule.port);
    if (rule.hca_idx) text += fmt::format(" card {}", *rule.hca_idx);
    return text;
  }
  std::string operator()(const PortsOfPattern& rule) const {
    return "like " + rule.regexp + (rule.port ? fmt::format(" port {}", *rule.port) : "");
  }
  std::string operator()(const UnionOfGroups& rule) const {
    return fmt::format("{} or {}", groups.groups.at(rule.first).name,
                       groups.groups.at(rule.second).name);
  }
  std::string operator()(const DifferenceOfGroups& rule) const {
    return fmt::format("{} but not {}", groups.groups.at(rule.first).name,
                       groups.groups.at(rule.second).name);
  }
  const PortGroups& groups;
};

using Texts = std::vector<std::string>;

Texts rules_of(const PortGroups& groups, std::string_view name) {
  const auto found = find_group(groups, name);
  if (!found) return {"no such group"};
  Texts rules;
  for (const GroupRule& rule : groups.groups[*found].rules) {
    rules.push_back(std::visit(RuleText{groups}, rule));
  }
  return rules;
}

Texts errors_of(std::string_view text) {
  Texts errors;
  parse_port_groups(text, "g", errors, errors);
  return errors;
}

PortGroups good(std::string_view text) {
  Texts errors;
  PortGroups groups = parse_port_groups(text, "g", errors, errors);
  EXPECT_EQ(errors, Texts{});
  return groups;
}

std::string group(std::string_view name, std::string_view rules) {
  return fmt::format("port-group\nname: {}\n{}\nend-port-group\n", name, rules);
}

Texts rules_of(std::string_view rules) { return rules_of(good(group("g", rules)), "g"); }

std::string error_of(std::string_view rules) {
  const Texts errors = errors_of(group("g", rules));
  return errors.size() == 1 ? errors[0] : fmt::format("{} errors", errors.size());
}

TEST(PortGroups, PredefinedOnesAreAlwaysThere) {
  for (const PortGroups& groups : {predefined_groups(), good("")}) {
    ASSERT_EQ(groups.groups.size(), kPredefinedGroups);
    EXPECT_EQ(rules_of(groups, "ALL"), Texts{"predefined 0"});
    EXPECT_EQ(rules_of(groups, "ALL_SWITCHES"), Texts{"predefined 1"});
    EXPECT_EQ(rules_of(groups, "ALL_CAS"), Texts{"predefined 2"});
    EXPECT_EQ(rules_of(groups, "all_Routers"), Texts{"predefined 3"});
    EXPECT_EQ(rules_of(groups, "ALL_SWITCH_TO_SWITCH"), Texts{"predefined 4"});
    EXPECT_EQ(rules_of(groups, "all_mgmt_cas"), Texts{"predefined 13"});
    EXPECT_EQ(find_group(groups, "ALL_"), std::nullopt);
    EXPECT_EQ(find_group(groups, ""), std::nullopt);
  }
}

TEST(PortGroups, HaveNamesUsesAndLines) {
  const PortGroups groups =
      good("\nport-group\nuse: first port group\nname: grp 1\nport-guid: 0x1\nend-port-group\n" +
           group("Grp 1", "port-guid: 0x2"));
  const auto found = find_group(groups, "grp 1");
  ASSERT_TRUE(found);
  EXPECT_EQ(groups.source, "g");
  EXPECT_EQ(groups.groups[*found].use, "first port group");
  EXPECT_EQ(groups.groups[*found].line, 2u);
  EXPECT_EQ(rules_of(groups, "Grp 1"), Texts{"2"}) << "case matters in names";
}

// All rules of the manual.
TEST(PortGroups, GuidLists) {
  EXPECT_EQ(rules_of("port-guid: 0x283@3"), Texts{"283 3-3"});
  EXPECT_EQ(rules_of("port-guid: 0x286@1/5/7"), Texts{"286 1-1 5-5 7-7"});
  EXPECT_EQ(rules_of("port-guid: 0x289@2-5"), Texts{"289 2-5"});
  EXPECT_EQ(rules_of("port-guid: 0x289@2-5/7/9-13/18"), Texts{"289 2-5 7-7 9-13 18-18"});
  EXPECT_EQ(rules_of("port-guid: 0x283@5-8/12/14, 0x286, 0x289/6/ 8/12"),
            (Texts{"283 5-8 12-12 14-14", "286", "289 6-6 8-8 12-12"}));
  EXPECT_EQ(rules_of("port-guid: 0x283, 0x286, 0x289"), (Texts{"283", "286", "289"}));
  EXPECT_EQ(rules_of("port-guid:0XFFffFFffFFffFFff @ 0 - 254 ,0x1"),
            (Texts{"ffffffffffffffff 0-254", "1"}));
}

TEST(PortGroups, MistakesOfGuidLists) {
  EXPECT_EQ(error_of("port-guid: 283"),
            "g:3: '283' is not a GUID: write a list like 0x283, 0x286@1/5-7");
  for (const char* list : {"0x", "0x12345678123456789", "0x1,", ",0x1", "0x1,,0x2", "x", "-0x1"}) {
    EXPECT_TRUE(contains(error_of(fmt::format("port-guid: {}", list)), "is not a GUID")) << list;
  }
  for (const char* list : {"0x1@", "0x1@255", "0x1@5-2", "0x1@1/", "0x1@1-", "0x1@/2", "0x1@-2"}) {
    EXPECT_TRUE(contains(error_of(fmt::format("port-guid: {}", list)), "ports from 0 to 254"))
        << list;
  }
  for (const char* list : {"0x1g", "0x1 0x2", "0x1@2 3", "0x1-0x2", "0x1@1-2-3", "0x1@2@3"}) {
    EXPECT_TRUE(contains(error_of(fmt::format("port-guid: {}", list)), "does not end behind"))
        << list;
  }
}

TEST(PortGroups, GuidRanges) {
  EXPECT_EQ(rules_of("port-guid-range: 0x283-0x289"), Texts{"283..289"});
  EXPECT_EQ(rules_of("port-guid-range: 0x282 - 0x286"), Texts{"282..286"});
  EXPECT_EQ(rules_of("port-guid-range: 0x7-0x7"), Texts{"7..7"});
  for (const char* range : {"0x283-0x289, 0x290- 0x295", "0x283", "0x283-", "-0x283", "0x283@1-0x9",
                            "0x283-0x289@3", "283-289"}) {
    EXPECT_TRUE(contains(error_of(fmt::format("port-guid-range: {}", range)), "one range of GUIDs"))
        << range;
  }
  EXPECT_EQ(error_of("port-guid-range: 0x9-0x8"), "g:3: '0x9-0x8' ends before it begins");
}

TEST(PortGroups, Hosts) {
  EXPECT_EQ(rules_of("port-name: hostname=kuku; port=2; hca_idx=1"),
            Texts{"host kuku port 2 card 1"});
  EXPECT_EQ(rules_of("port-name: hostname=kuku; port=2; hca_idx=1 , hostname=host1; port=3, "
                     "hostname=host2"),
            (Texts{"host kuku port 2 card 1", "host host1 port 3", "host host2"}));
  EXPECT_EQ(rules_of("port-name: hostname=server1 port= 1"), Texts{"host server1 port 1"});
  EXPECT_EQ(rules_of("port-name: hostname=kika port= 1 hca_idx= 1"),
            Texts{"host kika port 1 card 1"});
  EXPECT_EQ(rules_of("port-name: HCA_IDX = 0;HostName = a.b-c;;"), Texts{"host a.b-c card 0"});
}

TEST(PortGroups, MistakesOfHosts) {
  EXPECT_EQ(error_of("port-name: port=2"),
            "g:3: 'port=2' has no hostname=: each host of the list needs one");
  EXPECT_TRUE(contains(error_of("port-name: hostname=a,,hostname=b"), "has no hostname="));
  EXPECT_TRUE(contains(error_of("port-name: hostname=; port=1"), "a name is missing"));
  EXPECT_TRUE(contains(error_of("port-name: hostname=a hostname=b"), "hostname is given twice"));
  EXPECT_TRUE(contains(error_of("port-name: hostname=a port=1 port=1"), "port is given twice"));
  EXPECT_TRUE(contains(error_of("port-name: hostname=a hca_idx=1;hca_idx=2"), "is given twice"));
  EXPECT_TRUE(contains(error_of("port-name: kuku"), "an = is missing behind 'kuku'"));
  EXPECT_TRUE(contains(error_of("port-name: =kuku"), "'' is not known here"));
  EXPECT_TRUE(contains(error_of("port-name: hostname=a lid=5"), "'lid' is not known here"));
  for (const char* port : {"255", "-1", "1-2", "x", "", "1x"}) {
    EXPECT_TRUE(contains(error_of(fmt::format("port-name: hostname=a; port={}", port)),
                         "a port is a number from 0 to 254"))
        << port;
  }
  EXPECT_TRUE(contains(error_of("port-name: hostname=a; hca_idx=HCA-1"), "is not a number"));
}

TEST(PortGroups, Patterns) {
  EXPECT_EQ(rules_of("port-regexp: SW"), Texts{"like SW"});
  EXPECT_EQ(rules_of("port-regexp: SW:3"), Texts{"like SW port 3"});
  EXPECT_EQ(rules_of("port-regexp: a b : 254"), Texts{"like a b port 254"});
  EXPECT_EQ(rules_of("port-regexp: MF0;switch-1:MQM8700/U1"),
            Texts{"like MF0;switch-1:MQM8700/U1"});
  EXPECT_EQ(rules_of("port-regexp: MF0;.*:MQM8700/U1:7"), Texts{"like MF0;.*:MQM8700/U1 port 7"});
  EXPECT_EQ(rules_of("port-regexp: SW[:]3"), Texts{"like SW[:]3"});
  EXPECT_EQ(rules_of("port-regexp: leaf-[[:digit:]]+:"), Texts{"like leaf-[[:digit:]]+:"});
}

TEST(PortGroups, MistakesOfPatterns) {
  EXPECT_EQ(error_of("port-regexp: (x"), "g:3: '(x' is not a regular expression: 'missing ): (x'");
  EXPECT_TRUE(contains(error_of("port-regexp: SW:255"), "is not a port from 0 to 254"));
  EXPECT_TRUE(contains(error_of("port-regexp: SW:99999999999"), "is not a port from 0 to 254"));
  EXPECT_TRUE(contains(error_of("port-regexp: :3"), "a regular expression is missing"));
  EXPECT_TRUE(contains(error_of("port-regexp: ((a{100}){100}){100}"), "not a regular expression"));
  EXPECT_TRUE(
      contains(error_of("port-regexp: a{999}b{999}c{999}d{999}e{999}f{999}g{999}"), "too large"));
}

TEST(PortGroups, ExpressionsOfAFileAreLimited) {
  EXPECT_TRUE(contains(error_of("port-regexp: " + std::string(10'001, 'a')), "10000 characters"));
  EXPECT_TRUE(contains(error_of("port-regexp: " + std::string(10'000, 'a')), "too large"));
  std::string rules;
  for (int i = 0; i < 2000; ++i) rules += "port-regexp: a{999}\n";
  EXPECT_TRUE(contains(errors_of(group("g", rules)).at(0), "too many or too long"));
  rules.clear();
  for (int i = 0; i < 10'000; ++i) rules += fmt::format("port-regexp: node-{}-[0-9]+\n", i);
  EXPECT_EQ(errors_of(group("g", rules)), Texts{}) << "ten thousand of everyday's are well";
}

TEST(PortGroups, CombinationsMayReferToLaterGroups) {
  const PortGroups groups =
      good(group("diff", "subtract-rule: sum, b") +
           group("sum", "union-rule: b , all_cas\nport-guid: 0x5") + group("b", "port-guid: 0x1"));
  EXPECT_EQ(rules_of(groups, "diff"), Texts{"sum but not b"});
  EXPECT_EQ(rules_of(groups, "sum"), (Texts{"5", "b or ALL_CAS"}));
  EXPECT_LT(*find_group(groups, "b"), *find_group(groups, "sum"));
  EXPECT_LT(*find_group(groups, "sum"), *find_group(groups, "diff"));
}

TEST(PortGroups, MistakesOfCombinations) {
  for (const char* names : {"ALL", "ALL,", ",ALL", "ALL, ALL, ALL", "ALL ALL_CAS"}) {
    EXPECT_TRUE(contains(error_of(fmt::format("union-rule: {}", names)), "is not two names"))
        << names;
  }
  EXPECT_EQ(errors_of(group("a", "subtract-rule: ALL, b")), Texts{"g:3: there is no group 'b'"});
}

TEST(PortGroups, CyclesAreNamed) {
  EXPECT_EQ(errors_of(group("a", "union-rule: b, ALL") + group("b", "subtract-rule: ALL, a")),
            Texts{"g:7: groups are defined by each other: 'a' -> 'b' -> 'a'"});
  EXPECT_EQ(errors_of(group("a", "union-rule: ALL, a")),
            Texts{"g:3: groups are defined by each other: 'a' -> 'a'"});
  std::string text;
  for (int i = 0; i < 20; ++i) {
    text += group(fmt::format("g{}", i), fmt::format("union-rule: g{}, ALL", (i + 1) % 20));
  }
  EXPECT_EQ(errors_of(text),
            Texts{"g:79: groups are defined by each other: 'g0' -> 'g1' -> 'g2' -> 'g3' -> 'g4' -> "
                  "'g5' -> 'g6' -> 'g7' -> 12 more -> 'g0'"});
}

TEST(PortGroups, OfTheVendorsHeaderMayBeDefined) {
  const PortGroups groups = good(group("ALL_GPUS", "port-guid: 0x1"));
  EXPECT_EQ(rules_of(groups, "ALL_GPUS"), Texts{"1"});
}

TEST(PortGroups, MayHaveCommentsBehindLines) {
  const PortGroups groups = good(
      "port-group # leaves\nname: a#1\t# of hall 1\nport-guid: 0x1 # the first\n"
      "port-regexp: leaf [#]2 # and more\nend-port-group #\n");
  EXPECT_EQ(rules_of(groups, "a#1").size(), 2u);
  EXPECT_EQ(std::get<PortsOfPattern>(groups.groups[*find_group(groups, "a#1")].rules[1]).regexp,
            "leaf [#]2");
}

TEST(PortGroups, LongChainsNeedNoStack) {
  constexpr int kGroups = 100'000;
  std::string text;
  for (int i = 0; i < kGroups; ++i) {
    text += group(fmt::format("g{}", i), fmt::format("union-rule: g{}, ALL", i + 1));
  }
  text += group(fmt::format("g{}", kGroups), "port-guid: 0x1");
  const PortGroups groups = good(text);
  EXPECT_EQ(*find_group(groups, "g0"), kGroups + kPredefinedGroups);
  EXPECT_EQ(*find_group(groups, fmt::format("g{}", kGroups)), kPredefinedGroups);
}

TEST(PortGroups, MistakesOfGroups) {
  EXPECT_EQ(errors_of("port-group\nport-guid: 0x1\nend-port-group"),
            Texts{"g:1: the group has no name: write name: and a name"});
  EXPECT_TRUE(contains(error_of(""), "g:1: the group has no rule"));
  EXPECT_TRUE(contains(errors_of(group("a:b", "port-guid: 0x1")).at(0), "g:2: 'a:b' has a colon"));
  EXPECT_TRUE(contains(error_of("use: a:b\nport-guid: 0x1"), "g:3: 'a:b' has a colon"));
  EXPECT_TRUE(contains(error_of("use: a\nuse: b\nport-guid: 0x1"), "use is given again"));
  EXPECT_TRUE(contains(errors_of(group("All_Cas", "port-guid: 0x1")).at(0),
                       "g:2: 'All_Cas' is always there"));
  EXPECT_EQ(
      errors_of(group("a", "port-guid: 0x1") + group("a", "port-guid: 0x2")),
      Texts{"g:6: 'a' is the name of the group of line 1, too: from here on this one counts"});
  EXPECT_EQ(errors_of(group("a", "port-guid: 1\nport-guid-range: 2\nunion-rule: x, ALL")).size(),
            3u)
      << "all mistakes are named at once";
}

// The manual's example of a file, which defines grp3 twice.
TEST(PortGroups, TheManualsExample) {
  const std::string text =
      group("grp3", "use: Subtract of groups grp1 and grp2\nsubtract-rule: grp1, grp2") +
      group("grp1", "port-guid: 0x281 , 0x282 , 0x283") +
      group("grp2", "port-guid-range: 0x282 - 0x286\nport-name: hostname=server1 port= 1") +
      group("grp4", "port-name: hostname=kika port= 1 hca_idx= 1");
  Texts errors;
  Texts warnings;
  const PortGroups twice =
      parse_port_groups(text + group("grp3", "union-rule: grp3, grp4"), "g", errors, warnings);
  EXPECT_EQ(errors, Texts());
  EXPECT_EQ(warnings, Texts{"g:20: 'grp3' is the name of the group of line 1, too: from here on "
                            "this one counts"});
  const GroupIndex last = *find_group(twice, "grp3");
  ASSERT_EQ(twice.groups[last].rules.size(), 1u);
  const auto both = std::get<UnionOfGroups>(twice.groups[last].rules[0]);
  EXPECT_EQ(twice.groups[both.first].name, "grp3");
  EXPECT_EQ(twice.groups[both.first].line, 1u);
  EXPECT_EQ(twice.groups[both.second].name, "grp4");
  const PortGroups groups = good(text + group("grp5", "union-rule: grp3, grp4"));
  EXPECT_EQ(rules_of(groups, "grp1"), (Texts{"281", "282", "283"}));
  EXPECT_EQ(rules_of(groups, "grp2"), (Texts{"282..286", "host server1 port 1"}));
  EXPECT_EQ(rules_of(groups, "grp3"), Texts{"grp1 but not grp2"});
  EXPECT_EQ(rules_of(groups, "grp4"), Texts{"host kika port 1 card 1"});
  EXPECT_EQ(rules_of(groups, "grp5"), Texts{"grp3 or grp4"});
}

}  // namespace
}  // namespace weft
