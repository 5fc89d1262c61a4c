#include "common/design/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "common/base/error.h"
#include "common/fabric/generators/catalog.h"
#include "tests/support/fabric_facts.h"

namespace weft {
namespace {

std::vector<PlannedShape> of_family(std::string_view family, const ShapeRequest& request) {
  std::vector<PlannedShape> shapes = find_shapes(request);
  std::erase_if(shapes, [&](const PlannedShape& shape) { return shape.family != family; });
  return shapes;
}

TEST(Shapes, ATreeByHand) {
  // 64 hosts, 16 ports: 8 leaf switches of 8 hosts, with 2 links to each of 4 spines.
  const auto found = of_family("tree of 2 levels", {.hosts = 64, .radix = 16});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].line, "xgft --down 8,8 --up 1,4 --parallel 1,2");
  EXPECT_EQ(found[0].switches, 12u);
  EXPECT_EQ(found[0].switch_cables, 64u);
  EXPECT_EQ(found[0].host_ports, 64u);
  EXPECT_EQ(found[0].ports, 16u);
  EXPECT_EQ(found[0].bisection.share(), 1);
  EXPECT_EQ(found[0].cost, 0) << "no prices";
}

TEST(Shapes, OneSwitchIsEnoughForFewHosts) {
  const std::vector<PlannedShape> shapes = find_shapes({.hosts = 16, .radix = 16});
  ASSERT_FALSE(shapes.empty());
  EXPECT_EQ(shapes[0].family, "switch alone");
  EXPECT_EQ(shapes[0].line, "xgft --down 16 --up 1");
  EXPECT_EQ(shapes[0].switches, 1u);
  EXPECT_EQ(shapes[0].bisection.share(), 1);
  EXPECT_NE(find_shapes({.hosts = 17, .radix = 16})[0].family, "switch alone");
}

TEST(Shapes, OversubscribedLeavesHaveMoreHosts) {
  // 72 hosts: 6 leaf switches of 12, with 2 links to each of 2 spines, are 3 : 1.
  const auto found =
      of_family("tree of 2 levels", {.hosts = 72, .radix = 16, .oversubscription = 3});
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].switches, 8u);
  EXPECT_NEAR(found[0].bisection.share(), 1.0 / 3, 0.01);
}

TEST(Shapes, OfUnevenNumbers) {
  for (const PlannedShape& shape : find_shapes({.hosts = 61, .radix = 16, .oversubscription = 2})) {
    EXPECT_GE(shape.host_ports, 61u) << shape.line;
    EXPECT_LE((shape.host_ports - 61) * 10, shape.host_ports) << shape.line;
  }
}

TEST(Shapes, PricesDecide) {
  const ShapeRequest request = {
      .hosts = 200, .radix = 24, .oversubscription = 2, .switch_price = 1000, .cable_price = 10};
  const std::vector<PlannedShape> shapes = find_shapes(request);
  ASSERT_GT(shapes.size(), 2u);
  EXPECT_TRUE(std::ranges::is_sorted(shapes, {}, &PlannedShape::cost));
  for (const PlannedShape& shape : shapes) {
    EXPECT_EQ(shape.cost, 1000 * static_cast<double>(shape.switches) +
                              10 * static_cast<double>(shape.switch_cables + 200));
  }
}

TEST(Shapes, ThatCostFarTooMuchAreLeftOut) {
  // Tori for 2,000 hosts without oversubscription have hardly any hosts on a switch.
  const std::vector<PlannedShape> shapes = find_shapes({.hosts = 2000, .radix = 64});
  ASSERT_FALSE(shapes.empty());
  for (const PlannedShape& shape : shapes) {
    EXPECT_LE(shape.switches, 3 * shapes.front().switches) << shape.line;
  }
  EXPECT_TRUE(of_family("torus of 2 dimensions", {.hosts = 2000, .radix = 64}).empty());
}

TEST(Shapes, RefuseWhatIsOutOfRange) {
  EXPECT_THROW(find_shapes({.hosts = 1, .radix = 16}), BadInput);
  EXPECT_THROW(find_shapes({.hosts = 48'001, .radix = 16}), BadInput);
  EXPECT_THROW(find_shapes({.hosts = 16, .radix = 3}), BadInput);
  EXPECT_THROW(find_shapes({.hosts = 16, .radix = 255}), BadInput);
  EXPECT_THROW(find_shapes({.hosts = 16, .radix = 16, .oversubscription = 0}), BadInput);
  EXPECT_THROW(find_shapes({.hosts = 16, .radix = 16, .oversubscription = 65}), BadInput);
}

TEST(Shapes, ThatCannotBeAreLeftOut) {
  EXPECT_TRUE(of_family("tree of 2 levels", {.hosts = 1000, .radix = 16}).empty());
  EXPECT_TRUE(find_shapes({.hosts = 48'000, .radix = 4}).empty());
}

}  // namespace
}  // namespace weft
