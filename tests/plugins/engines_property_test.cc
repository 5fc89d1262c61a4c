// What all engines promise that claim to be free of credit loops, on every generator's fabrics.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/error.h"
#include "common/base/random.h"
#include "common/fabric/generators/catalog.h"
#include "common/fabric/renumber.h"
#include "plugins/engines.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/lane_routing.h"

namespace weft {
namespace {

using Settings = std::map<std::string, std::string>;

std::string between(Random& random, unsigned least, unsigned most) {
  return std::to_string(least + random.below(most - least + 1));
}

std::string dimensions(Random& random, unsigned least, unsigned most) {
  std::string text = between(random, least, most);
  for (unsigned more = 1 + static_cast<unsigned>(random.below(2)); more > 0; --more) {
    text += "," + between(random, least, most);
  }
  return text;
}

Settings tree(Random& random) {
  const std::string leaf = between(random, 2, 4);
  if (random.below(2) == 0) {
    return {{"down", leaf + "," + between(random, 2, 5)}, {"up", "1," + between(random, 1, 3)}};
  }
  return {{"down", leaf + ",3," + between(random, 2, 4)}, {"up", "1,2," + between(random, 1, 3)}};
}

// By topology: settings of a small one.
const std::map<std::string_view, std::function<Settings(Random&)>>& small_ones() {
  static const std::map<std::string_view, std::function<Settings(Random&)>> kSmall = {
      {"xgft", tree},
      {"directors",
       [](Random& random) {
         return Settings{{"spines", between(random, 1, 3)},
                         {"lines", between(random, 2, 4)},
                         {"edges", between(random, 0, 4)},
                         {"cas", between(random, 1, 2)}};
       }},
      {"torus",
       [](Random& random) {
         return Settings{{"dims", dimensions(random, 3, 6)}};
       }},
      {"mesh",
       [](Random& random) {
         return Settings{{"dims", dimensions(random, 2, 5)}};
       }},
      {"ring",
       [](Random& random) {
         return Settings{{"switches", between(random, 3, 12)}};
       }},
      {"hypercube",
       [](Random& random) {
         return Settings{{"dimensions", between(random, 1, 5)}};
       }},
      {"hyperx",
       [](Random& random) {
         return Settings{{"dims", dimensions(random, 2, 4)}};
       }},
      {"dragonfly",
       [](Random& random) {
         return Settings{{"routers", between(random, 2, 4)},
                         {"global-links", between(random, 1, 2)},
                         {"cas", between(random, 1, 2)}};
       }},
      {"dragonfly-plus",
       [](Random& random) {
         return Settings{{"leaves", between(random, 2, 4)},
                         {"spines", between(random, 1, 3)},
                         {"global-links", between(random, 1, 2)},
                         {"cas", between(random, 1, 2)}};
       }},
      {"kautz",
       [](Random& random) {
         return Settings{{"degree", between(random, 2, 3)}, {"length", between(random, 2, 3)}};
       }},
      {"slim-fly",
       [](Random& random) {
         return Settings{{"q", between(random, 3, 4)}, {"cas", between(random, 1, 2)}};
       }},
      {"polar-fly",
       [](Random& random) {
         return Settings{{"q", between(random, 2, 5)}, {"cas", between(random, 1, 2)}};
       }},
      {"islands",
       [](Random& random) {
         Settings settings = tree(random);
         settings["dims"] = dimensions(random, 3, 4);
         settings["gateway-links"] = "1";
         return settings;
       }},
      {"random",
       [](Random& random) {
         return Settings{{"switches", std::to_string(2 * (4 + random.below(15)))},
                         {"degree", between(random, 3, 5)}};
       }},
  };
  return kSmall;
}

Fabric drawn(Random& random) {
  const auto topologies = generator_topologies();
  const std::string_view name =
      topologies[random.below(static_cast<std::uint32_t>(topologies.size()))].name;
  Settings settings = small_ones().at(name)(random);
  settings["fail-links"] = between(random, 0, 8) + "%";
  settings["seed"] = std::to_string(1 + random.below(1000));
  if (random.below(4) == 0) settings["aggregation"] = random.below(2) == 0 ? "all" : "40%";
  if (random.below(6) == 0) settings["extra-cas"] = "2";
  try {
    return with_new_lids(generate(name, settings), 0);
  } catch (const BadInput&) {
    // All links are needed to hold it together, or all switches have CAs.
    settings["fail-links"] = settings["extra-cas"] = "0";
    return with_new_lids(generate(name, settings), 0);
  }
}

TEST(EnginesProperty, DrawFromAllTopologies) {
  for (const TopologyInfo& topology : generator_topologies()) {
    EXPECT_TRUE(small_ones().contains(topology.name)) << topology.name;
  }
}

// Multicast groups on SL 0 close no credit loop with paths, where all pairs have one.
RC_GTEST_PROP(EnginesProperty, MulticastClosesNoCreditLoop, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Fabric fabric = test::shown(drawn(random));
  Options options;
  options.reversible = random.below(2) == 0;
  options.nue_max_num_vls = 0;
  options.calculate_missing_routes = random.below(4) != 0;
  options.dfp_max_cas_on_spine = static_cast<std::uint8_t>(random.below(2));
  for (const EngineInfo* engine : all_engines()) {
    if (!engine->claims.credit_loop_free || engine->name == "chain") continue;
    const test::LaneRouting routed(*engine, fabric, first_lanes(8), options);
    if (routed.refused() || !routed.verdict().reaches_all()) continue;
    RC_LOG() << engine->name << "\n";
    RC_ASSERT(routed.verdict().credit_loop.empty());
    RC_ASSERT(routed.verdict().credit_loop_multicast.empty());
  }
}

}  // namespace
}  // namespace weft
