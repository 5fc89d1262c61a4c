#include "tests/support/fake_subnet.h"

#include <algorithm>
#include <string_view>

#include "common/fabric/readers/link_text.h"

namespace weft {
namespace {

constexpr std::size_t kData = 64;
constexpr std::size_t kPath = 128;

template <typename Number>
void put(std::uint8_t* at, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    at[i] = static_cast<std::uint8_t>(number >> (8 * (sizeof(Number) - 1 - i)));
  }
}

std::uint8_t width_code(std::uint8_t width) {
  return width == 1 ? 1 : width == 4 ? 2 : width == 8 ? 4 : width == 12 ? 8 : 16;
}

void put_speed(std::uint8_t* data, LinkSpeed speed) {
  const auto fastest = static_cast<unsigned>(speed) - static_cast<unsigned>(LinkSpeed::kFdr);
  if (speed == LinkSpeed::kXdr) {
    data[56] = 1 << 5;
  } else if (speed >= LinkSpeed::kFdr) {
    data[62] = static_cast<std::uint8_t>(1u << fastest << 4);
  } else {
    data[35] = speed == LinkSpeed::kSdr ? 0x10 : speed == LinkSpeed::kDdr ? 0x20 : 0x40;
  }
}

}  // namespace

void FakeSubnet::send(const Mad& mad, Lid) {
  ++asked;
  const auto place = walk(mad);
  if (!place) return;
  Mad answer = mad;
  answer[3] = 0x81;
  answer[4] = 0x80;  // the direction: on its way back
  if (!fill(*place, answer)) answer[5] = 0x1C;
  if (tamper && !tamper(answer)) return;
  answers_.push_back(answer);
  most_in_flight = std::max(most_in_flight, answers_.size());
}

std::optional<Mad> FakeSubnet::receive(std::chrono::milliseconds) {
  if (answers_.empty()) return std::nullopt;
  const Mad answer = answers_.front();
  answers_.pop_front();
  return answer;
}

// Where the directed route of a request leads; nothing: to no node.
std::optional<FakeSubnet::Place> FakeSubnet::walk(const Mad& mad) const {
  Place place = {{PeerKind::kEndPort, 0}, fabric_.end_ports()[0].port_num};
  for (unsigned hop = 1; hop <= mad[7]; ++hop) {
    const PortNum out = mad[kPath + hop];
    if (place.node.kind == PeerKind::kEndPort) {
      if (hop != 1 || out != fabric_.end_ports()[0].port_num) return std::nullopt;
      const EndPort& host = fabric_.end_ports()[0];
      place = {{PeerKind::kSwitch, host.sw}, host.switch_port};
      continue;
    }
    if (out >= fabric_.ports(place.node.index).size()) return std::nullopt;
    const Port& port = fabric_.ports(place.node.index)[out];
    if (port.kind == PeerKind::kNothing) return std::nullopt;
    place = {{port.kind, port.peer}, port.peer_port};
  }
  return place;
}

bool FakeSubnet::fill(const Place& place, Mad& mad) const {
  std::uint8_t* const data = mad.data() + kData;
  const bool is_switch = place.node.kind == PeerKind::kSwitch;
  const std::uint32_t n = place.node.index;
  const auto modifier = static_cast<unsigned>(big_endian_64(mad, 16) & 0xFFFFFFFF);
  switch (static_cast<SmpAttribute>(big_endian_16(mad, 16))) {
    case SmpAttribute::kNodeInfo:
      node_info(place, data);
      return true;
    case SmpAttribute::kNodeDescription: {
      const std::string_view name = is_switch ? fabric_.switch_name(n) : fabric_.end_port_name(n);
      std::ranges::copy(name.substr(0, kAttributeBytes), data);
      return true;
    }
    case SmpAttribute::kSwitchInfo: {
      if (!is_switch) return false;
      const Switch& sw = fabric_.switches()[n];
      put(data + 4, std::uint16_t{sw.multicast ? std::uint16_t{1024} : std::uint16_t{0}});
      put(data + 6, fabric_.max_lid());
      data[16] = sw.enhanced_port0 ? 8 : 0;
      return true;
    }
    case SmpAttribute::kPortInfo:
      return port_info(place, modifier, data);
    case SmpAttribute::kSlToVl: {
      const Sl2Vl::Map& map =
          sl2vl_.map(n, static_cast<PortNum>(modifier >> 8), static_cast<PortNum>(modifier & 0xFF));
      for (unsigned sl = 0; sl < kSls; sl += 2) {
        data[sl / 2] = static_cast<std::uint8_t>(map[sl] << 4 | map[sl + 1]);
      }
      return is_switch;
    }
    case SmpAttribute::kForwarding:
      if (!is_switch || modifier * kLftBlock >= tables_.row_size()) return false;
      std::copy_n(tables_.row(n) + modifier * kLftBlock, kLftBlock, data);
      return true;
  }
  return false;
}

void FakeSubnet::node_info(const Place& place, std::uint8_t* data) const {
  const std::uint32_t n = place.node.index;
  data[36] = place.port;
  if (place.node.kind == PeerKind::kSwitch) {
    const Switch& sw = fabric_.switches()[n];
    data[2] = 2;
    data[3] = sw.port_count;
    put(data + 4, sw.system_guid);
    put(data + 12, sw.node_guid);
    put(data + 20, sw.node_guid);
    return;
  }
  const EndPort& port = fabric_.end_ports()[n];
  data[2] = port.type == NodeType::kCa ? 1 : 3;
  data[3] = port.node_ports;
  put(data + 4, port.system_guid);
  put(data + 12, port.node_guid);
  put(data + 20, port.port_guid);
}

bool FakeSubnet::port_info(const Place& place, unsigned port, std::uint8_t* data) const {
  const std::uint32_t n = place.node.index;
  LinkAttributes link;
  bool is_linked = true;
  if (place.node.kind == PeerKind::kSwitch) {
    if (port >= fabric_.ports(n).size()) return false;
    const Switch& sw = fabric_.switches()[n];
    is_linked = fabric_.ports(n)[port].kind != PeerKind::kNothing;
    link = fabric_.ports(n)[port].link;
    put(data + 16, port == 0 ? sw.lid : Lid{0});
    data[34] = port == 0 ? sw.lmc : std::uint8_t{0};
  } else {
    const EndPort& end = fabric_.end_ports()[n];
    link = fabric_.ports(end.sw)[end.switch_port].link;
    put(data + 16, end.lid);
    data[34] = end.lmc;
  }
  data[32] = is_linked ? 4 : 1;
  data[31] = width_code(link.width);
  data[43] = static_cast<std::uint8_t>(code_of_data_vls(link.data_vls) << 4);
  put_speed(data, link.speed);
  return true;
}

}  // namespace weft
