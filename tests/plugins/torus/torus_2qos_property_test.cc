#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/graph/links.h"
#include "common/topology/whole_product.h"
#include "common/verify/verify.h"
#include "plugins/torus/torus.h"
#include "plugins/torus/torus_lanes.h"
#include "plugins/torus/torus_tables.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/routed_torus.h"
#include "tests/support/slow_minhop.h"
#include "tests/support/slow_torus.h"
#include "tests/support/slow_verify.h"

namespace weft {
namespace {

using test::RoutedTorus;
using Dims = std::vector<TorusDimension>;

unsigned between(Random& random, unsigned least, unsigned most) {
  return least + random.below(most - least + 1);
}

// Places by switch, as generators name switches: «switch (0,3)».
std::vector<std::vector<int>> places_of(const Fabric& fabric) {
  std::vector<std::vector<int>> places;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const std::string name(fabric.switch_name(s));
    std::vector<int> place;
    for (std::size_t i = name.rfind('('); i < name.size(); ++i) {
      if (name[i] >= '0' && name[i] <= '9') place.push_back(name[i] - '0');
    }
    places.push_back(place);
  }
  return places;
}

struct Sizes {
  unsigned most_dimensions = 4;
  unsigned least_radix = 2;
  unsigned least_switches = 2;
  unsigned most_switches = 36;
  bool meshes = true;
};

Dims draw_dims(Random& random, const Sizes& sizes) {
  Dims dims;
  unsigned switches = 1;
  do {
    dims.clear();
    switches = 1;
    for (unsigned d = between(random, 1, sizes.most_dimensions); d > 0; --d) {
      const unsigned most = std::min(6u, sizes.most_switches / switches);
      if (most < sizes.least_radix) break;
      const unsigned radix = between(random, sizes.least_radix, most);
      const bool is_mesh = radix == 2 || (sizes.meshes && random.below(3) == 0);
      dims.push_back({static_cast<std::uint16_t>(radix), is_mesh});
      switches *= radix;
    }
  } while (switches < sizes.least_switches);
  return dims;
}

// Without the links round the ends of meshes.
Fabric with_ends(const Fabric& fabric, const Dims& dims) {
  const auto places = places_of(fabric);
  Blueprint blueprint(fabric);
  for (Blueprint::Link& link : blueprint.links) {
    if (link.b >= blueprint.switches) continue;
    for (std::size_t d = 0; d < dims.size(); ++d) {
      const int apart = std::abs(places[link.a][d] - places[link.b][d]);
      if (dims[d].is_mesh && apart > 1) link.removed = true;
    }
  }
  return blueprint.build();
}

struct Drawn {
  Dims dims;
  Fabric fabric;
};

Drawn draw(Random& random, const Sizes& sizes = {}) {
  GridSpec grid;
  Dims dims = draw_dims(random, sizes);
  for (const TorusDimension& d : dims) grid.dims.push_back(d.radix);
  grid.cas = random.below(4);
  grid.links = random.below(3) == 0 ? 2 : 1;
  const Fabric fabric = with_shuffled_guids(with_ends(make_torus(grid), dims), random.next());
  const auto lmc = static_cast<std::uint8_t>(random.below(3) == 0 ? 1 + random.below(2) : 0);
  return {dims, with_new_lids(fabric, lmc)};
}

// links: at most; fewer if more are needed to hold the fabric together.
Fabric with_losses(const Fabric& fabric, unsigned switches, unsigned links, Random& random) {
  Failures lost;
  lost.switches.number = switches;
  lost.seed = random.next();
  const Fabric rest = with_failures(fabric, lost);
  Failures cut;
  cut.links.number = std::min(links, Links(rest).count() / 2 - (rest.switch_count() - 1));
  cut.seed = random.next();
  return with_failures(rest, cut);
}

Options with_balance(Random& random) {
  Options options;
  options.balance = random.below(2) == 0 ? Balance::kFabric : Balance::kSwitch;
  return options;
}

Random draw_random() { return Random(*rc::gen::arbitrary<std::uint64_t>()); }

void expect_good(const RoutedTorus& routed) {
  RC_ASSERT(routed.refusal == "");
  RC_ASSERT(routed.faults() == "");
}

// As many links as a shortest path has.
void expect_shortest(const RoutedTorus& routed) {
  const auto distances = slow_distances(routed.fabric);
  for (unsigned lid = 1; lid <= routed.fabric.max_lid(); ++lid) {
    const SwitchIndex to = routed.fabric.destination_switch(static_cast<Lid>(lid));
    if (to == kNone) continue;
    for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
      const PortNum entry = routed.entry(s, static_cast<Lid>(lid));
      if (s == to) continue;
      RC_ASSERT(entry < routed.fabric.ports(s).size());
      const Port& port = routed.fabric.ports(s)[entry];
      RC_ASSERT(port.kind == PeerKind::kSwitch);
      RC_ASSERT(distances[port.peer][to] == distances[s][to] - 1);
    }
  }
}

