// The hosts of a fabric as a batch system and MPI know them: by name, each once.
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
  std::string name;                 // letters, digits, «.», «-» and «_», 64 at most
  std::vector<EndPortIndex> ports;  // at least one, in the order of its cards and their ports
  // The switch that its first port is linked to. Of a host that has lost that link, the one where
  // those are at home that it shares the next one with.
  SwitchIndex home = kNone;
};

struct ExportedHosts {
  std::vector<ExportedHost> list;    // in the natural order of their names (natural_order.h)
  std::vector<std::string> remarks;  // sentences about CAs that are no host's
};

// All ports of CAs whose node description begins with the same word are one host's, rails and all;
// aggregation nodes and routers are none. Left out are ports that are not in `only` (null: all
// are), and CAs without a name of their own: what their firmware says (is_default_description),
// localhost, or a word that is no hostname, since any host can choose its own. If none has a name
// all are called ca-GUID, by their system. Cost: O(E log E).
ExportedHosts find_exported_hosts(const Fabric& fabric, const PortSelection* only);

// Did the firmware write a node description, «MT4129 ConnectX7   Mellanox Technologies»? Then many
// nodes have it.
bool is_default_description(std::string_view description);

}  // namespace weft

#endif  // WEFT_EXPORT_EXPORTED_HOSTS_H_
