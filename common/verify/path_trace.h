// Follows one packet, switch by switch.
// Tested by tests/common/verify/path_trace_test.cc.
#ifndef WEFT_VERIFY_PATH_TRACE_H_
#define WEFT_VERIFY_PATH_TRACE_H_

#include <string>
#include <vector>

#include "common/verify/verify.h"

namespace weft {

struct Hop {
  SwitchIndex at;
  PortNum in_port;   // 0: the packet comes from the switch itself
  PortNum out_port;  // 0: it is for the switch itself
  Vl vl;             // on the link out, folded into its data VLs

  friend bool operator==(const Hop&, const Hop&) = default;
};

struct PathTrace {
  std::vector<Hop> hops = {};  // in order; of a forwarding loop one round
  std::string lost = {};       // a sentence: where the packet is lost; empty: it arrives
};

// Follows the tables from a switch to a LID in use. The packet came to the switch by in_port; 0: it
// is the switch's own packet, for which SL2VL maps do not count. Cost: O(hops).
PathTrace trace_path(const RoutingView& view, SwitchIndex from, PortNum in_port, Lid lid, Sl sl);

// A clause: what a switch does with a packet, if its entry leads neither to the LID's owner nor to
// a switch.
std::string describe_wrong_entry(const Fabric& fabric, SwitchIndex at, PortNum entry);

}  // namespace weft

#endif  // WEFT_VERIFY_PATH_TRACE_H_
