// Compares routings of one fabric: as a table, as JSON, and as a picture.
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
  PatternReport pattern;  // valid without an error

  bool is_good() const {
    return row.error.empty() && row.lost_pairs() == 0 && row.forwarding_loops == 0;
  }
};

// mix: the traffic of the comparison.
void print_comparison(const std::vector<ComparedRouting>& routings, const TrafficMix& mix);
Json comparison_json(const std::vector<ComparedRouting>& routings, const TrafficMix& mix);

// An SVG with two bars per routing: the delivered part of the jobs' traffic and of the pattern.
// Names are escaped.
std::string comparison_svg(const std::vector<ComparedRouting>& routings);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COMPARISON_H_
