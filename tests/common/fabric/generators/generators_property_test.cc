// Random fabrics are sound; whatever the numbers, generators give a sound fabric or refuse.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "common/fabric/builder.h"
#include "common/fabric/generators/catalog.h"
#include "common/fabric/generators/irregular.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/fabric_facts.h"
#include "tests/support/random_fabric.h"

namespace weft {
namespace {

RC_GTEST_PROP(RandomFabric, IsSoundAndConnectedAndHasLids, ()) {
  const auto [fabric, random] = *test::drawn_fabric();
  RC_ASSERT(contradictions(fabric).empty());
  RC_ASSERT(facts_of(fabric).pieces == 1u);
  RC_ASSERT(fabric.end_port_count() >= 1u);
  for (const Switch& sw : fabric.switches()) RC_ASSERT(sw.lid != 0);
  for (const EndPort& port : fabric.end_ports()) RC_ASSERT(port.lid != 0);
  RC_CLASSIFY(fabric.switch_count() > 1, "several switches");
}

RC_GTEST_PROP(RandomFabric, IsTheSameForTheSameSeed, (std::uint64_t seed)) {
  RC_ASSERT(text_of(random_fabric(seed)) == text_of(random_fabric(seed)));
}

RC_GTEST_PROP(RandomFabric, IsSoundEvenIfBroken, ()) {
  const auto [fabric, random] = *test::drawn_broken_fabric();
  RC_ASSERT(contradictions(fabric).empty());
  RC_ASSERT(fabric.end_port_count() >= 1u);
  RC_CLASSIFY(facts_of(fabric).pieces > 1, "in pieces");
}

RC_GTEST_PROP(BuiltTree, IsSoundAndConnectedAndHasLids, ()) {
  const auto [fabric, random] = *test::drawn_built_tree();
  RC_ASSERT(contradictions(fabric).empty());
  RC_ASSERT(facts_of(fabric).pieces == 1u);
  RC_ASSERT(fabric.end_port_count() >= 1u);
  for (const Switch& sw : fabric.switches()) RC_ASSERT(sw.lid != 0);
  for (const EndPort& port : fabric.end_ports()) RC_ASSERT(port.lid != 0);
}

// What makes a tree one of the real world.
std::set<std::string> marks_of(const Fabric& fabric) {
  std::set<std::string> marks;
  std::set<std::size_t> uplinks;
  if (fabric.switch_count() > 40) marks.insert("more than 40 switches");
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const std::string_view name = fabric.switch_name(s);
    if (name.starts_with("director 1")) marks.insert("several directors");
    if (name.starts_with("level 3")) marks.insert("four levels");
    std::multiset<SwitchIndex> neighbours;
    for (const Port& port : fabric.ports(s)) {
      if (port.kind == PeerKind::kSwitch) neighbours.insert(port.peer);
    }
    if (name.starts_with("leaf") || name.starts_with("edge")) {
      uplinks.insert(neighbours.size());
      for (const SwitchIndex peer : neighbours) {
        if (neighbours.count(peer) > 1) marks.insert("parallel links");
      }
    }
  }
  if (uplinks.size() > 1) marks.insert("uneven leaves");
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const bool on_spine =
        fabric.switch_name(fabric.end_ports()[e].sw).find("spine") != std::string_view::npos;
    if (fabric.end_port_name(e) == kAggregationNode) {
      marks.insert(on_spine ? "aggregation on spines" : "aggregation");
    } else if (on_spine) {
      marks.insert("hosts on spines");
    }
    if (fabric.end_port_name(e).ends_with("HCA-2")) marks.insert("rails");
  }
  return marks;
}

TEST(BuiltTrees, HaveAllThatRealOnesHave) {
  std::map<std::string, unsigned> count;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    for (const std::string& mark : marks_of(random_built_tree(seed))) ++count[mark];
  }
  EXPECT_LT(count["more than 40 switches"], 50u);
  for (const char* mark : {"several directors", "four levels", "parallel links", "uneven leaves",
                           "aggregation", "aggregation on spines", "hosts on spines", "rails"}) {
    EXPECT_GT(count[mark], 50u) << mark;
  }
}

RC_GTEST_PROP(Failures, TakeExactlyWhatWasAskedOrAreRefused, ()) {
  auto [fabric, random] = *test::drawn_fabric();
  const auto links = *rc::gen::inRange<unsigned>(0, 40);
  const FabricFacts before = facts_of(fabric);
  const unsigned spare = before.links - (before.switches - before.pieces);
  const Failures failures{.links = {static_cast<double>(links)}, .seed = random.next()};
  if (links > spare) {
    RC_ASSERT_THROWS_AS(with_failures(fabric, failures), BadInput);
    return;
  }
  const FabricFacts after = facts_of(with_failures(fabric, failures));
  RC_ASSERT(after.links == before.links - links);
  RC_ASSERT(after.pieces == before.pieces);
  RC_ASSERT(after.end_ports == before.end_ports);
}

rc::Gen<std::string> any_number() {
  return rc::gen::map(rc::gen::weightedOneOf<unsigned>(
                          {{30, rc::gen::inRange(1u, 6u)},
                           {1, rc::gen::element(0u, 40u, 254u, 255u, 65535u, 1000000u)}}),
                      [](unsigned n) { return std::to_string(n); });
}

// A value for an option that expects this: as a rule one that can be read, seldom nonsense.
rc::Gen<std::string> any_value(std::string_view expected) {
  rc::Gen<std::string> right = any_number();
  if (expected.find(',') != std::string_view::npos) {
    right = rc::gen::map(rc::gen::pair(any_number(), any_number()),
                         [](const auto& p) { return p.first + "," + p.second; });
  } else if (expected == "yes|no") {
    right = rc::gen::element<std::string>("yes", "no");
  } else if (expected == "N|P%") {
    right = rc::gen::element<std::string>("0", "1", "3", "5%", "50%", "100%");
  } else if (expected == "all|leaf|P%") {
    right = rc::gen::element<std::string>("all", "leaf", "0%", "30%");
  } else if (expected == "WxRATE") {
    right = rc::gen::element<std::string>("4xQDR", "1xSDR", "XDR", "12xhdr");
  }
  return rc::gen::weightedOneOf<std::string>(
      {{40, right}, {1, rc::gen::string<std::string>()}, {1, any_number()}});
}

RC_GTEST_PROP(Catalog, MakesASoundFabricOrRefuses, ()) {
  const auto which = *rc::gen::inRange<std::size_t>(0, generator_topologies().size());
  const TopologyInfo& topology = generator_topologies()[which];
  std::map<std::string, std::string> values;
  for (const GeneratorOption& option : topology.options) {
    if (option.required || *rc::gen::arbitrary<bool>()) {
      values.emplace(option.name, *any_value(option.value));
    }
  }
  for (const GeneratorOption& option : common_generator_options()) {
    if (*rc::gen::inRange(0, 6) == 0) values.emplace(option.name, *any_value(option.value));
  }
  try {
    const Fabric fabric = generate(topology.name, values);
    RC_ASSERT(fabric.switch_count() + fabric.end_port_count() <= kMaxUnicastLid);
    if (fabric.switch_count() < 1000) RC_ASSERT(contradictions(fabric).empty());
    RC_TAG("made");
  } catch (const BadInput& error) {
    RC_ASSERT(std::string(error.what()).size() > 10);
    RC_TAG("refused");
  }
}

}  // namespace
}  // namespace weft
