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
    if (kSpeeds[i].*column == text) return static_cast<LinkSpeed>(i);
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

std::string_view speed_name(LinkSpeed speed) {
  return kSpeeds[static_cast<std::size_t>(speed)].name;
}

LinkSpeed speed_from_gigabits(std::string_view text) {
  return find_speed(&SpeedText::gigabits, text);
}

std::string_view speed_in_gigabits(LinkSpeed speed) {
  return kSpeeds[static_cast<std::size_t>(speed)].gigabits;
}

}  // namespace weft
