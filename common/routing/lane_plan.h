// Lanes: the SLs that an engine may give to paths, and the SL of each path. Data, not a class
// hierarchy; an engine fills in a plan; verify and the SA's path queries read it.
#ifndef WEFT_ROUTING_LANE_PLAN_H_
#define WEFT_ROUTING_LANE_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "common/base/types.h"

namespace weft {

// An SL for paths, and the VL on which all switches send its packets. A link with `data_vls` data
// VLs has the lanes whose VL is below that.
struct Lane {
  Sl sl = 0;
  Vl vl = 0;

  friend bool operator==(const Lane&, const Lane&) = default;
};

// The lanes that are available to an engine: distinct SLs on distinct VLs, in ascending order of
// VL; at least one. Without QoS there is one lane, and clients choose the SL.
struct LaneBudget {
  std::vector<Lane> lanes = {Lane{}};
  // VLs 0 .. vls - 1 are available for an engine's own SL2VL maps, if links have them.
  unsigned vls = 1;

  friend bool operator==(const LaneBudget&, const LaneBudget&) = default;
};

// The first `count` lanes of a fabric whose switches send SL i on VL i. count: 1..15.
LaneBudget first_lanes(unsigned count);

// A virtual channel: the buffer at the end of a link between two switches, named by the sender.
struct Channel {
  SwitchIndex sw;
  PortNum port;
  Vl vl;

  friend bool operator==(const Channel&, const Channel&) = default;
};

// Every path may use any SL that its client asks for: all paths together are safe on one lane.
struct OneLane {
  friend bool operator==(const OneLane&, const OneLane&) = default;
};

// An SL for each source switch and destination LID: all end ports of a switch, and the switch
// itself, send to a LID on the same SL.
struct SlBySwitch {
  std::vector<std::vector<Sl>> rows = {};  // [SwitchIndex][Lid]; missing pairs have SL 0
  Sl from_hint = 0;                        // bits of the SL that clients choose

  friend bool operator==(const SlBySwitch&, const SlBySwitch&) = default;
};

// One SL for all paths to the LIDs 0..max_lid.
SlBySwitch sl_by_switch(std::size_t switch_count, Lid max_lid, Sl sl);

// An SL for each source end port and destination LID, as in the psl files of ibdmchk.
struct SlByPath {
  std::vector<std::vector<Sl>> rows;  // [EndPortIndex][Lid]; missing pairs have SL 0

  friend bool operator==(const SlByPath&, const SlByPath&) = default;
};

using LanePlan = std::variant<OneLane, SlBySwitch, SlByPath>;

// The sender of a path: an end port and the switch that it is linked to, or a switch itself and no
// end port.
struct PathSource {
  SwitchIndex sw = kNone;
  EndPortIndex end_port = kNone;
};

// The SL of the path from a source to a LID. hint (0..15): what the client prefers.
Sl path_sl(const LanePlan& plan, const PathSource& source, Lid destination, Sl hint);

using SlSet = std::uint16_t;  // a bit for each SL 0..15
// The SLs of the set, or the VLs of a VlSet, in ascending order.
std::vector<unsigned> numbers_in(SlSet set);

// An SL with every value of the bits that clients choose in the plan. Values above 15 lose their
// upper bits.
SlSet with_hints(const LanePlan& plan, Sl sl);

// The SLs that packets of a path may have: path_sl() for every hint; with OneLane only SL 0.
SlSet path_sls(const LanePlan& plan, const PathSource& source, Lid destination);

}  // namespace weft

#endif  // WEFT_ROUTING_LANE_PLAN_H_
