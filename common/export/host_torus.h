// The hosts of a three-dimensional torus by their places, for Slurm's topology/torus3d.
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

// The places of switches, from any source.
struct SwitchTorus {
  TorusPlace radix = {1, 1, 1};
  std::vector<std::optional<TorusPlace>> places;  // by switch; nullopt: without a place
};

struct HostTorus {
  std::string name;  // of its first host
  TorusPlace dims = {1, 1, 1};
  std::vector<std::uint32_t> cells;  // in ExportedHosts::list, x fastest; kNone: no host
};

// A cell of Slurm is one host. The hosts of one switch are neighbours in x: dims[0] is the radix of
// x times the largest number of hosts of a switch. Hosts of switches without a place are left out,
// with a remark.
HostTorus find_host_torus(const ExportedHosts& hosts, const SwitchTorus& torus,
                          std::vector<std::string>& remarks);

// The same torus with coordinates that depend only on host names, so that all sources give the same
// result. The origin is the switch of the first host. Each dimension ascends in the direction whose
// neighbour has the earlier first host; dimensions are sorted by these hosts.
SwitchTorus in_order_of_hosts(SwitchTorus torus, const ExportedHosts& hosts);

}  // namespace weft

#endif  // WEFT_EXPORT_HOST_TORUS_H_
