#include "common/fabric/generators/options.h"

#include <fmt/format.h>
#include <strings.h>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace weft {
namespace {

constexpr unsigned kMostOfAnything = 1'000'000;
constexpr std::size_t kLongestList = 64;

constexpr std::array<std::pair<std::string_view, std::uint8_t>, 5> kWidths{
    {{"1x", 1}, {"2x", 2}, {"4x", 4}, {"8x", 8}, {"12x", 12}}};

constexpr std::array<std::pair<std::string_view, LinkSpeed>, 9> kSpeeds{{
    {"SDR", LinkSpeed::kSdr},
    {"DDR", LinkSpeed::kDdr},
    {"QDR", LinkSpeed::kQdr},
    {"FDR10", LinkSpeed::kFdr10},
    {"FDR", LinkSpeed::kFdr},
    {"EDR", LinkSpeed::kEdr},
    {"HDR", LinkSpeed::kHdr},
    {"NDR", LinkSpeed::kNdr},
    {"XDR", LinkSpeed::kXdr},
}};

std::string list_of(std::span<const GeneratorOption> own) {
  std::string list;
  for (const auto& options : {own, common_generator_options()}) {
    for (const GeneratorOption& option : options) {
      list += fmt::format("{}--{}", list.empty() ? "" : ", ", option.name);
    }
  }
  return list;
}

const GeneratorOption* find(const TopologyInfo& topology, std::string_view name) {
  for (const auto& options : {topology.options, common_generator_options()}) {
    for (const GeneratorOption& option : options) {
      if (option.name == name) return &option;
    }
  }
  return nullptr;
}

[[noreturn]] void refuse(std::string_view name, std::string_view value, std::string_view expected) {
  // A value may be a whole file by accident.
  constexpr std::size_t kShown = 80;
  throw BadInput(fmt::format("--{} is «{}{}»: {} is expected", name, value.substr(0, kShown),
                             value.size() > kShown ? "..." : "", expected));
}

template <typename Number>
bool read_whole(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

}  // namespace

GeneratorOptions::GeneratorOptions(const TopologyInfo& topology,
                                   const std::map<std::string, std::string>& values) {
  for (const auto& [name, value] : values) {
    if (find(topology, name) == nullptr) {
      throw BadInput(fmt::format("{} has no option --{}; it has {}", topology.name, name,
                                 list_of(topology.options)));
    }
    if (value.empty()) throw BadInput(fmt::format("--{} has no value", name));
  }
  for (const auto& options : {topology.options, common_generator_options()}) {
    for (const GeneratorOption& option : options) {
      const auto given = values.find(std::string(option.name));
      if (given == values.end() && option.required) {
        throw BadInput(fmt::format("{} needs --{} {}: {}", topology.name, option.name, option.value,
                                   option.description));
      }
      values_.emplace(option.name,
                      given == values.end() ? std::string(option.default_value) : given->second);
    }
  }
}

const std::string& GeneratorOptions::text(std::string_view name) const {
  static const std::string nothing;
  const auto found = values_.find(name);
  return found == values_.end() ? nothing : found->second;
}

unsigned GeneratorOptions::number(std::string_view name) const {
  unsigned result = 0;
  if (!read_whole(text(name), result) || result > kMostOfAnything) {
    refuse(name, text(name), fmt::format("a number of at most {}", kMostOfAnything));
  }
  return result;
}

std::vector<unsigned> GeneratorOptions::numbers(std::string_view name) const {
  std::vector<unsigned> result;
  std::string_view rest = text(name);
  if (rest.empty()) return result;
  for (;;) {
    const std::size_t comma = rest.find(',');
    unsigned next = 0;
    if (!read_whole(rest.substr(0, comma), next) || next > kMostOfAnything ||
        result.size() == kLongestList) {
      refuse(name, text(name), "a list of a few numbers like 4,4,8");
    }
    result.push_back(next);
    if (comma == std::string_view::npos) return result;
    rest.remove_prefix(comma + 1);
  }
}

std::uint64_t GeneratorOptions::seed(std::string_view name) const {
  std::uint64_t result = 0;
  if (!read_whole(text(name), result)) refuse(name, text(name), "a number from 0 to 2^64 - 1");
  return result;
}

Amount GeneratorOptions::amount(std::string_view name) const {
  std::string_view value = text(name);
  Amount result;
  result.percent = value.ends_with('%');
  if (result.percent) value.remove_suffix(1);
  if (!read_whole(value, result.number) || !(result.number >= 0) ||
      result.number > (result.percent ? 100 : kMostOfAnything) ||
      (!result.percent && result.number != std::floor(result.number))) {
    refuse(name, text(name),
           fmt::format("a number of at most {} or a percentage like 2.5%", kMostOfAnything));
  }
  return result;
}

Aggregation GeneratorOptions::aggregation(std::string_view name) const {
  std::string_view value = text(name);
  Aggregation result;
  if (value == "all") return result;
  if (value == "leaf") {
    result.leaves_only = true;
    return result;
  }
  const bool percent = value.ends_with('%');
  if (percent) value.remove_suffix(1);
  if (!percent || !read_whole(value, result.percent) ||
      !(result.percent >= 0 && result.percent <= 100)) {
    refuse(name, text(name), "all, leaf or a percentage like 2.5%");
  }
  return result;
}

bool GeneratorOptions::yes(std::string_view name) const {
  const std::string& value = text(name);
  if (value != "yes" && value != "no") refuse(name, value, "yes or no");
  return value == "yes";
}

LinkAttributes GeneratorOptions::link(std::string_view name) const {
  const std::string_view value = text(name);
  LinkAttributes result;
  std::string_view speed = value;
  for (const auto& [prefix, width] : kWidths) {
    if (!value.starts_with(prefix)) continue;
    result.width = width;
    speed.remove_prefix(prefix.size());
    break;
  }
  for (const auto& [known, rate] : kSpeeds) {
    if (speed.size() != known.size() ||
        strncasecmp(speed.data(), known.data(), known.size()) != 0) {
      continue;
    }
    result.speed = rate;
    return result;
  }
  refuse(name, value, "a rate like 4xQDR, or a speed from SDR to XDR");
}

}  // namespace weft
