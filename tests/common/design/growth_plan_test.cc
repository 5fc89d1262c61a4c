#include "common/design/growth_plan.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/fabric/generators/catalog.h"
#include "tests/support/fabric_facts.h"

namespace weft {
namespace {

using Hosts = std::vector<std::uint32_t>;

std::vector<std::string> switches_of(const GrowthStep& step) {
  std::vector<std::string> names;
  for (SwitchIndex s = 0; s < step.fabric.switch_count(); ++s) {
    names.emplace_back(step.fabric.switch_name(s));
  }
  return names;
}

std::string refusal(std::string_view line) {
  try {
    find_growth_unit(line);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(GrowthPlan, OfATreeByHand) {
  // Three leaf switches of two hosts, two spines.
  const Fabric whole = generate_from_line("xgft --down 2,3 --up 1,2");
  const auto plan = plan_growth(whole, find_growth_unit("xgft --down 2,3"), Hosts{1, 3, 6});
  ASSERT_EQ(plan.size(), 3u);
  EXPECT_EQ(switches_of(plan[0]), (std::vector<std::string>{"leaf 0"})) << "a spine joins nothing";
  EXPECT_EQ(plan[0].ports_held_free, 3u) << "a host's, and two to spines";
  EXPECT_EQ(switches_of(plan[1]),
            (std::vector<std::string>{"leaf 0", "leaf 1", "spine 0", "spine 1"}));
  EXPECT_EQ(plan[1].fabric.end_port_count(), 3u);
  EXPECT_EQ(plan[1].ports_held_free, 3u) << "a host's of leaf 1, and one of each spine";
  EXPECT_EQ(text_of(plan[2].fabric), text_of(whole));
  EXPECT_EQ(plan[2].ports_held_free, 0u);
}

TEST(GrowthPlan, CoreSwitchesComeWithTheSecondPod) {
  const Fabric whole = generate_from_line("xgft --down 1,2,2 --up 1,2,2");
  const auto plan = plan_growth(whole, 1, Hosts{1, 2, 3, 4});
  EXPECT_EQ(plan[0].fabric.switch_count(), 1u);
  EXPECT_EQ(plan[1].fabric.switch_count(), 4u) << "two leaf switches, and what joins them";
  EXPECT_EQ(plan[2].fabric.switch_count(), 11u) << "a leaf switch, two middles, four cores more";
  EXPECT_EQ(plan[3].fabric.switch_count(), 12u);
}

TEST(GrowthPlan, OfADragonflyIsByGroups) {
  constexpr std::string_view kLine =
      "dragonfly --routers 3 --global-links 1 --cas 2 --groups 4 --hosts 24";
  EXPECT_EQ(find_growth_unit(kLine), 3u);
  const auto plan = plan_growth(generate_from_line(kLine), 3, Hosts{1, 6, 7, 24});
  EXPECT_EQ(plan[0].fabric.switch_count(), 3u);
  EXPECT_EQ(plan[1].fabric.switch_count(), 3u);
  EXPECT_EQ(plan[1].ports_held_free, 3u) << "the links to other groups";
  EXPECT_EQ(plan[2].fabric.switch_count(), 6u);
  EXPECT_EQ(facts_of(plan[2].fabric).links, 7u) << "two triangles, and what joins them";
}

TEST(GrowthPlan, UnitsOfOtherShapes) {
  EXPECT_EQ(find_growth_unit("hyperx --dims 3,4,5 --cas 2"), 20u);
  EXPECT_EQ(find_growth_unit("hyperx --dims 3"), 1u);
  EXPECT_EQ(find_growth_unit(" dragonfly\t--global-links 1  --routers\t5"), 5u);
  EXPECT_EQ(find_growth_unit("dragonfly --routers 4 --rows 2 --global-links 1"), 8u);
  EXPECT_NE(refusal("torus --dims 4,4").find("a torus cannot grow"), std::string::npos);
  EXPECT_NE(refusal("slim-fly --q 5").find("slim-fly"), std::string::npos);
}

TEST(GrowthPlan, RefusesStepsThatAreNone) {
  const Fabric whole = generate_from_line("xgft --down 2,3 --up 1,2");
  for (const Hosts& hosts :
       {Hosts{}, Hosts{0, 6}, Hosts{3, 3, 6}, Hosts{4, 3, 6}, Hosts{3, 5}, Hosts{3, 7}}) {
    EXPECT_THROW(plan_growth(whole, 1, hosts), BadInput);
  }
}

TEST(GrowthPlan, StepsAreEven) {
  EXPECT_EQ(hosts_of_steps(100, 400, 3), (Hosts{100, 200, 300, 400}));
  EXPECT_EQ(hosts_of_steps(10, 21, 2), (Hosts{10, 15, 21}));
}

}  // namespace
}  // namespace weft
