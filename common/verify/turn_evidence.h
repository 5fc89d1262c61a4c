// What proves that no packets of a routing wait for each other in a circle.
// Tested by tests/common/verify/verify_test.cc, tests/common/verify/lane_check_test.cc.
#ifndef WEFT_VERIFY_TURN_EVIDENCE_H_
#define WEFT_VERIFY_TURN_EVIDENCE_H_

#include <cstdint>
#include <vector>

namespace weft {

// Either all paths go up first and then down, or these are all turns that packets make, without a
// cycle on any VL.
struct TurnEvidence {
  // By switch; links lead up to switches with higher ranks, and among equals with higher numbers.
  // Empty: not all paths keep to that.
  std::vector<std::uint32_t> ranks = {};
  // By Links::turn of the fabric: on which VLs it is made, bit by bit. Those of replies, and of
  // multicast trees, are among them where these close no cycle either.
  std::vector<std::uint16_t> turns = {};
  bool replies = false;  // are they?
};

}  // namespace weft

#endif  // WEFT_VERIFY_TURN_EVIDENCE_H_
