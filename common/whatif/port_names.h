// Ports of switches as people write them, and as they are read back: NAME[PORT].
#ifndef WEFT_WHATIF_PORT_NAMES_H_
#define WEFT_WHATIF_PORT_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/multicast_plan.h"

namespace weft {

// Cost: O(N log N), N: switches and end ports.
class PortNames {
 public:
  explicit PortNames(const Fabric& fabric);  // must outlive it

  // The description of a switch, or where find_named would not find the switch by that, its GUID
  // behind 0x.
  const std::string& of(SwitchIndex s) const { return names_[s]; }
  // «leaf-3[19]».
  std::string of(SwitchPort port) const;
  // Both ends of the link at a port of a switch: «leaf-3[19] - spine-1[4]».
  std::string of_link(SwitchPort port, std::string_view between = " - ") const;

 private:
  const Fabric& fabric_;
  std::vector<std::string> names_;
};

// The port that NAME[PORT] says, NAME being what find_named takes. Of an end port it is the
// switch's port that it is linked to: PORT has to be its own number. Throws BadInput: no such node
// or port.
SwitchPort find_port(const Fabric& fabric, std::string_view text);

}  // namespace weft

#endif  // WEFT_WHATIF_PORT_NAMES_H_
