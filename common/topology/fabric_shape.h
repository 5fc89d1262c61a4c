// The shape of a fabric, by which its links are classified: a tree by levels, a torus, mesh
// or HyperX by coordinates, a dragonfly by groups; or none of them.
#ifndef WEFT_TOPOLOGY_FABRIC_SHAPE_H_
#define WEFT_TOPOLOGY_FABRIC_SHAPE_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/topology/fat_tree.h"
#include "common/topology/product_labels.h"
#include "common/topology/switch_groups.h"

namespace weft {

enum class ShapeKind : std::uint8_t { kTree, kProduct, kGroups, kOther };

struct FabricShape {
  ShapeKind kind = ShapeKind::kOther;
  // With kTree. By switch: 1 for the lowest level, up to tree.height for roots; 0: not connected to
  // a root.
  FatTree tree = {};
  std::vector<unsigned> level = {};
  ProductLabels labels = {};  // with kProduct
  SwitchGroups groups = {};   // with kGroups
  Hops diameter = 0;          // with kOther: in links; 0: several islands, or one switch

  // «leaf switches», «level 2», «roots»: with kTree.
  std::string level_name(unsigned level) const;
  // «tree of 3 levels», «torus of 4 x 4 x 4 switches», ...
  std::string describe() const;
};

// roots: those of an engine, which are used if the fabric is a tree with them; empty: they are
// searched. Cost: that of likely_roots, O(S^2), and of find_products. Throws Stopped and
// std::bad_alloc.
FabricShape recognise(const Fabric& fabric, std::span<const SwitchIndex> roots,
                      const Workers& workers);

// The kinds of links in a shape; each direction of a link has one.
struct LinkKinds {
  std::vector<std::string> names;  // «up from leaf switches to roots», «dimension 1», ...
  std::vector<std::uint32_t> of;   // by position in Fabric::all_ports(); kNone: no link of switches
};

LinkKinds link_kinds(const Fabric& fabric, const FabricShape& shape);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_FABRIC_SHAPE_H_
