// Routings of one fabric side by side: as a table, as JSON, and as a picture.
// Tested by tests/e2e/test_compare.py.
#ifndef WEFT_TOOLS_WEFT_COMPARISON_H_
#define WEFT_TOOLS_WEFT_COMPARISON_H_

#include <string>
#include <vector>

#include "common/base/json.h"
#include "tools/weft/engine_comparison.h"
#include "tools/weft/pattern.h"

namespace weft::tool {

struct ComparedRouting {
  EngineRow row;
  PatternReport pattern;  // if there is no error

  bool is_good() const {
    return row.error.empty() && row.unreachable_pairs == 0 && row.forwarding_loops == 0;
  }
};

// mix: what their traffic is of.
void print_comparison(const std::vector<ComparedRouting>& routings, const TrafficMix& mix);
Json comparison_json(const std::vector<ComparedRouting>& routings, const TrafficMix& mix);

// An SVG of bars, two a routing: what jobs get, and what the pattern gets, of what the fabric can
// carry. Names are escaped.
std::string comparison_svg(const std::vector<ComparedRouting>& routings);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COMPARISON_H_
