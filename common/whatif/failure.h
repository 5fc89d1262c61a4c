// Failure: what may be lost of a fabric, or be added to it, all of it at once.
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
  std::string name;                    // as people know it
  SwitchIndex sw = kNone;              // with its end ports; kNone: no switch is lost
  std::vector<SwitchPort> links = {};  // each by one of its ends; an end port's goes with it
  std::vector<std::pair<SwitchPort, SwitchPort>> added =
      {};  // links between free ports of switches
};

// What is there then: GUIDs, LIDs and ports are those of before. A switch that has lost its last
// link is a part of it still, that nothing connects to the rest. A link that is added is like the
// first one that its first switch, or else its second, has to a switch. Cost: O(ports + LIDs); what
// adds links takes the whole fabric apart. Throws std::bad_alloc.
Fabric fabric_after(const Fabric& fabric, const Failure& failure);

}  // namespace weft

#endif  // WEFT_WHATIF_FAILURE_H_
