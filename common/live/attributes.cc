#include "common/live/attributes.h"

#include <algorithm>

#include "common/fabric/readers/link_text.h"

namespace weft {
namespace {

std::optional<NodeType> node_type(std::uint8_t code) {
  switch (code) {
    case 1:
      return NodeType::kCa;
    case 2:
      return NodeType::kSwitch;
    case 3:
      return NodeType::kRouter;
    default:
      return std::nullopt;
  }
}

std::uint8_t width_of_code(std::uint8_t code) {
  switch (code) {
    case 1:
      return 1;
    case 2:
      return 4;
    case 4:
      return 8;
    case 8:
      return 12;
    case 16:
      return 2;
    default:
      return 0;
  }
}

// The fastest of LinkSpeedExtActive2, LinkSpeedExtActive and LinkSpeedActive. FDR10 is only in a
// vendor's attribute and appears as QDR.
LinkSpeed link_speed(std::uint8_t extended2, std::uint8_t extended, std::uint8_t speed) {
  if (extended2 == 1) return LinkSpeed::kXdr;
  switch (extended) {
    case 1:
      return LinkSpeed::kFdr;
    case 2:
      return LinkSpeed::kEdr;
    case 4:
      return LinkSpeed::kHdr;
    case 8:
      return LinkSpeed::kNdr;
    default:
      break;
  }
  switch (speed) {
    case 1:
      return LinkSpeed::kSdr;
    case 2:
      return LinkSpeed::kDdr;
    case 4:
      return LinkSpeed::kQdr;
    default:
      return LinkSpeed::kUnknown;
  }
}

}  // namespace

std::optional<NodeInfo> read_node_info(AttributeBytes bytes) {
  const std::optional<NodeType> type = node_type(bytes[2]);
  if (!type) return std::nullopt;
  const NodeInfo info = {*type,
                         bytes[3],
                         big_endian_64(bytes, 4),
                         big_endian_64(bytes, 12),
                         big_endian_64(bytes, 20),
                         bytes[36]};
  if (info.node_guid == 0 || info.port_count == 0 || info.port_count > kMaxPorts) {
    return std::nullopt;
  }
  // A switch reports port 0 if the request came from its own port 0.
  if (info.port > info.port_count || (info.port == 0 && info.type != NodeType::kSwitch)) {
    return std::nullopt;
  }
  return info;
}

PortInfo read_port_info(AttributeBytes bytes) {
  constexpr unsigned kInitialize = 2;  // the first state with a neighbour
  const Lid lid = big_endian_16(bytes, 16);
  PortInfo info;
  info.lid = lid > kMaxUnicastLid ? Lid{0} : lid;
  info.lmc = bytes[34] & 7;
  info.is_linked = (bytes[32] & 0x0F) >= kInitialize;
  info.link.width = width_of_code(bytes[31]);
  info.link.speed = link_speed(bytes[56] >> 5 & 3, bytes[62] >> 4, bytes[35] >> 4);
  // A port that reports no VLs has at least one.
  info.link.data_vls = std::max(data_vls_of_code(bytes[43] >> 4), std::uint8_t{1});
  return info;
}

SwitchInfo read_switch_info(AttributeBytes bytes) {
  return {std::min(big_endian_16(bytes, 6), kMaxUnicastLid), (bytes[16] & 8) != 0,
          big_endian_16(bytes, 4) != 0};
}

std::string read_description(AttributeBytes bytes) {
  return {bytes.begin(), std::find(bytes.begin(), bytes.end(), std::uint8_t{0})};
}

Sl2Vl::Map read_sl_to_vl(AttributeBytes bytes) {
  Sl2Vl::Map map{};
  for (unsigned sl = 0; sl < kSls; sl += 2) {
    map[sl] = bytes[sl / 2] >> 4;
    map[sl + 1] = bytes[sl / 2] & 0x0F;
  }
  return map;
}

Sl read_path_sl(AttributeBytes bytes) { return bytes[53] & 0x0F; }

}  // namespace weft
