#include "common/export/switch_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/export/exported_hosts.h"

namespace weft {
namespace {

constexpr std::size_t kGuidDigits = 16;

// System and chip of «MF0;system:MODEL/chip»; other descriptions unchanged.
std::string system_and_chip(std::string_view description) {
  const std::size_t colon = description.rfind(':');
  if (!description.starts_with("MF") || colon == std::string_view::npos) {
    return std::string(description);
  }
  const std::size_t begin = description.find(';');
  const std::size_t slash = description.find('/', colon);
  if (begin > colon || slash == std::string_view::npos) return std::string(description);
  std::string name(description.substr(begin + 1, colon - begin - 1));
  const std::string_view chip = description.substr(slash + 1);
  if (chip != "U1") (name += '-') += chip;
  return name;
}

bool ends_like_guid(std::string_view name) {
  if (name.size() < kGuidDigits) return false;
  name.remove_prefix(name.size() - kGuidDigits);
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// The description up to the name of the vendor.
std::string words_of_firmware(std::string_view description) {
  constexpr std::string_view kVendor = "Mellanox Technologies";
  std::string text(description);
  text.resize(text.find(kVendor));
  return text;
}

std::string with_guid(std::string name, Guid guid) {
  name.resize(std::min(name.size(), kLongestSwitchName - kGuidDigits - 1));
  return fmt::format("{}-{:016x}", name.empty() ? "switch" : name, guid);
}

}  // namespace

std::string plain_switch_name(std::string_view description) {
  std::string name;
  for (const char c : system_and_chip(description)) {
    const bool fits = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      c == '.' || c == '_';
    if (fits) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
    if (name.size() == kLongestSwitchName) break;
  }
  if (name.ends_with('-')) name.pop_back();
  return name;
}

std::vector<std::string> switch_names(const Fabric& fabric, std::span<const SwitchIndex> switches) {
  std::vector<std::string> names;
  names.reserve(switches.size());
  std::map<std::string, unsigned> count;
  for (const SwitchIndex s : switches) {
    const std::string_view description = fabric.switch_name(s);
    names.push_back(plain_switch_name(
        is_default_description(description) ? words_of_firmware(description) : description));
    ++count[names.back()];
  }
  for (std::size_t i = 0; i < switches.size(); ++i) {
    std::string& name = names[i];
    if (name.empty() || count[name] > 1 || ends_like_guid(name) ||
        is_default_description(fabric.switch_name(switches[i]))) {
      name = with_guid(std::move(name), fabric.switches()[switches[i]].node_guid);
    }
  }
  return names;
}

}  // namespace weft
