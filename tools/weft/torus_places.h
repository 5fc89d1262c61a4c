// The places of switches in the tori that a fabric is, as the engine torus-2QoS finds them.
// Tested by tests/e2e/test_export.py.
#ifndef WEFT_TOOLS_WEFT_TORUS_PLACES_H_
#define WEFT_TOOLS_WEFT_TORUS_PLACES_H_

#include <string>
#include <vector>

#include "common/export/exported_hosts.h"
#include "common/export/host_torus.h"
#include "common/fabric/fabric.h"

namespace weft::tool {

// A torus for each piece of the fabric that has hosts: with the coordinates that the
// torus-2QoS.conf gives it, or, without one, those of in_order_of_hosts(). Throws BadInput where a
// piece is no torus of three dimensions or does not fit the file.
std::vector<SwitchTorus> find_tori(const Fabric& fabric, const ExportedHosts& hosts,
                                   const std::string& conf_path);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_TORUS_PLACES_H_
