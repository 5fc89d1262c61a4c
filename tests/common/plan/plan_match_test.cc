#include "common/plan/plan_match.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

PlannedFabric planned(std::string_view csv) {
  std::vector<std::string> warnings;
  return make_planned_fabric(parse_cable_csv(csv, "f", warnings), {}, "f", warnings);
}

// Four leaf switches with two hosts each below two spines.
const char* const kTree =
    "leaf[1-4],1,h[1-4],1\nleaf[1-4],2,h[5-8],1\nleaf[1-4],11,spine1,[1-4]\n"
    "leaf[1-4],12,spine2,[1-4]\n";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string_view name_there(const PlanMatch& match, const PlannedFabric& plan, const Fabric& there,
                            std::string_view name) {
  for (SwitchIndex s = 0; s < plan.fabric.switch_count(); ++s) {
    if (plan.fabric.switch_name(s) != name) continue;
    return match.switch_there[s] == kNone ? "none" : there.switch_name(match.switch_there[s]);
  }
  return "not planned";
}

TEST(PlanMatch, NamesAreReadAsPeopleWriteThem) {
  const PlannedFabric plan = planned(kTree);
  const Fabric there = planned(replaced(replaced(kTree, "leaf[1-4]", "MF0;Leaf[01-04]:MQM8700/U1"),
                                        "spine", "spine0"))
                           .fabric;
  const PlanMatch match = match_plan(plan, there);
  EXPECT_EQ(name_there(match, plan, there, "leaf3"), "MF0;Leaf03:MQM8700/U1");
  EXPECT_EQ(name_there(match, plan, there, "spine2"), "spine02");
  EXPECT_TRUE(match.are_ports_alike);
  for (SwitchIndex s = 0; s < plan.fabric.switch_count(); ++s) {
    EXPECT_EQ(match.switch_by[s], MatchedBy::kName);
  }
}

TEST(PlanMatch, NodesWithOtherNamesAreMatchedByTheirLinks) {
  const PlannedFabric plan = planned(kTree);
  // In the fabric only hosts have names.
  const Fabric there = planned(replaced(replaced(kTree, "leaf", "q"), "spine", "p")).fabric;
  const PlanMatch match = match_plan(plan, there);
  for (const auto& [name, other] : {std::pair("leaf1", "q1"), std::pair("leaf4", "q4"),
                                    std::pair("spine1", "p1"), std::pair("spine2", "p2")}) {
    EXPECT_EQ(name_there(match, plan, there, name), other);
  }
}

TEST(PlanMatch, SwappedNamesAreFoundByTheirLinks) {
  const std::string more = std::string(kTree) + "leaf[1-4],13,spine3,[1-4]\n" +
                           "leaf[1-4],14,spine4,[1-4]\nleaf[1-4],15,spine5,[1-4]\n";
  const PlannedFabric plan = planned(more);
  const Fabric there =
      planned(replaced(replaced(replaced(more, "spine1", "x"), "spine2", "spine1"), "x", "spine2"))
          .fabric;
  const PlanMatch match = match_plan(plan, there);
  EXPECT_EQ(name_there(match, plan, there, "spine1"), "spine2");
  EXPECT_EQ(name_there(match, plan, there, "spine2"), "spine1");
  EXPECT_EQ(name_there(match, plan, there, "spine3"), "spine3");
}

TEST(PlanMatch, ANewSwitchElsewhereIsNotAMissingOne) {
  const PlannedFabric plan = planned(kTree);
  // leaf4 is gone with its hosts, and another switch hangs on spine 1 alone.
  std::string text =
      "leaf[1-3],1,h[1-3],1\nleaf[1-3],2,h[5-7],1\nleaf[1-3],11,spine1,[1-3]\n"
      "leaf[1-3],12,spine2,[1-3]\nnew,1,spine1,9\nnew,2,x1,1\nnew,3,x2,1\n";
  const Fabric there = planned(text).fabric;
  const PlanMatch match = match_plan(plan, there);
  EXPECT_EQ(name_there(match, plan, there, "leaf4"), "none");
}

TEST(PlanMatch, WithoutAnyNameTheShapeTells) {
  const PlannedFabric plan = planned(kTree);
  const Fabric there =
      planned(replaced(replaced(replaced(kTree, "leaf", "q"), "spine", "p"), "h[", "g[")).fabric;
  const PlanMatch match = match_plan(plan, there);
  for (const SwitchIndex s : match.switch_there) EXPECT_NE(s, kNone);
  for (const EndPortIndex e : match.port_there) EXPECT_NE(e, kNone);
  // Another shape is nothing of it.
  const Fabric other = planned("a,1,b,1\nb,2,c,1\nc,2,d,1\nd,2,e,1\na,3,i,1\ne,3,j,1\n").fabric;
  for (const SwitchIndex s : match_plan(plan, other).switch_there) EXPECT_EQ(s, kNone);
}

TEST(PlanMatch, PortsOfAHostAreInTheirOrder) {
  const PlannedFabric plan = planned("a,1,c1,1\nb,1,c1,2\na,2,c2,1\nb,2,c2,2\na,3,b,3\na,4,d,1\n");
  const Fabric there =
      planned(
          "a,1,c1,mlx5_0/P1\nb,1,c1,mlx5_1/P1\na,2,c2,mlx5_0/P1\nb,2,c2,mlx5_1/P1\na,3,b,3\n"
          "a,4,d,1\n")
          .fabric;
  const PlanMatch match = match_plan(plan, there);
  for (EndPortIndex e = 0; e < plan.fabric.end_port_count(); ++e) {
    ASSERT_NE(match.port_there[e], kNone);
    EXPECT_EQ(there.end_ports()[match.port_there[e]].sw, plan.fabric.end_ports()[e].sw);
  }
}

}  // namespace
}  // namespace weft
