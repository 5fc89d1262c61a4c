#include "common/whatif/outcome_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/whatif/outcome_json.h"

namespace weft {
namespace {

constexpr std::size_t kLargestLine = std::size_t{1} << 16;
constexpr std::size_t kLongestText = 200;

std::optional<Outcome> outcome_of(std::string_view line) {
  if (line.size() > kLargestLine) return std::nullopt;
  try {
    Outcome outcome = read_outcome_line(line);
    for (std::string* text : {&outcome.name, &outcome.error, &outcome.busiest_name}) {
      if (text->size() > kLongestText) text->resize(kLongestText);
    }
    return outcome;
  } catch (const BadInput&) {
    return std::nullopt;
  }
}

std::optional<HeaderLine> header_of(std::string_view line) {
  if (line.size() > kLargestLine) return std::nullopt;
  try {
    return read_header_line(line);
  } catch (const BadInput&) {
    return std::nullopt;
  }
}

// Keeps the `most` worst outcomes, so that a long file needs little memory.
void keep_worst(std::vector<Outcome>& outcomes, std::size_t most) {
  std::ranges::stable_sort(outcomes, is_worse);
  if (outcomes.size() > most) outcomes.resize(most);
}

}  // namespace

WhatIfOutcomes read_what_if(const std::string& path, std::size_t most) {
  const std::string text = read_file(path);
  WhatIfOutcomes result;
  for (Lines lines(text); lines.next();) {
    if (lines.line().empty()) continue;
    std::optional<Outcome> outcome = outcome_of(lines.line());
    if (!outcome) {
      if (const auto header = header_of(lines.line())) {
        result.tables = header->header.tables;
        result.asked = header->header.failures;
      } else {
        ++result.ignored;
      }
      continue;
    }
    ++result.failures;
    if (!outcome->error.empty()) ++result.errors;
    result.worst.push_back(std::move(*outcome));
    if (result.worst.size() >= 2 * most + 64) keep_worst(result.worst, most);
  }
  if (result.failures == 0) {
    throw BadInput(fmt::format(
        "{} has no line with a failure: it is not what weft whatif --json prints", path));
  }
  keep_worst(result.worst, most);
  return result;
}

}  // namespace weft
