// Random fabrics with random tables, lanes and multicast trees, good ones and bad ones.
#ifndef WEFT_TESTS_SUPPORT_RANDOM_ROUTING_H_
#define WEFT_TESTS_SUPPORT_RANDOM_ROUTING_H_

#include <optional>

#include "common/base/random.h"
#include "common/verify/verify.h"

namespace weft::test {

struct RandomRouting {
  Fabric fabric;
  TableBlock tables;
  LanePlan lanes;
  std::optional<Sl2Vl> sl2vl;
  std::optional<MulticastPlan> multicast;
  std::vector<LanePlan> granted = {};  // none beside one lane

  RoutingView view() {
    return {fabric,
            tables.tables(),
            lanes,
            sl2vl ? &*sl2vl : nullptr,
            multicast ? &*multicast : nullptr,
            granted};
  }
};

// Up to 9 switches, some with up to 254 ports, some alone, some without LID or end ports; parallel
// links, links of a switch to itself, end ports with several LIDs or none.
Fabric random_tangle(Random& random);

// Minimal paths by random ports, to all LIDs.
TableBlock random_minimal_tables(const Fabric& fabric, Random& random);

// Everything at once for a fabric: tables of minimal or winding paths, as they are, damaged, or
// nothing but noise.
RandomRouting random_routing(Fabric fabric, Random& random);

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_RANDOM_ROUTING_H_
