// One packet on its way, switch by switch.
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
  Vl vl;             // on the link out, folded into the data VLs that it has

  friend bool operator==(const Hop&, const Hop&) = default;
};

struct PathTrace {
  std::vector<Hop> hops = {};  // in their order; where packets go round, until they have done so
  std::string lost = {};       // a sentence: where the packet is lost; empty: it arrives
};

// Follows the tables from a switch, which a packet came to by in_port (0: it is the switch's own,
// whose SL2VL maps then count for nothing), to a LID in use. Cost: O(hops).
PathTrace trace_path(const RoutingView& view, SwitchIndex from, PortNum in_port, Lid lid, Sl sl);

// What becomes of a packet at a switch whose entry leads neither to the LID's owner nor to a
// switch.
std::string describe_wrong_entry(const Fabric& fabric, SwitchIndex at, PortNum entry);

}  // namespace weft

#endif  // WEFT_VERIFY_PATH_TRACE_H_
