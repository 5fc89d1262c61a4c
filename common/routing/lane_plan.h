// Lanes: which SLs an engine may give to paths, and which SL each path has. Data, not a class
// hierarchy; an engine fills a plan in, verify and the SA's path queries read it.
#ifndef WEFT_ROUTING_LANE_PLAN_H_
#define WEFT_ROUTING_LANE_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "common/base/types.h"

namespace weft {

// An SL that paths may be given, and the VL that all switches send its packets on. A link with
// `data_vls` data VLs has the lanes whose VL is below that.
struct Lane {
  Sl sl = 0;
  Vl vl = 0;

  friend bool operator==(const Lane&, const Lane&) = default;
};

// The lanes that there are for an engine: distinct SLs on distinct VLs, in ascending order of VL;
// at least one. Without QoS there is one, whose SL is left to the client.
struct LaneBudget {
  std::vector<Lane> lanes = {Lane{}};
  // VLs 0 .. vls - 1 are there for SL2VL maps of an engine's own, as far as links have them.
  unsigned vls = 1;

  friend bool operator==(const LaneBudget&, const LaneBudget&) = default;
};

// The first so many lanes of a fabric whose switches send SL i on VL i. count: 1..15.
LaneBudget first_lanes(unsigned count);

// A virtual channel: the buffer behind a link between two switches, named by its sender.
struct Channel {
  SwitchIndex sw;
  PortNum port;
  Vl vl;

  friend bool operator==(const Channel&, const Channel&) = default;
};

// Every path may use any SL, the one its client asks for: all paths are safe together on one lane.
struct OneLane {
  friend bool operator==(const OneLane&, const OneLane&) = default;
};

// An SL for each source switch and destination LID: all end ports of a switch, and the switch
// itself, send to a LID on the same SL.
struct SlBySwitch {
  std::vector<std::vector<Sl>> rows = {};  // [SwitchIndex][Lid]; what is not in them has SL 0
  Sl from_hint = 0;                        // bits of the SL that clients choose

  friend bool operator==(const SlBySwitch&, const SlBySwitch&) = default;
};

// One SL for all paths to the LIDs 0..max_lid.
SlBySwitch sl_by_switch(std::size_t switch_count, Lid max_lid, Sl sl);

// An SL for each source end port and destination LID, as in the psl files of ibdmchk.
struct SlByPath {
  std::vector<std::vector<Sl>> rows;  // [EndPortIndex][Lid]; what is not in them has SL 0

  friend bool operator==(const SlByPath&, const SlByPath&) = default;
};

using LanePlan = std::variant<OneLane, SlBySwitch, SlByPath>;

// Where the packets of a path enter the fabric. An end port's switch is the one that it is linked
// to; a switch is its own, and no end port.
struct PathSource {
  SwitchIndex sw = kNone;
  EndPortIndex end_port = kNone;
};

// The SL of the path from a source to a LID. hint (0..15): what the client prefers.
Sl path_sl(const LanePlan& plan, const PathSource& source, Lid destination, Sl hint);

using SlSet = std::uint16_t;  // SLs 0..15, bit by bit
// Those of the set, or VLs of one of these, in ascending order.
std::vector<unsigned> numbers_in(SlSet set);

// An SL with every value of the bits that clients choose in the plan. SLs that are none (above 15)
// lose their upper bits.
SlSet with_hints(const LanePlan& plan, Sl sl);

// Those that packets of a path may have: path_sl() for every hint; of OneLane SL 0 alone.
SlSet path_sls(const LanePlan& plan, const PathSource& source, Lid destination);

}  // namespace weft

#endif  // WEFT_ROUTING_LANE_PLAN_H_
