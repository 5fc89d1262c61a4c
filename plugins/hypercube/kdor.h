// kdor-hc and kdor-ghc: hypercubes, and generalised ones (HyperX), in several orders of their
// dimensions, a lane each.
//
// Which switch is where is found from the links (product_labels.h), whatever GUIDs and port numbers
// are. Packets go dimension by dimension, by one link in each; the order is that of their LID, and
// their SL that order's (dimension_orders.h). With an LMC path bits choose among the orders:
// whoever spreads over the LIDs of a port, or asks for the path of one of them, spreads over the
// orders. All base LIDs have the first one, so that replies close no credit loop. Without an LMC
// there is one order on one lane, or, where Options::reversible is not set, that of each
// destination.
//
// Where links or switches are missing, or others are there beside, the product is completed and
// routed as a whole, and that is repaired (around_missing.h), on as few lanes as suffice,
// and links that come to be busy by that are relieved (load_relief.h). Where no lanes do, all paths
// are those of nue.
//
// Cost: that of product_labels.h and dimension_tables.h, and O(switches x LIDs) for the SLs; where
// something is missing that of verifying the whole, and of repairing it.
// Tested by tests/plugins/hypercube/kdor_test.cc, tests/plugins/hypercube/kdor_property_test.cc.
#ifndef WEFT_PLUGINS_HYPERCUBE_KDOR_H_
#define WEFT_PLUGINS_HYPERCUBE_KDOR_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& kdor_hc_engine();   // all dimensions have two switches
const EngineInfo& kdor_ghc_engine();  // or are cliques

}  // namespace weft

#endif  // WEFT_PLUGINS_HYPERCUBE_KDOR_H_
