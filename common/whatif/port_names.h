// Writes and reads names of switch ports: NAME[PORT].
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

  // The switch's description; if find_named() would not find the switch by it, its GUID with 0x.
  const std::string& of(SwitchIndex s) const { return names_[s]; }
  // «leaf-3[19]».
  std::string of(SwitchPort port) const;
  // Both ends of the link at a port of a switch: «leaf-3[19] - spine-1[4]».
  std::string of_link(SwitchPort port, std::string_view between = " - ") const;

 private:
  const Fabric& fabric_;
  std::vector<std::string> names_;
};

// The port for NAME[PORT]; find_named() finds NAME. If NAME is an end port, PORT must be its own
// number; returns the switch port at the other end. Throws BadInput: unknown node or port.
SwitchPort find_port(const Fabric& fabric, std::string_view text);

}  // namespace weft

#endif  // WEFT_WHATIF_PORT_NAMES_H_
