// kdor-hc and kdor-ghc: hypercubes, and generalised ones (HyperX), in several orders of their
// dimensions, with a lane for each.
//
// The places of switches are found from the links (product_labels.h), for any GUIDs and port
// numbers. Packets go dimension by dimension, by one link in each; the LID gives the order, and
// each order has its SL (dimension_orders.h). With an LMC, path bits choose among the orders:
// a client that spreads packets over the LIDs of a port spreads them over the
// orders. All base LIDs have the first order, so that replies close no credit loop. Without an LMC
// there is one order on one lane, or, if Options::reversible is not set, an order for each
// destination.
//
// If links or switches are missing, or there are others outside of the product, the product is
// completed and routed, that routing is repaired (around_missing.h) on as few lanes as possible,
// and links that became busy are relieved (load_relief.h). If no number of lanes suffices, all
// paths are those of nue.
//
// Cost: that of product_labels.h and dimension_tables.h, and O(switches x LIDs) for the SLs; if
// parts are missing, that of verifying the complete product and of repairing it.
// Tested by tests/plugins/hypercube/kdor_test.cc, tests/plugins/hypercube/kdor_property_test.cc.
#ifndef WEFT_PLUGINS_HYPERCUBE_KDOR_H_
#define WEFT_PLUGINS_HYPERCUBE_KDOR_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& kdor_hc_engine();   // all dimensions have two switches
const EngineInfo& kdor_ghc_engine();  // or are cliques

}  // namespace weft

#endif  // WEFT_PLUGINS_HYPERCUBE_KDOR_H_
