#include "common/fabric/link_rate.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

#include "common/fabric/readers/link_text.h"

namespace weft {

std::uint16_t data_rate(const LinkAttributes& link) {
  constexpr std::array<std::uint16_t, 10> kLaneRate = {0, 2, 4, 8, 10, 14, 25, 50, 100, 200};
  const LinkAttributes assumed;
  const unsigned width = link.width != 0 ? link.width : assumed.width;
  const LinkSpeed speed = link.speed != LinkSpeed::kUnknown ? link.speed : assumed.speed;
  return static_cast<std::uint16_t>(width * kLaneRate[static_cast<std::size_t>(speed)]);
}

std::string describe_rate(const LinkAttributes& link) {
  return fmt::format("{}x{}", link.width, speed_name(link.speed));
}

}  // namespace weft
