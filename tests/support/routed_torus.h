// What the engine torus-2QoS answers, and what verify says of it.
#ifndef WEFT_TESTS_SUPPORT_ROUTED_TORUS_H_
#define WEFT_TESTS_SUPPORT_ROUTED_TORUS_H_

#include <utility>

#include "plugins/torus/torus_2qos.h"
#include "tests/support/routed_engine.h"

namespace weft::test {

struct RoutedTorus : RoutedEngine {
  explicit RoutedTorus(Fabric f, const Options& options, unsigned vls = 8, unsigned threads = 2)
      : RoutedEngine(torus_2qos_engine(), std::move(f), options, vls, threads) {}
};

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_ROUTED_TORUS_H_
