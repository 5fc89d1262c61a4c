// Outcome: the effect of a failure, or of an added link.
// Tested by tests/common/whatif/trials_test.cc.
#ifndef WEFT_WHATIF_OUTCOME_H_
#define WEFT_WHATIF_OUTCOME_H_

#include <cstdint>
#include <string>

#include "common/whatif/failure.h"

namespace weft {

// Loads are numbers of paths between end ports over a directed link between switches.
struct Outcome {
  FailureKind kind = FailureKind::kLink;
  std::string name;
  std::string error = {};          // why there is no routing; then only values from before the
                                   // failure are set below
  std::uint64_t entries = 0;       // as in Change
  std::uint64_t sls = 0;           // as in Change
  std::uint64_t lost_pairs = 0;    // NewlyLost::pairs
  std::uint64_t disconnected = 0;  // NewlyLost::disconnected
  std::uint64_t unreachable = 0;   // Verdict::unreachable_pairs; not in JSON
  std::uint64_t busiest_before = 0;
  std::uint64_t busiest_after = 0;
  std::string busiest_name = {};  // the busiest link after the failure, from sender to receiver
  double mean_before = 0;
  double mean_after = 0;
  bool repaired = false;
  std::string why_anew = {};  // why it is not a repair
  bool credit_loop = false;
  bool credit_loop_multicast = false;  // Verdict::credit_loop_multicast has one
  unsigned lanes = 0;                  // Verdict::lanes_used
  double time_ms = 0;
};

// Orders outcomes, the worse first: no routing, then more lost pairs (both kinds), then a higher
// load of the busiest link, then more changed entries.
bool is_worse(const Outcome& a, const Outcome& b);

}  // namespace weft

#endif  // WEFT_WHATIF_OUTCOME_H_
