#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "common/balance/balance.h"
#include "common/balance/port_settings.h"
#include "common/base/random.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/renumber.h"
#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/named_nodes.h"
#include "tests/support/random_fabric.h"
#include "tests/support/slow_minhop.h"

namespace weft {
namespace {

using Rows = std::vector<std::vector<PortNum>>;

Rows route(const Fabric& fabric, const Options& options, bool dor = false, unsigned threads = 2) {
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const Workers workers(threads);
  const Targets targets = targets_in_stock_order(fabric);
  const PortSettings settings(fabric, options);
  const HopTable table{
      .distances =
          settings.hop_weight.empty()
              ? distances_to(SwitchGraph(fabric), targets.switches, workers)
              : weighted_distances_to(fabric, settings.hop_weight, targets.switches, workers),
      .weights = settings.hop_weight,
      .one_neighbour = dor,
      .search_order = settings.search_order};
  balance_by_switch({fabric, options, workers}, targets, table, block.tables());
  Rows rows;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const PortNum* row = block.tables().row(s);
    rows.emplace_back(row, row + fabric.max_lid() + 1);
  }
  return rows;
}

bool one_in(Random& random, unsigned count) { return random.below(count) == 0; }

// The same fabric with links of different capacity, systems of several switches, and LMC 0 to 3.
Fabric varied(const Fabric& fabric, Random& random) {
  static constexpr std::uint8_t kWidths[] = {0, 1, 4, 4, 4, 12};
  Blueprint blueprint(fabric);
  for (Blueprint::Link& link : blueprint.links) {
    link.attributes.width = kWidths[random.below(6)];
    link.attributes.speed = static_cast<LinkSpeed>(random.below(10));
  }
  for (std::uint32_t s = 0; s < blueprint.switches; ++s) {
    Blueprint::Node& node = blueprint.nodes[s];
    if (one_in(random, 2)) node.system_guid = random.below(4);
    node.enhanced_port0 = one_in(random, 3);
  }
  return with_new_lids(blueprint.build(), static_cast<std::uint8_t>(random.below(4)));
}

rc::Gen<test::DrawnFabric> varied_fabric() {
  return test::drawn_fabric([](Random& random) {
    const Fabric fabric =
        random.below(3) == 0 ? random_broken_fabric(random.next()) : random_fabric(random.next());
    return varied(fabric, random);
  });
}

// Of a switch; now and then of none.
Guid drawn_switch(const Fabric& fabric, Random& random) {
  return one_in(random, 20) ? random.next()
                            : fabric.switches()[random.below(fabric.switch_count())].node_guid;
}

std::vector<Guid> drawn_routing_order(const Fabric& fabric, Random& random) {
  std::vector<Guid> guids;
  for (const EndPort& port : fabric.end_ports()) {
    if (one_in(random, 2)) guids.push_back(port.port_guid);
  }
  for (unsigned i = random.below(4); i > 0; --i) guids.push_back(drawn_switch(fabric, random));
  if (!guids.empty()) guids.push_back(guids.front());
  random.shuffle(guids);
  return guids;
}

std::vector<PortNote> drawn_notes(const Fabric& fabric, Random& random) {
  std::vector<PortNote> notes;
  for (unsigned i = random.below(3 * fabric.switch_count()); i > 0; --i) {
    notes.push_back({drawn_switch(fabric, random), static_cast<PortNum>(random.below(10)),
                     static_cast<std::uint8_t>(random.below(4))});
  }
  return notes;
}

std::vector<SearchOrder> drawn_search_order(const Fabric& fabric, Random& random) {
  std::vector<SearchOrder> orders;
  for (unsigned i = random.below(2 * fabric.switch_count()); i > 0; --i) {
    const SwitchIndex s = random.below(fabric.switch_count());
    SearchOrder order{fabric.switches()[s].node_guid, {}};
    for (unsigned p = 1; p < fabric.ports(s).size(); ++p) {
      if (!one_in(random, 3)) order.ports.push_back(static_cast<PortNum>(p));
    }
    if (one_in(random, 10)) order.ports.push_back(static_cast<PortNum>(random.below(20)));
    random.shuffle(order.ports);
    orders.push_back(order);
  }
  return orders;
}

Options drawn_options(const Fabric& fabric, Random& random) {
  Options options;
  options.balance = Balance::kSwitch;
  options.port_profile_switch_nodes = one_in(random, 3);
  options.port_shifting = one_in(random, 3);
  options.scatter_ports = one_in(random, 3) ? static_cast<std::uint32_t>(random.next()) : 0;
  options.use_scatter_for_switch_lid = one_in(random, 2);
  options.guid_routing_order_no_scatter = one_in(random, 2);
  options.weigh_links = one_in(random, 3);
  if (one_in(random, 3))
    options.routing_order = test::named_nodes(drawn_routing_order(fabric, random));
  if (one_in(random, 3)) options.ignored_ports = drawn_notes(fabric, random);
  if (one_in(random, 3)) options.hop_weights = drawn_notes(fabric, random);
  if (one_in(random, 3)) options.search_order = drawn_search_order(fabric, random);
  return options;
}

void expect_the_slow_rule(const Fabric& fabric, const Options& options, bool dor) {
  const Rows rows = route(fabric, options, dor);
  RC_ASSERT(rows == slow_minhop(fabric, options, dor, &rows));
}

RC_GTEST_PROP(BalanceBySwitchProperty, EqualsTheSlowRuleWithAnyOptions, ()) {
  auto [fabric, random] = *varied_fabric();
  expect_the_slow_rule(fabric, drawn_options(fabric, random), false);
}

RC_GTEST_PROP(BalanceBySwitchProperty, EqualsTheSlowRuleOfDor, ()) {
  auto [fabric, random] = *varied_fabric();
  expect_the_slow_rule(fabric, drawn_options(fabric, random), true);
}

RC_GTEST_PROP(BalanceBySwitchProperty, AnyNumberOfThreadsGivesTheSameTables, ()) {
  auto [fabric, random] = *varied_fabric();
  const Options options = drawn_options(fabric, random);
  const Rows rows = route(fabric, options, false, 1);
  RC_ASSERT(route(fabric, options, false, 2) == rows);
  RC_ASSERT(route(fabric, options, false, 7) == rows);
}

}  // namespace
}  // namespace weft
