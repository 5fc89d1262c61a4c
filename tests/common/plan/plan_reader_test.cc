#include "common/plan/plan_reader.h"

#include <gtest/gtest.h>

#include "common/base/error.h"

namespace weft {
namespace {

PlannedFabric read(std::string_view text, std::vector<std::string>& warnings,
                   const std::string& names = {}) {
  return parse_plan(text, "f", Fabric(), {.system_types = {}, .names = names, .names_source = "n"},
                    warnings);
}
PlannedFabric read(std::string_view text) {
  std::vector<std::string> warnings;
  return read(text, warnings);
}
std::string fault(std::string_view text) {
  try {
    read(text);
    return "";
  } catch (const BadInput& error) {
    return error.what();
  }
}

TEST(PlanReader, KnowsEachFormat) {
  const PlannedFabric csv = read("leaf1,1,h1,1\nleaf1,2,h2,1\nleaf1,3,leaf2,3\nleaf2,1,h3,1\n");
  EXPECT_EQ(csv.fabric.switch_count(), 2u);
  EXPECT_EQ(csv.fabric.end_port_count(), 3u);
  EXPECT_EQ(csv.fabric.switch_name(0), "leaf1");
  EXPECT_TRUE(is_made_up(csv.fabric.switches()[0].node_guid));

  const PlannedFabric topo = read(
      "MQM8700 s1\n P1 -> HCA_x h1 mlx5_0/P1\n P2 -> MQM8700 s2 P2\nMQM8700 s2\n P1 -> HCA_x h2 "
      "P1\n");
  EXPECT_EQ(topo.fabric.switch_count(), 2u);
  EXPECT_EQ(topo.fabric.end_port_name(0), "h1 mlx5_0");

  const PlannedFabric fabric = read(
      "switchguid=0x10\nSwitch 4 \"S-0000000000000010\"\t# \"leaf\"\n"
      "[1]\t\"H-0000000000000020\"[1]\ncaguid=0x20\nCa 1 \"H-0000000000000020\"\t# \"h1\"\n"
      "[1]\t\"S-0000000000000010\"[1]\n");
  EXPECT_TRUE(fabric.has_guids);
  EXPECT_EQ(fabric.fabric.switches()[0].node_guid, 0x10u);

  const PlannedFabric generated = read("xgft --down 2,2 --up 1,2\n");
  EXPECT_FALSE(generated.has_guids);
  EXPECT_EQ(generated.fabric.end_port_count(), 4u);
}

TEST(PlanReader, NamesAreReplaced) {
  std::vector<std::string> warnings;
  const PlannedFabric plan =
      read("xgft --down 2,2 --up 1,2\nleaf [0-1] = rack[1-2]-leaf\n", warnings,
           "node-000[1-2] = c[01-02]  # two of four\nnobody = somebody\n");
  EXPECT_EQ(plan.fabric.switch_name(0), "rack1-leaf");
  EXPECT_EQ(plan.fabric.switch_name(1), "rack2-leaf");
  EXPECT_EQ(plan.fabric.end_port_name(0), "c01");
  EXPECT_EQ(plan.fabric.end_port_name(2), "node-0003");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0], "the plan has no 'nobody', which n names");
}

TEST(PlanReader, ErrorsAreReportedWithTheirLine) {
  EXPECT_EQ(fault(" \n# x\n"), "f: is empty");
  EXPECT_EQ(fault("hello\n").substr(0, 40), "f:1: this is no plan in a known format: ");
  EXPECT_EQ(fault("# x\nxgft 3\n").substr(0, 10), "f:1: this ");
  EXPECT_EQ(fault("\nxgft --down 2,x --up 1,2\n").substr(0, 4), "f:2:");
  EXPECT_EQ(fault("xgft --down 2,2 --up 1,2\nleaf 0\n"),
            "f:2: expected NAME = OTHER NAME, not 'leaf 0'");
  EXPECT_EQ(fault("xgft --down 2,2 --up 1,2\nleaf [0-1] = a\n"), "f:2: 2 names are to become 1");
}

TEST(PlanReader, TooManyNamesAreRefused) {
  EXPECT_EQ(fault("xgft --down 2,2 --up 1,2\na[1-300000] = x[1-300000]\n"
                  "b[1-300000] = x[1-300000]\n"),
            "f:3: there are more than 400000 names");
}

TEST(PlanReader, OtherEncodingsAreRead) {
  const std::string csv = "leaf1,1,h1,1\nleaf1,2,h2,1\nleaf1,3,leaf2,3\nleaf2,1,h3,1\n";
  EXPECT_EQ(read("\xEF\xBB\xBF" + csv).fabric.switch_count(), 2u);
  std::string wide = "\xFF\xFE";
  for (const char c : csv) (wide += c) += '\0';
  EXPECT_EQ(read(wide).fabric.switch_count(), 2u);
}

TEST(PlanReader, WhatIsNoTextIsRefused) {
  EXPECT_EQ(fault(std::string("a,1,b,2\na,\0002,b,3\n", 17)),
            "f:2: this is no text: is it UTF-16 without a byte order mark?");
  EXPECT_EQ(fault("a,1,b,2\ra,2,b,3\r"),
            "f:1: lines end with a carriage return alone: save the file with newlines");
  EXPECT_EQ(fault("a,1,b,2\r\n"), "");
}

}  // namespace
}  // namespace weft
