// The hosts of a fabric as a batch system and MPI know them: by name, each host once.
#ifndef WEFT_EXPORT_EXPORTED_HOSTS_H_
#define WEFT_EXPORT_EXPORTED_HOSTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/fabric/port_selection.h"

namespace weft {

struct ExportedHost {
  std::string name;                 // letters, digits, «.», «-», «_»; at most 64
  std::vector<EndPortIndex> ports;  // at least one, in the order of its cards and their ports
  // The switch of the first port. If a host has lost links of earlier ports: the home of most hosts
  // that share the rail of its first linked port.
  SwitchIndex home = kNone;
};

struct ExportedHosts {
  std::vector<ExportedHost> list;    // in the natural order of their names (natural_order.h)
  std::vector<std::string> remarks;  // sentences about CAs without a host
};

// Ports of CAs whose node descriptions begin with the same word are of one host, on all rails.
// Aggregation nodes and routers are no hosts. Left out are ports that are not in `only` (null: all
// ports are in), and CAs without their own name: a default of the firmware
// (is_default_description), localhost, or a word that is no valid hostname (any host can set its
// description). If no CA has a name, all are named ca-GUID, by their system. Cost: O(E log E).
ExportedHosts find_exported_hosts(const Fabric& fabric, const PortSelection* only);

// Is this a node description that the firmware set, as «MT4129 ConnectX7   Mellanox Technologies»?
// Many nodes have the same one.
bool is_default_description(std::string_view description);

}  // namespace weft

#endif  // WEFT_EXPORT_EXPORTED_HOSTS_H_
