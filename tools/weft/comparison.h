// Routings of one fabric side by side: as a table, as JSON, and as a picture.
// Tested by tests/e2e/test_compare.py.
#ifndef WEFT_TOOLS_WEFT_COMPARISON_H_
#define WEFT_TOOLS_WEFT_COMPARISON_H_

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/json.h"
#include "tools/weft/pattern.h"

namespace weft::tool {

// What one engine, or one file of tables, made of the fabric.
struct ComparedRouting {
  std::string name;   // of the engine, or the file
  std::string error;  // why there are no tables; empty: what follows is known
  std::uint64_t unreachable_pairs = 0;
  std::uint64_t forwarding_loops = 0;
  bool has_credit_loop = false;
  unsigned lanes = 0;
  double mean_hops = 0;
  std::uint64_t max_link_load = 0;
  double mean_link_load = 0;
  PatternReport pattern;
  double route_ms = 0;  // 0: of tables from a file
  double verify_ms = 0;

  bool is_good() const { return error.empty() && unreachable_pairs == 0 && forwarding_loops == 0; }
};

void print_comparison(const std::vector<ComparedRouting>& routings);
Json comparison_json(const std::vector<ComparedRouting>& routings);

// An SVG of bars, two a routing: the busiest link by paths, and by flows of the pattern, each
// beside the least that one of the routings has; the shorter the better. Names are escaped.
std::string comparison_svg(const std::vector<ComparedRouting>& routings);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COMPARISON_H_
