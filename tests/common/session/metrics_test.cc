// What is written as metrics, and that documents and the dashboard name nothing else.
#include "common/session/metrics.h"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>

#include "common/base/file.h"
#include "common/base/text.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/fabric_text.h"
#include "tests/support/routed_session.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using Names = std::set<std::string, std::less<>>;
using test::contains;

// A square of switches with a CA each, without one of its links or not.
Fabric square(bool is_cut = false) {
  test::Sketch sketch(4);
  for (SwitchIndex s = is_cut ? 1 : 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  return sketch.build();
}

// All that can be known.
Status full_status() {
  test::RoutedSession session(minhop_engine());
  EXPECT_EQ(session.route(square()), "");
  EXPECT_EQ(session.route(square(true)), "");
  Status status;
  status.engine = "weft-minhop";
  status.since = 1'700'000'000;
  status.routed = 1'700'000'060;
  status.fallbacks = {{"weft-ftree", "this is no tree"}};
  status.routing = session.state().last;
  status.verdict = session.verdict();
  status.baseline = session.state().baseline;
  status.figures = std::make_shared<const Figures>(
      measure({status.routing->fabric, status.routing->tables->tables(), OneLane{}}, Workers(1)));
  status.delivered = 0.75;
  status.times = {.snapshot_ms = 1, .total_ms = 2500};
  status.late_sls = {1, 2};
  status.service = {.drained = {"a", "b"}, .refused = {"c"}};
  status.flapping = {.drained = {"d"}, .refused = {}};
  status.plan = std::make_shared<const PlanState>(PlanState{.file = "p", .error = {}, .faults = 7});
  status.counts = {.routed = 1, .repaired = 2, .unchanged = 3, .kept = 4, .failed = 5};
  return status;
}

std::string checked_text() {
  test::Routed ring = test::clockwise_ring(4);
  const Verdict verdict = ring.verdict();
  const Figures figures = measure(ring.view(), Workers(1));
  const CheckedTables checked = {.fabric = ring.fabric,
                                 .verdict = verdict,
                                 .figures = figures,
                                 .is_good = false,
                                 .read_ms = 1500,
                                 .verify_ms = 2};
  return encode_metrics(checked, 1'700'000'000, "check.prom");
}

Names names_of(const std::string& text) {
  constexpr std::string_view kType = "# TYPE ";
  Names names;
  Lines lines(text);
  while (lines.next()) {
    if (!lines.line().starts_with(kType)) continue;
    const bool is_new = names.emplace(Scanner(lines.line().substr(kType.size())).word()).second;
    EXPECT_TRUE(is_new) << lines.line();
  }
  return names;
}

TEST(Metrics, OfARouting) {
  const std::string text = encode_metrics(full_status(), "/run/a/weft.prom");
  for (const char* line :
       {",engine=\"weft-minhop\",version=\"",
        "weft_routing_timestamp_seconds{source=\"weft\"} "
        "1700000060\n",
        "weft_engine_since_timestamp_seconds{source=\"weft\"} 1700000000\n",
        "weft_routings_total{source=\"weft\",result=\"routed\"} 1\n",
        "weft_routings_total{source=\"weft\",result=\"repaired\"} 2\n",
        "weft_routings_total{source=\"weft\",result=\"unchanged\"} 3\n",
        "weft_routings_total{source=\"weft\",result=\"kept\"} 4\n",
        "weft_routings_total{source=\"weft\",result=\"failed\"} 5\n",
        "weft_fallbacks{source=\"weft\"} 1\n", "weft_plan_differences{source=\"weft\"} 7\n",
        "weft_plan_unreadable{source=\"weft\"} 0\n", "weft_routing_kept{source=\"weft\"} 0\n",
        "weft_routing_duration_seconds{source=\"weft\",step=\"snapshot\"} 0.001\n",
        "weft_routing_duration_seconds{source=\"weft\",step=\"total\"} 2.5\n",
        "weft_switches{source=\"weft\"} 4\n", "weft_cas{source=\"weft\"} 4\n",
        "weft_links{source=\"weft\"} 7\n", "weft_lids{source=\"weft\"} 8\n",
        "weft_missing_parts{source=\"weft\",kind=\"switch_pair\"} 1\n",
        "weft_missing_parts{source=\"weft\",kind=\"end_port\"} 0\n",
        "weft_unreachable_pairs{source=\"weft\"} 0\n", "weft_credit_loop{source=\"weft\"} 0\n",
        "weft_lanes_used{source=\"weft\"} 1\n", "weft_late_sls{source=\"weft\"} 2\n",
        // A row of four: 3, 4 and 3 pairs each way.
        "weft_link_paths_max{source=\"weft\"} 4\n", "weft_link_paths_mean{source=\"weft\"} 3.333",
        "weft_delivered_ratio{source=\"weft\"} 0.75\n", "weft_unused_links{source=\"weft\"} 0\n",
        "weft_drain_parts{source=\"weft\",state=\"drained\"} 2\n",
        "weft_drain_parts{source=\"weft\",state=\"in_use\"} 1\n",
        "weft_flapping_parts{source=\"weft\",state=\"held\"} 1\n"}) {
    EXPECT_TRUE(contains(text, line));
  }
}

TEST(Metrics, WhatIsNotKnownIsLeftOut) {
  Status status;
  EXPECT_TRUE(contains(encode_metrics(status, "weft.prom"), "engine=\"none\""));
  const Names none = {"weft_sm_state", "weft_routing_info", "weft_routings_total",
                      "weft_fallbacks"};
  EXPECT_EQ(names_of(encode_metrics(status, "weft.prom")), none);
  status.engine = "minhop";
  status.since = status.routed = 1'700'000'000;
  const std::string of_stock = encode_metrics(status, "weft.prom");
  EXPECT_TRUE(contains(of_stock, "engine=\"minhop\""));
  EXPECT_EQ(names_of(of_stock).size(), none.size() + 2);

  test::RoutedSession session(minhop_engine());
  ASSERT_EQ(session.route(square()), "");
  status.routing = session.state().last;
  status.verdict = session.verdict();
  const Names first = names_of(encode_metrics(status, "weft.prom"));
  EXPECT_TRUE(first.contains("weft_lanes_used"));
  for (const char* name : {"weft_link_paths_max", "weft_missing_parts", "weft_sls_changed"}) {
    EXPECT_FALSE(first.contains(name)) << name;
  }
}

TEST(Metrics, OfAnSmThatIsNoMaster) {
  Status status;
  status.sm_state = SmState::kStandby;
  const std::string text = encode_metrics(status, "weft.prom");
  EXPECT_EQ(names_of(text), (Names{"weft_sm_state", "weft_routings_total"}));
  EXPECT_TRUE(contains(text, "weft_sm_state{source=\"weft\",state=\"standby\"} 1\n"));
  EXPECT_TRUE(contains(text, "weft_sm_state{source=\"weft\",state=\"master\"} 0\n"));
}

TEST(Metrics, OfACheck) {
  const std::string text = checked_text();
  for (const char* line :
       {"weft_check_success{source=\"check\"} 1\n",
        "weft_check_timestamp_seconds{source=\"check\"} 1700000000\n",
        "weft_check_good{source=\"check\"} 0\n",
        "weft_check_duration_seconds{source=\"check\",step=\"read\"} 1.5\n",
        "weft_credit_loop{source=\"check\"} 1\n", "weft_link_paths_max{source=\"check\"} 6\n",
        "weft_unused_links{source=\"check\"} 4\n"}) {
    EXPECT_TRUE(contains(text, line));
  }
  const std::string refused = encode_refused_check(1'700'000'000, "check.prom");
  EXPECT_TRUE(contains(refused, "weft_check_success{source=\"check\"} 0\n"));
  EXPECT_EQ(names_of(refused), (Names{"weft_check_success", "weft_check_timestamp_seconds"}));
}

// Of two files in one folder node_exporter leaves a metric out whose help is not the same.
TEST(Metrics, HaveTheSameHelpEverywhere) {
  const std::string check = checked_text();
  const std::string routing = encode_metrics(full_status(), "weft.prom");
  const Names of_routing = names_of(routing);
  std::size_t shared = 0;
  Lines lines(check);
  while (lines.next()) {
    Scanner line(lines.line());
    if (!line.eat("# HELP") || !of_routing.contains(line.word())) continue;
    ++shared;
    EXPECT_TRUE(contains(routing, std::string(lines.line()) + '\n'));
  }
  EXPECT_GT(shared, 10u);
}

// «| `weft_lanes_used` | both | ... |»
TEST(Metrics, AreThoseOfTheDocument) {
  Names in_status, in_check;
  const std::string text = read_file(source_path("doc/monitoring.md"));
  Lines lines(text);
  while (lines.next()) {
    Scanner line(lines.line());
    if (!line.eat("| `weft_")) continue;
    const std::string name = "weft_" + std::string(line.word("{`"));
    const std::string where(lines.line());
    const bool is_both = where.find(" | both | ") != std::string::npos;
    if (is_both || where.find(" | routing | ") != std::string::npos) in_status.insert(name);
    if (is_both || where.find(" | check | ") != std::string::npos) in_check.insert(name);
  }
  EXPECT_EQ(in_status, names_of(encode_metrics(full_status(), "weft.prom")));
  EXPECT_EQ(in_check, names_of(checked_text()));
}

void find_expressions(const nlohmann::json& json, std::vector<std::string>& found) {
  for (const auto& [key, value] : json.items()) {
    if (value.is_structured()) find_expressions(value, found);
    if (key == "expr" || key == "definition") found.push_back(value.get<std::string>());
  }
}

TEST(Metrics, TheDashboardNamesNoOthers) {
  Names known = names_of(encode_metrics(full_status(), "weft.prom"));
  known.merge(names_of(checked_text()));
  const auto dashboard = nlohmann::json::parse(read_file(source_path("conf/grafana-weft.json")));
  std::vector<std::string> expressions;
  find_expressions(dashboard, expressions);
  EXPECT_GT(expressions.size(), 10u);
  for (const std::string& expression : expressions) {
    constexpr std::string_view kWord = "abcdefghijklmnopqrstuvwxyz_";
    const std::size_t first = expression.find("weft_");
    EXPECT_NE(first, std::string::npos) << expression;
    for (std::size_t at = first; at != std::string::npos; at = expression.find("weft_", at + 1)) {
      const std::size_t end = expression.find_first_not_of(kWord, at);
      const std::string name = expression.substr(at, end - at);
      EXPECT_TRUE(known.contains(name)) << name << " in " << expression;
    }
  }
}

}  // namespace
}  // namespace weft
