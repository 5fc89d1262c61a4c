#include "tools/weft/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "common/base/text.h"

namespace weft::tool {
namespace {

double contention_free_percent(const PatternFigures& figures) {
  return figures.phases == 0 ? 0
                             : 100 * static_cast<double>(figures.contention_free_phases) /
                                   static_cast<double>(figures.phases);
}

std::string verdict(const ComparedRouting& routing) {
  if (routing.row.unreachable_pairs != 0) {
    return fmt::format("{} pairs lost", routing.row.unreachable_pairs);
  }
  if (routing.row.forwarding_loops != 0) return "loops";
  return routing.row.credit_loop ? "credit loop" : "good";
}

Json routing_json(const ComparedRouting& routing) {
  if (!routing.row.error.empty())
    return {{"name", routing.row.engine}, {"error", routing.row.error}};
  const PatternFigures& figures = routing.pattern.figures;
  return {{"name", routing.row.engine},
          {"error", nullptr},
          {"unreachable_pairs", routing.row.unreachable_pairs},
          {"forwarding_loops", routing.row.forwarding_loops},
          {"credit_loop", routing.row.credit_loop},
          {"lanes_used", routing.row.lanes},
          {"mean_hops", routing.row.mean_hops},
          {"link_load", {{"max", routing.row.busiest_link}, {"mean", routing.row.mean_load}}},
          {"busiest_link",
           {{"max", figures.max_busiest_link},
            {"mean", figures.mean_busiest_link},
            {"least_possible", figures.mean_least_load}}},
          {"contention_free", contention_free_percent(figures) / 100},
          {"effective_bisection_bandwidth", routing.pattern.bandwidth.mean},
          {"time_ms", {{"route", routing.row.route_ms}, {"verify", routing.row.verify_ms}}}};
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : on_one_line(text)) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else {
      out += c;
    }
  }
  return out;
}

struct Bar {
  double value;
  double least;
  const char* colour;
};

// From the left edge of the chart; longer ones than the chart is wide are cut off, and say so.
std::string bar_svg(const Bar& bar, unsigned x, unsigned y) {
  constexpr double kWidth = 420;
  constexpr double kMost = 4;  // times the least
  const double times = bar.least == 0 ? 1 : bar.value / bar.least;
  const double width = kWidth * std::min(times, kMost) / kMost;
  return fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"12\" fill=\"{}\"/>"
      "<text x=\"{:.1f}\" y=\"{}\" font-size=\"11\">{:.2f}{}</text>\n",
      x, y, width, bar.colour, x + width + 6, y + 10, bar.value,
      times > kMost ? fmt::format(" ({:.1f} times the least)", times) : "");
}

}  // namespace

void print_comparison(const std::vector<ComparedRouting>& routings) {
  const auto judged = std::ranges::find_if(
      routings, [](const ComparedRouting& routing) { return routing.row.error.empty(); });
  if (judged != routings.end()) {
    const PatternReport& pattern = judged->pattern;
    fmt::print("pattern {}: {} ranks {}, {} phases; no routing gets below {:.2f}\n", pattern.name,
               pattern.ranks, describe_order(pattern.order), pattern.figures.phases,
               pattern.figures.mean_least_load);
  }
  fmt::print("{:<14} {:>14} {:>5} {:>5} {:>9} {:>9} {:>8} {:>8} {:>6} {:>9} {:>9}\n", "", "verdict",
             "lanes", "hops", "busiest", "mean", "busiest", "free of", "bisec-", "routed",
             "verified");
  fmt::print("{:<14} {:>14} {:>5} {:>5} {:>9} {:>9} {:>8} {:>8} {:>6} {:>9} {:>9}\n", "", "", "",
             "", "paths", "paths", "flows", "cont. %", "tion", "ms", "ms");
  for (const ComparedRouting& routing : routings) {
    if (!routing.row.error.empty()) {
      fmt::print("{:<14} {}\n", on_one_line(routing.row.engine), routing.row.error);
      continue;
    }
    const PatternFigures& figures = routing.pattern.figures;
    fmt::print(
        "{:<14} {:>14} {:>5} {:>5.2f} {:>9} {:>9.1f} {:>8.2f} {:>8.1f} {:>6.3f} {:>9.1f} "
        "{:>9.1f}\n",
        on_one_line(routing.row.engine), verdict(routing), routing.row.lanes, routing.row.mean_hops,
        routing.row.busiest_link, routing.row.mean_load, figures.mean_busiest_link,
        contention_free_percent(figures), routing.pattern.bandwidth.mean, routing.row.route_ms,
        routing.row.verify_ms);
  }
}

Json comparison_json(const std::vector<ComparedRouting>& routings) {
  Json list = Json::array();
  for (const ComparedRouting& routing : routings) list.push_back(routing_json(routing));
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
  double least_paths = std::numeric_limits<double>::max();
  double least_flows = std::numeric_limits<double>::max();
  for (const ComparedRouting& routing : routings) {
    if (!routing.row.error.empty()) continue;
    least_paths = std::min(least_paths, static_cast<double>(routing.row.busiest_link));
    least_flows = std::min(least_flows, routing.pattern.figures.mean_busiest_link);
  }
  const std::size_t height = 60 + kRow * routings.size();
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"{}\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      "<rect x=\"{}\" y=\"14\" width=\"12\" height=\"12\" fill=\"#0072b2\"/>"
      "<text x=\"{}\" y=\"25\">paths over the busiest link</text>\n"
      "<rect x=\"{}\" y=\"14\" width=\"12\" height=\"12\" fill=\"#e69f00\"/>"
      "<text x=\"{}\" y=\"25\">flows over it, mean of the phases</text>\n",
      height, kChart, kChart + 18, kChart + 230, kChart + 248);
  unsigned y = 46;
  for (const ComparedRouting& routing : routings) {
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", kChart - 10,
                       y + 17, escaped(routing.row.engine));
    if (!routing.row.error.empty()) {
      svg += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"11\">has no routes</text>\n", kChart,
                         y + 17);
    } else {
      svg += bar_svg({static_cast<double>(routing.row.busiest_link), least_paths, "#0072b2"},
                     kChart, y);
      svg += bar_svg({routing.pattern.figures.mean_busiest_link, least_flows, "#e69f00"}, kChart,
                     y + 14);
    }
    y += kRow;
  }
  return svg + "</svg>\n";
}

}  // namespace weft::tool
