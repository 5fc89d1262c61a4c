// A torus with the coordinates of a torus-2QoS.conf.
// Tested by tests/plugins/torus/seeded_torus_test.cc.
#ifndef WEFT_PLUGINS_TORUS_SEEDED_TORUS_H_
#define WEFT_PLUGINS_TORUS_SEEDED_TORUS_H_

#include "common/fabric/fabric.h"
#include "common/routing/torus_conf.h"
#include "common/topology/product_labels.h"
#include "plugins/torus/torus.h"

namespace weft {

// product: found in the fabric; the conf says which of its dimensions is x, y and z, in
// which direction they run and where they begin. Throws CannotRoute, with a sentence that names
// file and line, if the two contradict each other, or if no seed has all its switches.
Torus seeded_torus(const Fabric& fabric, const Product& product, const TorusConf& conf);

// The differences between the file and the fabric that do not prevent routing: meshes
// whose ends are linked, and coordinates without a switch. A sentence for each.
std::vector<std::string> differences(const Fabric& fabric, const Torus& torus,
                                     const TorusConf& conf);

}  // namespace weft

#endif  // WEFT_PLUGINS_TORUS_SEEDED_TORUS_H_
