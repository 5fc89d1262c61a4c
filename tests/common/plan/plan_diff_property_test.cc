// A fabric that differs from its plan in one thing: that, and nothing else, is found.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "common/base/random.h"
#include "common/fabric/generators/catalog.h"
#include "common/fabric/renumber.h"
#include "common/plan/cable_list.h"
#include "common/plan/plan_diff.h"

namespace weft {
namespace {

Fabric drawn(Random& random) {
  switch (random.below(4)) {
    case 0:
      return generate("xgft", {{"down", "3,4,3"}, {"up", "1,2,2"}});
    case 1:
      return generate("xgft", {{"down", "4,6"}, {"up", "1,3"}, {"parallel", "1,2"}});
    case 2:
      return generate("torus", {{"dims", "4,3,3"}, {"cas", "2"}});
    default:
      return generate("dragonfly", {{"routers", "4"}, {"global-links", "2"}, {"cas", "2"}});
  }
}

struct Changed {
  explicit Changed(std::uint64_t seed) : random(seed), plan(as_plan(drawn(random), false)) {
    list = cables_of(plan.fabric);
    for (PlannedNode& node : list.nodes) node.guid = 0;
  }

  PlannedCable& any_cable(PlannedType far_end) {
    while (true) {
      PlannedCable& cable =
          list.cables[random.below(static_cast<std::uint32_t>(list.cables.size()))];
      if (list.nodes[cable.b].type == far_end) return cable;
    }
  }
  std::uint32_t any_switch() { return random.below(plan.fabric.switch_count()); }

  PlanDiff diff() const {
    std::vector<std::string> warnings;
    const PlannedFabric there = make_planned_fabric(list, plan.fabric, "there", warnings);
    RC_LOG() << there.fabric.switch_count() << " switches\n";
    return compare_with_plan(plan, there.fabric);
  }

  Random random;
  PlannedFabric plan;
  CableList list;
};

void expect_only(const PlanDiff& found, PlanDifference kind) {
  for (const PlanFinding& finding : found.findings) RC_LOG() << finding.what << "\n";
  RC_ASSERT(found.findings.size() == 1u);
  RC_ASSERT(found.findings[0].kind == kind);
}

RC_GTEST_PROP(PlanDiffProperty, AsPlannedWhateverTheOrder, (std::uint64_t seed)) {
  Changed changed(seed);
  for (std::size_t i = changed.list.cables.size() - 1; i > 0; --i) {
    std::swap(changed.list.cables[i],
              changed.list.cables[changed.random.below(static_cast<std::uint32_t>(i + 1))]);
  }
  RC_ASSERT(changed.diff().findings.empty());
}

RC_GTEST_PROP(PlanDiffProperty, ACableIsMissing, (std::uint64_t seed)) {
  Changed changed(seed);
  const PlannedCable& cable = changed.any_cable(PlannedType::kSwitch);
  changed.list.cables.erase(changed.list.cables.begin() + (&cable - changed.list.cables.data()));
  expect_only(changed.diff(), PlanDifference::kMissing);
}

RC_GTEST_PROP(PlanDiffProperty, TwoCablesHaveChangedPlaces, (std::uint64_t seed)) {
  Changed changed(seed);
  PlannedCable& first = changed.any_cable(PlannedType::kSwitch);
  PlannedCable& second = changed.any_cable(PlannedType::kSwitch);
  if (std::set{first.a, first.b, second.a, second.b}.size() < 4) return;
  std::swap(first.b, second.b);
  std::swap(first.b_port, second.b_port);
  expect_only(changed.diff(), PlanDifference::kSwapped);
}

RC_GTEST_PROP(PlanDiffProperty, TwoHostsHaveChangedPlaces, (std::uint64_t seed)) {
  Changed changed(seed);
  PlannedCable& first = changed.any_cable(PlannedType::kCa);
  PlannedCable& second = changed.any_cable(PlannedType::kCa);
  if (first.b == second.b) return;
  std::swap(first.b, second.b);
  expect_only(changed.diff(), PlanDifference::kSwapped);
}

RC_GTEST_PROP(PlanDiffProperty, AHostIsMissing, (std::uint64_t seed)) {
  Changed changed(seed);
  const PlannedCable& cable = changed.any_cable(PlannedType::kCa);
  changed.list.cables.erase(changed.list.cables.begin() + (&cable - changed.list.cables.data()));
  expect_only(changed.diff(), PlanDifference::kMissingHost);
}

RC_GTEST_PROP(PlanDiffProperty, ASwitchIsMissing, (std::uint64_t seed)) {
  Changed changed(seed);
  const std::uint32_t gone = changed.any_switch();
  std::erase_if(changed.list.cables,
                [&](const PlannedCable& cable) { return cable.a == gone || cable.b == gone; });
  // A switch without a cable is no part of a fabric that anybody has discovered.
  const auto place = [&](std::uint32_t node) { return node - (node > gone); };
  changed.list.nodes.erase(changed.list.nodes.begin() + gone);
  for (PlannedCable& cable : changed.list.cables) {
    cable.a = place(cable.a);
    cable.b = place(cable.b);
  }
  expect_only(changed.diff(), PlanDifference::kMissingSwitch);
}

RC_GTEST_PROP(PlanDiffProperty, ASwitchWasReplaced, (std::uint64_t seed)) {
  Changed changed(seed);
  changed.list.nodes[changed.any_switch()].name = "Quantum Mellanox Technologies";
  const PlanDiff found = changed.diff();
  expect_only(found, PlanDifference::kReplaced);
  RC_ASSERT(found.faults() == 0u);
}

RC_GTEST_PROP(PlanDiffProperty, TwoSwitchesHaveChangedNames, (std::uint64_t seed)) {
  Changed changed(seed);
  const std::uint32_t a = changed.any_switch();
  const std::uint32_t b = changed.any_switch();
  if (a == b) return;
  std::swap(changed.list.nodes[a].name, changed.list.nodes[b].name);
  expect_only(changed.diff(), PlanDifference::kExchanged);
}

}  // namespace
}  // namespace weft
