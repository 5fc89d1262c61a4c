// verify_choices() on fabrics that are small enough to check by hand.
#include "common/verify/verify_choices.h"

#include <gtest/gtest.h>

#include "tests/support/sketch.h"
#include "tests/support/slow_choices.h"

namespace weft {
namespace {

using test::choose;
using test::contains;
using test::lid_of_ca;
using test::lid_of_switch;
using test::Routed;
using test::Sketch;

// Leaves 0 and 1 and spines 2, 3, 4: port 1, 2, 3 of a leaf leads to spine 2, 3, 4, whose port 1 or
// 2 leads to leaf 0 or 1. CAs a0 and a1 at ports 5 and 6 of leaf 0, a2 at port 5 of leaf 1.
Routed small_tree() {
  Sketch sketch(5);
  for (PortNum spine = 0; spine < 3; ++spine) {
    sketch.link(0, spine + 1, 2 + spine, 1);
    sketch.link(1, spine + 1, 2 + spine, 2);
  }
  sketch.ca(0, 5);
  sketch.ca(0, 6);
  sketch.ca(1, 5);
  Routed routed(sketch);
  for (Lid lid = 1; lid <= routed.fabric.max_lid(); ++lid) {
    const SwitchIndex d = routed.fabric.destination_switch(lid);
    if (d == kNone) continue;
    for (SwitchIndex s = 0; s < 5; ++s) {
      if (s == d) continue;
      if (s < 2) {
        routed.entry(s, lid) = d < 2 ? PortNum{1} : static_cast<PortNum>(d - 1);
      } else {
        routed.entry(s, lid) = d < 2 ? static_cast<PortNum>(d + 1) : PortNum{1};
      }
    }
  }
  return routed;
}

// All spines for packets to the CAs of the other leaf.
PortChoices all_spines(Routed& routed) {
  PortChoices choices = test::only_choices(routed.view());
  for (PortNum port = 1; port <= 3; ++port) {
    choose(choices, 0, lid_of_ca(2), port);
    choose(choices, 1, lid_of_ca(0), port);
    choose(choices, 1, lid_of_ca(1), port);
  }
  return choices;
}

ChoiceVerdict judged(Routed& routed, const PortChoices& choices) {
  return verify_choices(routed.view(), choices, Workers(2));
}

TEST(VerifyChoices, PathsAreSpreadOverTheSpines) {
  Routed routed = small_tree();
  const ChoiceVerdict verdict = judged(routed, all_spines(routed));
  EXPECT_TRUE(verdict.reaches_all());
  EXPECT_EQ(verdict.unsafe_pairs, 0u);
  EXPECT_EQ(verdict.unsafe_switch_pairs, 0u);
  EXPECT_EQ(verdict.entries, 5u * 8u);
  EXPECT_EQ(verdict.with_several_ports, 3u);
  EXPECT_TRUE(verdict.credit_loop.empty());
  EXPECT_EQ(verdict.lanes_used, 1u);
  // a0 and a1 to a2, and back: two paths over three links each way.
  EXPECT_DOUBLE_EQ(verdict.max_link_load, 2.0 / 3);
  EXPECT_DOUBLE_EQ(verdict.mean_link_load, 2.0 / 3);
  EXPECT_EQ(verdict.unused_links, 0u);
  EXPECT_TRUE(verdict.findings.empty());
}

TEST(VerifyChoices, OneChoiceOfThreeThatEndsIsNotSafe) {
  Routed routed = small_tree();
  PortChoices choices = all_spines(routed);
  choices[3].set_of[lid_of_ca(2)] = 0;
  const ChoiceVerdict verdict = judged(routed, choices);
  EXPECT_FALSE(verdict.reaches_all());
  EXPECT_EQ(verdict.unsafe_pairs, 2u) << "a0 and a1 to a2";
  EXPECT_EQ(verdict.looping_lids, 0u);
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_TRUE(contains(verdict.findings[0], "packets from a0"));
  EXPECT_TRUE(contains(verdict.findings[0], "s3 (0x0000000000000004) has no entry for it"));
}

TEST(VerifyChoices, PortsThatTheSwitchDoesNotHaveEndThere) {
  Routed routed = small_tree();
  PortChoices choices = all_spines(routed);
  choose(choices, 2, lid_of_ca(2), 200);
  const ChoiceVerdict verdict = judged(routed, choices);
  EXPECT_EQ(verdict.unsafe_pairs, 2u);
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_TRUE(contains(verdict.findings[0], "to port 200, but has only 8 ports"));
}

TEST(VerifyChoices, ThePortOfAnotherHostIsWrongAtTheDestination) {
  Routed routed = small_tree();
  PortChoices choices = all_spines(routed);
  choose(choices, 0, lid_of_ca(0), 6);
  const ChoiceVerdict verdict = judged(routed, choices);
  EXPECT_EQ(verdict.unsafe_pairs, 2u) << "a1 and a2 to a0";
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_TRUE(
      contains(verdict.findings[0], "s0 (0x0000000000000001) sends it out of port 6, to a1"));
}

TEST(VerifyChoices, AChoiceThatLeadsBackLoops) {
  Routed routed = small_tree();
  PortChoices choices = all_spines(routed);
  choose(choices, 4, lid_of_ca(2), 1);  // back to leaf 0
  const ChoiceVerdict verdict = judged(routed, choices);
  EXPECT_EQ(verdict.looping_lids, 1u);
  EXPECT_EQ(verdict.unsafe_pairs, 2u);
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_TRUE(contains(verdict.findings[0],
                       "s0 (0x0000000000000001) port 3 -> s4 (0x0000000000000005) port 1 -> s0"));
}

TEST(VerifyChoices, LoopsWithoutPacketsOfHostsAreReported) {
  Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 2);
  sketch.ca(0, 3);
  sketch.ca(0, 4);
  Routed routed(sketch);
  routed.all_else(1, 1);
  routed.all_else(2, 2);
  routed.all_else(0, 1);
  routed.entry(1, lid_of_switch(2)) = 2;
  PortChoices choices = test::only_choices(routed.view());
  choose(choices, 1, lid_of_ca(0), 2);
  const ChoiceVerdict verdict = judged(routed, choices);
  EXPECT_EQ(verdict.unsafe_pairs, 0u);
  EXPECT_EQ(verdict.looping_lids, 1u);
  EXPECT_FALSE(verdict.reaches_all());
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_TRUE(contains(verdict.findings[0], "packets from switch s1"));
}

// Static entries go clockwise by one hop or the other way, never by two; the choices go both ways.
TEST(VerifyChoices, ChoicesCloseACreditLoopThatTheStaticEntriesDoNotHave) {
  Sketch sketch(4);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  Routed routed(sketch);
  for (SwitchIndex s = 0; s < 4; ++s) {
    for (SwitchIndex d = 0; d < 4; ++d) {
      if (d == s) continue;
      const unsigned ahead = (d + 4 - s) % 4;
      const PortNum port = ahead == 1 ? 1 : ahead == 3 ? 2 : s < 2 ? 1 : 2;
      routed.entry(s, lid_of_ca(d)) = port;
      routed.entry(s, lid_of_switch(d)) = port;
    }
  }
  ASSERT_TRUE(routed.verdict().reaches_all());
  ASSERT_TRUE(routed.verdict().credit_loop.empty());
  PortChoices choices = test::only_choices(routed.view());
  EXPECT_TRUE(judged(routed, choices).credit_loop.empty());
  for (SwitchIndex s = 0; s < 4; ++s) {
    choose(choices, s, lid_of_ca((s + 2) % 4), 1);
    choose(choices, s, lid_of_ca((s + 2) % 4), 2);
  }
  const ChoiceVerdict verdict = judged(routed, choices);
  EXPECT_TRUE(verdict.reaches_all());
  EXPECT_EQ(verdict.credit_loop.size(), 4u);

  // The odd switches' packets on a lane of their own leave no cycle on either.
  SlByPath plan;
  plan.rows.assign(4, std::vector<Sl>(lid_of_ca(3) + 1, 0));
  for (const SwitchIndex s : {1u, 3u}) plan.rows[s][lid_of_ca((s + 2) % 4)] = 1;
  routed.lanes = plan;
  const ChoiceVerdict on_two = judged(routed, choices);
  EXPECT_TRUE(on_two.credit_loop.empty());
  EXPECT_EQ(on_two.lanes_used, 2u);
}

TEST(VerifyChoices, MapsThatDropPacketsOfOneChoiceAreReported) {
  Routed routed = small_tree();
  Sl2Vl sl2vl;
  Sl2Vl::Map drop{};
  drop.fill(kDropVl);
  sl2vl.set(3, 1, 2, drop);
  routed.sl2vl = sl2vl;
  EXPECT_FALSE(judged(routed, test::only_choices(routed.view())).drops);
  const ChoiceVerdict verdict = judged(routed, all_spines(routed));
  EXPECT_TRUE(verdict.drops);
  EXPECT_FALSE(verdict.reaches_all());
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_EQ(
      verdict.findings[0],
      "s3 (0x0000000000000004) can drop packets from port 1 to port 2 (its SL2VL map says VL 15)");
}

TEST(VerifyChoices, FabricsWithoutLinksOrEntriesAreJudged) {
  Sketch sketch(2);
  sketch.ca(0, 3);
  sketch.ca(1, 3);
  Routed routed(sketch);
  const ChoiceVerdict verdict = judged(routed, test::no_choices(routed.fabric));
  EXPECT_EQ(verdict.entries, 0u);
  EXPECT_EQ(verdict.unsafe_pairs, 2u);
  EXPECT_EQ(verdict.disconnected_pairs, 2u);
  EXPECT_EQ(verdict.mean_link_load, 0);
}

}  // namespace
}  // namespace weft
