#include "common/plan/cable_differences.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

PlannedFabric planned(std::string_view csv) {
  std::vector<std::string> warnings;
  return make_planned_fabric(parse_cable_csv(csv, "f", warnings), {}, "f", warnings);
}

CableDifferences compare(const PlannedFabric& plan, const PlannedFabric& there) {
  return compare_cables(plan, there.fabric, match_plan(plan, there.fabric));
}

// Switches a, b and c with two hosts each.
const char* const kHosts = "a,1,h1,1\na,2,h2,1\nb,1,h3,1\nb,2,h4,1\nc,1,h5,1\nc,2,h6,1\n";
std::string with_hosts(const std::string& cables) { return kHosts + cables; }

TEST(CableDifferences, CablesAtTheirPortsAreTakenFirst) {
  const auto plan = planned(with_hosts("a,3,b,3\na,4,b,4\nb,5,c,5\n"));
  const auto there = planned(with_hosts("a,4,b,4\na,6,b,3\nb,5,c,5\n"));
  const CableDifferences found = compare(plan, there);
  EXPECT_EQ(found.planned, 9u);
  EXPECT_EQ(found.same, 9u);
  EXPECT_TRUE(found.missing.empty());
  EXPECT_TRUE(found.extra.empty());
  ASSERT_EQ(found.other_ports.size(), 1u);
  EXPECT_EQ(found.other_ports[0].planned.a, 3);
  EXPECT_EQ(found.other_ports[0].there.a, 6);
}

TEST(CableDifferences, APortThatThePlanDoesNotNameIsRight) {
  const auto plan = planned(with_hosts("a,,b,3\na,,b,\nb,5,c,\n"));
  const auto there = planned(with_hosts("a,7,b,3\na,6,b,9\nb,5,c,8\n"));
  EXPECT_TRUE(compare(plan, there).other_ports.empty());
}

TEST(CableDifferences, ExtraAndMissingCablesAreCounted) {
  const auto plan = planned(with_hosts("a,3,b,3\na,4,b,4\nb,5,c,5\n"));
  const auto there = planned(with_hosts("a,3,b,3\nb,5,c,5\nb,6,c,6\n"));
  const CableDifferences found = compare(plan, there);
  EXPECT_EQ(found.same, 8u);
  ASSERT_EQ(found.missing.size(), 1u);
  EXPECT_EQ(found.missing.begin()->second.at(0).a, 4);
  ASSERT_EQ(found.extra.size(), 1u);
  EXPECT_EQ(found.extra.begin()->second.at(0).a, 6);
  // One cable of b's leads to c in place of a.
  ASSERT_EQ(found.odd.moved.size(), 1u);
}

TEST(CableDifferences, RatesAreComparedWhereBothAreKnown) {
  const auto plan = planned(with_hosts("a,3,b,3,4x,HDR\na,4,b,4\nb,5,c,5,4x,\n"));
  const auto there = planned(with_hosts("a,3,b,3,4x,EDR\na,4,b,4,1x,SDR\nb,5,c,5,4x,HDR\n"));
  const CableDifferences found = compare(plan, there);
  ASSERT_EQ(found.other_rates.size(), 1u);
  EXPECT_EQ(found.other_rates[0].there.link.speed, LinkSpeed::kEdr);
}

}  // namespace
}  // namespace weft
