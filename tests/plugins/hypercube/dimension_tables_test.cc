#include "plugins/hypercube/dimension_tables.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/graph/switch_graph.h"
#include "common/topology/product_labels.h"
#include "common/verify/verify.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

struct Written {
  Written(Fabric f, unsigned orders, OrderBy by = OrderBy::kPathBit)
      : fabric(std::move(f)),
        places(find_products(SwitchGraph(fabric)).products.front(), fabric.switch_count()),
        block(fabric.switch_count(), fabric.max_lid()) {
    const DimensionOrders dimension_orders = {places.dimensions(), orders};
    const auto order = orders_of_lids(fabric, places, dimension_orders, by);
    write_dimension_tables({fabric, places, dimension_orders, order, Workers(2)}, block.tables());
  }

  // The dimensions of a path's links.
  std::vector<std::uint32_t> dimensions(SwitchIndex from, Lid lid) const {
    std::vector<std::uint32_t> result;
    for (SwitchIndex s = from; s != fabric.destination_switch(lid) && result.size() < 20;) {
      const SwitchIndex next = fabric.ports(s)[block.tables().row(s)[lid]].peer;
      result.push_back(places.dimension_between(places.place_of(s), places.place_of(next)));
      s = next;
    }
    return result;
  }
  // Is each link used by as many paths?
  bool is_even() const {
    const Figures figures = measure({fabric, block.tables(), OneLane()}, Workers(1));
    return static_cast<double>(figures.max_link_load) == figures.mean_link_load;
  }

  Fabric fabric;
  ProductPlaces places;
  TableBlock block;
};

TEST(DimensionTables, GoThroughEachDimensionOnceInTheOrderOfTheLid) {
  const Written written(with_new_lids(make_hyperx({.dims = {3, 2, 4}, .cas = 1}), 1), 2);
  const DimensionOrders orders = {3, 2};
  for (const EndPort& to : written.fabric.end_ports()) {
    for (unsigned bit = 0; bit < 2; ++bit) {
      for (SwitchIndex s = 0; s < written.fabric.switch_count(); ++s) {
        std::vector<std::uint32_t> expected;
        const auto a = written.places.coordinates(written.places.place_of(s));
        const auto b = written.places.coordinates(written.places.place_of(to.sw));
        for (std::uint32_t step = 0; step < 3; ++step) {
          const std::uint32_t d = orders.dimension(bit, step);
          if (a[d] != b[d]) expected.push_back(d);
        }
        EXPECT_EQ(written.dimensions(s, static_cast<Lid>(to.lid + bit)), expected);
      }
    }
  }
}

TEST(DimensionTables, LeadToSwitchesAndOut) {
  const Written written(with_new_lids(make_hypercube({.dimensions = 3, .cas = 2}), 0), 1);
  for (const EndPort& to : written.fabric.end_ports()) {
    EXPECT_EQ(written.block.tables().row(to.sw)[to.lid], to.switch_port);
  }
  for (SwitchIndex s = 0; s < 8; ++s) {
    const Lid lid = written.fabric.switches()[s].lid;
    EXPECT_EQ(written.block.tables().row(s)[lid], 0);
    for (SwitchIndex from = 0; from < 8; ++from) {
      EXPECT_LE(written.dimensions(from, lid).size(), 3u);
    }
  }
}

TEST(DimensionTables, UniformTrafficLoadsAllLinksAlike) {
  for (std::uint8_t lmc = 0; lmc < 3; ++lmc) {
    const unsigned orders = 1u << lmc;
    EXPECT_TRUE(
        Written(with_new_lids(make_hypercube({.dimensions = 5, .cas = 3}), lmc), orders).is_even());
    EXPECT_TRUE(Written(with_new_lids(make_hyperx({.dims = {4, 4, 4, 4}, .cas = 1}), lmc), orders)
                    .is_even());
  }
  EXPECT_TRUE(Written(with_new_lids(make_hypercube({.dimensions = 5, .cas = 4}), 0), 4,
                      OrderBy::kDestination)
                  .is_even());
}

TEST(DimensionTables, ParallelLinksShareThePaths) {
  for (const std::uint32_t links : {2u, 3u}) {
    const Written written(with_new_lids(make_hyperx({.dims = {3, 3}, .cas = 6, .links = links}), 0),
                          1);
    EXPECT_TRUE(written.is_even()) << links;
  }
  // With one CA a switch, what the last dimension of one order cannot share others make up for.
  EXPECT_TRUE(Written(with_new_lids(make_hypercube({.dimensions = 4, .cas = 1, .links = 2}), 2), 4)
                  .is_even());
}

TEST(DimensionTables, HaveNoPathWhereALinkIsMissing) {
  test::Sketch sketch(4);  // a square without one side; its places are told
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 3, 1);
  sketch.link(3, 2, 2, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 8);
  const Fabric fabric = sketch.build();
  const ProductPlaces places({.dimensions = {{DimensionKind::kPath, 2}, {DimensionKind::kPath, 2}},
                              .switches = {0, 1, 2, 3},
                              .coordinates = {0, 0, 1, 0, 0, 1, 1, 1}},
                             4);
  const DimensionOrders orders = {2, 1};
  const auto order = orders_of_lids(fabric, places, orders, OrderBy::kPathBit);
  TableBlock block(4, fabric.max_lid());
  write_dimension_tables({fabric, places, orders, order, Workers(1)}, block.tables());
  EXPECT_EQ(block.tables().row(0)[test::lid_of_ca(2)], kNoPath);
  EXPECT_EQ(block.tables().row(0)[test::lid_of_ca(3)], 1);
  EXPECT_EQ(block.tables().row(2)[test::lid_of_ca(1)], 2);
}

}  // namespace
}  // namespace weft
