// Makes a Fabric, forwarding tables and SL2VL maps from the answers of a live subnet.
// Tested by tests/common/live/subnet_test.cc.
#ifndef WEFT_LIVE_LIVE_FABRIC_H_
#define WEFT_LIVE_LIVE_FABRIC_H_

#include <optional>
#include <string>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/live/subnet.h"
#include "common/routing/sl2vl.h"
#include "common/stored/stored_tables.h"

namespace weft {

// The name of the source in messages.
inline constexpr const char* kLiveFabric = "the live fabric";

struct LiveFabric {
  Fabric fabric;
  StoredTables tables;
  // nullopt if no link between switches has several data VLs.
  std::optional<Sl2Vl> sl2vl = {};
  std::vector<std::string> remarks = {};  // sentences about what was left out
  // Unanswered requests, and contradictions of two ends of a link: noun phrases with nodes and
  // ports, in the order of discovery. Empty: the data is complete.
  std::vector<std::string> missing = {};
};

// Links need the agreement of both ends, if both were asked. If a port of a CA appears at two
// places, the first is used. LIDs that are no unicast LIDs are dropped. Throws BadInput: no switch,
// a LID of two nodes, or a LID that does not fit its LMC.
LiveFabric live_fabric(const LiveSubnet& subnet);

}  // namespace weft

#endif  // WEFT_LIVE_LIVE_FABRIC_H_
