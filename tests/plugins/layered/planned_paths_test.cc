#include "plugins/layered/planned_paths.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "tests/support/lane_orders_on.h"

namespace weft {
namespace {

struct Planned : test::LaneOrdersOn {
  explicit Planned(const Fabric& fabric)
      : LaneOrdersOn(fabric, 8, Ways::kBoth),
        paths(PlannedPaths::of(links, graph, labels, orders)) {}

  std::optional<PlannedPaths> paths;
};

using Steps = std::vector<MinimalPaths::Step>;

// By switch, those that begin the planned paths: looked for among all minimal ones.
std::map<SwitchIndex, Steps> slow_steps(const Planned& on, SwitchIndex to) {
  MinimalPaths minimal;
  minimal.find(on.links, {}, to);
  std::map<SwitchIndex, Steps> found;
  for (std::size_t i = 0; i < minimal.nearest_first().size(); ++i) {
    const SwitchIndex s = minimal.nearest_first()[i];
    for (const MinimalPaths::Step step : minimal.steps(i)) {
      const LinkIndex link = on.links.first_of(s) + step;
      if (begins_planned_path(on.orders, on.labels, on.links, link, to)) found[s].push_back(step);
    }
  }
  return found;
}

void expect_planned(const Fabric& fabric, bool has_choice = false) {
  const Planned on(fabric);
  ASSERT_TRUE(on.paths);
  EXPECT_EQ(on.paths->has_choice(), has_choice);
  MinimalPaths found;
  for (SwitchIndex to = 0; to < fabric.switch_count(); ++to) {
    on.paths->find(to, found);
    EXPECT_TRUE(found.is_complete());
    EXPECT_FALSE(found.has_preferred());
    EXPECT_EQ(found.destination(), to);
    ASSERT_EQ(found.nearest_first().size(), fabric.switch_count() - 1);
    const std::map<SwitchIndex, Steps> expected = slow_steps(on, to);
    std::vector<char> has_path(fabric.switch_count());
    has_path[to] = 1;
    for (std::size_t i = 0; i < found.nearest_first().size(); ++i) {
      const SwitchIndex s = found.nearest_first()[i];
      const Steps steps(found.steps(i).begin(), found.steps(i).end());
      EXPECT_EQ(steps, expected.at(s)) << s << " to " << to;
      for (const MinimalPaths::Step step : steps) {
        EXPECT_TRUE(has_path[on.links.to(on.links.first_of(s) + step)]) << s << " to " << to;
      }
      has_path[s] = 1;
    }
  }
}

TEST(PlannedPaths, AreThoseThatBeginPlannedPaths) {
  expect_planned(make_torus({.dims = {5, 4, 3}}));
  expect_planned(make_torus({.dims = {6, 8}}));
  expect_planned(make_mesh({.dims = {4, 3}}));
  expect_planned(with_shuffled_guids(make_hypercube({.dimensions = 5}), 1));
  expect_planned(make_hyperx({.dims = {3, 5, 4}}));
}

TEST(PlannedPaths, TakeAnyOfParallelLinks) {
  expect_planned(make_torus({.dims = {5, 4}, .links = 2}), true);
}

TEST(PlannedPaths, AreOfOneWholeProductOnly) {
  const Fabric torus = make_torus({.dims = {5, 5}});
  EXPECT_FALSE(Planned(with_failures(torus, {.links = {1}})).paths) << "a link is missing";
  EXPECT_FALSE(Planned(with_failures(torus, {.switches = {1}})).paths) << "a switch is missing";
  EXPECT_FALSE(Planned(make_random_regular({.switches = 20, .degree = 3})).paths) << "no product";
}

}  // namespace
}  // namespace weft
