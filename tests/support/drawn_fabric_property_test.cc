#include <gtest/gtest.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/fabric/readers/fabric_reader.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/fabric_facts.h"

namespace weft {
namespace {

unsigned most_neighbours(const Fabric& fabric) {
  std::size_t most = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    std::set<SwitchIndex> neighbours;
    for (const Port& port : fabric.ports(s)) {
      if (port.kind == PeerKind::kSwitch && port.peer != s) neighbours.insert(port.peer);
    }
    most = std::max(most, neighbours.size());
  }
  return static_cast<unsigned>(most);
}

// What is printed of the property that no switch has so many neighbours.
Fabric smallest_with_neighbours(unsigned neighbours, std::uint64_t seed) {
  const auto property = [neighbours] {
    const auto [fabric, random] = *test::drawn_fabric();
    RC_ASSERT(most_neighbours(fabric) < neighbours);
  };
  const rc::detail::TestParams params = {.seed = seed, .maxSuccess = 200};
  rc::detail::TestListenerAdapter silent;
  const auto result =
      rc::detail::checkTestable(property, rc::detail::TestMetadata(), params, silent);
  if (!result.is<rc::detail::FailureResult>()) throw std::logic_error("the property holds");
  const std::string& text = result.get<rc::detail::FailureResult>().counterExample.at(0).second;
  std::vector<std::string> warnings;
  Fabric fabric = parse_fabric(text, "what was printed", warnings);
  EXPECT_EQ(warnings, std::vector<std::string>());
  return fabric;
}

TEST(DrawnFabric, APropertyThatFailsPrintsTheSmallestFabric) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Fabric fabric = smallest_with_neighbours(3, seed);
    EXPECT_EQ(most_neighbours(fabric), 3u);
    const FabricFacts facts = facts_of(fabric);
    EXPECT_EQ(facts.switches, 4u);
    EXPECT_EQ(facts.links, 3u);
    EXPECT_EQ(facts.end_ports, 1u);
    EXPECT_EQ(facts.pieces, 1u);
  }
}

// Every removal is one of the fabric before, and what is left is sound.
TEST(DrawnFabric, ShrinksToPartsOfItself) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto whole = test::drawn_broken_fabric()(rc::Random(seed), 100);
    const Fabric fabric = whole.value().fabric;
    auto smaller = whole.shrinks();
    std::size_t count = 0;
    while (const auto next = smaller.next()) {
      const Fabric rest = next->value().fabric;
      EXPECT_TRUE(contradictions(rest).empty());
      EXPECT_LE(facts_of(rest).pieces, facts_of(fabric).pieces);
      EXPECT_LT(rest.switch_count() + rest.end_port_count() + facts_of(rest).links,
                fabric.switch_count() + fabric.end_port_count() + facts_of(fabric).links);
      Random random = whole.value().random;
      Random same = next->value().random;
      EXPECT_EQ(random.next(), same.next());
      ++count;
    }
    EXPECT_LE(count, 2000u);
  }
}

// A removal that would take what a property needs is passed over.
TEST(DrawnFabric, AnEndPortAndASwitchStay) {
  const Fabric fabric = smallest_with_neighbours(0, 1);
  EXPECT_EQ(fabric.switch_count(), 1u);
  EXPECT_EQ(fabric.end_port_count(), 1u);
}

}  // namespace
}  // namespace weft