RC_GTEST_PROP(Torus2QosProperties, ACompleteTorusIsRoutedOnShortestPaths, ()) {
  Random random = draw_random();
  const auto [dims, drawn] = draw(random);
  const RoutedTorus routed(test::shown(drawn), with_balance(random));
  expect_good(routed);
  expect_shortest(routed);
  RC_ASSERT(routed.groups_are_safe());
  RC_ASSERT(routed.verdict.credit_loop_reversed.empty());
}

RC_GTEST_PROP(Torus2QosProperties, RepliesAreSafeWhateverIsLost, ()) {
  Random random = draw_random();
  const auto [dims, drawn] = draw(random, {.least_radix = 3, .least_switches = 12});
  const Fabric fabric = with_losses(drawn, random.below(2), random.below(3), random);
  const RoutedTorus routed(test::shown(fabric), Options{});
  if (!routed.refusal.empty()) return;
  RC_ASSERT(routed.verdict.credit_loop_reversed.empty());
}

RC_GTEST_PROP(Torus2QosProperties, TheSlowVerifierFindsNoFaultEither, ()) {
  Random random = draw_random();
  const auto [dims, drawn] = draw(random, {.most_switches = 27});
  const bool is_whole = drawn.switch_count() < 12 || random.below(2) == 0;
  const Fabric fabric =
      is_whole ? drawn : with_losses(drawn, random.below(2), random.below(2), random);
  const RoutedTorus routed(test::shown(fabric), with_balance(random));
  if (!routed.refusal.empty()) return;
  const test::SlowVerdict verdict = test::slow_verify(routed.view());
  RC_ASSERT(verdict.unreachable_pairs == 0u);
  RC_ASSERT(verdict.unreachable_switch_pairs == 0u);
  RC_ASSERT(verdict.forwarding_loops == 0u);
  RC_ASSERT(!test::has_cycle(verdict.requests));
  if (is_whole) RC_ASSERT(!test::has_cycle(verdict.with_multicast.at(0)));
}

RC_GTEST_PROP(Torus2QosProperties, AnyNumberOfThreadsGivesTheSame, ()) {
  Random random = draw_random();
  const auto [dims, drawn] = draw(random, {.least_radix = 3, .least_switches = 12});
  const Fabric fabric = random.below(2) == 0 ? drawn : with_losses(drawn, 1, 1, random);
  const Options options = with_balance(random);
  const RoutedTorus one(test::shown(fabric), options, 8, 1);
  const RoutedTorus many(fabric, options, 8, 5);
  RC_ASSERT(one.refusal == many.refusal);
  RC_ASSERT(one.rows() == many.rows());
  if (!one.refusal.empty()) return;
  RC_ASSERT(one.routing.lanes.index() == many.routing.lanes.index());
  if (const auto* plan = std::get_if<SlBySwitch>(&one.routing.lanes)) {
    RC_ASSERT(plan->rows == std::get<SlBySwitch>(many.routing.lanes).rows);
  }
}

