// Multicast tables on fabrics that are small enough to check by hand.
#include "common/verify/multicast_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::Sketch;

// A ring of three switches: port 1 leads to the next, whose port 2 it is; a CA at port 3 of each.
Fabric ring_of_three() {
  Sketch sketch(3);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.link(s, 1, (s + 1) % 3, 2);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.ca(s, 3);
  return sketch.build();
}

MulticastEntry entry(SwitchIndex s, std::initializer_list<PortNum> ports) {
  MulticastEntry made = {s, {}};
  for (const PortNum port : ports) add_port(made.ports, port);
  return made;
}

MulticastVerdict judged(std::vector<MulticastEntry> entries) {
  return verify_multicast(ring_of_three(), {{0xC000, std::move(entries)}});
}

TEST(MulticastGroups, ATreeIsGood) {
  const MulticastVerdict verdict =
      judged({entry(0, {1, 3}), entry(1, {1, 2, 3}), entry(2, {2, 3})});
  EXPECT_EQ(verdict.groups, 1u);
  EXPECT_TRUE(verdict.is_good());
  EXPECT_TRUE(verdict.findings.empty());
}

TEST(MulticastGroups, AnExtraLinkMakesALoop) {
  const MulticastVerdict verdict =
      judged({entry(0, {1, 2, 3}), entry(1, {1, 2, 3}), entry(2, {1, 2, 3})});
  EXPECT_EQ(verdict.looping_groups, 1u);
  EXPECT_EQ(verdict.split_groups, 0u);
  EXPECT_FALSE(verdict.is_good());
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_TRUE(contains(verdict.findings[0], "packets to MLID 0xc000 can go round"));
}

TEST(MulticastGroups, MembersInTwoTreesAreReported) {
  const MulticastVerdict verdict = judged({entry(0, {3}), entry(1, {1, 3}), entry(2, {0, 2})});
  EXPECT_EQ(verdict.split_groups, 1u);
  EXPECT_EQ(verdict.looping_groups, 0u);
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_TRUE(contains(verdict.findings[0], "at s0 (0x0000000000000001) and at s1"));
}

TEST(MulticastGroups, ALinkThatSendsOneWayIsReported) {
  const MulticastVerdict verdict = judged({entry(0, {1, 3}), entry(1, {3})});
  EXPECT_EQ(verdict.one_way_links, 1u);
  EXPECT_FALSE(verdict.is_good());
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_TRUE(contains(verdict.findings[0], "out of port 1, but s1"));
  EXPECT_EQ(judged({entry(0, {1, 3})}).one_way_links, 1u) << "to a switch without an entry";
}

TEST(MulticastGroups, PortsWithoutALinkAreHarmless) {
  const MulticastVerdict verdict = judged({entry(0, {3, 7, 200})});
  EXPECT_EQ(verdict.dead_ports, 2u);
  EXPECT_TRUE(verdict.is_good());
}

TEST(MulticastGroups, TurnsAreThoseOfAllGroups) {
  const Fabric fabric = ring_of_three();
  const Links links(fabric);
  const std::vector<LinkTurn> turns =
      turns_of(links, {{0xC000, {entry(0, {1, 3}), entry(1, {1, 2, 3}), entry(2, {2, 3})}},
                       {0xC001, {entry(0, {1, 3}), entry(1, {2, 3})}}});
  // From 0 over 1 to 2, and back.
  const LinkIndex there = links.at(0, 1);
  const LinkIndex on = links.at(1, 1);
  std::vector<LinkTurn> expected = {{there, on}, links.way_back({there, on})};
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(turns, expected);
}

}  // namespace
}  // namespace weft
