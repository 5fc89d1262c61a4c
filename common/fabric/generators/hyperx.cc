// HyperX: J. H. Ahn, N. Binkert, A. Davis, M. McLaren, R. S. Schreiber, HyperX: Topology, Routing,
// and Packaging of Efficient Large-Scale Networks, SC 2009. Also known as generalized hypercube
// (Bhuyan and Agrawal 1984); with two dimensions, as flattened butterfly.
#include "common/fabric/generators/coordinates.h"
#include "common/fabric/generators/drawing.h"

namespace weft {

Fabric make_hyperx(const GridSpec& spec) {
  check_grid("a HyperX", spec);
  const std::uint64_t switches = product(spec.dims);
  std::uint64_t link_ports = 0;
  for (const unsigned radix : spec.dims) {
    link_ports = capped(link_ports + times(radix - 1, spec.links));
  }
  const std::uint64_t ports = capped(link_ports + spec.cas);
  FabricDrawing drawing(
      "a HyperX", {.switches = switches, .switch_ports = ports, .cas = times(switches, spec.cas)},
      spec.link);

  const Coordinates grid(spec.dims);
  for (std::uint32_t s = 0; s < grid.count(); ++s) drawing.add_switch(grid.name(s), ports);
  for (std::uint32_t s = 0; s < grid.count(); ++s) {
    std::uint64_t first_port = 1;
    for (std::size_t d = 0; d < spec.dims.size(); ++d) {
      const unsigned radix = spec.dims[d];
      for (unsigned other = grid.at(s, d) + 1; other < radix; ++other) {
        const unsigned up = other - grid.at(s, d);
        drawing.link(s, first_port + times(up - 1, spec.links), grid.with(s, d, other),
                     first_port + times(radix - up - 1, spec.links), spec.links);
      }
      first_port += times(radix - 1, spec.links);
    }
  }
  for (std::uint32_t s = 0; s < grid.count(); ++s) drawing.attach_cas(s, link_ports + 1, spec.cas);
  return drawing.build();
}

}  // namespace weft
