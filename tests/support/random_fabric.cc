#include "tests/support/random_fabric.h"

#include <algorithm>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"

namespace weft {
namespace {

unsigned between(Random& random, unsigned least, unsigned most) {
  return least + random.below(most - least + 1);
}

bool one_in(Random& random, unsigned count) { return random.below(count) == 0; }

unsigned parallel_links(Random& random) { return one_in(random, 3) ? between(random, 2, 3) : 1; }

Fabric random_tree(Random& random, bool may_have_planes) {
  XgftSpec spec;
  const unsigned height = between(random, 1, 3);
  for (unsigned level = 0; level < height; ++level) {
    spec.down.push_back(between(random, 1, 4));
    spec.up.push_back(level > 0                              ? between(random, 1, 3)
                      : may_have_planes && one_in(random, 3) ? 2
                                                             : 1);
    spec.parallel.push_back(one_in(random, 4) ? 2 : 1);
  }
  return make_xgft(spec);
}

GridSpec random_grid(Random& random) {
  GridSpec spec;
  const unsigned dimensions = between(random, 1, 3);
  const unsigned most = dimensions == 1 ? 12 : dimensions == 2 ? 6 : 4;
  for (unsigned d = 0; d < dimensions; ++d) spec.dims.push_back(between(random, 1, most));
  spec.cas = between(random, 1, 3);
  spec.links = parallel_links(random);
  return spec;
}

Fabric random_hypercube(Random& random) {
  return make_hypercube({.dimensions = between(random, 1, 5),
                         .cas = between(random, 1, 3),
                         .links = parallel_links(random)});
}

Fabric random_dragonfly(Random& random) {
  DragonflySpec spec{.routers = between(random, 1, 4),
                     .global_links = between(random, 1, 3),
                     .cas = between(random, 1, 2)};
  spec.groups = between(random, 1, std::min(spec.routers * spec.global_links + 1, 12u));
  return make_dragonfly(spec);
}

Fabric random_graph(Random& random) {
  const unsigned switches = between(random, 2, 40);
  unsigned degree = std::min(between(random, 2, 6), switches - 1);
  if (switches % 2 != 0 && degree % 2 != 0) --degree;
  return make_random_regular({.switches = switches,
                              .degree = degree,
                              .cas = between(random, 1, 3),
                              .links = parallel_links(random),
                              .seed = random.next()});
}

Fabric random_topology(Random& random, bool may_be_in_pieces) {
  switch (random.below(8)) {
    case 0:
    case 1:
      return random_tree(random, may_be_in_pieces);
    case 2:
      return make_torus(random_grid(random));
    case 3:
      return make_mesh(random_grid(random));
    case 4:
      return make_hyperx(random_grid(random));
    case 5:
      return random_hypercube(random);
    case 6:
      return random_dragonfly(random);
    default:
      return random_graph(random);
  }
}

// What can fail depends on the fabric: as much as wanted, or else less.
Fabric with_some_failures(const Fabric& fabric, Failures failures) {
  while (failures.switches.number > 0 || failures.links.number > 0) {
    try {
      Fabric rest = with_failures(fabric, failures);
      if (rest.end_port_count() > 0) return rest;
    } catch (const BadInput&) {
    }
    if (failures.switches.number > 0) {
      --failures.switches.number;
    } else {
      --failures.links.number;
    }
  }
  return fabric;
}

bool has_switch_without_cas(const Fabric& fabric) {
  std::vector<bool> has_cas(fabric.switch_count(), false);
  for (const EndPort& port : fabric.end_ports()) has_cas[port.sw] = true;
  return std::ranges::find(has_cas, false) != has_cas.end();
}

Fabric draw(std::uint64_t seed, bool may_be_in_pieces) {
  Random random(seed);
  Fabric fabric = random_topology(random, may_be_in_pieces);
  if (one_in(random, 2)) {
    // At most half are missing, rounded up; of a single CA, none.
    const bool single = fabric.end_port_count() == fabric.end_ports()[0].node_ports;
    const Amount missing{single ? 0.0 : between(random, 0, 50), true};
    fabric = without_some_cas(fabric, missing, random.next());
  }
  if (one_in(random, 2) && has_switch_without_cas(fabric)) {
    fabric = with_extra_cas(fabric, between(random, 1, 3), {}, random.next());
  }
  if (one_in(random, 2)) fabric = with_shuffled_guids(fabric, random.next());
  if (may_be_in_pieces || one_in(random, 2)) {
    const Failures failures{.switches = {static_cast<double>(between(random, 0, 3))},
                            .links = {static_cast<double>(between(random, 0, 10))},
                            .may_disconnect = may_be_in_pieces,
                            .seed = random.next()};
    fabric = with_some_failures(fabric, failures);
  }
  const unsigned lmc = one_in(random, 3) ? between(random, 1, 2) : 0;
  return with_new_lids(fabric, static_cast<std::uint8_t>(lmc));
}

}  // namespace

Fabric random_fabric(std::uint64_t seed) { return draw(seed, false); }

Fabric random_broken_fabric(std::uint64_t seed) { return draw(seed, true); }

}  // namespace weft
