// Engine ftree on random trees, whole ones and damaged ones, against the closed form, slow checkers
// and a search for the best that tables can do.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/random.h"
#include "common/fabric/builder.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "plugins/fat_tree/ftree.h"
#include "plugins/nue/nue.h"
#include "plugins/shortest/minhop.h"
#include "plugins/up_down/updn.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/random_fabric.h"
#include "tests/support/routed_tree.h"
#include "tests/support/slow_fat_tree.h"
#include "tests/support/slow_updown.h"

namespace weft {
namespace {

using test::RoutedTree;

unsigned between(Random& random, unsigned least, unsigned most) {
  return least + random.below(most - least + 1);
}
bool one_in(Random& random, unsigned count) { return random.below(count) == 0; }

unsigned product(const std::vector<unsigned>& factors, std::size_t count) {
  return std::accumulate(factors.begin(), factors.begin() + static_cast<std::ptrdiff_t>(count), 1u,
                         std::multiplies<>());
}

XgftSpec drawn_spec(Random& random) {
  const unsigned levels = between(random, 2, 4);
  const unsigned most = levels == 2 ? 6 : levels == 3 ? 4 : 3;
  XgftSpec spec{.down = {between(random, 1, 5)}, .up = {1}, .parallel = {1}};
  for (unsigned level = 2; level <= levels; ++level) {
    spec.down.push_back(between(random, 2, most));
    spec.up.push_back(between(random, 1, most - 1));
    spec.parallel.push_back(one_in(random, 3) ? 2 : 1);
  }
  return spec;
}

Options with_roots(const Fabric& fabric) {
  Options options;
  options.ranked_nodes.emplace();
  for (const SwitchIndex s : test::spines_of(fabric)) {
    options.ranked_nodes->push_back({.guid = fabric.switches()[s].node_guid});
  }
  return options;
}

// What a switch has below it, of each level, may have so many flows for a link up: the greatest
// number of a link in any shift, if destinations are dealt out evenly.
unsigned even_load(const XgftSpec& spec) {
  unsigned load = 1;
  for (std::size_t level = 1; level < spec.down.size(); ++level) {
    const unsigned hosts = product(spec.down, level);
    const unsigned links = product(spec.up, level + 1) * spec.parallel[level];
    load = std::max(load, (hosts + links - 1) / links);
  }
  return load;
}

// Do the turns come out even, so that those of the last positions and the first ones fit together?
bool comes_out_even(const XgftSpec& spec) {
  const unsigned hosts = product(spec.down, spec.down.size());
  for (std::size_t level = 1; level < spec.down.size(); ++level) {
    if (hosts % (product(spec.up, level + 1) * spec.parallel[level]) != 0) return false;
  }
  return true;
}

RC_GTEST_PROP(FatTreeProperty, CompleteTreesAreEven, (std::uint64_t seed)) {
  Random random(seed);
  const XgftSpec spec = drawn_spec(random);
  Fabric fabric = make_xgft(spec);
  if (one_in(random, 2)) fabric = with_shuffled_guids(fabric, random.next());
  fabric = test::shown(with_new_lids(fabric, static_cast<std::uint8_t>(random.below(3))));
  const Options options = with_roots(fabric);
  RoutedTree routed(std::move(fabric), options);
  RC_ASSERT(routed.faults() == "");
  const PatternFigures figures = routed.shifts();
  RC_ASSERT(figures.lost_flows == 0u);
  RC_ASSERT(figures.max_busiest_link <= even_load(spec) + (comes_out_even(spec) ? 0 : 1));
}

// Directors that are alike, each with as many blocks of line chips. Edge switches have links to all
// chips of a block, or several to each chip of the only one.
struct AlikeDirectors {
  unsigned directors, spines, links, lines, blocks, edges;  // lines and edges: of a block
  unsigned parallel;
  unsigned cas;

