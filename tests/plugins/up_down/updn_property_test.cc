#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/guid_index.h"
#include "common/fabric/renumber.h"
#include "common/verify/verify.h"
#include "plugins/nue/nue.h"
#include "plugins/shortest/dor.h"
#include "plugins/shortest/minhop.h"
#include "plugins/up_down/dnup.h"
#include "plugins/up_down/updn.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/random_fabric.h"
#include "tests/support/slow_minhop.h"
#include "tests/support/slow_updown.h"
#include "tests/support/slow_verify.h"

namespace weft {
namespace {

// Tables and what came with them.
struct Outcome {
  Rows rows;
  Routing routing;
};

Outcome route(const EngineInfo& engine, const Fabric& fabric, const Options& options,
              unsigned threads = 2) {
  const Workers workers(threads);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  Outcome outcome;
  outcome.routing = engine.route({fabric, options, workers}, block.tables());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const PortNum* row = block.tables().row(s);
    outcome.rows.emplace_back(row, row + fabric.max_lid() + 1);
  }
  return outcome;
}

// The same tables as a RoutingView wants them.
class Block {
 public:
  Block(const Fabric& fabric, const Rows& rows) : block_(fabric.switch_count(), fabric.max_lid()) {
    for (SwitchIndex s = 0; s < rows.size(); ++s) {
      std::copy(rows[s].begin(), rows[s].end(), block_.tables().row(s));
    }
  }
  Tables tables() { return block_.tables(); }

 private:
  TableBlock block_;
};

Options drawn_options(const Fabric& fabric, Random& random) {
  Options options;
  options.balance = random.below(2) == 0 ? Balance::kFabric : Balance::kSwitch;
  options.port_profile_switch_nodes = random.below(4) == 0;
  options.port_shifting = random.below(8) == 0;
  options.scatter_ports = random.below(8) == 0 ? 1 + random.below(100) : 0;
  options.connect_roots = random.below(4) == 0;
  options.calculate_missing_routes = random.below(4) != 0;
  if (random.below(3) == 0) {
    options.node_ids.emplace();
    for (const Switch& s : fabric.switches()) {
      if (random.below(4) != 0) options.node_ids->push_back({s.node_guid, random.below(6)});
    }
    options.node_ids->push_back({~Guid{0}, 3});  // nobody's
  }
  return options;
}

void draw_roots(const Fabric& fabric, Random& random, Options& options) {
  options.ranked_nodes.emplace();
  for (unsigned i = 0; i < 1 + random.below(5); ++i) {
    const EndPort& port = fabric.end_ports()[random.below(fabric.end_port_count())];
    const Switch& sw = fabric.switches()[random.below(fabric.switch_count())];
    const Guid guids[] = {sw.node_guid, sw.node_guid, port.port_guid, port.node_guid};
    options.ranked_nodes->push_back({.guid = guids[random.below(4)]});
  }
  if (random.below(4) == 0) options.ranked_nodes->push_back({.guid = ~Guid{0}});
}

// A fabric that is a bit worse off than this one; its LIDs stay.
Fabric worse(const Fabric& fabric, Random& random) {
  try {
    Fabric rest = with_failures(fabric, {.switches = {static_cast<double>(random.below(2))},
                                         .links = {static_cast<double>(random.below(3))},
                                         .may_disconnect = random.below(2) == 0,
                                         .seed = random.next()});
    if (rest.end_port_count() > 0) return rest;
  } catch (const BadInput&) {  // so many cannot fail
  }
  return fabric;
}

// The turns of the paths of all switches, also of those without end ports.
test::Dependencies turns_of_all(const Fabric& fabric, const Rows& rows) {
  const auto next = [&](SwitchIndex s, std::size_t lid) {
    const PortNum port = rows[s][lid];
    return port == kNoPath || fabric.ports(s)[port].kind != PeerKind::kSwitch
               ? kNone
               : fabric.ports(s)[port].peer;
  };
  test::Dependencies turns;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t lid = 1; lid <= fabric.max_lid(); ++lid) {
      const SwitchIndex to = next(s, lid);
      if (to == kNone || next(to, lid) == kNone) continue;
      turns.insert({{s, rows[s][lid], 0}, {to, rows[to][lid], 0}});
    }
  }
  return turns;
}

