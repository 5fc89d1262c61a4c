// The VLs of a torus: those of stock OpenSM's torus-2QoS (osm_torus.c, sl2vl_entry).
//
// On links between switches, by the SL and by the dimensions from which and into which packets go:
//   bit 0: the path crosses the ends of the current ring (with two VLs or more);
//   bit 1: packets turn back into an earlier dimension, around missing parts (four VLs);
//   bit 2: the QoS level, bit 3 of the SL (eight VLs).
// On links to end ports the VL is the QoS level. Four dimensions leave no bit for a second level.
// Tested by tests/plugins/torus/torus_lanes_test.cc.
#ifndef WEFT_PLUGINS_TORUS_TORUS_LANES_H_
#define WEFT_PLUGINS_TORUS_TORUS_LANES_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/routing/sl2vl.h"
#include "plugins/torus/torus.h"

namespace weft {

inline constexpr Sl kSecondLevel = 8;  // the bit of an SL

// As in Routing, for any VLs of links.
std::vector<VlSet> qos_levels(std::size_t dimensions);

// data_vls: of all links between switches.
std::shared_ptr<const Sl2Vl> torus_sl2vl(const Fabric& fabric, const Torus& torus,
                                         unsigned data_vls);

}  // namespace weft

#endif  // WEFT_PLUGINS_TORUS_TORUS_LANES_H_
