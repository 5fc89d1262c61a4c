// The results of engine auto's trials of the other engines, and its choice.
// Tested by tests/plugins/auto/auto_test.cc.
#ifndef WEFT_ROUTING_CHOICE_H_
#define WEFT_ROUTING_CHOICE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

// The trial of one engine.
struct EngineTrial {
  std::string engine;        // without «weft-»
  std::string refusal = {};  // why it cannot be taken, a sentence without its full stop; else empty
  double ms = 0;             // to route, verify and measure
  bool is_measured = false;  // else the following members are 0
  double delivered = 0;      // of what the fabric can carry, by the mix of Options::traffic: 0 to 1
  std::uint64_t max_link_load = 0;  // as of Figures
  double mean_link_load = 0;
  unsigned lanes = 0;             // Verdict::lanes_used
  bool safe_on_one_lane = false;  // as of Verdict
};

struct EngineChoice {
  std::string fabric;               // what it is: «tree of 3 levels», ...
  std::vector<EngineTrial> trials;  // in their order
  std::string engine;               // the one that was taken
  std::string reason;               // why it was taken, a clause
};

}  // namespace weft

#endif  // WEFT_ROUTING_CHOICE_H_