// Everything that updn and dnup promise of their tables.
void expect_up_down(const Fabric& fabric, const SlowDirection& direction, const Options& options,
                    const Outcome& outcome) {
  const auto& warnings = outcome.routing.warnings;
  if (std::any_of(warnings.begin(), warnings.end(), [](const std::string& warning) {
        return warning.starts_with("with the given roots") ||
               warning.starts_with("with the leaf switches lowest") ||
               warning.starts_with("no switch is above the leaf switches");
      })) {
    // Others were found, which connect everything.
    Block block(fabric, outcome.rows);
    const Verdict verdict = verify({fabric, block.tables(), outcome.routing.lanes}, Workers(2));
    RC_ASSERT(verdict.reaches_all());
    RC_ASSERT(verdict.credit_loop.empty());
    return;
  }
  const SlowUpDown slow = slow_up_down_check(fabric, direction, outcome.rows);
  if (!slow.faults.empty()) RC_FAIL(slow.faults.front());
  RC_ASSERT(slow.cut_off == outcome.routing.unrouted_pairs);
  if (slow.cut_off > 0) RC_ASSERT(!outcome.routing.warnings.empty());
  if (!options.calculate_missing_routes) RC_ASSERT(slow.added == 0u);
  if (!options.connect_roots && !options.calculate_missing_routes) {
    RC_ASSERT(slow.added_to_switches == 0u);
  }

  Block block(fabric, outcome.rows);
  const RoutingView view{fabric, block.tables(), outcome.routing.lanes};
  const Verdict verdict = verify(view, Workers(2));
  RC_ASSERT(verdict.forwarding_loops == 0u);
  RC_ASSERT(verdict.credit_loop.empty());
  RC_ASSERT(verdict.unreachable_pairs - verdict.disconnected_pairs == slow.cut_off);
  if (slow.added > 0) RC_ASSERT(!test::has_cycle(test::slow_verify(view).requests));
  if (slow.added > 0) RC_ASSERT(!test::has_cycle(turns_of_all(fabric, outcome.rows)));
}

RC_GTEST_PROP(UpDownProperty, FromGivenRootsEveryPathIsLegalAndNoneIsMissing, ()) {
  auto [fabric, random] = *test::drawn_whole_or_broken_fabric();
  Options options = drawn_options(fabric, random);
  draw_roots(fabric, random, options);
  if (slow_given_roots(fabric, options).empty()) return;
  const Outcome first = route(updn_engine(), fabric, options);
  expect_up_down(fabric, slow_direction_below(fabric, slow_given_roots(fabric, options), options),
                 options, first);

  const Fabric rest = worse(fabric, random);
  if (slow_given_roots(rest, options).empty()) return;
  expect_up_down(rest, slow_direction_below(rest, slow_given_roots(rest, options), options),
                 options, route(updn_engine(), rest, options));
}

RC_GTEST_PROP(UpDownProperty, FoundRootsConnectEveryPair, ()) {
  auto [fabric, random] = *test::drawn_whole_or_broken_fabric();
  Options options = drawn_options(fabric, random);
  options.calculate_missing_routes = true;
  const Outcome outcome = route(updn_engine(), fabric, options);
  RC_ASSERT(outcome.routing.unrouted_pairs == 0u);
  RC_ASSERT(!outcome.routing.notes.roots.empty());
  // Below roots that it finds the engine may lift dead ends; any order of the switches will do.
  SlowDirection direction;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    direction.height.emplace_back(outcome.routing.notes.orientation.place[s], 0, s);
  }
  expect_up_down(fabric, direction, options, outcome);
}

bool has_pair_without_up_down_path(const Fabric& fabric, const SlowDirection& direction) {
  const auto links = slow_distances(fabric);
  const auto reach = slow_up_down_reach(fabric, direction);
  for (const EndPort& from : fabric.end_ports()) {
    for (const EndPort& to : fabric.end_ports()) {
      if (links[from.sw][to.sw] >= 0 && !reach[from.sw][to.sw]) return true;
    }
  }
  return false;
}

