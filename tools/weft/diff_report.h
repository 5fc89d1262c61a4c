// Reports the findings of weft diff, as text and JSON.
// Tested by tests/e2e/test_diff.py.
#ifndef WEFT_TOOLS_WEFT_DIFF_REPORT_H_
#define WEFT_TOOLS_WEFT_DIFF_REPORT_H_

#include <cstddef>
#include <string>

#include "common/base/json.h"
#include "common/repair/fabric_delta.h"
#include "common/repair/fabric_match.h"
#include "common/repair/routing_diff.h"

namespace weft::tool {

struct DiffFindings {
  const FabricMatch& match;
  FabricDelta delta;
  RoutingDiff diff;
};

// Prints one JSON object on standard output; doc/json.md describes the keys. most: limit of the
// list of switches.
void print_diff_json(const DiffFindings& findings, std::size_t most);
// most: limit of each list.
void print_diff_text(const DiffFindings& findings, std::size_t most);
// The object of a failed comparison.
Json no_diff_json();

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_DIFF_REPORT_H_
