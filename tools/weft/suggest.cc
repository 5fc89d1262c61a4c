#include "tools/weft/suggest.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/base/json.h"
#include "common/base/text.h"

namespace weft::tool {
namespace {

constexpr std::size_t kTriedForEach = 5;
constexpr std::size_t kLeastTried = 20;

std::string row(const Suggestion& suggestion) {
  const Outcome& o = suggestion.outcome;
  const std::string name = on_one_line(o.name);
  if (!o.error.empty()) return fmt::format("{:>68}  {}: {}\n", "refused", name, o.error);
  return fmt::format("{:>10} {:>9} {:>9} {:>10} {:>12.1f} {:>11}  {}\n", o.unreachable,
                     suggestion.cuts.links, suggestion.cuts.switches, o.busiest_after, o.mean_after,
                     o.credit_loop ? "credit loop" : "", name);
}

Json cuts_json(const Cuts& cuts) { return {{"links", cuts.links}, {"switches", cuts.switches}}; }

}  // namespace

std::size_t most_tried(std::size_t asked) { return std::max(kLeastTried, kTriedForEach * asked); }

std::string suggestions_text(const Suggestions& suggestions) {
  const OutcomesHeader& header = suggestions.header;
  std::string text = fmt::format(
      "{:>10} {:>9} {:>9} {:>10} {:>12} {:>11}  {}\n{:>10} {:>9} {:>9} {:>10} {:>12.1f} {:>11}  "
      "{}\n",
      "no path", "cut links", "switches", "busiest", "mean", "", "cable",
      suggestions.unreachable_before, suggestions.cuts_before.links,
      suggestions.cuts_before.switches, header.busiest, header.mean, "", "as it is");
  for (const Suggestion& suggestion : suggestions.best) text += row(suggestion);
  return text + fmt::format("{} of {} cables tried, one at a time\n", header.failures,
                            suggestions.candidates);
}

std::string suggestions_lines(const Suggestions& suggestions) {
  Json first = header_json(suggestions.header, {});
  first["whatif"]["candidates"] = suggestions.candidates;
  std::string text = first.line() + '\n';
  for (const Suggestion& suggestion : suggestions.best) {
    const Outcome& o = suggestion.outcome;
    Json line = outcome_json(o);
    line["unreachable_pairs"] = {{"before", suggestions.unreachable_before},
                                 {"after", o.error.empty() ? Json(o.unreachable) : Json(nullptr)}};
    line["cuts"] = {{"before", cuts_json(suggestions.cuts_before)},
                    {"after", cuts_json(suggestion.cuts)}};
    text += line.line() + '\n';
  }
  return text;
}

}  // namespace weft::tool
