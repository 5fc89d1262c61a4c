#include "common/repair/kept_steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/living_fabric.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::lid_of_ca;
using test::lid_of_switch;
using test::LivingFabric;

// Of a ring, in which each switch has GUID 1 + index and its CA the GUID 0x1000 + 16 * index.
struct Members {
  std::vector<Guid> switches;
  std::vector<Guid> cas;
  std::vector<PortNum> but_ports = {};  // of all of the switches
};

std::shared_ptr<const FabricPart> part_of(const Fabric& fabric, const Members& members) {
  const auto has = [](const auto& list, auto wanted) {
    return std::find(list.begin(), list.end(), wanted) != list.end();
  };
  PortSelection switch_ports(fabric);
  PortSelection end_ports(fabric);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (unsigned p = 0; p < fabric.ports(s).size(); ++p) {
      const auto port = static_cast<PortNum>(p);
      if (has(members.switches, fabric.switches()[s].node_guid) && !has(members.but_ports, port)) {
        switch_ports.add_switch_port(fabric, s, port);
      }
    }
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (has(members.cas, fabric.end_ports()[e].node_guid)) end_ports.add_end_port(e);
  }
  return std::make_shared<const FabricPart>(
      take_part(fabric, switch_ports, end_ports, std::nullopt));
}

// The first routes the whole fabric.
std::vector<RoutedStep> steps_of(const Fabric& fabric, const std::vector<Members>& parts) {
  std::vector<RoutedStep> steps = {{.id = 1, .engine = "updn", .part = nullptr}};
  for (const Members& members : parts) {
    steps.push_back({.id = steps.size() + 1, .engine = "updn", .part = part_of(fabric, members)});
  }
  return steps;
}

const Members kLow = {{1, 2, 3}, {0x1000, 0x1010}};
const Members kHigh = {{2, 3, 4}, {0x1010, 0x1020}};

TEST(PartOfPath, IsThatOfTheLastStepThatHasSwitchAndLid) {
  const Fabric fabric = test::clockwise_ring(4).fabric;
  const std::vector<RoutedStep> steps = steps_of(fabric, {kLow, kHigh});
  const FabricPart* const low = steps[1].part.get();
  const FabricPart* const high = steps[2].part.get();
  EXPECT_EQ(part_of_path(steps, 0, lid_of_ca(0)), low);
  EXPECT_EQ(part_of_path(steps, 1, lid_of_ca(0)), low);   // in both, but not the LID
  EXPECT_EQ(part_of_path(steps, 1, lid_of_ca(1)), high);  // in both
  EXPECT_EQ(part_of_path(steps, 0, lid_of_ca(1)), low);
  EXPECT_EQ(part_of_path(steps, 1, lid_of_switch(2)), high);
  EXPECT_EQ(part_of_path(steps, 3, lid_of_ca(0)), nullptr);
  EXPECT_EQ(part_of_path(steps, 0, lid_of_ca(3)), nullptr);
  EXPECT_EQ(part_of_path({}, 0, lid_of_ca(0)), nullptr);
}

std::string moved(const Fabric& before, const std::vector<Members>& parts_before, const Fabric& now,
                  const std::vector<Members>& parts_now) {
  return find_moved({before, now}, steps_of(before, parts_before), steps_of(now, parts_now));
}

TEST(FindMoved, SaysNothingOfWhatIsNewOrGone) {
  LivingFabric ring(test::clockwise_ring(5).fabric);
  const Fabric whole = ring.now();
  ring.lose_switch(1);
  ring.lose_end_port(0);
  const Fabric rest = ring.now();
  EXPECT_EQ(moved(whole, {kLow, kHigh}, rest, {kLow, kHigh}), "");
  EXPECT_EQ(moved(rest, {kLow, kHigh}, whole, {kLow, kHigh}), "");
}

TEST(FindMoved, TellsOfLidsAndSwitchesAndLinks) {
  const Fabric fabric = test::clockwise_ring(4).fabric;
  const Members more_switches = {{1, 2, 3, 4}, kLow.cas};
  const Members more_cas = {kLow.switches, {0x1000, 0x1010, 0x1020}};
  const Members fewer_links = {kLow.switches, kLow.cas, {1}};
  const std::string lid = fabric.describe_lid(lid_of_ca(2));
  EXPECT_EQ(moved(fabric, {kLow}, fabric, {more_cas}), lid + " has entered the topology of step 2");
  EXPECT_EQ(moved(fabric, {kHigh, more_cas}, fabric, {kHigh, kLow}),
            lid + " has left the topology of step 3");
  EXPECT_EQ(moved(fabric, {more_switches}, fabric, {kLow}),
            fabric.describe_lid(lid_of_switch(3)) + " has left the topology of step 2");
  EXPECT_EQ(moved(fabric, {kLow}, fabric, {fewer_links}),
            "the link at port 1 of s0 (0x0000000000000001) has left the topology of step 2");
}

TEST(FindMoved, TellsOfOtherSteps) {
  const Fabric fabric = test::clockwise_ring(4).fabric;
  EXPECT_EQ(moved(fabric, {kLow}, fabric, {}), "other steps of the chain are active");
  std::vector<RoutedStep> others = steps_of(fabric, {kLow});
  others[1].id = 7;
  EXPECT_EQ(find_moved({fabric, fabric}, steps_of(fabric, {kLow}), others),
            "other steps of the chain are active");
}

// A switch without a LID is in no other list.
TEST(FindMoved, TellsOfSwitchesWithoutALid) {
  FabricBuilder builder("two");
  for (Guid guid = 1; guid <= 2; ++guid) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 2, .name = "s"});
  }
  builder.add_link(0, 1, 1, 1, {});
  const Fabric fabric = builder.build();
  EXPECT_EQ(moved(fabric, {{{1}, {}}}, fabric, {{{1, 2}, {}}}),
            fabric.describe_switch(1) + " has entered the topology of step 2");
}

TEST(TranslateStepNotes, AreInTheNumbersOfThePart) {
  LivingFabric ring(test::clockwise_ring(5).fabric);
  const Fabric whole = ring.now();
  std::vector<RoutedStep> before = steps_of(whole, {kHigh});
  before[0].notes.roots = {0, 3};
  before[1].notes.roots = {0, 2};     // s1 and s3
  before[1].notes.ca_order = {1, 0};  // a2 and a1
  ring.lose_switch(1);
  const Fabric rest = ring.now();
  std::vector<RoutedStep> now = steps_of(rest, {kHigh});
  translate_step_notes({whole, rest}, before, now);
  EXPECT_EQ(now[0].notes.roots, (std::vector<SwitchIndex>{0, 2}));
  EXPECT_EQ(now[1].notes.roots, std::vector<SwitchIndex>{1});
  EXPECT_EQ(now[1].notes.ca_order, (std::vector<EndPortIndex>{0, kNone}));
}

}  // namespace
}  // namespace weft
