#include "tools/weft/plan_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/error.h"
#include "common/base/json.h"
#include "common/base/workers.h"
#include "common/design/shapes.h"
#include "common/fabric/generators/catalog.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/link_rate.h"
#include "common/fabric/renumber.h"
#include "tools/weft/plan_measures.h"
#include "tools/weft/progress.h"
#include "tools/weft/report.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {
namespace {

struct Arguments {
  std::uint32_t hosts = 0;
  std::uint32_t radix = 0;
  std::uint32_t oversubscription = 1;
  std::optional<std::uint64_t> switch_price;
  std::optional<std::uint64_t> cable_price;
  std::string speed = "4xNDR";
  unsigned threads = 0;
  bool json = false;

  bool has_prices() const { return switch_price || cable_price; }
};

struct JudgedShape {
  PlannedShape shape;
  std::string line = {};  // with hosts and speed
  double host_rate = 0;   // Gb/s
  RoutedPlan whole = {};
  std::uint32_t lost_links = 0;
  RoutedPlan lost = {};  // without the lost links
};

constexpr Amount kLost = {1, true};
constexpr std::uint64_t kSeed = 1;  // for drawing lost links

JudgedShape judge(const PlannedShape& shape, const Arguments& arguments, const Workers& workers) {
  JudgedShape judged = {.shape = shape};
  judged.line =
      fmt::format("{} --hosts {} --speed {}", shape.line, arguments.hosts, arguments.speed);
  const Fabric fabric = with_new_lids(generate_from_line(judged.line), 0);
  judged.host_rate = usual_rates(fabric).of_end_ports;
  judged.whole = route_plan(fabric, topology_of_line(shape.line), workers);
  judged.lost_links = kLost.of(static_cast<std::uint32_t>(shape.switch_cables));
  try {
    judged.lost = route_plan(with_failures(fabric, {.links = kLost, .seed = kSeed}),
                             topology_of_line(shape.line), workers);
  } catch (const BadInput& error) {  // no link can be lost
    judged.lost = {.engine = judged.whole.engine, .error = error.what()};
  }
  return judged;
}

Json routed_json(const RoutedPlan& plan) {
  if (!plan.error.empty()) return {{"engine", plan.engine}, {"error", plan.error}};
  return {{"engine", plan.engine},
          {"error", nullptr},
          {"hops", {{"max", plan.max_hops}, {"mean", plan.mean_hops}}},
          {"jobs", jobs_json(plan.jobs)}};
}

Json shape_json(const JudgedShape& judged, const Arguments& arguments) {
  const PlannedShape& shape = judged.shape;
  Json lost = routed_json(judged.lost);
  lost["links"] = judged.lost_links;
  lost["seed"] = kSeed;
  return {{"family", shape.family},
          {"line", judged.line},
          {"switches", shape.switches},
          {"ports_in_use", shape.ports},
          {"cables", {{"hosts", arguments.hosts}, {"switches", shape.switch_cables}}},
          {"cost", arguments.has_prices() ? Json(shape.cost) : Json()},
          {"spare_host_ports", shape.host_ports - arguments.hosts},
          {"bisection",
           {{"cut_links", shape.bisection.cut},
            {"hosts", shape.bisection.hosts},
            {"share", shape.bisection.share()},
            {"gbps_per_host", shape.bisection.share() * judged.host_rate}}},
          {"whole", routed_json(judged.whole)},
          {"lost", std::move(lost)}};
}

std::vector<std::string_view> families_without(const std::vector<JudgedShape>& shapes) {
  std::vector<std::string_view> without;
  for (const std::string_view family : kShapeFamilies) {
    const bool is_there = std::ranges::any_of(
        shapes, [&](const JudgedShape& judged) { return judged.shape.family == family; });
    if (!is_there) without.push_back(family);
  }
  return without;
}

Json report_json(const std::vector<JudgedShape>& shapes, const Arguments& arguments) {
  Json rows = Json::array();
  for (const JudgedShape& judged : shapes) rows.push_back(shape_json(judged, arguments));
  return {{"error", nullptr},
          {"hosts", arguments.hosts},
          {"radix", arguments.radix},
          {"oversubscription", arguments.oversubscription},
          {"speed", arguments.speed},
          {"shapes", std::move(rows)},
          {"without", families_without(shapes)}};
}

std::string percent(double share) { return fmt::format("{:.1f}", 100 * share); }

std::string hops(const RoutedPlan& plan) {
  return plan.error.empty() ? fmt::format("{:.1f}/{}", plan.mean_hops, plan.max_hops) : "-";
}

std::string shifts(const RoutedPlan& plan) {
  return plan.error.empty() ? percent(plan.jobs.shifts) : "-";
}

std::string adversarial(const RoutedPlan& plan) {
  return plan.error.empty() ? percent(plan.jobs.adversarial) : "-";
}

void print_shapes(const std::vector<JudgedShape>& shapes, const Arguments& arguments) {
  if (shapes.empty()) {
    return fmt::print("no shape connects {} hosts at {} : 1 with switches of {} ports\n",
                      arguments.hosts, arguments.oversubscription, arguments.radix);
  }
  fmt::print("{} hosts, switches of {} ports, links {}, at most {} : 1\n\n", arguments.hosts,
             arguments.radix, arguments.speed, arguments.oversubscription);
  const auto row = [&](const auto&... cells) {
    fmt::print("{:>2} {:<23} {:>8} {:>7} {:>8} {:>10} {:>6} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}\n",
               cells...);
  };
  row("", "", "", "cables", "cables", "", "spare", "hops", "bisec-", "", "adver-", "1% lost",
      "1% lost");
  row("", "shape", "switches", "(hosts)", "(others)", "cost", "ports", "mean/", "tion", "shifts",
      "sarial", "shifts", "advers.");
  row("", "", "", "", "", "", "", "most", "%", "%", "%", "%", "%");
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto& [shape, line, rate, whole, lost_links, lost] = shapes[i];
    row(i + 1, shape.family, shape.switches, arguments.hosts, shape.switch_cables,
        arguments.has_prices() ? fmt::format("{:.0f}", shape.cost) : "-",
        shape.host_ports - arguments.hosts, hops(whole), percent(shape.bisection.share()),
        shifts(whole), adversarial(whole), shifts(lost), adversarial(lost));
  }
  fmt::print("\n");
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto& [shape, line, rate, whole, lost_links, lost] = shapes[i];
    fmt::print("{:>2} {}\n", i + 1, line);
    const auto explain = [](const char* when, const RoutedPlan& plan) {
      if (plan.error.empty()) {
        fmt::print("   {} routed by {}\n", when, plan.engine);
      } else {
        fmt::print("   {} not routed by {}: {}\n", when, plan.engine, plan.error);
      }
    };
    explain("complete:", whole);
    explain("links lost:", lost);
  }
  for (const std::string_view family : families_without(shapes)) {
    fmt::print(
        "no {} for {} hosts at {} : 1: there is none with {} ports a switch, or it costs three "
        "times the first shape or more\n",
        family, arguments.hosts, arguments.oversubscription, arguments.radix);
  }
}

