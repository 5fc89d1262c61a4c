// Tori and meshes drawn by hand: switches whose GUIDs tell their places.
#ifndef WEFT_TESTS_SUPPORT_SKETCHED_TORUS_H_
#define WEFT_TESTS_SUPPORT_SKETCHED_TORUS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/error.h"
#include "common/fabric/generators/blueprint.h"
#include "plugins/torus/torus.h"
#include "tests/support/sketch.h"

namespace weft::test {

using Dims = std::vector<TorusDimension>;

// Rings of so many switches each; a mesh where it is 2.
inline Dims rings(const std::vector<unsigned>& radices) {
  Dims dims;
  for (const unsigned radix : radices) {
    dims.push_back({static_cast<std::uint16_t>(radix), radix == 2});
  }
  return dims;
}
inline Dims meshes(const std::vector<unsigned>& radices) {
  Dims dims = rings(radices);
  for (TorusDimension& d : dims) d.is_mesh = true;
  return dims;
}

// s0, s1, ... in the order of their places, the first coordinate fastest. In dimension d port
// 1 + 2 d leads up and port 2 + 2 d down. A CA a0, a1, ... each at port 9.
inline Sketch sketched_torus(const Dims& dims, bool with_cas = true) {
  std::uint32_t places = 1;
  for (const TorusDimension& d : dims) places *= d.radix;
  Sketch sketch(places, 20);
  std::uint32_t stride = 1;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const auto up = static_cast<PortNum>(1 + 2 * d);
    for (std::uint32_t place = 0; place < places; ++place) {
      const std::uint32_t at = place / stride % dims[d].radix;
      if (at + 1u < dims[d].radix) {
        sketch.link(place, up, place + stride, static_cast<PortNum>(up + 1));
      } else if (!dims[d].is_mesh) {
        sketch.link(place, up, place - at * stride, static_cast<PortNum>(up + 1));
      }
    }
    stride *= dims[d].radix;
  }
  for (std::uint32_t place = 0; with_cas && place < places; ++place) sketch.ca(place, 9);
  return sketch;
}

// The places of a sketched torus that has lost switches, or none.
inline Torus places_of(const Fabric& fabric, const Dims& dims) {
  Torus torus(dims, fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto place = static_cast<Torus::Place>(fabric.switches()[s].node_guid - 1);
    if (place < torus.place_count()) torus.put(s, place);
  }
  return torus;
}

// Without the switch at a place, and what hangs on it alone.
inline Fabric without_switch(const Fabric& fabric, Torus::Place place) {
  Blueprint blueprint(fabric);
  for (Blueprint::Node& node : blueprint.nodes) {
    if (node.node_guid == place + 1) node.removed = true;
  }
  return blueprint.build();
}

// Without the link at a port of a switch.
inline Fabric without_link(const Fabric& fabric, SwitchIndex s, PortNum port) {
  Blueprint blueprint(fabric);
  for (Blueprint::Link& link : blueprint.links) {
    if ((link.a == s && link.port_a == port) || (link.b == s && link.port_b == port)) {
      link.removed = true;
    }
  }
  return blueprint.build();
}

// Why something cannot be routed; empty: it can.
template <typename Action>
std::string why_not_routed(Action action) {
  try {
    action();
  } catch (const CannotRoute& error) {
    return error.what();
  }
  return {};
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_SKETCHED_TORUS_H_