  DirectorsSpec spec() const {
    return {.spines = std::vector(directors, spines),
            .lines = std::vector(directors, lines * blocks),
            .links = links,
            .edges = edges * blocks,
            .uplinks = std::vector(directors, lines * parallel),
            .cas = cas};
  }
  // The greatest number of flows of a link, if those that leave or enter an edge switch, or a
  // block, are dealt out evenly.
  unsigned even_load() const {
    const unsigned up = directors * lines * parallel;
    const unsigned from_block = directors * lines * spines * links;
    return std::max((cas + up - 1) / up, (edges * cas + from_block - 1) / from_block);
  }
  bool comes_out_even() const {
    const unsigned all = blocks * edges * cas;
    return all % (directors * lines * parallel) == 0 &&
           all % (directors * lines * spines * links) == 0;
  }
};

AlikeDirectors drawn_directors(Random& random) {
  AlikeDirectors drawn{.directors = between(random, 1, 2),
                       .spines = between(random, 1, 6),
                       .links = between(random, 1, 2),
                       .lines = between(random, 1, 4),
                       .blocks = between(random, 1, 3),
                       .edges = between(random, 2, 6),
                       .parallel = 1,
                       .cas = between(random, 2, 8)};
  if (drawn.blocks == 1) drawn.parallel = between(random, 1, 3);
  return drawn;
}

RC_GTEST_PROP(FatTreeProperty, WholeDirectorsAreEven, (std::uint64_t seed)) {
  Random random(seed);
  const AlikeDirectors directors = drawn_directors(random);
  Fabric fabric = make_directors(directors.spec());
  if (one_in(random, 2)) fabric = with_shuffled_guids(fabric, random.next());
  fabric = test::shown(with_new_lids(fabric, static_cast<std::uint8_t>(random.below(3))));
  Options options;
  options.ranked_nodes.emplace();
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (fabric.switch_name(s).find("spine") == std::string::npos) continue;
    options.ranked_nodes->push_back({.guid = fabric.switches()[s].node_guid});
  }
  RoutedTree routed(std::move(fabric), options);
  RC_ASSERT(routed.faults() == "");
  const PatternFigures figures = routed.shifts();
  RC_ASSERT(figures.lost_flows == 0u);
  RC_ASSERT(figures.max_busiest_link <=
            directors.even_load() + (directors.comes_out_even() ? 0 : 1));
}

RC_GTEST_PROP(FatTreeProperty, CompleteTreesFollowTheClosedForm, (std::uint64_t seed)) {
  Random random(seed);
  const XgftSpec spec = drawn_spec(random);
  Fabric fabric = test::shown(with_new_lids(make_xgft(spec), 0));
  const Options options = with_roots(fabric);
  RoutedTree routed(std::move(fabric), options);
  const auto next = slow_d_mod_k(spec);
  for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
    for (EndPortIndex e = 0; e < routed.fabric.end_port_count(); ++e) {
      const Port& port = routed.fabric.ports(s)[routed.entry(s, routed.fabric.end_ports()[e].lid)];
      RC_ASSERT(next[s][e] == (port.kind == PeerKind::kSwitch ? port.peer : kNone));
    }
  }
}

// A tree as people have them; its LIDs are given.
Fabric damaged_tree(Random& random) {
  Fabric fabric = make_xgft(drawn_spec(random));
  if (one_in(random, 3)) fabric = without_some_cas(fabric, {30, true}, random.next());
  const auto bare = [&] {
    std::vector<char> has(fabric.switch_count());
    for (const EndPort& port : fabric.end_ports()) has[port.sw] = 1;
    return static_cast<unsigned>(std::count(has.begin(), has.end(), 0));
  }();
  if (one_in(random, 3)) {
    fabric = with_extra_cas(fabric, between(random, 1, std::min(bare, 3u)), {}, random.next());
  }
  if (one_in(random, 2)) fabric = with_shuffled_guids(fabric, random.next());
  const double percent = random.below(11);
  try {
    fabric = with_failures(fabric, {.switches = {static_cast<double>(one_in(random, 4))},
                                    .links = {percent, true},
                                    .seed = random.next()});
  } catch (const BadInput&) {  // all of them hold it together
  }
  return with_new_lids(fabric, static_cast<std::uint8_t>(random.below(3)));
}

