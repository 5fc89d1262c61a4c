// Failure: a set of parts that a fabric loses, or of links that it gains, at the same time.
#ifndef WEFT_WHATIF_FAILURE_H_
#define WEFT_WHATIF_FAILURE_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/multicast_plan.h"

namespace weft {

enum class FailureKind : std::uint8_t { kLink, kSwitch, kCables, kRandom, kAdd };
inline constexpr std::array kFailureKinds = {FailureKind::kLink, FailureKind::kSwitch,
                                             FailureKind::kCables, FailureKind::kRandom,
                                             FailureKind::kAdd};

// «link», «switch», «cables», «random», «add».
std::string_view name_of(FailureKind kind);

struct Failure {
  FailureKind kind = FailureKind::kLink;
  std::string name;                    // for messages
  SwitchIndex sw = kNone;              // lost with its end ports; kNone: none
  std::vector<SwitchPort> links = {};  // each by one end; a link to an end port removes the end
                                       // port
  std::vector<std::pair<SwitchPort, SwitchPort>> added =
      {};  // added links between free ports of switches
};

// The fabric after the failure, with the same GUIDs, LIDs and ports. A switch without links stays
// in it, disconnected. An added link has the attributes of the first link that its first switch has
// to a switch; if there is none, of its second switch. Cost: O(ports + LIDs); added links need a
// rebuild of the whole fabric. Throws std::bad_alloc.
Fabric fabric_after(const Fabric& fabric, const Failure& failure);

}  // namespace weft

#endif  // WEFT_WHATIF_FAILURE_H_
