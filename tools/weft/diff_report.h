// What weft diff found, for people and for machines.
// Tested by tests/e2e/test_diff.py.
#ifndef WEFT_TOOLS_WEFT_DIFF_REPORT_H_
#define WEFT_TOOLS_WEFT_DIFF_REPORT_H_

#include <cstddef>
#include <string>

#include "common/repair/fabric_delta.h"
#include "common/repair/fabric_match.h"
#include "common/repair/routing_diff.h"

namespace weft::tool {

struct DiffFindings {
  const FabricMatch& match;
  FabricDelta delta;
  RoutingDiff diff;
};

// One JSON object on standard output. Its keys are described in doc/json.md. most: how many
// switches are listed.
void print_diff_json(const DiffFindings& findings, std::size_t most);
// most: of every list.
void print_diff_text(const DiffFindings& findings, std::size_t most);
// The object of a comparison that could not be made.
void print_diff_refusal(const std::string& error);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_DIFF_REPORT_H_
