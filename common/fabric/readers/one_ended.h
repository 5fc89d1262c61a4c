// Links that a file lists at one of their ends only.
// Tested by tests/common/fabric/readers/ibnetdiscover_test.cc.
// Tested by tests/common/fabric/readers/subnet_list_test.cc.
#ifndef WEFT_FABRIC_READERS_ONE_ENDED_H_
#define WEFT_FABRIC_READERS_ONE_ENDED_H_

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "common/base/text.h"
#include "common/fabric/builder.h"

namespace weft {

// What to make of the links of a file that lists links at both of their ends: a warning, if there
// are any. But where a file is cut off, lines of the switch at the cut are missing, and those of
// others may be, too: throws BadInput if a link lacks the line of `last`, the switch whose lines
// are last (kNone: the last lines are no switch's).
inline void tell_one_ended(const std::vector<FabricBuilder::GivenEnd>& ends, NodeId last,
                           std::string_view source, std::vector<std::string>& warnings) {
  for (const FabricBuilder::GivenEnd& end : ends) {
    if (end.peer != last) continue;
    fail_at(source, end.line,
            "the last switch of the file is an end of this link, but has no line for it: is the "
            "file cut off?");
  }
  if (ends.empty()) return;
  warnings.push_back(fmt::format(
      "{}:{}: only one end of this link is listed; the link counts nevertheless; there {} such {}",
      source, ends.front().line, ends.size() == 1 ? "is 1" : fmt::format("are {}", ends.size()),
      ends.size() == 1 ? "link" : "links"));
}

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_ONE_ENDED_H_
