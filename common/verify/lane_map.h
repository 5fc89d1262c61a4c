// The lanes that packets get by Sl2Vl maps.
// Tested by tests/common/verify/lane_check_test.cc.
#ifndef WEFT_VERIFY_LANE_MAP_H_
#define WEFT_VERIFY_LANE_MAP_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"
#include "common/verify/fabric_index.h"

namespace weft {

// Lanes are the VLs that packets of certain SLs can be on between switches, numbered from 0: at
// most 16.
class LaneMap {
 public:
  static constexpr unsigned kDropped = 255;

  // sls: those in use. sl2vl may be null; it outlives this. Cost: O(links + maps).
  LaneMap(const FabricIndex& index, const Sl2Vl* sl2vl, SlSet sls);

  // Do all ports have the same map?
  bool is_one_map() const { return dropped_.size() == 1; }

  unsigned lane_count() const { return static_cast<unsigned>(vls_.size()); }
  Vl vl(unsigned lane) const { return vls_[lane]; }

  // Here and below ports are numbers of the switch, whether or not it has them; out_data_vls: of
  // the link out, which leads to a switch.

  // The lane on the link out of a switch; kDropped if there is none.
  unsigned lane(SwitchIndex s, PortNum in, PortNum out, Sl sl, std::uint8_t out_data_vls) const {
    if ((dropped(s, in, out) >> sl & 1) != 0) return kDropped;
    const Vl vl = sl2vl_ == nullptr ? static_cast<Vl>(sl) : sl2vl_->vl(s, in, out, sl);
    return lane_of_vl_[fold_vl(vl, out_data_vls)];
  }

  // The SLs in use that are on each lane. spreads(): all that occur; spread(): the position of the
  // one for a link out.
  using SlsByLane = std::array<SlSet, kSls>;
  std::span<const SlsByLane> spreads() const { return spreads_; }
  std::size_t spread(SwitchIndex s, PortNum in, PortNum out, std::uint8_t out_data_vls) const {
    return number(s, in, out) * widths_.size() + width_[out_data_vls];
  }

  // The SLs in use whose packets are dropped at the port out, which may lead to an end port.
  // drops(): whether any port drops packets.
  SlSet dropped(SwitchIndex s, PortNum in, PortNum out) const {
    return dropped_[number(s, in, out)];
  }
  bool drops() const { return drops_; }

  // The number of the map.
  Sl2Vl::Number number(SwitchIndex s, PortNum in, PortNum out) const {
    return sl2vl_ == nullptr ? 0 : sl2vl_->number(s, in, out);
  }

 private:
  std::span<const Sl2Vl::Map> maps() const;  // by number
  void number_lanes(SlSet sls);
  void spread_sls(SlSet sls);

  const Sl2Vl* sl2vl_;
  std::vector<std::uint8_t> widths_;          // the different numbers of data VLs of links
  std::array<std::uint8_t, 256> width_ = {};  // positions there
  std::vector<Vl> vls_;                       // by lane
  std::array<std::uint8_t, kSls> lane_of_vl_ = {};
  std::vector<SlsByLane> spreads_;  // by number of the map and width
  std::vector<SlSet> dropped_;      // by number of the map
  bool drops_ = false;
};

}  // namespace weft

#endif  // WEFT_VERIFY_LANE_MAP_H_
