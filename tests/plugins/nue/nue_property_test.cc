#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <variant>
#include <vector>

#include "common/base/random.h"
#include "common/graph/distances.h"
#include "common/topology/levels.h"
#include "common/verify/verify.h"
#include "plugins/nue/destination_search.h"
#include "plugins/nue/direction.h"
#include "plugins/nue/direction_choice.h"
#include "plugins/nue/nue.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/slow_updown.h"

namespace weft {
namespace {

struct Outcome {
  Outcome(const Fabric& fabric, const Options& options, const LaneBudget& lanes, unsigned threads)
      : block(fabric.switch_count(), fabric.max_lid()) {
    const Workers workers(threads);
    routing = nue_engine().route({fabric, options, workers, lanes}, block.tables());
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      const PortNum* const row = block.tables().row(s);
      rows.emplace_back(row, row + fabric.max_lid() + 1);
    }
  }

  TableBlock block;
  Routing routing;
  Rows rows;
};

// 1, 2 or 4 lanes, whose SLs and VLs differ.
LaneBudget draw_lanes(Random& random) {
  LaneBudget budget;
  budget.lanes.clear();
  for (unsigned i = 0; i < 1u << random.below(3); ++i) {
    budget.lanes.push_back({static_cast<Sl>(7 - i), static_cast<Vl>(i)});
  }
  return budget;
}

// The SLs are not the VLs of the lanes: what the switches are told.
Sl2Vl sl2vl_of(const Fabric& fabric, const LaneBudget& lanes) {
  Sl2Vl::Map map{};
  for (const Lane& lane : lanes.lanes) map[lane.sl] = lane.vl;
  Sl2Vl sl2vl;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const unsigned ports = fabric.switches()[s].port_count + 1u;
    for (unsigned in = 0; in < ports; ++in) {
      for (unsigned out = 1; out < ports; ++out) {
        sl2vl.set(s, static_cast<PortNum>(in), static_cast<PortNum>(out), map);
      }
    }
  }
  return sl2vl;
}

void expect_promises(const test::DrawnFabric& drawn) {
  auto [fabric, random] = drawn;
  const LaneBudget lanes = draw_lanes(random);
  Options options;
  options.reversible = random.below(3) == 0;
  options.nue_max_num_vls = static_cast<std::uint8_t>(random.below(4));
  options.nue_include_switches = random.below(2) == 0;
  Outcome outcome(fabric, options, lanes, 1);
  const Sl2Vl sl2vl = sl2vl_of(fabric, lanes);
  const bool one_lane = std::holds_alternative<OneLane>(outcome.routing.lanes);
  const Verdict verdict = verify({fabric, outcome.block.tables(), outcome.routing.lanes,
                                  one_lane ? nullptr : &sl2vl, &outcome.routing.multicast},
                                 Workers(1));
  RC_ASSERT(verdict.reaches_all());
  RC_ASSERT(verdict.unreachable_switch_pairs == 0u);
  RC_ASSERT(verdict.credit_loop.empty());
  if (lanes.lanes.size() == 1 || options.reversible) RC_ASSERT(one_lane);
  if (one_lane) {
    RC_ASSERT(verdict.credit_loop_reversed.empty());
    RC_ASSERT(verdict.credit_loop_multicast.empty());
  }
  RC_ASSERT(verdict.lanes_used <= lanes.lanes.size());
  if (options.nue_max_num_vls != 0) RC_ASSERT(verdict.lanes_used <= options.nue_max_num_vls);

  const Outcome again(fabric, options, lanes, 3);
  RC_ASSERT(again.rows == outcome.rows);
  const auto* const plan = std::get_if<SlBySwitch>(&outcome.routing.lanes);
  if (plan != nullptr) RC_ASSERT(std::get<SlBySwitch>(again.routing.lanes).rows == plan->rows);
}

RC_GTEST_PROP(NueProperties, EverythingIsReachedWithoutCreditLoops, ()) {
  expect_promises(*test::drawn_fabric());
}

RC_GTEST_PROP(NueProperties, AndSoInPieces, ()) { expect_promises(*test::drawn_broken_fabric()); }