// The direction that a routing says it keeps to.
SlowDirection direction_of(const Routing& routing) {
  SlowDirection direction;
  for (SwitchIndex s = 0; s < routing.notes.orientation.place.size(); ++s) {
    direction.height.emplace_back(static_cast<int>(routing.notes.orientation.place[s]), 0, s);
  }
  return direction;
}

// Null: it cannot be routed.
std::unique_ptr<RoutedTree> route(const Fabric& fabric, const Options& options, unsigned threads) {
  try {
    return std::make_unique<RoutedTree>(fabric, options, threads);
  } catch (const CannotRoute&) {
    return nullptr;
  }
}

// is_tree: no links inside a rank, which the engine leaves alone although they may be shorter.
void expect_sound(const Fabric& fabric, bool is_tree) {
  // Below given roots, which are of one level, no link is inside a rank.
  const Options options = is_tree ? with_roots(fabric) : Options();
  const auto routed = route(fabric, options, 1);
  const auto again = route(fabric, options, 2);
  RC_ASSERT((routed == nullptr) == (again == nullptr));
  if (!routed) return;
  RC_ASSERT(routed->faults() == "");
  RC_ASSERT(routed->rows() == again->rows());
  if (!is_tree || fabric.switch_count() > 30) return;
  const SlowUpDown slow = slow_up_down_check(fabric, direction_of(routed->routing), routed->rows());
  if (!slow.faults.empty()) RC_FAIL(slow.faults.front());
  RC_ASSERT(slow.cut_off == 0u);
}

RC_GTEST_PROP(FatTreeProperty, DamagedTreesAreSound, ()) {
  expect_sound((*test::drawn_fabric(damaged_tree)).fabric, true);
}

RC_GTEST_PROP(FatTreeProperty, AnyFabricIsRoutedSoundlyOrRefused, ()) {
  const auto draw = [](Random& random) {
    return one_in(random, 2) ? random_fabric(random.next()) : random_broken_fabric(random.next());
  };
  expect_sound((*test::drawn_fabric(draw)).fabric, false);
}

RC_GTEST_PROP(FatTreeProperty, TanglesDoNoHarm, ()) {
  expect_sound((*test::drawn_tangle()).fabric, false);
}

Fabric build(const SmallTree& tree) {
  Fabric fabric =
      with_new_lids(make_xgft({.down = {tree.hosts, tree.leaves}, .up = {1, tree.spines}}), 0);
  for (const auto& [leaf, spine] : tree.lost) {
    fabric = test::without_link(fabric, leaf, static_cast<PortNum>(tree.hosts + 1 + spine));
  }
  return fabric;
}

// k leaves of k hosts and k spines, from which some links are lost that leave any two leaves a
// spine in common.
SmallTree drawn_small_tree(unsigned k, unsigned lost, Random& random) {
  for (;;) {
    SmallTree tree{k, k, k, {}};
    while (tree.lost.size() < lost) {
      const std::pair link(random.below(k), random.below(k));
      if (tree.has(link.first, link.second)) tree.lost.push_back(link);
    }
    bool connected = true;
    for (unsigned pair = 0; pair < k * k; ++pair) {
      bool common = false;
      for (unsigned spine = 0; spine < k; ++spine) {
        common = common || (tree.has(pair / k, spine) && tree.has(pair % k, spine));
      }
      connected = connected && common;
    }
    if (connected) return tree;
  }
}

