// What engine auto found out before it took one of the others.
// Tested by tests/plugins/auto/auto_test.cc.
#ifndef WEFT_ROUTING_CHOICE_H_
#define WEFT_ROUTING_CHOICE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

// An engine that was asked.
struct EngineTrial {
  std::string engine;        // without «weft-»
  std::string refusal = {};  // why it is none to take, a sentence without its full stop; else empty
  double ms = 0;             // routing, verifying and measuring
  bool is_measured = false;  // else what follows is 0
  double delivered = 0;      // of what the fabric can carry, by the mix of Options::traffic: 0 to 1
  std::uint64_t max_link_load = 0;  // as of Figures
  double mean_link_load = 0;
  unsigned lanes = 0;             // Verdict::lanes_used
  bool safe_on_one_lane = false;  // as of Verdict
};

struct EngineChoice {
  std::string fabric;               // what it is: «tree of 3 levels», ...
  std::vector<EngineTrial> trials;  // in their order
  std::string engine;               // that was taken
  std::string reason;               // why that one, a clause
};

}  // namespace weft

#endif  // WEFT_ROUTING_CHOICE_H_