// Thin links, links of switches to themselves, switches alone, ports without a LID.
RC_GTEST_PROP(NueProperties, AndSoInATangle, ()) { expect_promises(*test::drawn_tangle()); }

RC_GTEST_PROP(NueProperties, SeveralLanesMakeNoLinkOfATreeBusierThanOne, ()) {
  const Fabric fabric = (*test::drawn_built_tree()).fabric;
  Options options;
  options.reversible = false;
  options.nue_max_num_vls = 0;
  const auto busiest = [&](unsigned lanes) {
    Outcome outcome(fabric, options, first_lanes(lanes), 1);
    return measure({fabric, outcome.block.tables(), outcome.routing.lanes, nullptr, nullptr},
                   Workers(1))
        .max_link_load;
  };
  RC_ASSERT(busiest(8) <= busiest(1));
}

RC_GTEST_PROP(NueProperties, AboveEverySwitchButOneIsANeighbour, ()) {
  auto [fabric, random] = *test::drawn_fabric();
  const Links links(fabric);
  const auto growth = static_cast<Growth>(random.below(3));
  const SwitchIndex root = random.below(fabric.switch_count());
  const Orientation direction = grow_direction(links, root, growth, 0, levels_of(fabric));
  std::set<std::uint32_t> places(direction.place.begin(), direction.place.end());
  RC_ASSERT(places.size() == fabric.switch_count());
  RC_ASSERT(*places.rbegin() == fabric.switch_count() - 1);
  RC_ASSERT(direction.place[root] == 0u);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    const bool below = std::any_of(ports.begin(), ports.end(), [&](const Port& port) {
      return port.kind == PeerKind::kSwitch && direction.goes_up(s, port.peer);
    });
    RC_ASSERT(below == (s != root));
  }
}

// Of eight LIDs at each destination, last hops not counted.
std::uint32_t busiest_link(const Links& links, const Orientation& direction,
                           const std::vector<SwitchIndex>& destinations,
                           const std::vector<std::uint32_t>& sources) {
  const TurnOrder turns = up_down_turns(links, direction);
  DestinationSearch search(links, turns, sources, 0, 0);
  std::vector<std::uint32_t> load(links.count());
  std::vector<std::uint32_t> counted(links.count());
  for (const SwitchIndex d : destinations) {
    search.set_destination(d);
    for (unsigned lid = 0; lid < 8; ++lid) {
      const std::vector<std::uint32_t> before = load;
      search.route(load);
      search.add_paths(load);
      for (LinkIndex link = 0; link < links.count(); ++link) {
        if (links[link].to != d) counted[link] += load[link] - before[link];
      }
    }
  }
  return counted.empty() ? 0 : *std::max_element(counted.begin(), counted.end());
}

RC_GTEST_PROP(NueProperties, TheBestDirectionIsChosen, ()) {
  auto [fabric, random] = *test::drawn_fabric();
  const Links links(fabric);
  const SwitchIndex switches = fabric.switch_count();
  std::vector<std::uint32_t> sources(switches);
  for (std::uint32_t& count : sources) count = random.below(3);
  const std::vector<SwitchIndex> roots = {random.below(switches), random.below(switches)};
  std::vector<SwitchIndex> destinations;
  for (unsigned i = 0; i < 6; ++i) destinations.push_back(random.below(switches));

  const std::vector<Hops> levels = levels_of(fabric);
  Orientation best;
  std::uint32_t least = kNone;
  for (const SwitchIndex root : roots) {
    for (const Growth growth :
         {Growth::kHighestFirst, Growth::kDepthFirst, Growth::kMostNeighbours}) {
      const Orientation direction = grow_direction(links, root, growth, 0, levels);
      const std::uint32_t busiest = busiest_link(links, direction, destinations, sources);
      const bool first = least == kNone;
      if (busiest < least) {
        least = busiest;
        best = direction;
      }
      if (first && busiest <= std::reduce(sources.begin(), sources.end())) least = 0;
    }
  }
  for (const unsigned threads : {1u, 2u, 5u}) {
    const DirectionChoice choice =
        choose_direction(links, roots, destinations, sources, levels, 0, Workers(threads));
    RC_ASSERT(choice.direction->place == best.place);
  }
}

}  // namespace
}  // namespace weft