RC_GTEST_PROP(UpDownProperty, FromTheLeavesEveryPathIsLegalAndNoneIsMissing, ()) {
  auto [fabric, random] = *test::drawn_whole_or_broken_fabric();
  Options options = drawn_options(fabric, random);
  options.node_ids.reset();
  try {
    expect_up_down(fabric, slow_direction_above_leaves(fabric), options,
                   route(dnup_engine(), fabric, options));
  } catch (const CannotRoute&) {
    RC_ASSERT(has_pair_without_up_down_path(fabric, slow_direction_above_leaves(fabric)));
  }
}

RC_GTEST_PROP(UpDownProperty, AnyNumberOfThreadsGivesTheSameTables, ()) {
  auto [fabric, random] = *test::drawn_whole_or_broken_fabric();
  Options options = drawn_options(fabric, random);
  options.calculate_missing_routes = true;
  if (random.below(2) == 0) draw_roots(fabric, random, options);
  for (const EngineInfo* engine : {&updn_engine(), &dor_engine()}) {
    const Outcome one = route(*engine, fabric, options, 1);
    for (const unsigned threads : {2u, 7u}) {
      const Outcome other = route(*engine, fabric, options, threads);
      RC_ASSERT(other.rows == one.rows);
      RC_ASSERT(other.routing.notes.roots == one.routing.notes.roots);
      RC_ASSERT(other.routing.warnings == one.routing.warnings);
    }
  }
}

// A tree as people have them: 2 to 4 levels of switches, some links or one spine missing, CAs where
// none belong.
struct Tree {
  explicit Tree(std::uint64_t seed) : random(seed), fabric(draw()) {}

  unsigned between(unsigned least, unsigned most) { return least + random.below(most - least + 1); }
  bool one_in(unsigned count) { return random.below(count) == 0; }

  Fabric draw() {
    const unsigned levels = between(2, 4);
    const unsigned most = levels == 2 ? 8 : levels == 3 ? 4 : 2;
    XgftSpec spec{.down = {between(3, 6)}, .up = {1}, .parallel = {1}};
    for (unsigned level = 2; level <= levels; ++level) {
      spec.down.push_back(between(2, most));
      spec.up.push_back(between(2, std::max(2u, most * 3 / 4)));
      spec.parallel.push_back(one_in(3) ? 2 : 1);
    }
    spec.down.back() += between(1, 3);
    say("levels", levels);
    Fabric tree = make_xgft(spec);
    if (one_in(3)) {
      say("uneven leaves");
      tree = without_some_cas(tree, {40, true}, random.next());
    }
    const auto bare = static_cast<std::uint32_t>(tree.switch_count() - switches_with_cas(tree));
    if (one_in(4)) {
      say("a CA on every switch");
      tree = with_extra_cas(tree, bare, {}, random.next());
    } else if (one_in(3)) {
      say("CAs on spines");
      tree = with_extra_cas(tree, between(1, std::min(bare, 3u)), {}, random.next());
    }
    if (one_in(2)) tree = with_shuffled_guids(tree, random.next());
    if (one_in(3)) {
      say("a spine is missing");
      tree = without_a_spine(tree);
    }
    static constexpr double kPercent[] = {0, 1, 2, 5};
    const Amount links{kPercent[random.below(4)], true};
    say("% of links missing", static_cast<unsigned>(links.number));
    try {
      tree = with_failures(tree, {.links = links, .seed = random.next()});
    } catch (const BadInput&) {
      say("but those, which all hold it together");
    }
    return with_new_lids(tree, 0);
  }

  static std::uint32_t switches_with_cas(const Fabric& fabric) {
    std::set<SwitchIndex> with;
    for (const EndPort& port : fabric.end_ports()) with.insert(port.sw);
    return static_cast<std::uint32_t>(with.size());
  }

