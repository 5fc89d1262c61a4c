#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "common/fabric/generators/generators.h"
#include "tests/support/generated_fabric.h"

namespace weft {
namespace {

using test::expect_sound;

TEST(RandomRegular, IsConnectedAndRegular) {
  for (const auto& [switches, degree] : {std::pair{2u, 1u},
                                         {3u, 2u},
                                         {9u, 2u},
                                         {50u, 2u},
                                         {10u, 3u},
                                         {40u, 5u},
                                         {12u, 11u},
                                         {13u, 8u},
                                         {300u, 20u}}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Fabric fabric = make_random_regular(
          {.switches = switches, .degree = degree, .cas = 1, .links = 2, .seed = seed});
      expect_sound(fabric);
      const FabricFacts facts = facts_of(fabric);
      EXPECT_EQ(facts.min_degree, 2 * degree);
      EXPECT_EQ(facts.max_degree, 2 * degree);
      EXPECT_EQ(facts.pieces, 1u);
      for (SwitchIndex s = 0; s < switches; ++s) {
        std::map<SwitchIndex, unsigned> links;
        for (const Port& port : fabric.ports(s)) {
          if (port.kind == PeerKind::kSwitch) ++links[port.peer];
        }
        EXPECT_EQ(links.size(), degree);
        EXPECT_FALSE(links.contains(s));
      }
    }
  }
}

TEST(RandomRegular, DependsOnTheSeedAlone) {
  const RandomRegularSpec spec{.switches = 30, .degree = 4, .seed = 7};
  RandomRegularSpec other = spec;
  other.seed = 8;
  EXPECT_EQ(text_of(make_random_regular(spec)), text_of(make_random_regular(spec)));
  EXPECT_NE(text_of(make_random_regular(spec)), text_of(make_random_regular(other)));
}

}  // namespace
}  // namespace weft
