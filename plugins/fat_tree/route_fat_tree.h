// The whole way from a fabric to the routing of a fat tree: what ftree and pqft share.
#ifndef WEFT_PLUGINS_FAT_TREE_ROUTE_FAT_TREE_H_
#define WEFT_PLUGINS_FAT_TREE_ROUTE_FAT_TREE_H_

#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/topology/tree_shape.h"

namespace weft {

// Shortest up*/down* paths, chosen by the position of their destination (fat_tree_routing.h), and
// missing routes as route_up_down adds them. A remark says what the tree is.
//
// shape: what the tree is to be; positions are those that it has in the whole. Throws CannotRoute,
// naming the first difference, if the fabric is not a part of that. Null: any tree.
Routing route_fat_tree(const RouteRequest& request, const TreeShape* shape, Tables rows);

}  // namespace weft

#endif  // WEFT_PLUGINS_FAT_TREE_ROUTE_FAT_TREE_H_
