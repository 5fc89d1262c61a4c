// The coordinates of switches in the tori of a fabric, as the engine torus-2QoS finds them.
// Tested by tests/e2e/test_export.py.
#ifndef WEFT_TOOLS_WEFT_TORUS_PLACES_H_
#define WEFT_TOOLS_WEFT_TORUS_PLACES_H_

#include <string>
#include <vector>

#include "common/export/exported_hosts.h"
#include "common/export/host_torus.h"
#include "common/fabric/fabric.h"

namespace weft::tool {

// A torus for each island of the fabric with hosts: with the coordinates from torus-2QoS.conf;
// without the file those of in_order_of_hosts(). Throws BadInput if an island is not a torus of
// three dimensions or does not fit the file.
std::vector<SwitchTorus> find_tori(const Fabric& fabric, const ExportedHosts& hosts,
                                   const std::string& conf_path);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_TORUS_PLACES_H_
