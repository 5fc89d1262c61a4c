// Tori and meshes, also known as k-ary n-cubes: W. J. Dally, Performance Analysis of k-ary n-cube
// Interconnection Networks, IEEE Transactions on Computers 39(6), 1990. Each dimension has its own
// radix. A ring is a torus of one dimension.
#include "common/fabric/generators/coordinates.h"
#include "common/fabric/generators/drawing.h"

namespace weft {
namespace {

Fabric make_grid(std::string_view topology, const GridSpec& spec, bool wraps) {
  check_grid(topology, spec);
  const std::uint64_t switches = product(spec.dims);
  const std::uint64_t link_ports = times(2 * spec.dims.size(), spec.links);
  const std::uint64_t ports = capped(link_ports + spec.cas);
  FabricDrawing drawing(
      topology, {.switches = switches, .switch_ports = ports, .cas = times(switches, spec.cas)},
      spec.link);

  const Coordinates grid(spec.dims);
  for (std::uint32_t s = 0; s < grid.count(); ++s) drawing.add_switch(grid.name(s), ports);
  for (std::uint32_t s = 0; s < grid.count(); ++s) {
    for (std::size_t d = 0; d < spec.dims.size(); ++d) {
      const unsigned radix = spec.dims[d];
      const unsigned next = grid.at(s, d) + 1;
      // With radix 2 the wrap-around link exists already; with radix 1 it is a loop.
      if (next == radix && (!wraps || radix <= 2)) continue;
      const std::uint64_t upwards = 1 + 2 * d * spec.links;
      drawing.link(s, upwards, grid.with(s, d, next % radix), upwards + spec.links, spec.links);
    }
  }
  for (std::uint32_t s = 0; s < grid.count(); ++s) drawing.attach_cas(s, link_ports + 1, spec.cas);
  return drawing.build();
}

}  // namespace

Fabric make_torus(const GridSpec& spec) { return make_grid("a torus", spec, true); }

Fabric make_mesh(const GridSpec& spec) { return make_grid("a mesh", spec, false); }

}  // namespace weft
