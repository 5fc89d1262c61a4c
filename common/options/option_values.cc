#include "common/options/option_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "common/base/error.h"

namespace weft {

bool parse_bool(std::string_view key, std::string_view value) {
  for (const char* yes : {"TRUE", "yes", "on", "1"}) {
    if (same_in_any_case(value, yes)) return true;
  }
  for (const char* no : {"FALSE", "no", "off", "0"}) {
    if (same_in_any_case(value, no)) return false;
  }
  throw BadInput(fmt::format("{} is {}: write TRUE or FALSE", key, quote(value)));
}

void refuse_number(std::string_view key, std::string_view value, std::uint64_t largest) {
  throw BadInput(
      fmt::format("{} is {}: write a number up to {}, or 0 for none", key, quote(value), largest));
}

unsigned parse_threads(std::string_view key, std::string_view value) {
  if (value == "auto") return 0;
  unsigned threads = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), threads);
  if (error != std::errc{} || end != value.data() + value.size() || threads > kMaxThreads) {
    throw BadInput(fmt::format("{} is {}: write a number of threads up to {}, or auto", key,
                               quote(value), kMaxThreads));
  }
  return threads;
}

Balance parse_balance(std::string_view key, std::string_view value) {
  if (same_in_any_case(value, "fabric")) return Balance::kFabric;
  if (same_in_any_case(value, "switch")) return Balance::kSwitch;
  throw BadInput(fmt::format("{} is {}: write fabric or switch", key, quote(value)));
}

LostPairsAre parse_lost_pairs(std::string_view key, std::string_view value) {
  if (same_in_any_case(value, "refuse")) return LostPairsAre::kRefused;
  if (same_in_any_case(value, "accept")) return LostPairsAre::kAccepted;
  throw BadInput(fmt::format("{} is {}: write refuse or accept", key, quote(value)));
}

DragonflyPaths parse_dragonfly_paths(std::string_view key, std::string_view value) {
  if (same_in_any_case(value, "minimal")) return DragonflyPaths::kMinimal;
  if (same_in_any_case(value, "mix")) return DragonflyPaths::kMix;
  if (same_in_any_case(value, "nonminimal")) return DragonflyPaths::kNonminimal;
  throw BadInput(fmt::format("{} is {}: write minimal, mix or nonminimal", key, quote(value)));
}

TrafficMix parse_traffic_mix(std::string_view key, std::string_view value) {
  constexpr std::uint32_t kMost = 1000;
  const auto fail = [&](std::string_view word) {
    std::vector<std::string_view> names;
    for (const auto& [name, kind] : kPatternNames) {
      if (kind != PatternKind::kPairs) names.push_back(name);
    }
    throw BadInput(fmt::format(
        "{} is {}, with {}: write names with commas between, each at most once and with a weight "
        "of 0 to {} or without, not all 0, like shift:2,ring; the names are {}",
        key, quote(value), quote(word), kMost, fmt::join(names, ", ")));
  };
  TrafficMix mix;
  std::uint64_t weights = 0;
  for (const std::string_view word : between_commas(value)) {
    const std::string_view name = word.substr(0, word.find(':'));
    const auto known = std::ranges::find_if(
        kPatternNames, [&](const auto& pattern) { return same_in_any_case(pattern.first, name); });
    if (known == kPatternNames.end() || known->second == PatternKind::kPairs ||
        std::ranges::find(mix, known->second, &WeightedPattern::kind) != mix.end()) {
      fail(word);
    }
    WeightedPattern& pattern = mix.emplace_back(WeightedPattern{known->second});
    if (name.size() < word.size()) {
      const std::string_view weight = word.substr(name.size() + 1);
      const auto [end, error] =
          std::from_chars(weight.data(), weight.data() + weight.size(), pattern.weight);
      if (error != std::errc{} || end != weight.data() + weight.size() || pattern.weight > kMost) {
        fail(word);
      }
    }
    weights += pattern.weight;
  }
  if (weights == 0) fail(value);
  return mix;
}

DownUpTurns parse_down_up_turns(std::string_view key, std::string_view value) {
  if (value == "0") return DownUpTurns::kAllowed;
  if (value == "1") return DownUpTurns::kNever;
  if (value == "2") return DownUpTurns::kIfNoneIsShorter;
  throw BadInput(fmt::format("{} is {}: write 0, 1 or 2", key, quote(value)));
}

Stages parse_stages(std::string_view key, std::string_view value) {
  if (same_in_any_case(value, "at_once")) return Stages::kOne;
  if (same_in_any_case(value, "staged")) return Stages::kTwo;
  throw BadInput(fmt::format("{} is {}: write at_once or staged", key, quote(value)));
}

std::optional<TreeShape> parse_structure(std::string_view key, std::string_view value) {
  if (value.empty() || same_in_any_case(value, "(null)")) return std::nullopt;
  try {
    return parse_tree_shape(value);
  } catch (const BadInput& error) {
    throw BadInput(fmt::format(
        "{} is {}, which is not the structure of a fat tree, like PGFT(3; 18,18,36; 1,18,18; "
        "1,1,1): {}",
        key, quote(value), error.what()));
  }
}

}  // namespace weft
