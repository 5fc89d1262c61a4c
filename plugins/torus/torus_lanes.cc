#include "plugins/torus/torus_lanes.h"

#include <array>
#include <cstdint>
#include <vector>

namespace weft {
namespace {

constexpr std::uint32_t kNoDimension = kMostTorusDimensions;

class TorusMaps {
 public:
  TorusMaps(std::size_t dimensions, unsigned data_vls)
      : has_levels_(dimensions < kMostTorusDimensions), data_vls_(data_vls) {}

  // The map of packets from one dimension into another; kNoDimension: from or to an end port.
  Sl2Vl::Map map(std::uint32_t in, std::uint32_t out) const {
    Sl2Vl::Map map = {};
    for (unsigned sl = 0; sl < map.size(); ++sl) map[sl] = vl(sl, in, out);
    return map;
  }

 private:
  Vl vl(unsigned sl, std::uint32_t in, std::uint32_t out) const {
    const unsigned level = has_levels_ && (sl & kSecondLevel) != 0 ? 1 : 0;
    unsigned vl = 0;
    if (out == kNoDimension) {
      if (data_vls_ >= 2) vl = level;
    } else {
      if (data_vls_ >= 2) vl |= sl >> out & 1;
      if (data_vls_ >= 4 && in != kNoDimension && in > out) vl |= 2;
      if (data_vls_ >= 8) vl |= level << 2;
    }
    return static_cast<Vl>(vl);
  }

  bool has_levels_;
  unsigned data_vls_;
};

// By port: its dimension.
std::vector<std::uint32_t> dimensions_of(const Fabric& fabric, const Torus& torus, SwitchIndex s) {
  std::vector<std::uint32_t> dimensions;
  for (const Port& port : fabric.ports(s)) {
    std::uint32_t way = kNone;
    if (port.kind == PeerKind::kSwitch && torus.place_of(port.peer) != kNone) {
      way = way_between(torus, torus.place_of(s), torus.place_of(port.peer));
    }
    dimensions.push_back(way == kNone ? kNoDimension : dimension_of(way));
  }
  return dimensions;
}

}  // namespace

std::vector<VlSet> qos_levels(std::size_t dimensions) {
  if (dimensions == kMostTorusDimensions) return {0x0F};
  return {0x0F, 0xF0};
}

std::shared_ptr<const Sl2Vl> torus_sl2vl(const Fabric& fabric, const Torus& torus,
                                         unsigned data_vls) {
  const TorusMaps maps(torus.dimensions().size(), data_vls);
  auto sl2vl = std::make_shared<Sl2Vl>(maps.map(kNoDimension, kNoDimension));
  std::array<std::array<Sl2Vl::Number, kNoDimension>, kNoDimension + 1> numbers;  // by in and out
  for (std::uint32_t in = 0; in <= kNoDimension; ++in) {
    for (std::uint32_t out = 0; out < torus.dimensions().size(); ++out) {
      numbers[in][out] = sl2vl->number_of(maps.map(in, out));
    }
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (torus.place_of(s) == kNone) continue;
    const std::vector<std::uint32_t> dimensions = dimensions_of(fabric, torus, s);
    for (std::size_t out = dimensions.size(); out-- > 1;) {
      if (dimensions[out] == kNoDimension) continue;
      for (std::size_t in = dimensions.size(); in-- > 0;) {
        sl2vl->set_number(s, static_cast<PortNum>(in), static_cast<PortNum>(out),
                          numbers[dimensions[in]][dimensions[out]]);
      }
    }
  }
  return sl2vl;
}

}  // namespace weft
