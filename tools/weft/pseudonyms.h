// Names of hosts and switches, replaced by numbers.
// Tested by tests/e2e/test_doctor.py.
#ifndef WEFT_TOOLS_WEFT_PSEUDONYMS_H_
#define WEFT_TOOLS_WEFT_PSEUDONYMS_H_

#include <map>
#include <string>
#include <string_view>

#include "common/fabric/fabric.h"

namespace weft::tool {

// Hides the descriptions of switches, and of CAs the first word, which is the name of their host.
// Names that the firmware gave stay, as do those of aggregation nodes: Weft tells the kind of a
// node by them.
class Pseudonyms {
 public:
  explicit Pseudonyms(const Fabric& fabric);

  // The text with a pseudonym for each name that begins where no word goes on; of several the
  // longest. Cost: O(text x log names).
  std::string replace(std::string_view text) const;

 private:
  std::map<std::string, std::string, std::less<>> of_;  // by name
};

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PSEUDONYMS_H_
