#include "common/report/what_if_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <tuple>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"

namespace weft {
namespace {

using Document = nlohmann::json;

constexpr std::size_t kLargestLine = std::size_t{1} << 16;
constexpr std::size_t kLongestText = 200;

// Null where there is none.
const Document* member(const Document& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto at = object.find(key);
  return at == object.end() ? nullptr : &*at;
}

std::string text_of(const Document* value) {
  if (value == nullptr || !value->is_string()) return {};
  return value->get_ref<const std::string&>().substr(0, kLongestText);
}

std::optional<std::uint64_t> count_of(const Document* value) {
  if (value == nullptr || !value->is_number_unsigned()) return std::nullopt;
  return value->get<std::uint64_t>();
}

FailureOutcome outcome_of(const Document& line, const Document& failure) {
  FailureOutcome outcome;
  outcome.kind = text_of(member(failure, "kind"));
  outcome.name = text_of(member(failure, "name"));
  outcome.error = text_of(member(line, "error"));
  outcome.entries = count_of(member(line, "entries"));
  outcome.sls = count_of(member(line, "sls"));
  outcome.lost_pairs = count_of(member(line, "lost_pairs"));
  if (const Document* link = member(line, "busiest_link")) {
    outcome.busiest_before = count_of(member(*link, "before"));
    outcome.busiest_after = count_of(member(*link, "after"));
    outcome.busiest_name = text_of(member(*link, "name"));
  }
  if (const Document* repaired = member(line, "repaired"); repaired && repaired->is_boolean()) {
    outcome.repaired = repaired->get<bool>();
  }
  return outcome;
}

bool is_worse(const FailureOutcome& a, const FailureOutcome& b) {
  const auto key = [](const FailureOutcome& outcome) {
    return std::tuple(!outcome.error.empty(), outcome.lost_pairs.value_or(0),
                      outcome.busiest_after.value_or(0), outcome.entries.value_or(0));
  };
  return key(a) > key(b);
}

// Keeps the worst, at least `most`, without holding all of a long file.
void keep_worst(std::vector<FailureOutcome>& outcomes, std::size_t most) {
  std::ranges::stable_sort(outcomes, is_worse);
  if (outcomes.size() > most) outcomes.resize(most);
}

}  // namespace

WhatIfOutcomes read_what_if(const std::string& path, std::size_t most) {
  const std::string text = read_file(path);
  WhatIfOutcomes result;
  for (Lines lines(text); lines.next();) {
    if (lines.line().empty()) continue;
    const Document line = lines.line().size() > kLargestLine
                              ? Document()
                              : Document::parse(lines.line(), nullptr, false);
    const Document* failure = member(line, "failure");
    if (failure == nullptr || !failure->is_object()) {
      if (member(line, "whatif") == nullptr) ++result.ignored;
      continue;
    }
    ++result.failures;
    result.worst.push_back(outcome_of(line, *failure));
    if (!result.worst.back().error.empty()) ++result.errors;
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
