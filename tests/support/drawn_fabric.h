// Fabrics for properties. Where a property fails RapidCheck takes switches, CAs and links away from
// the fabric as long as the property still fails, and prints what is left as a .net file, which
// `weft route FILE` reads:
//
//     RC_GTEST_PROP(Minhop, EveryPathIsShortest, ()) {
//       auto [fabric, random] = *test::drawn_fabric();
//       ...
#ifndef WEFT_TESTS_SUPPORT_DRAWN_FABRIC_H_
#define WEFT_TESTS_SUPPORT_DRAWN_FABRIC_H_

#include <rapidcheck.h>

#include <functional>
#include <ostream>
#include <string>

#include "common/base/random.h"
#include "common/fabric/fabric.h"

namespace weft::test {

struct DrawnFabric {
  Fabric fabric;
  Random random;  // for what is drawn beside the fabric; the same whatever is taken away
};

// Names, GUIDs, port numbers and LIDs of what stays are kept. No removal cuts the fabric into more
// pieces, or takes the last switch or the last end port. At most 2,000 smaller fabrics are tried.
rc::Gen<DrawnFabric> drawn_fabric(std::function<Fabric(Random& random)> draw);

rc::Gen<DrawnFabric> drawn_fabric();                  // random_fabric
rc::Gen<DrawnFabric> drawn_broken_fabric();           // random_broken_fabric
rc::Gen<DrawnFabric> drawn_tangle();                  // random_tangle
rc::Gen<DrawnFabric> drawn_built_tree();              // random_built_tree
rc::Gen<DrawnFabric> drawn_whole_or_broken_fabric();  // one in three is broken

// The same fabric, which is printed if the property fails: for those that lose their shape with
// whatever is taken away.
Fabric shown(Fabric fabric);

// As a .net file; data VLs and multicast are not in it.
std::string net_text(const Fabric& fabric);

// For RapidCheck.
void showValue(const DrawnFabric& drawn, std::ostream& out);

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_DRAWN_FABRIC_H_