// At most a fifth more than the mean: of opposite places in the last dimension's rings each pair
// takes one way.
RC_GTEST_PROP(Torus2QosProperties, AllLinksOfADimensionAreNearlyAlikeBusy, ()) {
  Random random = draw_random();
  const Dims dims = draw_dims(random, {.least_radix = 3, .meshes = false});
  GridSpec grid;
  for (const TorusDimension& d : dims) grid.dims.push_back(d.radix);
  grid.cas = 2 * between(random, 1, 2);
  const Fabric fabric = with_new_lids(with_shuffled_guids(make_torus(grid), random.next()), 0);
  const RoutedTorus routed(test::shown(fabric), {});
  expect_good(routed);
  const Figures figures = measure(routed.view(), Workers(1));
  const auto places = places_of(fabric);
  struct Loads {
    std::uint64_t most = 0, sum = 0, links = 0;
  };
  std::map<std::size_t, Loads> loads;  // by dimension
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      if (port.kind != PeerKind::kSwitch) continue;
      std::size_t d = 0;
      while (places[s][d] == places[port.peer][d]) ++d;
      const std::uint64_t load = figures.link_load[fabric.switches()[s].first_port + p];
      Loads& of = loads[d];
      of.most = std::max(of.most, load);
      of.sum += load;
      ++of.links;
    }
  }
  for (const auto& [d, of] : loads) RC_ASSERT(5 * of.most * of.links <= 6 * of.sum);
}

// Where paths take the other way round rings that lack something.
RC_GTEST_PROP(Torus2QosProperties, PathsOfADamagedTorusCloseNoLoopBeforeItsRepair, ()) {
  Random random = draw_random();
  const auto [dims, drawn] = draw(random, {.least_radix = 3, .least_switches = 12});
  const Fabric fabric = with_losses(drawn, random.below(3), random.below(6), random);
  const RegularPart part = find_regular_part(fabric);
  if (part.fabric || part.labels.products.size() != 1) return;
  const Torus torus = torus_of(part.labels.products.front(), fabric.switch_count());
  const Workers workers(1);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const LanePlan sls = write_torus_tables({.fabric = test::shown(fabric),
                                           .torus = torus,
                                           .ports = TorusPorts(fabric, torus),
                                           .rule = TorusRule::kWhole,
                                           .workers = workers},
                                          block.tables());
  const auto sl2vl = torus_sl2vl(fabric, torus, 8);
  const Verdict verdict = verify({fabric, block.tables(), sls, sl2vl.get()}, workers);
  RC_ASSERT(verdict.credit_loop.empty());
  RC_ASSERT(verdict.credit_loop_reversed.empty());
}

// As long as it is recognized, which a narrow mesh may not be.
RC_GTEST_PROP(Torus2QosProperties, WhatALossLeavesIsRouted, ()) {
  Random random = draw_random();
  const auto [dims, drawn] = draw(random, {.least_radix = 3, .least_switches = 12});
  const bool is_link = random.below(2) == 0;
  const Fabric fabric = with_losses(drawn, is_link ? 0 : 1, is_link ? 1 : 0, random);
  const RoutedTorus routed(test::shown(fabric), {});
  RC_PRE(routed.refusal != "the fabric is no torus and no mesh");
  expect_good(routed);
}

