// Handles links that a file lists at one end only.
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

// Adds a warning about such links in a file that lists links at both ends. A truncated file lacks
// lines of the switch at its end, and maybe of others: throws BadInput if a link lacks the line of
// `last`, the switch of the last lines (kNone: they are not a switch's).
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
