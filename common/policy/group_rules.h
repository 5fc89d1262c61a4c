// Parses the values of a port group's rules (the vendor's manual, «The routing chains feature»).
// Tested by tests/common/policy/port_groups_test.cc.
#ifndef WEFT_POLICY_GROUP_RULES_H_
#define WEFT_POLICY_GROUP_RULES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/policy/node_pattern.h"
#include "common/policy/port_groups.h"

namespace weft {

// Each function below adds the parsed value to `rules`. It returns the error and the expected text;
// empty: no error. Blanks between numbers and signs are ignored.
using Fault = std::string;

// port-guid: 0x283, 0x286@1, 0x289@2-5/7/9-13/18
// The manual also writes / for @: 0x289/6/8.
Fault read_guid_list(std::string_view value, std::vector<GroupRule>& rules);

// port-guid-range: 0x283-0x289
Fault read_guid_range(std::string_view value, std::vector<GroupRule>& rules);

// port-name: hostname=kuku; port=2; hca_idx=1 , hostname=host1 port=3
// Blanks and semicolons separate.
Fault read_hosts(std::string_view value, std::vector<GroupRule>& rules);

// port-regexp: SW, and SW:3 for only port 3. Other colons belong to the expression, as in
// «MF0;switch-1:MQM8700/U1»; write [:] before a number that is not a port.
// size_left: instructions left for the expressions of the policy; initially kPatternsSize.
Fault read_pattern(std::string_view value, std::size_t& size_left, std::vector<GroupRule>& rules);

// union-rule: grp1, grp2 (and subtract-rule). Returns the names in its parameters.
Fault read_names(std::string_view value, std::pair<std::string_view, std::string_view>& names);

}  // namespace weft

#endif  // WEFT_POLICY_GROUP_RULES_H_
