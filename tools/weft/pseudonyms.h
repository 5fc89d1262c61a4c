// Replaces names of hosts and switches by numbers.
// Tested by tests/e2e/test_doctor.py.
#ifndef WEFT_TOOLS_WEFT_PSEUDONYMS_H_
#define WEFT_TOOLS_WEFT_PSEUDONYMS_H_

#include <map>
#include <string>
#include <string_view>

#include "common/fabric/fabric.h"

namespace weft::tool {

// Hides the descriptions of switches, of «MF0;system:MODEL/U1» the system, and the first word of CA
// descriptions, which is the host's name. Names from the firmware stay, and so do those of
// aggregation nodes: Weft recognises the kind of a node by them.
class Pseudonyms {
 public:
  explicit Pseudonyms(const Fabric& fabric);

  // Replaces each name that begins at the beginning of a word by its pseudonym; of several names
  // the longest. Cost: O(text x log names).
  std::string replace(std::string_view text) const;

 private:
  std::map<std::string, std::string, std::less<>> of_;  // by name
};

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PSEUDONYMS_H_
