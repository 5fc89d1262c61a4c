#include "common/fabric/link_rate.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <map>

#include "common/fabric/readers/link_text.h"

namespace weft {
namespace {

std::uint16_t most_frequent(const std::map<std::uint16_t, std::uint64_t>& counts) {
  std::uint16_t best = 0;
  std::uint64_t most = 0;
  for (const auto& [rate, count] : counts) {  // ascending by rate
    if (count < most) continue;
    best = rate;
    most = count;
  }
  return best;
}

}  // namespace

std::uint16_t data_rate(const LinkAttributes& link) {
  constexpr std::array<std::uint16_t, 10> kLaneRate = {0, 2, 4, 8, 10, 14, 25, 50, 100, 200};
  const LinkAttributes assumed;
  const unsigned width = link.width != 0 ? link.width : assumed.width;
  const LinkSpeed speed = link.speed != LinkSpeed::kUnknown ? link.speed : assumed.speed;
  return static_cast<std::uint16_t>(width * kLaneRate[static_cast<std::size_t>(speed)]);
}

UsualRates usual_rates(const Fabric& fabric) {
  std::map<std::uint16_t, std::uint64_t> between;
  std::map<std::uint16_t, std::uint64_t> of_end_ports;
  for (const Port& port : fabric.all_ports()) {
    if (port.kind == PeerKind::kSwitch) ++between[data_rate(port.link)];
    if (port.kind == PeerKind::kEndPort) ++of_end_ports[data_rate(port.link)];
  }
  return {most_frequent(between), most_frequent(of_end_ports)};
}

bool have_one_rate(const Fabric& fabric) {
  unsigned rate = 0;
  for (const Port& port : fabric.all_ports()) {
    if (port.kind != PeerKind::kSwitch) continue;
    if (rate == 0) rate = data_rate(port.link);
    if (data_rate(port.link) != rate) return false;
  }
  return true;
}

std::string describe_rate(const LinkAttributes& link) {
  return fmt::format("{}x{}", link.width, speed_name(link.speed));
}

}  // namespace weft
