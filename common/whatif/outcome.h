// Outcome: what a failure does, or a link that is added.
// Tested by tests/common/whatif/trials_test.cc.
#ifndef WEFT_WHATIF_OUTCOME_H_
#define WEFT_WHATIF_OUTCOME_H_

#include <cstdint>
#include <string>

#include "common/whatif/failure.h"

namespace weft {

// Loads are paths between end ports over a directed link between switches.
struct Outcome {
  FailureKind kind = FailureKind::kLink;
  std::string name;
  std::string error = {};          // why there is no routing then; all below means nothing, but
                                   // for what was before
  std::uint64_t entries = 0;       // as of Change
  std::uint64_t sls = 0;           // likewise
  std::uint64_t lost_pairs = 0;    // NewlyLost::pairs
  std::uint64_t disconnected = 0;  // NewlyLost::disconnected
  std::uint64_t unreachable = 0;   // Verdict::unreachable_pairs; no line of JSON has it
  std::uint64_t busiest_before = 0;
  std::uint64_t busiest_after = 0;
  std::string busiest_name = {};  // of the busiest link after, from sender to receiver
  double mean_before = 0;
  double mean_after = 0;
  bool repaired = false;
  std::string why_anew = {};  // if it is not
  bool credit_loop = false;
  unsigned lanes = 0;  // Verdict::lanes_used
  double time_ms = 0;
};

// The worse one comes first: what leaves no routing, then what loses more pairs (of both kinds),
// then what loads its busiest link more, then what changes more entries.
bool is_worse(const Outcome& a, const Outcome& b);

}  // namespace weft

#endif  // WEFT_WHATIF_OUTCOME_H_
