#include "common/session/status.h"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "plugins/auto/auto.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/routed_session.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Parsed = nlohmann::ordered_json;

// A square of switches with a CA each, without one of its links or not.
Fabric square(bool is_cut = false) {
  test::Sketch sketch(4);
  for (SwitchIndex s = is_cut ? 1 : 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  return sketch.build();
}

TEST(Status, OfARouting) {
  test::RoutedSession session(minhop_engine());
  ASSERT_EQ(session.route(square()), "");
  ASSERT_EQ(session.route(square(true)), "");
  Status status;
  status.engine = "weft-minhop";
  status.since = 1'700'000'000;
  status.routed = 1'700'000'060;
  status.generation = 3;
  status.fallbacks = {{"weft-ftree", "this is no tree"}};
  status.routing = session.state().last;
  status.verdict = session.verdict();
  status.baseline = session.state().baseline;
  status.times = {.snapshot_ms = 1, .total_ms = 2};
  status.late_sls = {1, 2};
  status.warnings = {"a port has no LID"};
  status.service = {.drained = {"a"}, .refused = {"b"}};
  status.flapping = {.drained = {"c"}, .refused = {"d"}};
  const Parsed json = Parsed::parse(encode_status(status));
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["sm_state"], "master");
  EXPECT_EQ(json["engine"], "weft-minhop");
  EXPECT_TRUE(json["taken"].is_null());
  EXPECT_EQ(json["since"], "2023-11-14T22:13:20Z");
  EXPECT_EQ(json["routed"], "2023-11-14T22:14:20Z");
  EXPECT_EQ(json["generation"], 3);
  EXPECT_EQ(json["fallbacks"],
            Parsed::array({{{"engine", "weft-ftree"}, {"reason", "this is no tree"}}}));
  EXPECT_EQ(json["fabric"], Parsed({{"switches", 4}, {"cas", 4}, {"links", 7}, {"lids", 8}}));
  EXPECT_EQ(json["since_most_complete"], "1 pair of switches no longer linked");
  EXPECT_EQ(json["verdict"]["unreachable_pairs"], 0);
  EXPECT_EQ(json["verdict"]["credit_loop"], false);
  EXPECT_EQ(json["verdict"]["safe_on_one_lane"], true);
  EXPECT_EQ(json["verdict"]["late_sls"], Parsed({1, 2}));
  EXPECT_EQ(json["kept_because"], nullptr);
  EXPECT_EQ(json["change"]["fabric"], "1 pair of switches no longer linked");
  EXPECT_EQ(json["change"]["repaired"], true);
  EXPECT_EQ(json["time_ms"]["total"], 2.0);
  EXPECT_EQ(json["warnings"].back(), "a port has no LID") << "beside those of the routing";
  EXPECT_EQ(json["drained"], Parsed({"a"}));
  EXPECT_EQ(json["not_drained"], Parsed({"b"}));
  EXPECT_EQ(json["held"], Parsed({"c"}));
  EXPECT_EQ(json["not_held"], Parsed({"d"}));
}

TEST(Status, NamesWhatAutoTook) {
  test::RoutedSession session(auto_engine());
  ASSERT_EQ(session.route(square()), "");
  Status status;
  status.engine = "weft-auto";
  status.routing = session.state().last;
  status.verdict = session.verdict();
  ASSERT_NE(status.routing->routing.notes.engine, "");
  EXPECT_EQ(Parsed::parse(encode_status(status))["taken"], status.routing->routing.notes.engine);
}

TEST(Status, HasItsKeysWhoeverRoutes) {
  test::RoutedSession session(minhop_engine());
  ASSERT_EQ(session.route(square()), "");
  Status routed;
  routed.routing = session.state().last;
  routed.verdict = session.verdict();
  const Parsed with = Parsed::parse(encode_status(routed));
  const Parsed without = Parsed::parse(encode_status({}));
  ASSERT_EQ(with.size(), without.size());
  for (const auto& [key, value] : without.items()) {
    EXPECT_TRUE(with.contains(key)) << key;
    const bool is_always_known = key == "format" || key == "sm_state" || key == "fallbacks";
    EXPECT_EQ(value == nullptr, !is_always_known) << key;
  }
}

TEST(Status, OddTextsAreStillJson) {
  Status status;
  status.engine = "\xff\"\n";
  EXPECT_EQ(Parsed::parse(encode_status(status))["engine"], "\uFFFD\"\n");
}

}  // namespace
}  // namespace weft
