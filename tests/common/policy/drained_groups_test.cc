#include "common/policy/drained_groups.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

// s0 and s1 are joined by ports 1 and 2, s2 hangs on port 3 of s0; a CA at port 5 of each.
Fabric three_switches() {
  test::Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 1, 2);
  sketch.link(0, 3, 2, 1);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 5);
  return sketch.build();
}

ChainPolicy policy_of(const std::string& text) {
  ChainPolicy policy;
  std::vector<std::string> errors;
  policy.groups = parse_port_groups(text, "groups", errors, errors);
  EXPECT_EQ(errors, std::vector<std::string>());
  return policy;
}

std::vector<DrainedPart> expanded(const std::string& text, const DrainedPart& part) {
  const ChainPolicy policy = policy_of(text);
  return expand_groups(std::vector{part}, &policy, three_switches(), Workers(1));
}

constexpr const char* kRow =
    "port-group\nname: row 1\nport-regexp: s[01]\nend-port-group\n"
    "port-group\nname: one link\nport-guid: 0x1@1, 0x1@5\nend-port-group\n"
    "port-group\nname: hosts\nport-regexp: a\nend-port-group\n";

TEST(DrainedGroups, AreTheirSwitches) {
  EXPECT_EQ(expanded(kRow, {.group = "row 1"}),
            (std::vector<DrainedPart>{{.guid = 1}, {.guid = 2}}));
}

TEST(DrainedGroups, CountOnce) {
  const ChainPolicy policy = policy_of(kRow);
  const std::vector<DrainedPart> parts = {
      {.group = "one link"}, {.group = "row 1"}, {.guid = 3}, {.group = "one link"}};
  EXPECT_EQ(
      expand_groups(parts, &policy, three_switches(), Workers(1)),
      (std::vector<DrainedPart>{{.guid = 1, .ports = {1}}, {.guid = 1}, {.guid = 2}, {.guid = 3}}));
}

TEST(DrainedGroups, AreLinksWhereNotAllOfASwitchAreInThem) {
  EXPECT_EQ(expanded(kRow, {.group = "one link"}),
            (std::vector<DrainedPart>{{.guid = 1, .ports = {1}}}));
}

TEST(DrainedGroups, StayWhereNothingIsInThem) {
  for (const char* name : {"hosts", "row 2"}) {
    const DrainedPart part = {.group = name};
    EXPECT_EQ(expanded(kRow, part), std::vector{part});
    const Drained drained = drain(three_switches(), expanded(kRow, part));
    EXPECT_EQ(drained.service.refused,
              (std::vector<std::string>{std::string("group '") + name +
                                        "' is not drained: pgrp_policy_file has no such group, or "
                                        "no link of a switch is in it"}));
  }
  const DrainedPart part = {.group = "row 1"};
  EXPECT_EQ(expand_groups(std::vector{part}, nullptr, three_switches(), Workers(1)),
            std::vector{part});
  const DrainedPart predefined = {.group = "ALL_SWITCHES"};
  EXPECT_EQ(expand_groups(std::vector{predefined}, nullptr, three_switches(), Workers(1)),
            (std::vector<DrainedPart>{{.guid = 1}, {.guid = 2}, {.guid = 3}}));
}

TEST(DrainedGroups, LeaveOtherPartsAlone) {
  const DrainedPart part = {.name = "row 1", .ports = {3}};
  EXPECT_EQ(expanded(kRow, part), std::vector{part});
}

}  // namespace
}  // namespace weft
