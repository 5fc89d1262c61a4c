#include "tools/weft/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "common/base/markup.h"
#include "common/base/text.h"
#include "tools/weft/report.h"

namespace weft::tool {
namespace {

std::string verdict(const ComparedRouting& routing) {
  if (routing.row.lost_pairs() != 0) {
    return fmt::format("{} pairs lost", routing.row.lost_pairs());
  }
  if (routing.row.forwarding_loops != 0) return "loops";
  return routing.row.credit_loop ? "credit loop" : "good";
}

Json traffic_json(const DeliveredTraffic& traffic, const TrafficMix& mix) {
  Json of;
  for (std::size_t i = 0; i < mix.size(); ++i) {
    of[std::string(name_of(mix[i].kind))] = throughput_json(traffic.of[i]);
  }
  return {{"delivered", traffic.part}, {"of", std::move(of)}};
}

Json routing_json(const ComparedRouting& routing, const TrafficMix& mix) {
  if (!routing.row.error.empty())
    return {{"name", routing.row.engine}, {"error", routing.row.error}};
  const PatternFigures& figures = routing.pattern.figures;
  return {{"name", routing.row.engine},
          {"error", nullptr},
          {"unreachable_pairs", routing.row.unreachable_pairs},
          {"disconnected_pairs", routing.row.disconnected_pairs},
          {"forwarding_loops", routing.row.forwarding_loops},
          {"credit_loop", routing.row.credit_loop},
          {"lanes_used", routing.row.lanes},
          {"mean_hops", routing.row.mean_hops},
          {"link_load", {{"max", routing.row.busiest_link}, {"mean", routing.row.mean_load}}},
          {"busiest_link",
           {{"max", figures.max_busiest_link},
            {"mean", figures.mean_busiest_link},
            {"least_possible", figures.mean_least_load}}},
          {"throughput", throughput_json(routing.pattern.throughput)},
          {"traffic", traffic_json(routing.row.traffic, mix)},
          {"contention_free", contention_free_share(figures)},
          {"effective_bisection_bandwidth", routing.pattern.bandwidth.mean},
          {"time_ms", {{"route", routing.row.route_ms}, {"verify", routing.row.verify_ms}}}};
}

// part: 0 to 1.
std::string bar_svg(double part, const char* colour, unsigned x, unsigned y) {
  constexpr double kWidth = 420;
  return fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"12\" fill=\"{}\"/>"
      "<text x=\"{:.1f}\" y=\"{}\" font-size=\"11\">{:.1f} %</text>\n",
      x, y, kWidth * part, colour, x + kWidth * part + 6, y + 10, 100 * part);
}

// One column per pattern of the mix.
void print_traffic(const std::vector<ComparedRouting>& routings, const TrafficMix& mix) {
  fmt::print("\n{:<14}", "pattern gets %");
  for (const WeightedPattern& pattern : mix) {
    if (pattern.weight > 0) fmt::print(" {:>12}", name_of(pattern.kind));
  }
  fmt::print("\n");
  for (const ComparedRouting& routing : routings) {
    if (!routing.row.error.empty()) continue;
    fmt::print("{:<14}", on_one_line(routing.row.engine));
    for (std::size_t i = 0; i < mix.size(); ++i) {
      if (mix[i].weight == 0) continue;
      const Throughput& of = routing.row.traffic.of[i];
      fmt::print(" {:>12}", of.most == 0 ? "no flows" : fmt::format("{:.1f}", 100 * of.part()));
    }
    fmt::print("\n");
  }
}

}  // namespace