// A conf whose seed is at a place, with all its neighbours.
std::optional<TorusConf> conf_of(const Fabric& fabric, const Dims& dims, SwitchIndex seed) {
  const auto places = places_of(fabric);
  TorusConf conf;
  conf.dimensions.fill({1, false});
  conf.path = "conf";
  conf.seeds.push_back({fabric.switches()[seed].node_guid, {}, 2});
  conf.size_line = 1;
  const auto guid_at = [&](const std::vector<int>& place) -> Guid {
    const auto found = std::ranges::find(places, place);
    if (found == places.end()) return 0;
    return fabric.switches()[static_cast<std::size_t>(found - places.begin())].node_guid;
  };
  for (std::size_t d = 0; d < dims.size(); ++d) {
    conf.dimensions[d] = dims[d];
    SeedAxis& axis = conf.seeds[0].axes[d];
    const int at = places[seed][d];
    const int radix = dims[d].radix;
    axis.dateline = -at;
    const auto neighbour = [&](int step) -> Guid {
      if (dims[d].is_mesh && (at + step < 0 || at + step >= radix)) return 0;
      std::vector<int> place = places[seed];
      place[d] = (at + step + radix) % radix;
      return guid_at(place);
    };
    axis.plus = neighbour(1);
    axis.minus = neighbour(-1);
    const bool needs_both = radix == 4 && !dims[d].is_mesh;
    if (needs_both ? axis.plus == 0 || axis.minus == 0 : axis.plus == 0 && axis.minus == 0) {
      return std::nullopt;
    }
  }
  return conf;
}

test::SlowTorus slow(const Fabric& fabric, const Dims& dims) {
  test::SlowTorus torus;
  for (const TorusDimension& d : dims) torus.radix.push_back(d.radix);
  torus.at = places_of(fabric);
  return torus;
}

// Of LIDs in use.
void expect_equals(const RoutedTorus& routed, const test::SlowTorusRouting& expected) {
  RC_ASSERT(routed.rows() == expected.rows);
  const auto& plan = std::get<SlBySwitch>(routed.routing.lanes);
  RC_ASSERT(plan.from_hint == Sl{8});
  for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
    for (unsigned lid = 1; lid <= routed.fabric.max_lid(); ++lid) {
      RC_ASSERT(routed.sl(s, static_cast<Lid>(lid)) == expected.sls[s][lid]);
    }
  }
}

RC_GTEST_PROP(Torus2QosProperties, BySwitchACompleteTorusIsThatOfStock, ()) {
  Random random = draw_random();
  const auto [dims, drawn] = draw(random, {.most_dimensions = 3});
  Options options;
  options.balance = Balance::kSwitch;
  TorusConf conf = *conf_of(drawn, dims, random.below(drawn.switch_count()));
  test::SlowTorus torus = slow(drawn, dims);
  for (unsigned i = random.below(3); i > 0; --i) {
    const auto port = static_cast<PortNum>(random.below(16));
    if (std::ranges::find(conf.port_order, port) == conf.port_order.end()) {
      conf.port_order.push_back(port);
    }
  }
  torus.port_order = conf.port_order;
  options.torus_conf = conf;
  const RoutedTorus routed(test::shown(drawn), options);
  expect_good(routed);
  expect_equals(routed, test::slow_torus(drawn, torus));
}

// One link, all its parallel ones, or one switch of rings is lost.
RC_GTEST_PROP(Torus2QosProperties, BySwitchATorusWithALossIsThatOfStock, ()) {
  Random random = draw_random();
  const auto [dims, drawn] =
      draw(random, {.most_dimensions = 3, .least_radix = 3, .least_switches = 7, .meshes = false});
  Blueprint blueprint(drawn);
  if (random.below(3) == 0) {
    blueprint.nodes[random.below(drawn.switch_count())].removed = true;
  } else {
    std::vector<std::size_t> links;
    for (std::size_t i = 0; i < blueprint.links.size(); ++i) {
      if (blueprint.links[i].b < blueprint.switches) links.push_back(i);
    }
    const Blueprint::Link lost =
        blueprint.links[links[random.below(static_cast<std::uint32_t>(links.size()))]];
    for (Blueprint::Link& link : blueprint.links) {
      if (link.a == lost.a && link.b == lost.b) link.removed = true;
    }
  }
  const Fabric fabric = blueprint.build();
  const auto conf = conf_of(fabric, dims, random.below(fabric.switch_count()));
  RC_PRE(conf.has_value());
  Options options;
  options.balance = Balance::kSwitch;
  options.torus_conf = *conf;
  const RoutedTorus routed(test::shown(fabric), options);
  expect_good(routed);
  expect_equals(routed, test::slow_torus(fabric, slow(fabric, dims)));
}

