#include "tools/weft/pseudonyms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "common/base/text.h"
#include "common/export/exported_hosts.h"
#include "common/fabric/counts.h"

namespace weft::tool {
namespace {

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

std::size_t common_length(std::string_view a, std::string_view b) {
  const auto differ = std::ranges::mismatch(a, b);
  return static_cast<std::size_t>(differ.in1 - a.begin());
}

// The name in the description of a switch: «system» of «MF0;system:MODEL/U1», which files of an
// administrator have alone, too; of other descriptions all.
std::string_view given_name(std::string_view description) {
  const std::size_t colon = description.rfind(':');
  if (!description.starts_with("MF0;") || colon == std::string_view::npos) return description;
  description = description.substr(0, colon);
  return description.substr(description.find(';') + 1);
}

}  // namespace

Pseudonyms::Pseudonyms(const Fabric& fabric) {
  std::size_t hosts = 0;
  std::size_t switches = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const std::string_view name = given_name(trim(fabric.switch_name(s)));
    if (name.empty() || is_default_description(name)) continue;
    const auto [place, is_new] = of_.try_emplace(std::string(name));
    if (is_new) place->second = fmt::format("switch-{}", ++switches);
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const std::string_view name = trim(fabric.end_port_name(e));
    if (name.empty() || is_default_description(name) || is_aggregation_node(fabric, e)) continue;
    const auto [place, is_new] = of_.try_emplace(std::string(name.substr(0, name.find(' '))));
    if (is_new) place->second = fmt::format("host-{}", ++hosts);
  }
}

std::string Pseudonyms::replace(std::string_view text) const {
  constexpr std::size_t kLongest = 64;  // bytes of a node description
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = at == 0 || !is_of_word(text[at - 1]);
    std::string_view ahead = begins ? text.substr(at, kLongest) : std::string_view();
    auto found = of_.end();
    // The longest name at the beginning of `ahead` is the last name before it in order, or has less
    // in common with `ahead` than that one.
    while (!ahead.empty()) {
      const auto after = of_.upper_bound(ahead);
      if (after == of_.begin()) break;
      const std::string& name = std::prev(after)->first;
      const std::size_t same = common_length(name, ahead);
      const bool is_whole =
          same == name.size() && (at + same == text.size() || !is_of_word(text[at + same]));
      if (is_whole) {
        found = std::prev(after);
        break;
      }
      ahead = ahead.substr(0, std::min(same, ahead.size() - 1));
    }
    if (found == of_.end()) {
      result += text[at++];
    } else {
      result += found->second;
      at += found->first.size();
    }
  }
  return result;
}

}  // namespace weft::tool
