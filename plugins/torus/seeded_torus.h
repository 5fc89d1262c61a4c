// A torus whose coordinates are those that a torus-2QoS.conf gives it.
// Tested by tests/plugins/torus/seeded_torus_test.cc.
#ifndef WEFT_PLUGINS_TORUS_SEEDED_TORUS_H_
#define WEFT_PLUGINS_TORUS_SEEDED_TORUS_H_

#include "common/fabric/fabric.h"
#include "common/routing/torus_conf.h"
#include "common/topology/product_labels.h"
#include "plugins/torus/torus.h"

namespace weft {

// The product was found in the fabric; the conf says which of its dimensions is x, y and z, which
// way they run and where they begin. Throws CannotRoute, with a sentence that names file and line,
// where the two contradict each other, or no seed has all its switches.
Torus seeded_torus(const Fabric& fabric, const Product& product, const TorusConf& conf);

// What the file says otherwise than the fabric is wired, where it is routed all the same: meshes
// whose ends are linked, and coordinates without a switch. A sentence for each.
std::vector<std::string> differences(const Fabric& fabric, const Torus& torus,
                                     const TorusConf& conf);

}  // namespace weft

#endif  // WEFT_PLUGINS_TORUS_SEEDED_TORUS_H_