TEST(TorusTablesOfStock, OfFourDimensionsToo) {
  rc::check([] {
    Random random = draw_random();
    const auto [dims, fabric] = draw(random);
    const test::SlowTorus places = slow(fabric, dims);
    Torus torus(dims, fabric.switch_count());
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      Torus::Place place = 0;
      for (std::uint32_t d = 0; d < dims.size(); ++d) {
        place = torus.with(place, d, static_cast<std::uint32_t>(places.at[s][d]));
      }
      torus.put(s, place);
    }
    const TorusPorts ports(fabric, torus);
    const Workers workers(1);
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    write_torus_tables({fabric, torus, ports, TorusRule::kStock, {}, workers}, block.tables());
    const auto expected = test::slow_torus(fabric, places);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      const PortNum* const row = block.tables().row(s);
      RC_ASSERT(std::vector<PortNum>(row, row + fabric.max_lid() + 1) == expected.rows[s]);
    }
  });
}

// The pairs of switch and LID whose path leads over a link that another fabric lacks.
std::size_t paths_over_lost(const RoutedTorus& before, const Fabric& now) {
  const Blueprint left(now);
  const auto is_there = [&](SwitchIndex s, PortNum p) {
    const Guid guid = before.fabric.switches()[s].node_guid;
    for (SwitchIndex i = 0; i < now.switch_count(); ++i) {
      if (now.switches()[i].node_guid == guid) {
        return now.ports(i)[p].kind != PeerKind::kNothing;
      }
    }
    return false;
  };
  std::size_t count = 0;
  for (SwitchIndex s = 0; s < before.fabric.switch_count(); ++s) {
    for (const EndPort& to : before.fabric.end_ports()) {
      bool over = false;
      for (SwitchIndex at = s; at != to.sw;) {
        const PortNum out = before.entry(at, to.lid);
        over |= !is_there(at, out);
        at = before.fabric.ports(at)[out].peer;
      }
      count += over;
    }
  }
  return count;
}

RC_GTEST_PROP(Torus2QosProperties, NoMoreSlsChangeThanPathsWereLost, ()) {
  Random random = draw_random();
  const auto [dims, whole] = draw(
      random, {.most_dimensions = 3, .least_radix = 4, .least_switches = 16, .most_switches = 20});
  const Fabric fabric =
      random.below(2) == 0 ? with_losses(whole, 1, 0, random) : with_losses(whole, 0, 1, random);
  const SwitchIndex seed = random.below(fabric.switch_count());
  const auto conf = conf_of(fabric, dims, seed);
  RC_PRE(conf.has_value());
  Options options;
  options.torus_conf = *conf;
  const RoutedTorus before(whole, options);
  const RoutedTorus now(test::shown(fabric), options);
  RC_PRE(now.refusal != "the fabric is no torus and no mesh");
  expect_good(before);
  expect_good(now);
  std::size_t changed = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    SwitchIndex then = 0;
    while (whole.switches()[then].node_guid != fabric.switches()[s].node_guid) ++then;
    for (const EndPort& to : fabric.end_ports()) {
      changed += now.sl(s, to.lid) != before.sl(then, to.lid);
    }
  }
  RC_ASSERT(changed <= paths_over_lost(before, fabric));
}

RC_GTEST_PROP(Torus2QosProperties, WhatSeveralLossesLeaveIsRouted, ()) {
  Random random = draw_random();
  const auto [dims, drawn] = draw(random, {.least_radix = 4, .least_switches = 16});
  const Fabric fabric = with_losses(drawn, random.below(3), random.below(4), random);
  const RoutedTorus routed(test::shown(fabric), with_balance(random));
  RC_PRE(routed.refusal != "the fabric is no torus and no mesh");
  expect_good(routed);
}

}  // namespace
}  // namespace weft
