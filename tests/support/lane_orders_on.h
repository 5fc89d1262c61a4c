// The lane orders of a fabric that is a product, with what they are made of.
#ifndef WEFT_TESTS_SUPPORT_LANE_ORDERS_ON_H_
#define WEFT_TESTS_SUPPORT_LANE_ORDERS_ON_H_

#include <cstdint>

#include "common/graph/links.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "common/topology/product_labels.h"
#include "plugins/layered/lane_orders.h"

namespace weft::test {

inline Orientation by_number(std::uint32_t switches) {
  Orientation orientation;
  for (SwitchIndex s = 0; s < switches; ++s) orientation.place.push_back(s);
  return orientation;
}

struct LaneOrdersOn {
  LaneOrdersOn(const Fabric& fabric, unsigned lanes, Ways ways)
      : links(fabric),
        graph(fabric),
        labels(find_products(graph)),
        orders(lane_orders(links, labels, by_number(fabric.switch_count()), lanes, ways)) {}

  Links links;
  SwitchGraph graph;
  ProductLabels labels;
  LaneOrders orders;
};

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_LANE_ORDERS_ON_H_
