#include "common/drawing/draw.h"

#include <algorithm>

#include "common/drawing/draw_product.h"
#include "common/drawing/draw_ring.h"
#include "common/drawing/draw_tree.h"

namespace weft {

Drawing draw(const Fabric& fabric, const FabricShape& shape,
             std::span<const std::uint64_t> link_load) {
  if (shape.kind == ShapeKind::kTree) return draw_tree(fabric, shape, link_load);
  const auto& products = shape.labels.products;
  const bool has_planes = shape.kind == ShapeKind::kProduct &&
                          std::ranges::any_of(products, [](const Product& product) {
                            return product.dimensions.size() > 1;
                          });
  return has_planes ? draw_product(fabric, shape, link_load) : draw_ring(fabric, shape, link_load);
}

}  // namespace weft