void print_comparison(const std::vector<ComparedRouting>& routings, const TrafficMix& mix) {
  const auto judged = std::ranges::find_if(
      routings, [](const ComparedRouting& routing) { return routing.row.error.empty(); });
  if (judged != routings.end()) {
    const PatternReport& pattern = judged->pattern;
    fmt::print("pattern {}: {} ranks {}, {} phases; no routing gets below {:.2f}\n", pattern.name,
               pattern.ranks, describe_order(pattern.order), pattern.figures.phases,
               pattern.figures.mean_least_load);
    if (judged->row.disconnected_pairs != 0) {
      fmt::print("no link connects {} pairs: jobs stay on one island\n",
                 judged->row.disconnected_pairs);
    }
  }
  const auto print_titles = [](auto... titles) {
    fmt::print("{:<14} {:>14} {:>6} {:>7} {:>5} {:>5} {:>9} {:>9} {:>8} {:>6} {:>9} {:>9}\n",
               titles...);
  };
  print_titles("", "verdict", "jobs", "pattern", "lanes", "hops", "busiest", "mean", "busiest",
               "bisec-", "routed", "verified");
  print_titles("", "", "get %", "gets %", "", "", "paths", "paths", "flows", "tion", "ms", "ms");
  for (const ComparedRouting& routing : routings) {
    if (!routing.row.error.empty()) {
      fmt::print("{:<14} {}\n", on_one_line(routing.row.engine), routing.row.error);
      continue;
    }
    const PatternFigures& figures = routing.pattern.figures;
    fmt::print(
        "{:<14} {:>14} {:>6.1f} {:>7.1f} {:>5} {:>5.2f} {:>9} {:>9.1f} {:>8.2f} {:>6.3f} {:>9.1f} "
        "{:>9.1f}\n",
        on_one_line(routing.row.engine), verdict(routing), 100 * routing.row.traffic.part,
        100 * routing.pattern.throughput.part(), routing.row.lanes, routing.row.mean_hops,
        routing.row.busiest_link, routing.row.mean_load, figures.mean_busiest_link,
        routing.pattern.bandwidth.mean, routing.row.route_ms, routing.row.verify_ms);
  }
  if (judged != routings.end()) print_traffic(routings, mix);
}

Json comparison_json(const std::vector<ComparedRouting>& routings, const TrafficMix& mix) {
  Json list = Json::array();
  for (const ComparedRouting& routing : routings) {
    list.push_back(routing_json(routing, mix));
  }
  const auto judged = std::ranges::find_if(
      routings, [](const ComparedRouting& routing) { return routing.row.error.empty(); });
  Json pattern = nullptr;
  if (judged != routings.end()) {
    pattern = {{"name", judged->pattern.name},
               {"order", judged->pattern.order},
               {"ranks", judged->pattern.ranks},
               {"dummies", judged->pattern.dummies},
               {"phases", judged->pattern.figures.phases}};
  }
  return {{"error", nullptr}, {"pattern", std::move(pattern)}, {"routings", std::move(list)}};
}

std::string comparison_svg(const std::vector<ComparedRouting>& routings) {
  constexpr unsigned kChart = 150;
  constexpr unsigned kRow = 40;
  const std::size_t height = 60 + kRow * routings.size();
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"{}\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      "<rect x=\"{}\" y=\"14\" width=\"12\" height=\"12\" fill=\"#0072b2\"/>"
      "<text x=\"{}\" y=\"25\">what jobs get of what the fabric can carry</text>\n"
      "<rect x=\"{}\" y=\"14\" width=\"12\" height=\"12\" fill=\"#e69f00\"/>"
      "<text x=\"{}\" y=\"25\">what the pattern gets</text>\n",
      height, kChart, kChart + 18, kChart + 300, kChart + 318);
  unsigned y = 46;
  for (const ComparedRouting& routing : routings) {
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", kChart - 10,
                       y + 17, xml_text(routing.row.engine));
    if (!routing.row.error.empty()) {
      svg += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"11\">has no routes</text>\n", kChart,
                         y + 17);
    } else {
      svg += bar_svg(routing.row.traffic.part, "#0072b2", kChart, y);
      svg += bar_svg(routing.pattern.throughput.part(), "#e69f00", kChart, y + 14);
    }
    y += kRow;
  }
  return svg + "</svg>\n";
}

}  // namespace weft::tool