int run(const Arguments& arguments) {
  const Workers workers(arguments.threads);
  const std::vector<PlannedShape> found =
      find_shapes({.hosts = arguments.hosts,
                   .radix = arguments.radix,
                   .oversubscription = arguments.oversubscription,
                   .switch_price = static_cast<double>(arguments.switch_price.value_or(0)),
                   .cable_price = static_cast<double>(arguments.cable_price.value_or(0))});
  std::vector<JudgedShape> judged;
  {
    ProgressLine progress(arguments.json);
    for (const PlannedShape& shape : found) {
      progress.say(
          fmt::format("{}, {} of {} shapes", shape.family, judged.size() + 1, found.size()));
      judged.push_back(judge(shape, arguments, workers));
    }
  }
  if (arguments.json) {
    fmt::print("{}", report_json(judged, arguments).text());
  } else {
    print_shapes(judged, arguments);
  }
  return 0;
}

}  // namespace

std::pair<CommandSyntax, Command> add_plan_shapes(CommandSyntax plan) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub =
      plan.add_command("shapes", "List fabrics for the given number of hosts, the cheapest first");
  sub.add_option("--hosts", arguments->hosts, "The number of hosts")
      .between(2, 48'000)
      .type_name("N")
      .required();
  sub.add_option("--radix", arguments->radix, "The number of ports of a switch")
      .between(4, 254)
      .type_name("N")
      .required();
  sub.add_option(
         "--oversubscription", arguments->oversubscription,
         "The most traffic on a link between switches when every host sends to every other, "
         "as a multiple of what one host sends")
      .between(1, 64)
      .default_shown()
      .type_name("N");
  sub.add_option("--switch-price", arguments->switch_price, "The price of a switch")
      .type_name("PRICE");
  sub.add_option("--cable-price", arguments->cable_price, "The price of a cable, also to a host")
      .type_name("PRICE");
  sub.add_option("--speed", arguments->speed, "Width and speed of all links, 4xSDR to 4xXDR")
      .default_shown()
      .type_name("WxRATE");
  add_threads_option(sub, arguments->threads);
  add_json_option(sub, arguments->json);
  return {sub, [arguments] {
            return or_refusal(arguments->json,
                              Json({{"error", nullptr}, {"shapes", Json::array()}}),
                              [&] { return run(*arguments); });
          }};
}

}  // namespace weft::tool
