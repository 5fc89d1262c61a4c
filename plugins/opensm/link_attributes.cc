#include "plugins/opensm/link_attributes.h"

#include <algorithm>

namespace weft {
namespace {

std::uint8_t link_width(std::uint8_t active) {
  switch (active) {
    case IB_LINK_WIDTH_ACTIVE_1X:
      return 1;
    case IB_LINK_WIDTH_ACTIVE_2X:
      return 2;
    case IB_LINK_WIDTH_ACTIVE_4X:
      return 4;
    case IB_LINK_WIDTH_ACTIVE_8X:
      return 8;
    case IB_LINK_WIDTH_ACTIVE_12X:
      return 12;
    default:
      return 0;
  }
}

LinkSpeed link_speed(const osm_physp_t& port) {
  // Newer than the headers: a bit of LinkSpeedExtActive, and LinkSpeedExtActive2 where these have
  // reserved bits of link_rt_latency.
  constexpr int kExtended100 = 8;
  if ((cl_ntoh32(port.port_info.link_rt_latency) >> 29 & 3) == 1) return LinkSpeed::kXdr;
  switch (ib_port_info_get_link_speed_ext_active(&port.port_info)) {
    case IB_LINK_SPEED_EXT_ACTIVE_14:
      return LinkSpeed::kFdr;
    case IB_LINK_SPEED_EXT_ACTIVE_25:
      return LinkSpeed::kEdr;
    case IB_LINK_SPEED_EXT_ACTIVE_50:
      return LinkSpeed::kHdr;
    case kExtended100:
      return LinkSpeed::kNdr;
    default:
      break;
  }
  switch (ib_port_info_get_link_speed_active(&port.port_info)) {
    case IB_LINK_SPEED_ACTIVE_2_5:
      return LinkSpeed::kSdr;
    case IB_LINK_SPEED_ACTIVE_5:
      return LinkSpeed::kDdr;
    case IB_LINK_SPEED_ACTIVE_10:
      return (port.ext_port_info.link_speed_active & FDR10) != 0 ? LinkSpeed::kFdr10
                                                                 : LinkSpeed::kQdr;
    default:
      return LinkSpeed::kUnknown;
  }
}

// code: VLCap or OperationalVLs of PortInfo. A port that reports none has at least one VL.
std::uint8_t data_vls(std::uint8_t code) {
  switch (code) {
    case 2:
      return 2;
    case 3:
      return 4;
    case 4:
      return 8;
    case 5:
      return 15;
    default:
      return 1;
  }
}

}  // namespace

LinkAttributes link_attributes(const osm_physp_t& port, std::uint8_t max_op_vls) {
  const std::uint8_t vls = std::min(ib_port_info_get_vl_cap(&port.port_info), max_op_vls);
  return {link_width(port.port_info.link_width_active), link_speed(port), data_vls(vls)};
}

}  // namespace weft
