// Hypercubes: Y. Saad, M. H. Schultz, Topological Properties of Hypercubes, IEEE Transactions on
// Computers 37(7), 1988. Switches are neighbours if their binary numbers differ in one digit, which
// is the dimension.
#include <fmt/format.h>

#include "common/fabric/generators/drawing.h"
#include "common/fabric/generators/generators.h"

namespace weft {

Fabric make_hypercube(const HypercubeSpec& spec) {
  constexpr unsigned kMost = 15;  // 2^16 switches are more than there are LIDs
  if (spec.dimensions < 1 || spec.dimensions > kMost) {
    throw BadInput(
        fmt::format("a hypercube has 1 to {} dimensions, not {}", kMost, spec.dimensions));
  }
  if (spec.links == 0) {
    throw BadInput("a hypercube needs at least 1 link between two neighbours");
  }
  const std::uint32_t switches = 1u << spec.dimensions;
  const std::uint64_t link_ports = times(spec.dimensions, spec.links);
  const std::uint64_t ports = capped(link_ports + spec.cas);
  FabricDrawing drawing(
      "a hypercube",
      {.switches = switches, .switch_ports = ports, .cas = times(switches, spec.cas)}, spec.link);

  for (std::uint32_t s = 0; s < switches; ++s) {
    drawing.add_switch(fmt::format("switch {:0{}b}", s, spec.dimensions), ports);
  }
  for (std::uint32_t s = 0; s < switches; ++s) {
    for (unsigned d = 0; d < spec.dimensions; ++d) {
      const std::uint32_t neighbour = s ^ (1u << d);
      if (s > neighbour) continue;
      const std::uint64_t port = 1 + std::uint64_t{d} * spec.links;
      drawing.link(s, port, neighbour, port, spec.links);
    }
  }
  for (std::uint32_t s = 0; s < switches; ++s) drawing.attach_cas(s, link_ports + 1, spec.cas);
  return drawing.build();
}

}  // namespace weft
