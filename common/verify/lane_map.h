// Sl2Vl maps in a form that is fast to look up, and the lanes that can occur.
// Tested by tests/common/verify/lane_check_test.cc.
#ifndef WEFT_VERIFY_LANE_MAP_H_
#define WEFT_VERIFY_LANE_MAP_H_

#include <array>
#include <cstdint>
#include <vector>

#include "common/routing/sl2vl.h"
#include "common/verify/fabric_index.h"

namespace weft {

// Lanes are the VLs that packets of certain SLs can be on, numbered from 0.
class LaneMap {
 public:
  static constexpr unsigned kDropped = 255;

  // sls: the set of SLs in use, bit by bit. sl2vl may be null. Memory: 4 bytes for each pair of
  // ports of each switch that has a map.
  LaneMap(const FabricIndex& index, const Sl2Vl* sl2vl, unsigned sls);

  unsigned lane_count() const { return static_cast<unsigned>(vls_.size()); }
  Vl vl(unsigned lane) const { return vls_[lane]; }

  // The lane on the link out of a switch; kDropped if there is none. The ports are the switch's
  // own, in and out of the range that it has; out_data_vls: of the link out.
  unsigned lane(SwitchIndex s, PortNum in, PortNum out, Sl sl, std::uint8_t out_data_vls) const {
    const Vl vl = raw_vl(s, in, out, sl);
    if (vl == kDropVl && dropping_) return kDropped;
    return lane_of_vl_[fold_vl(vl, out_data_vls)];
  }

 private:
  struct SwitchMaps {
    std::vector<std::uint32_t> map;  // by in port x (port_count + 1) + out port
    std::uint32_t ports = 0;         // port_count + 1
  };

  void read(const FabricIndex& index, const Sl2Vl& sl2vl);
  void number_lanes(const FabricIndex& index, unsigned sls);
  Vl raw_vl(SwitchIndex s, PortNum in, PortNum out, Sl sl) const {
    if (switches_.empty() || switches_[s].map.empty()) return maps_[0][sl];
    return maps_[switches_[s].map[in * switches_[s].ports + out]][sl];
  }

  bool dropping_;
  std::vector<SwitchMaps> switches_;  // by switch; empty without any map
  std::vector<Sl2Vl::Map> maps_;      // [0] is that of ports without one of their own
  std::vector<Vl> vls_;               // by lane
  std::array<std::uint8_t, 256> lane_of_vl_ = {};
};

}  // namespace weft

#endif  // WEFT_VERIFY_LANE_MAP_H_
