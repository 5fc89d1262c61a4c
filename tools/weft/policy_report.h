// Reports how a routing chain's policy applies to a fabric, as text and JSON.
// Tested by tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_POLICY_REPORT_H_
#define WEFT_TOOLS_WEFT_POLICY_REPORT_H_

#include <string>
#include <vector>

#include "common/base/json.h"
#include "common/fabric/fabric.h"
#include "common/fabric/port_selection.h"
#include "common/policy/chain_policy.h"

namespace weft::tool {

struct PolicyFindings {
  const Fabric& fabric;
  const ChainPolicy& policy;
  std::vector<PortSelection> groups;  // by GroupIndex
  std::vector<std::string> warnings;  // about this fabric
};

// The JSON object without a policy; `error` is null.
Json no_policy_json();

// Prints one JSON object on standard output; doc/routing-chains.md describes the keys.
void print_policy_json(const PolicyFindings& findings);
void print_policy_text(const PolicyFindings& findings);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_POLICY_REPORT_H_
