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

Fabric random_dragonfly_plus(Random& random) {
  DragonflyPlusSpec spec{.leaves = between(random, 1, 4),
                         .spines = between(random, 1, 3),
                         .global_links = between(random, 1, 2),
                         .cas = between(random, 1, 2)};
  spec.groups = between(random, 1, spec.spines * spec.global_links + 1);
  return make_dragonfly_plus(spec);
}

Fabric random_fly(Random& random) {
  const unsigned cas = between(random, 1, 2);
  if (one_in(random, 2)) return make_slim_fly({.q = between(random, 3, 4), .cas = cas});
  return make_polar_fly({.q = between(random, 2, 5), .cas = cas});
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
  switch (random.below(10)) {
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
    case 7:
      return random_dragonfly_plus(random);
    case 8:
      return random_fly(random);
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

// At most half are missing, rounded up; of a single CA, none.
Fabric without_half_of_the_cas(const Fabric& fabric, Random& random) {
  const bool single = fabric.end_port_count() == fabric.end_ports()[0].node_ports;
  const Amount missing{single ? 0.0 : between(random, 0, 50), true};
  return without_some_cas(fabric, missing, random.next());
}

Fabric with_some_lids(const Fabric& fabric, Random& random) {
  const unsigned lmc = one_in(random, 3) ? between(random, 1, 2) : 0;
  return with_new_lids(fabric, static_cast<std::uint8_t>(lmc));
}

Fabric draw(std::uint64_t seed, bool may_be_in_pieces) {
  Random random(seed);
  Fabric fabric = random_topology(random, may_be_in_pieces);
  if (one_in(random, 2)) fabric = without_half_of_the_cas(fabric, random);
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
  return with_some_lids(fabric, random);
}

// Hosts have a CA each on 1 to 3 neighbouring leaves.
unsigned rails_of(Random& random, std::uint64_t leaves) {
  const unsigned rails = one_in(random, 2) ? between(random, 2, 3) : 1;
  return leaves % rails == 0 ? rails : 1;
}

// More levels have fewer children and parents each.
Fabric fat_tree_of_levels(Random& random, unsigned height) {
  const unsigned most = height == 2 ? 5 : height == 3 ? 3 : 2;
  XgftSpec spec{.down = {between(random, 1, 4)}, .up = {1}, .parallel = {1}};
  std::uint64_t leaves = 1;
  for (unsigned level = 2; level <= height; ++level) {
    spec.down.push_back(between(random, 2, most + 1));
    spec.up.push_back(between(random, 1, most));
    spec.parallel.push_back(parallel_links(random));
    leaves *= spec.down.back();
  }
  spec.rails = rails_of(random, leaves);
  return make_xgft(spec);
}

Fabric fabric_of_directors(Random& random) {
  DirectorsSpec spec;
  spec.links = one_in(random, 4) ? 2 : 1;
  spec.cas = between(random, 1, 4);
  const bool alone = one_in(random, 3);
  const unsigned count = alone ? 1 : between(random, 1, 3);
  for (unsigned d = 0; d < count; ++d) {
    spec.spines.push_back(between(random, 1, 4));
    spec.lines.push_back(between(random, 2, 6));
    if (!alone) spec.uplinks.push_back(between(random, 1, 3));
  }
  if (!alone) spec.edges = between(random, 2, 10);
  spec.rails = rails_of(random, alone ? spec.lines[0] : spec.edges);
  return make_directors(spec);
}

// As it is if it has too few spines.
Fabric with_some_uneven_spines(const Fabric& fabric, Random& random) {
  const Amount spines{static_cast<double>(between(random, 1, 50)), true};
  try {
    return with_uneven_spines(fabric, spines, random.next());
  } catch (const BadInput&) {
    return fabric;
  }
}

Fabric with_some_aggregation_nodes(const Fabric& fabric, Random& random) {
  Aggregation aggregation{.leaves_only = one_in(random, 3)};
  if (one_in(random, 2)) aggregation.percent = between(random, 1, 99);
  return with_aggregation_nodes(fabric, aggregation, {}, random.next());
}

}  // namespace

Fabric random_fabric(std::uint64_t seed) { return draw(seed, false); }

Fabric random_broken_fabric(std::uint64_t seed) { return draw(seed, true); }

Fabric random_built_tree(std::uint64_t seed) {
  Random random(seed);
  Fabric fabric = one_in(random, 2) ? fabric_of_directors(random)
                                    : fat_tree_of_levels(random, between(random, 2, 4));
  if (one_in(random, 3)) fabric = with_some_uneven_spines(fabric, random);
  if (one_in(random, 3)) fabric = without_half_of_the_cas(fabric, random);
  if (one_in(random, 4) && has_switch_without_cas(fabric)) {
    fabric = with_extra_cas(fabric, between(random, 1, 3), {}, random.next());
  }
  if (one_in(random, 2)) fabric = with_some_aggregation_nodes(fabric, random);
  if (one_in(random, 2)) fabric = with_shuffled_guids(fabric, random.next());
  if (one_in(random, 2)) {
    const Failures failures{.switches = {one_in(random, 3) ? 1.0 : 0.0},
                            .links = {static_cast<double>(between(random, 1, 5))},
                            .seed = random.next()};
    fabric = with_some_failures(fabric, failures);
  }
  return with_some_lids(fabric, random);
}

}  // namespace weft