// Found: the best that there is in all trees with up to 1 link lost and in all 2-ary and 3-ary
// ones; of 4-ary trees with 2 lost, 3 instead of 2 in some half of the cases, with 3 in a third.
TEST(FatTreeSearch, NoTablesAreMuchBetterOnSmallTrees) {
  for (unsigned k = 2; k <= 4; ++k) {
    for (unsigned lost = 0; lost <= k - 1; ++lost) {
      for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Random random(seed);
        const SmallTree tree = drawn_small_tree(k, lost, random);
        Fabric fabric = build(tree);
        const Options options = with_roots(fabric);
        RoutedTree routed(std::move(fabric), options);
        const auto load = static_cast<unsigned>(routed.shifts().max_busiest_link);
        const auto least = least_shift_load(tree, load);
        ASSERT_TRUE(least) << "the search finds what the engine did";
        EXPECT_LE(load, *least + (k == 4 && lost > 1 ? 1 : 0))
            << k << "-ary, " << lost << " lost, seed " << seed;
      }
    }
  }
}

// Entries that lead over the links that the other fabric does not have.
std::uint64_t entries_over_lost_links(RoutedTree& before, const Fabric& rest) {
  const Fabric& fabric = before.fabric;
  std::uint64_t count = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (unsigned p = 1; p < fabric.ports(s).size(); ++p) {
      if (fabric.ports(s)[p].kind == rest.ports(s)[p].kind) continue;
      for (unsigned lid = 1; lid <= fabric.max_lid(); ++lid) {
        count += before.entry(s, static_cast<Lid>(lid)) == p ? 1 : 0;
      }
    }
  }
  return count;
}

// Measured: 2.2 times as many on the whole tree, 2.0 at 1 %, 2.3 at 3 %; at worst 3.6.
TEST(FatTreeStability, ALostLinkChangesFewEntries) {
  for (const double percent : {0.0, 1.0, 3.0}) {
    std::uint64_t changed = 0;
    std::uint64_t had_to = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Fabric fabric = with_new_lids(make_xgft({.down = {6, 6, 6}, .up = {1, 6, 6}}), 0);
      if (percent > 0) fabric = with_failures(fabric, {.links = {percent, true}, .seed = seed});
      const Fabric rest = with_failures(fabric, {.links = {1}, .seed = seed + 1000});
      RoutedTree before{Fabric(fabric)};
      RoutedTree after{Fabric(rest)};
      const std::uint64_t few = entries_over_lost_links(before, rest);
      EXPECT_LE(test::changed_entries(before, after), 8 * few) << percent << " %, seed " << seed;
      changed += test::changed_entries(before, after);
      had_to += few;
    }
    EXPECT_GE(changed, had_to);
    EXPECT_LE(2 * changed, 9 * had_to) << percent << " %";
  }
}

// The mean of the busiest link over shifts in the order of ftree.
double contention(const EngineInfo& engine, const Fabric& fabric, RankOrder order) {
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  engine.route({fabric, {}, Workers(2)}, block.tables());
  return judge_pattern(fabric, block.tables(), order, {}, Workers(2)).mean_busiest_link;
}

TEST(FatTreeContention, OfBuiltTreesIsHardlyEverMoreThanOfOtherEngines) {
  constexpr int kTrees = 100;
  int refused = 0;
  int worse = 0;
  for (std::uint64_t seed = 1; seed <= kTrees; ++seed) {
    const Fabric fabric = random_built_tree(seed);
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    const Workers workers(2);
    Routing routing;
    try {
      routing = ftree_engine().route({fabric, {}, workers}, block.tables());
    } catch (const CannotRoute&) {
      ++refused;
      continue;
    }
    const std::vector<EndPortIndex>& order = routing.notes.ca_order;
    if (order.empty()) continue;
    const double others = std::min({contention(minhop_engine(), fabric, order),
                                    contention(updn_engine(), fabric, order),
                                    contention(nue_engine(), fabric, order)});
    const double ours = judge_pattern(fabric, block.tables(), order, {}, workers).mean_busiest_link;
    worse += ours > 1.02 * others;
    EXPECT_LE(ours, 1.35 * others) << "seed " << seed;
  }
  EXPECT_LE(refused, kTrees / 50);
  EXPECT_LE(worse, kTrees / 12);
}

}  // namespace
}  // namespace weft
