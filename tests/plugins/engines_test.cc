#include "plugins/engines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "common/base/text.h"

namespace weft {
namespace {

// OpenSM tells engines apart in any case.
TEST(Engines, HaveDifferentNames) {
  const auto engines = all_engines();
  ASSERT_FALSE(engines.empty());
  for (std::size_t i = 0; i < engines.size(); ++i) {
    EXPECT_FALSE(engines[i]->name.empty());
    EXPECT_FALSE(engines[i]->name.starts_with("weft-")) << engines[i]->name;
    EXPECT_FALSE(engines[i]->description.empty()) << engines[i]->name;
    EXPECT_NE(engines[i]->route, nullptr) << engines[i]->name;
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(same_in_any_case(engines[i]->name, engines[j]->name)) << engines[i]->name;
    }
  }
}

// Stock OpenSM has the others, and refuses a second engine under such a name.
TEST(Engines, AreBareWhereStockHasNone) {
  std::set<std::string_view> bare;
  for (const EngineInfo* engine : all_engines()) {
    EXPECT_TRUE(engine->is_registered_as("weft-" + std::string(engine->name)));
    EXPECT_FALSE(engine->is_registered_as(""));
    for (const std::string_view name : engine->other_names) {
      if (name.empty()) continue;
      EXPECT_TRUE(bare.insert(name).second) << name;
      EXPECT_TRUE(engine->is_registered_as(name));
    }
  }
  EXPECT_EQ(bare, (std::set<std::string_view>{"auto", "chain", "dfp", "dragonfly", "kdor-ghc",
                                              "kdor-hc", "multipath", "pqft", "weft"}));
}

TEST(Engines, AreFoundByEachOfTheirNames) {
  for (const EngineInfo* engine : all_engines()) {
    EXPECT_EQ(find_registered("weft-" + std::string(engine->name)), engine);
  }
  ASSERT_NE(find_registered("ar_updn"), nullptr);
  EXPECT_EQ(find_registered("ar_updn")->name, "updn");
  EXPECT_EQ(find_registered("updn"), nullptr) << "it is OpenSM's own";
  EXPECT_EQ(find_registered(""), nullptr);
}

TEST(Engines, FourRouteEveryFabric) {
  std::set<std::string_view> all;
  for (const EngineInfo* engine : all_engines()) {
    if (routes_every_fabric(*engine)) all.insert(engine->name);
  }
  EXPECT_EQ(all, (std::set<std::string_view>{"auto", "minhop", "nue", "sssp"}));
}

TEST(Engines, OfStepsAreAllButTheChain) {
  const std::vector<std::string_view> names = step_engine_names();
  EXPECT_EQ(names.size(), all_engines().size() - 1);
  EXPECT_EQ(std::count(names.begin(), names.end(), "chain"), 0);
  EXPECT_EQ(std::count(names.begin(), names.end(), "minhop"), 1);
}

}  // namespace
}  // namespace weft
