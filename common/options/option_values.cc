#include "common/options/option_values.h"

#include <fmt/format.h>

#include <charconv>

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