  Fabric without_a_spine(const Fabric& tree) {
    const auto spines = [](const Fabric& all) {
      std::size_t count = 0;
      for (SwitchIndex s = 0; s < all.switch_count(); ++s) {
        count += all.switch_name(s).starts_with("spine") ? 1 : 0;
      }
      return count;
    };
    for (;;) {
      Fabric rest =
          with_failures(tree, {.switches = {1}, .may_disconnect = true, .seed = random.next()});
      if (spines(rest) < spines(tree)) return rest;
    }
  }

  void say(std::string_view what) { description += std::string(what) + "; "; }
  void say(std::string_view what, unsigned number) {
    say(std::to_string(number) + " " + std::string(what));
  }

  Random random;
  std::string description;
  Fabric fabric;
};

TEST(UpDownTrees, RootsAreFoundThatConnectAllPairsAndKeepPathsShortAndEven) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Tree tree(seed);
    const Fabric& fabric = tree.fabric;
    const Outcome updn = route(updn_engine(), fabric, {});
    std::string roots;
    for (const SwitchIndex s : updn.routing.notes.roots) roots += fabric.describe_switch(s) + " ";
    SCOPED_TRACE(::testing::Message() << "seed " << seed << ": " << tree.description
                                      << fabric.switch_count() << " switches, roots " << roots);
    Block block(fabric, updn.rows);
    const RoutingView view{fabric, block.tables(), updn.routing.lanes, nullptr,
                           &updn.routing.multicast};
    const Verdict verdict = verify(view, Workers(2));
    EXPECT_EQ(updn.routing.unrouted_pairs, 0u);
    EXPECT_EQ(verdict.unreachable_pairs, verdict.disconnected_pairs);
    EXPECT_EQ(verdict.forwarding_loops, 0u);
    EXPECT_TRUE(verdict.credit_loop.empty());
    EXPECT_TRUE(verdict.credit_loop_reversed.empty());
    EXPECT_TRUE(verdict.credit_loop_multicast.empty());

    const Figures figures = measure(view, Workers(2));
    Block shortest(fabric, route(minhop_engine(), fabric, {}).rows);
    const Figures least = measure({fabric, shortest.tables(), OneLane{}}, Workers(2));
    Block nues(fabric, route(nue_engine(), fabric, {}).rows);
    const Figures nue = measure({fabric, nues.tables(), OneLane{}}, Workers(2));
    EXPECT_LE(figures.mean_hops, 1.3 * least.mean_hops);
    // Between upper switches all paths of one lane meet at few hubs; nue's do, too.
    EXPECT_LE(static_cast<double>(figures.max_link_load),
              std::max(1.5 * static_cast<double>(least.max_link_load),
                       1.7 * static_cast<double>(nue.max_link_load)));
  }
}

// What is worse than that are tiny trees, where hubs have two or three links.
TEST(UpDownTrees, BuiltTreesAreEven) {
  constexpr int kTrees = 200;
  int uneven = 0;
  for (std::uint64_t seed = 1; seed <= kTrees; ++seed) {
    const Fabric fabric = random_built_tree(seed);
    const auto busiest = [&](const EngineInfo& engine) {
      Block block(fabric, route(engine, fabric, {}).rows);
      return static_cast<double>(
          measure({fabric, block.tables(), OneLane{}}, Workers(2)).max_link_load);
    };
    const double updn = busiest(updn_engine());
    const double others = std::min(busiest(minhop_engine()), busiest(nue_engine()));
    uneven += updn > 1.5 * others;
    EXPECT_LE(updn, 3.5 * others) << "seed " << seed;
  }
  EXPECT_LE(uneven, kTrees / 12);
}

RC_GTEST_PROP(UpDownProperty, BuiltTreesAreConnectedOnOneLane, ()) {
  const auto [fabric, random] = *test::drawn_built_tree();
  const Outcome updn = route(updn_engine(), fabric, {});
  Block block(fabric, updn.rows);
  const RoutingView view{fabric, block.tables(), updn.routing.lanes, nullptr,
                         &updn.routing.multicast};
  const Verdict verdict = verify(view, Workers(2));
  RC_ASSERT(verdict.reaches_all());
  RC_ASSERT(verdict.credit_loop.empty());
  RC_ASSERT(!updn.routing.notes.roots.empty());
}

}  // namespace
}  // namespace weft
