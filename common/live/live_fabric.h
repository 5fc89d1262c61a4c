// From what nodes of a live subnet say to a Fabric, tables and maps.
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

// What messages call it.
inline constexpr const char* kLiveFabric = "the live fabric";

struct LiveFabric {
  Fabric fabric;
  StoredTables tables;
  // Nothing if no link between switches has several data VLs.
  std::optional<Sl2Vl> sl2vl = {};
  std::vector<std::string> remarks = {};  // sentences: what is left out
  // What was not answered, or what was said differently at two ends: noun phrases that name nodes
  // and ports, in the order of discovery. Empty: all is known.
  std::vector<std::string> missing = {};
};

// Links are those that both ends agree about, as far as both were asked; where one port of a CA is
// said to be in two places, the first counts. LIDs that are no unicast LIDs are none. Throws
// BadInput: no switch, a LID that two nodes have, or that does not fit its LMC.
LiveFabric live_fabric(const LiveSubnet& subnet);

}  // namespace weft

#endif  // WEFT_LIVE_LIVE_FABRIC_H_
