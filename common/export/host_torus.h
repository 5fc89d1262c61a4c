// The hosts of a three-dimensional torus by their places: what Slurm's topology/torus3d is told.
#ifndef WEFT_EXPORT_HOST_TORUS_H_
#define WEFT_EXPORT_HOST_TORUS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/export/exported_hosts.h"
#include "common/fabric/fabric.h"

namespace weft {

using TorusPlace = std::array<std::uint32_t, 3>;  // x, y, z

// Where switches are, whoever found it.
struct SwitchTorus {
  TorusPlace radix = {1, 1, 1};
  std::vector<std::optional<TorusPlace>> places;  // by switch; nothing: it has none
};

struct HostTorus {
  std::string name;  // of its first host
  TorusPlace dims = {1, 1, 1};
  std::vector<std::uint32_t> cells;  // in ExportedHosts::list, x fastest; kNone: nobody is there
};

// A cell of Slurm's is one host. Where switches have several these are neighbours in x: dims[0] is
// the radix of x times the most hosts of a switch. Hosts of switches without a place are left out,
// with a remark.
HostTorus find_host_torus(const ExportedHosts& hosts, const SwitchTorus& torus,
                          std::vector<std::string>& remarks);

// The same torus, its coordinates chosen by names, so that whoever found it in another way finds
// the same: it begins at the switch of the first host; of the two ways along a dimension that leads
// up whose first host comes first, and so do the dimensions follow each other.
SwitchTorus in_order_of_hosts(SwitchTorus torus, const ExportedHosts& hosts);

}  // namespace weft

#endif  // WEFT_EXPORT_HOST_TORUS_H_
