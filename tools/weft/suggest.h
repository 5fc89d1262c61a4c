// Which cable to add, for people and for machines.
// Tested by tests/e2e/test_suggest.py.
#ifndef WEFT_TOOLS_WEFT_SUGGEST_H_
#define WEFT_TOOLS_WEFT_SUGGEST_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/graph/cuts.h"
#include "common/whatif/outcome_json.h"
#include "common/whatif/suggestions.h"

namespace weft::tool {

struct Suggestions {
  OutcomesHeader header;  // its failures are the cables that were tried
  std::uint64_t candidates = 0;
  std::uint64_t unreachable_before = 0;  // Verdict::unreachable_pairs
  Cuts cuts_before;
  std::vector<Suggestion> best;  // the best first
};

// How many candidates are tried where so many of the best are asked for.
std::size_t most_tried(std::size_t asked);

// A table, and what was tried of how many.
std::string suggestions_text(const Suggestions& suggestions);
// Lines, as those of failures, with more keys (doc/json.md).
std::string suggestions_lines(const Suggestions& suggestions);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_SUGGEST_H_
