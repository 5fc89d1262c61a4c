#include "common/plan/plan_diff.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace weft {
namespace {

PlannedFabric planned(std::string_view csv, const Fabric& there = {}) {
  std::vector<std::string> warnings;
  return make_planned_fabric(parse_cable_csv(csv, "f", warnings), there, "f", warnings);
}

// Four leaf switches with two hosts each below two spines, in lines of one cable.
std::vector<std::string> tree() {
  std::vector<std::string> lines;
  for (int leaf = 1; leaf <= 4; ++leaf) {
    const std::string l = std::to_string(leaf);
    lines.push_back("leaf" + l + ",1,h" + l + ",1,4x,HDR");
    lines.push_back("leaf" + l + ",2,g" + l + ",1,4x,HDR");
    lines.push_back("leaf" + l + ",11,spine1," + l + ",4x,HDR");
    lines.push_back("leaf" + l + ",12,spine2," + l + ",4x,HDR");
  }
  return lines;
}

std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// What is found if these lines of the tree are others in the fabric; an empty one: it is gone.
PlanDiff diff(const std::vector<std::pair<std::string, std::string>>& changes) {
  std::vector<std::string> there = tree();
  for (const auto& [from, to] : changes) {
    const auto found = std::find(there.begin(), there.end(), from);
    if (found == there.end()) {
      there.push_back(to);
    } else if (to.empty()) {
      there.erase(found);
    } else {
      *found = to;
    }
  }
  return compare_with_plan(planned(text_of(tree())), planned(text_of(there)).fabric);
}

std::string only(const PlanDiff& found) {
  if (found.findings.size() != 1) {
    std::string all = std::to_string(found.findings.size()) + " findings";
    for (const PlanFinding& finding : found.findings) all += "; " + finding.what;
    return all;
  }
  std::string what = found.findings[0].what;
  // Without the GUIDs, which are made up.
  for (std::size_t at; (at = what.find(" (0x")) != what.npos;) what.erase(at, 21);
  return std::string(name_of(found.findings[0].kind)) + ": " + what;
}

TEST(PlanDiff, TheSameIsAsPlanned) {
  const PlanDiff found = diff({});
  EXPECT_TRUE(found.findings.empty());
  EXPECT_EQ(found.switches_found, 6u);
  EXPECT_EQ(found.end_ports_found, 8u);
  EXPECT_EQ(found.cables, 16u);
  EXPECT_EQ(found.cables_found, 16u);
}

TEST(PlanDiff, ACableIsMissing) {
  const PlanDiff found = diff({{"leaf2,11,spine1,2,4x,HDR", ""}});
  EXPECT_EQ(only(found),
            "missing: 1 cable is missing between spine1 and leaf2: planned from port 2 to 11");
  EXPECT_EQ(found.findings[0].lost, 200);
  EXPECT_EQ(found.faults(), 1u);
  ASSERT_EQ(found.findings[0].ends.size(), 2u);
  EXPECT_EQ(found.findings[0].ends[1].name, "leaf2");
  EXPECT_EQ(found.findings[0].ends[1].port, 11);
}

TEST(PlanDiff, ACableThatIsNotPlanned) {
  EXPECT_EQ(only(diff({{"", "leaf2,20,leaf3,20"}})),
            "extra: 1 cable between leaf2 and leaf3 is not in the plan: from port 20 to 20");
}

TEST(PlanDiff, TwoHostsHaveChangedPlaces) {
  const PlanDiff found = diff({{"leaf1,1,h1,1,4x,HDR", "leaf1,1,h3,1,4x,HDR"},
                               {"leaf3,1,h3,1,4x,HDR", "leaf3,1,h1,1,4x,HDR"}});
  EXPECT_EQ(
      only(found),
      "swapped: two cables have changed places: leaf1 port 1 leads to h3, and leaf3 port 1 to h1");
  EXPECT_EQ(found.findings[0].lost, 400);
}

TEST(PlanDiff, AHostIsElsewhere) {
  EXPECT_EQ(only(diff({{"leaf1,1,h1,1,4x,HDR", "leaf2,5,h1,1,4x,HDR"}})),
            "moved: h1 leads to leaf2 port 5, and the plan has it at leaf1 port 1");
}

TEST(PlanDiff, PortsOfTheRightSwitches) {
  EXPECT_EQ(only(diff({{"leaf1,1,h1,1,4x,HDR", "leaf1,5,h1,1,4x,HDR"}})),
            "wrong_port: leaf1 port 5 is linked to h1, and the plan has leaf1 port 1 at h1");
  EXPECT_EQ(only(diff({{"leaf1,11,spine1,1,4x,HDR", "leaf1,12,spine1,1,4x,HDR"},
                       {"leaf1,12,spine2,1,4x,HDR", "leaf1,11,spine2,1,4x,HDR"}})),
            "swapped: two cables have changed places at leaf1: port 12 leads to spine1 port 1, and "
            "port 11 to spine2 port 1");
}

TEST(PlanDiff, ASlowCable) {
  const PlanDiff found = diff({{"leaf1,11,spine1,1,4x,HDR", "leaf1,11,spine1,1,1x,HDR"}});
  EXPECT_EQ(only(found), "slow: leaf1 port 11 to spine1 port 1 has 1xHDR, and the plan 4xHDR");
  EXPECT_EQ(found.findings[0].lost, 150);
  const PlanDiff fast = diff({{"leaf1,11,spine1,1,4x,HDR", "leaf1,11,spine1,1,4x,NDR"}});
  EXPECT_EQ(fast.faults(), 0u);
  EXPECT_EQ(only(fast), "fast: leaf1 port 11 to spine1 port 1 has 4xNDR, and the plan 4xHDR");
}

TEST(PlanDiff, ASwitchIsMissingWithItsHosts) {
  const PlanDiff found = diff({{"leaf1,1,h1,1,4x,HDR", ""},
                               {"leaf1,2,g1,1,4x,HDR", ""},
                               {"leaf1,11,spine1,1,4x,HDR", ""},
                               {"leaf1,12,spine2,1,4x,HDR", ""}});
  EXPECT_EQ(
      only(found),
      "missing_switch: switch leaf1 of the plan is missing, with 2 links to other switches and "
      "2 host ports");
  EXPECT_EQ(found.findings[0].lost, 400);
}

TEST(PlanDiff, AHostIsMissingAndAnotherOneIsThere) {
  EXPECT_EQ(only(diff({{"leaf1,1,h1,1,4x,HDR", ""}})),
            "missing_host: h1 of the plan is missing: planned at leaf1 port 1");
  EXPECT_EQ(only(diff({{"", "leaf1,7,stranger,1"}})),
            "extra_host: stranger is not in the plan; it is at leaf1 port 7");
  const PlanDiff replaced = diff({{"leaf1,1,h1,1,4x,HDR", "leaf1,1,stranger,1,4x,HDR"}});
  EXPECT_EQ(only(replaced), "replaced: stranger is at leaf1 port 1, where the plan has h1");
  EXPECT_EQ(replaced.faults(), 0u);
}

TEST(PlanDiff, AReplacedSwitchIsOneLine) {
  std::string there = text_of(tree());
  for (std::size_t at; (at = there.find("spine1")) != there.npos;) there.replace(at, 6, "spare");
  const PlanDiff found = compare_with_plan(planned(text_of(tree())), planned(there).fabric);
  EXPECT_EQ(only(found), "replaced: switch spine1 of the plan was replaced: spare has its place");
  EXPECT_EQ(found.faults(), 0u);
}

TEST(PlanDiff, ASwitchWithoutANameIsNamedByItsGuid) {
  std::string text = text_of(tree());
  for (std::size_t at; (at = text.find("spine1")) != text.npos;) text.replace(at, 6, "0x10");
  std::string there = text;
  for (std::size_t at; (at = there.find("0x10")) != there.npos;) there.replace(at, 4, "0x20");
  const PlanDiff found = compare_with_plan(planned(text), planned(there).fabric);
  EXPECT_EQ(only(found),
            "replaced: switch 0x0000000000000010 of the plan was replaced: 0x0000000000000020 has "
            "its place");
}

TEST(PlanDiff, ANewSwitchIsOneLine) {
  EXPECT_EQ(only(diff({{"", "leaf5,11,spine1,5"},
                       {"-", "leaf5,12,spine2,5"},
                       {"-", "leaf5,1,h5,1"},
                       {"-", "leaf5,2,g5,1"}})),
            "extra_switch: switch leaf5 is not in the plan; it has 2 links to other switches");
}

TEST(PlanDiff, APlanWithoutHostsSaysNothingOfThem) {
  const char* const switches = "leaf[1-4],11,spine1,[1-4]\nleaf[1-4],12,spine2,[1-4]\n";
  const Fabric there = planned(text_of(tree())).fabric;
  EXPECT_TRUE(compare_with_plan(planned(switches, there), there).findings.empty());
}

TEST(PlanDiff, APlanWithOtherPortNumbersIsOneNote) {
  const char* const other =
      "leaf[1-4],21,h[1-4],1\nleaf[1-4],22,g[1-4],1\nleaf[1-4],31,spine1,[11-14]\n"
      "leaf[1-4],32,spine2,[11-14]\n";
  const Fabric there = planned(text_of(tree())).fabric;
  const PlanDiff found = compare_with_plan(planned(other, there), there);
  EXPECT_EQ(only(found),
            "port_numbers: 16 of 16 cables are at other ports than the plan says: it numbers ports "
            "otherwise, so that ports are not compared");
  EXPECT_EQ(found.faults(), 0u);
}

TEST(PlanDiff, NothingInCommonIsSaidOnce) {
  const PlanDiff found = compare_with_plan(
      planned(text_of(tree())), planned("a,1,b,1\nb,2,c,1\na,2,x,1\nc,2,y,1\nb,3,z,1\n").fabric);
  EXPECT_EQ(found.findings.size(), 1u);
  EXPECT_EQ(found.findings[0].kind, PlanDifference::kUnmatched);
}

}  // namespace
}  // namespace weft
