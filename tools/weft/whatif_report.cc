#include "tools/weft/whatif_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "common/base/text.h"

namespace weft::tool {
namespace {

std::string describe(const Outcome& o) {
  return fmt::format("{} {}", name_of(o.kind), on_one_line(o.name));
}

std::string answer(const Outcome& o) {
  const char* const how = !o.error.empty() ? "refused" : o.repaired ? "repaired" : "recomputed";
  const char* const loop = o.credit_loop             ? ", credit loop"
                           : o.credit_loop_multicast ? ", credit loop with multicast"
                                                     : "";
  return fmt::format("{}{}", how, loop);
}

// Appends a row of the table, and why there is no repair.
void append_row(const Outcome& o, std::string& text) {
  const auto add = [&](const std::string& what) { text += what; };
  if (o.error.empty()) {
    add(fmt::format("{:>10} {:>12} {:>10} {:>12.1f} {:>9} {:>9} {:>5}  {:<10} {}\n", o.lost_pairs,
                    o.disconnected, o.busiest_after, o.mean_after, o.entries, o.sls, o.lanes,
                    answer(o), describe(o)));
    if (!o.repaired && o.kind != FailureKind::kAdd) add(fmt::format("{:>12}{}\n", "", o.why_anew));
  } else {
    add(fmt::format("{:>10} {:>12} {:>10} {:>12} {:>9} {:>9} {:>5}  {:<10} {}\n", "-", "-", "-",
                    "-", "-", "-", "-", answer(o), describe(o)));
    add(fmt::format("{:>12}{}\n", "", o.error));
  }
}

// The first outcome with the largest measure; null: no measure is above 0.
template <typename Measure>
const Outcome* append_worst(std::span<const Outcome> outcomes, const char* what, Measure measure,
                            std::string& text) {
  const auto worst = std::ranges::max_element(outcomes, {}, measure);
  if (worst == outcomes.end() || measure(*worst) == 0) return nullptr;
  text += fmt::format("  most {}: {}, by {}\n", what, measure(*worst), describe(*worst));
  return &*worst;
}

// outcomes: the worst first.
std::string summary(std::span<const Outcome> outcomes) {
  const auto count = [&](auto is) { return std::ranges::count_if(outcomes, is); };
  std::string text = fmt::format(
      "{} failures: {} lose or disconnect pairs, {} are refused; {} are repaired, {} recomputed; "
      "{} have a credit loop, and {} have one only together with multicast groups\n",
      outcomes.size(), count([](const Outcome& o) { return o.lost_pairs + o.disconnected > 0; }),
      count([](const Outcome& o) { return !o.error.empty(); }),
      count([](const Outcome& o) { return o.repaired; }),
      count([](const Outcome& o) { return o.error.empty() && !o.repaired; }),
      count([](const Outcome& o) { return o.credit_loop; }),
      count([](const Outcome& o) { return o.credit_loop_multicast; }));
  append_worst(
      outcomes, "pairs lost", [](const Outcome& o) { return o.lost_pairs; }, text);
  append_worst(
      outcomes, "pairs that no link connects", [](const Outcome& o) { return o.disconnected; },
      text);
  const Outcome* const busiest = append_worst(
      outcomes, "paths over a link", [](const Outcome& o) { return o.busiest_after; }, text);
  if (busiest != nullptr) text += fmt::format("    they go from {}\n", busiest->busiest_name);
  append_worst(
      outcomes, "entries changed", [](const Outcome& o) { return o.entries; }, text);
  append_worst(
      outcomes, "SLs changed", [](const Outcome& o) { return o.sls; }, text);
  const auto hurts =
      std::ranges::find_if(outcomes, [](const Outcome& o) { return o.kind != FailureKind::kAdd; });
  if (hurts != outcomes.end()) text += fmt::format("hurts most: {}\n", describe(*hurts));
  for (const Outcome& o : outcomes) {
    if (o.kind != FailureKind::kAdd || !o.error.empty()) continue;
    text += fmt::format("{}: at most {} paths over a link, {} before\n", describe(o),
                        o.busiest_after, o.busiest_before);
  }
  return text;
}

}  // namespace

std::string whatif_text(const OutcomesHeader& header, std::vector<Outcome> outcomes,
                        std::size_t most) {
  std::ranges::stable_sort(outcomes, is_worse);
  std::string text = fmt::format(
      "{}: at most {} paths over a link, {}; {:.1f} on average\n", header.engine, header.busiest,
      header.busiest_name.empty() ? "there is none" : header.busiest_name, header.mean);
  text += fmt::format("{:>10} {:>12} {:>10} {:>12} {:>9} {:>9} {:>5}  {:<10} {}\n", "lost",
                      "disconnected", "busiest", "mean", "entries", "SLs", "lanes", "answer",
                      "failure");
  const std::size_t shown = std::min(most, outcomes.size());
  for (const Outcome& outcome : std::span(outcomes).first(shown)) append_row(outcome, text);
  if (shown < outcomes.size()) text += fmt::format("{:>10} more\n", outcomes.size() - shown);
  return text + summary(outcomes);
}

}  // namespace weft::tool
