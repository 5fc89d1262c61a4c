#include "common/fabric/readers/link_text.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "common/base/text.h"

namespace weft {
namespace {

struct SpeedText {
  std::string_view name;
  std::string_view gigabits;
};

// By LinkSpeed.
constexpr std::array<SpeedText, 10> kSpeeds = {{{"", "0"},
                                                {"SDR", "2.5"},
                                                {"DDR", "5"},
                                                {"QDR", "10"},
                                                {"FDR10", "FDR10"},
                                                {"FDR", "14"},
                                                {"EDR", "25"},
                                                {"HDR", "50"},
                                                {"NDR", "100"},
                                                {"XDR", "200"}}};

LinkSpeed find_speed(std::string_view SpeedText::*column, std::string_view text) {
  for (std::size_t i = 1; i < kSpeeds.size(); ++i) {
    if (same_in_any_case(kSpeeds[i].*column, text)) return static_cast<LinkSpeed>(i);
  }
  return LinkSpeed::kUnknown;
}

}  // namespace

std::optional<LinkAttributes> link_from_rate(std::string_view text) {
  Scanner scanner(text);
  const auto width = scanner.number<std::uint8_t>();
  if (!width || *width > 12 || !scanner.eat('x')) return std::nullopt;
  LinkAttributes link;
  link.width = *width;
  link.speed = find_speed(&SpeedText::name, scanner.word());
  return link;
}

LinkSpeed speed_of_name(std::string_view text) { return find_speed(&SpeedText::name, text); }

std::string_view speed_name(LinkSpeed speed) {
  return kSpeeds[static_cast<std::size_t>(speed)].name;
}

LinkSpeed speed_from_gigabits(std::string_view text) {
  return find_speed(&SpeedText::gigabits, text);
}

LinkSpeed speed_from_gbps(std::string_view text) {
  if (text == "FDR10" || text == "10.3125") return LinkSpeed::kFdr10;
  if (text == "2.5") return LinkSpeed::kSdr;
  // Real lane rates are slightly above their names.
  const auto whole = Scanner(text).number<unsigned>();
  switch (whole.value_or(0)) {
    case 5:
      return LinkSpeed::kDdr;
    case 10:
      return LinkSpeed::kQdr;
    case 14:
      return LinkSpeed::kFdr;
    case 25:
      return LinkSpeed::kEdr;
    case 50:
    case 53:
      return LinkSpeed::kHdr;
    case 100:
    case 106:
      return LinkSpeed::kNdr;
    case 200:
    case 212:
      return LinkSpeed::kXdr;
    default:
      return LinkSpeed::kUnknown;
  }
}

std::string_view speed_in_gigabits(LinkSpeed speed) {
  return kSpeeds[static_cast<std::size_t>(speed)].gigabits;
}

std::uint8_t data_vls_of_code(std::uint8_t code) {
  constexpr std::array<std::uint8_t, 6> kDataVls = {0, 1, 2, 4, 8, 15};
  return code < kDataVls.size() ? kDataVls[code] : std::uint8_t{0};
}

std::uint8_t code_of_data_vls(std::uint8_t data_vls) {
  std::uint8_t code = 1;
  while (code < 5 && data_vls_of_code(static_cast<std::uint8_t>(code + 1)) <= data_vls) ++code;
  return code;
}

std::optional<Lid> read_lid(Scanner& scanner) {
  if (scanner.eat("-1")) return Lid{0};
  const auto number = scanner.number<Lid>();
  if (!number || *number == kPermissiveLid) return number ? std::optional(Lid{0}) : std::nullopt;
  return *number <= kMaxUnicastLid ? number : std::nullopt;
}

}  // namespace weft
