#include "plugins/hypercube/dimension_orders.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/graph/switch_graph.h"
#include "common/topology/product_labels.h"

namespace weft {
namespace {

std::vector<std::uint32_t> all_steps(const DimensionOrders& orders, unsigned order) {
  std::vector<std::uint32_t> steps;
  for (std::uint32_t step = 0; step < orders.dimensions; ++step) {
    steps.push_back(orders.dimension(order, step));
  }
  return steps;
}

TEST(DimensionOrders, AreRotations) {
  using Steps = std::vector<std::uint32_t>;
  EXPECT_EQ(all_steps({3, 1}, 0), (Steps{0, 1, 2}));
  EXPECT_EQ(all_steps({4, 2}, 1), (Steps{2, 3, 0, 1}));
  EXPECT_EQ(all_steps({3, 2}, 1), (Steps{1, 2, 0}));
  EXPECT_EQ(all_steps({8, 4}, 3), (Steps{6, 7, 0, 1, 2, 3, 4, 5}));
}

struct Cube {
  Cube(unsigned dimensions, unsigned cas, std::uint8_t lmc)
      : fabric(with_new_lids(make_hypercube({.dimensions = dimensions, .cas = cas}), lmc)),
        places(find_products(SwitchGraph(fabric)).products.front(), fabric.switch_count()) {}

  Fabric fabric;
  ProductPlaces places;
};

TEST(DimensionOrders, PathBitsHaveOneEach) {
  const Cube cube(4, 2, 2);
  const auto order = orders_of_lids(cube.fabric, cube.places, {4, 3}, OrderBy::kPathBit);
  ASSERT_EQ(order.size(), cube.fabric.max_lid() + 1u);
  for (const EndPort& port : cube.fabric.end_ports()) {
    for (unsigned bit = 0; bit < 4; ++bit) EXPECT_EQ(order[port.lid + bit], bit % 3);
  }
  for (const Switch& sw : cube.fabric.switches()) EXPECT_EQ(order[sw.lid], 0);
}

TEST(DimensionOrders, DestinationsHaveAllAlike) {
  const Cube cube(6, 4, 0);
  const auto order = orders_of_lids(cube.fabric, cube.places, {6, 4}, OrderBy::kDestination);
  std::vector<std::array<unsigned, 4>> at_switch(64);
  // By the last four coordinates, of the first port of each switch.
  std::vector<std::array<unsigned, 4>> in_part(16);
  for (const EndPort& port : cube.fabric.end_ports()) {
    auto& counts = at_switch[port.sw];
    if (counts == std::array<unsigned, 4>{}) {
      ++in_part[cube.places.place_of(port.sw) / 4][order[port.lid]];
    }
    ++counts[order[port.lid]];
  }
  for (const auto& counts : at_switch) EXPECT_EQ(counts, (std::array{1u, 1u, 1u, 1u}));
  for (const auto& counts : in_part) EXPECT_EQ(counts, (std::array{1u, 1u, 1u, 1u}));
}

TEST(DimensionOrders, OthersHaveTheFirst) {
  const Cube cube(2, 1, 0);
  Product part = find_products(SwitchGraph(cube.fabric)).products.front();
  part.switches.pop_back();
  const ProductPlaces places(part, 4);
  const auto order = orders_of_lids(cube.fabric, places, {2, 2}, OrderBy::kDestination);
  for (const EndPort& port : cube.fabric.end_ports()) {
    if (places.place_of(port.sw) == kNone) {
      EXPECT_EQ(order[port.lid], 0);
    }
  }
}

}  // namespace
}  // namespace weft
