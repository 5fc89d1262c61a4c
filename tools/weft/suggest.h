// Reports which cables to add, as text and JSON.
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
  OutcomesHeader header;  // its failures are the cables tried
  std::uint64_t candidates = 0;
  std::uint64_t unreachable_before = 0;  // Verdict::unreachable_pairs
  Cuts cuts_before;
  std::vector<Suggestion> best;  // the best first
};

// The number of candidates to try for this number of suggestions.
std::size_t most_tried(std::size_t asked);

// A table, and how many of the candidates were tried.
std::string suggestions_text(const Suggestions& suggestions);
// Lines like those of failures, with more keys (doc/json.md).
std::string suggestions_lines(const Suggestions& suggestions);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_SUGGEST_H_
