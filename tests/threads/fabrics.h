// Fabrics that are large enough for every kernel to share its work out, and small enough to be
// routed by all engines under ThreadSanitizer.
#ifndef WEFT_TESTS_THREADS_FABRICS_H_
#define WEFT_TESTS_THREADS_FABRICS_H_

#include <string>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"

namespace weft::test {

struct NamedFabric {
  std::string name;
  Fabric fabric;
};

inline Fabric tree_of_three_levels() {
  return with_new_lids(make_xgft({.down = {4, 6, 6}, .up = {1, 4, 3}}), 0);
}

inline Fabric small_torus() { return with_new_lids(make_torus({.dims = {5, 4, 4}, .cas = 2}), 0); }

inline std::vector<NamedFabric> fabrics_of_all_kinds() {
  const Fabric tree = tree_of_three_levels();
  const Failures failures = {.switches = {2}, .links = {4, true}, .seed = 3};
  return {
      {"tree", tree},
      {"damaged tree", with_failures(tree, failures)},
      {"torus", small_torus()},
      {"dragonfly-plus",
       with_new_lids(make_dragonfly_plus({.leaves = 4, .spines = 3, .global_links = 2, .cas = 3}),
                     1)},
      {"hypercube", with_new_lids(make_hypercube({.dimensions = 4, .cas = 2}), 1)},
      {"worn hypercube",
       with_new_lids(with_failures(make_hypercube({.dimensions = 5}), failures), 2)},
      {"dragonfly", with_new_lids(make_dragonfly({.routers = 5, .global_links = 3, .cas = 2}), 0)},
      {"tree with parallel links",
       with_new_lids(make_xgft({.down = {6, 20}, .up = {1, 5}, .parallel = {1, 2}}), 1)}};
}

}  // namespace weft::test

#endif  // WEFT_TESTS_THREADS_FABRICS_H_
