#include "common/topology/fabric_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "common/base/text.h"
#include "common/fabric/counts.h"
#include "common/graph/distances.h"
#include "common/graph/up_down.h"
#include "common/topology/tree_check.h"
#include "common/topology/tree_roots.h"

namespace weft {
namespace {

// Empty: with these roots it is no tree.
std::vector<Hops> ranks_of_a_tree(const Fabric& fabric, const SwitchGraph& graph,
                                  std::span<const SwitchIndex> roots) {
  std::vector<Hops> ranks = ranks_below(graph, roots);
  lift_dead_ends(fabric, graph, ranks);
  const bool is_low =
      std::ranges::all_of(ranks, [](Hops rank) { return rank == kFar || rank < kMostRanks; });
  if (!is_low || odd_share(fabric, graph, ranks) > kMostOddOfATree) ranks.clear();
  return ranks;
}

std::vector<Hops> find_ranks(const Fabric& fabric, const SwitchGraph& graph,
                             const Distances& between) {
  for (const auto& likely : likely_roots(fabric, between)) {
    std::vector<Hops> ranks = ranks_of_a_tree(fabric, graph, likely);
    if (!ranks.empty()) return ranks;
  }
  return {};
}

Hops diameter_of(const Fabric& fabric, const Distances& between) {
  Hops most = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    most = std::max(most, std::ranges::max(between.from(s).first(fabric.switch_count())));
  }
  return most == kFar ? Hops{0} : most;
}

void set_levels(FabricShape& shape) {
  Hops lowest = 0;
  for (const Hops rank : shape.tree.ranks) {
    if (rank != kFar) lowest = std::max(lowest, rank);
  }
  for (const Hops rank : shape.tree.ranks) {
    shape.level.push_back(rank == kFar ? 0 : lowest - rank + 1u);
  }
}

// find_products() finds two dimensions of two switches for a ring of four, which is the same graph.
// Here each two such dimensions become a ring of four, so that a torus of 4 x 4 x 4 has three
// dimensions, and a hypercube half of its dimensions. The last of an odd number stays.
Product with_rings_of_four(const Product& product) {
  std::vector<std::size_t> twos;
  for (std::size_t d = 0; d < product.dimensions.size(); ++d) {
    if (product.dimensions[d].size == 2) twos.push_back(d);
  }
  std::vector<std::size_t> partner(product.dimensions.size(), kNone);
  for (std::size_t i = 0; i + 1 < twos.size(); i += 2) partner[twos[i]] = twos[i + 1];
  const auto is_second = [&](std::size_t d) { return std::ranges::count(partner, d) != 0; };
  Product folded;
  folded.switches = product.switches;
  for (std::size_t d = 0; d < product.dimensions.size(); ++d) {
    if (is_second(d)) continue;
    folded.dimensions.push_back(partner[d] == kNone ? product.dimensions[d]
                                                    : Dimension{DimensionKind::kRing, 4});
  }
  for (std::size_t i = 0; i < product.switches.size(); ++i) {
    const auto place = product.place(i);
    for (std::size_t d = 0; d < place.size(); ++d) {
      if (is_second(d)) continue;
      // Neighbours in the ring differ in one of the two coordinates (Gray code).
      folded.coordinates.push_back(
          partner[d] == kNone ? place[d] : 2 * place[partner[d]] + (place[d] ^ place[partner[d]]));
    }
  }
  return folded;
}

// Do most of the switches with links have a place?
bool are_mostly_products(const Fabric& fabric, const ProductLabels& labels) {
  std::size_t placed = 0;
  for (const Product& product : labels.products) placed += product.switches.size();
  return 4 * placed >= 3 * std::size_t{fabric.switch_count()};
}

std::string describe_product(const Product& product) {
  std::vector<std::uint32_t> sizes;
  bool rings = true;
  bool paths = true;
  bool cliques = true;
  for (const Dimension& dimension : product.dimensions) {
    sizes.push_back(dimension.size);
    // With two switches a ring, a path and a clique are the same.
    if (dimension.size == 2) continue;
    rings = rings && dimension.kind == DimensionKind::kRing;
    paths = paths && dimension.kind == DimensionKind::kPath;
    cliques = cliques && dimension.kind == DimensionKind::kClique;
  }
  const bool one = sizes.size() == 1;
  const char* name = one ? "row" : "product of rings, rows and cliques";
  if (rings) {
    name = one ? "ring" : "torus";
  } else if (paths) {
    name = one ? "row" : "mesh";
  } else if (cliques) {
    name = one ? "full mesh" : "HyperX";
  }
  return fmt::format("{} of {} switches", name, joined(sizes, " x "));
}

// Numbers the kinds of links in the order in which they are met.
class KindTable {
 public:
  std::uint32_t number(const std::string& name) {
    const auto [at, is_new] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return at->second;
  }
  std::vector<std::string> take_names() { return std::move(names_); }

 private:
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;
};

std::string kind_name(const FabricShape& shape, SwitchIndex from, SwitchIndex to) {
  if (shape.kind == ShapeKind::kTree) {
    const unsigned here = shape.level[from];
    const unsigned there = shape.level[to];
    if (here == there) return "inside " + shape.level_name(here);
    return fmt::format("{} from {} to {}", here < there ? "up" : "down", shape.level_name(here),
                       shape.level_name(there));
  }
  if (shape.kind == ShapeKind::kProduct) {
    const ProductStep step = shape.labels.step(from, to);
    if (step.dimension == kNone) return "beside the dimensions";
    return fmt::format("dimension {}", step.dimension + 1);
  }
  if (shape.kind == ShapeKind::kGroups) {
    return shape.groups.of[from] == shape.groups.of[to] ? "inside groups" : "between groups";
  }
  return "between switches";
}

// Puts «dimension 10» behind «dimension 9», and links without a dimension last.
void sort_dimensions(LinkKinds& kinds) {
  const std::vector<std::string> before = kinds.names;
  std::ranges::sort(kinds.names, {},
                    [](const std::string& name) { return std::pair(name.size(), name); });
  std::vector<std::uint32_t> number;
  number.reserve(before.size());
  for (const std::string& name : before) {
    number.push_back(
        static_cast<std::uint32_t>(std::ranges::find(kinds.names, name) - kinds.names.begin()));
  }
  for (std::uint32_t& kind : kinds.of) {
    if (kind != kNone) kind = number[kind];
  }
}

}  // namespace

std::string FabricShape::level_name(unsigned of) const {
  if (of == 0) return "switches apart";
  if (of == tree.height) return of == 1 ? "switches" : "roots";
  return of == 1 ? "leaf switches" : fmt::format("level {}", of);
}

std::string FabricShape::describe() const {
  switch (kind) {
    case ShapeKind::kTree:
      return fmt::format("tree of {} level{}", tree.height, tree.height == 1 ? "" : "s");
    case ShapeKind::kProduct: {
      std::vector<std::string> parts;
      for (const Product& product : labels.products) parts.push_back(describe_product(product));
      if (parts.size() > 3) return fmt::format("{} tori, meshes and the like", parts.size());
      return joined(parts, ", ");
    }
    case ShapeKind::kGroups:
      return fmt::format("dragonfly of {} groups", groups.count);
    case ShapeKind::kOther:
      break;
  }
  return "no tree, torus or dragonfly that is recognised";
}

FabricShape recognise(const Fabric& fabric, std::span<const SwitchIndex> roots,
                      const Workers& workers) {
  FabricShape shape;
  if (fabric.switch_count() == 0) return shape;
  const SwitchGraph graph(fabric);
  std::vector<Hops> ranks;
  if (!roots.empty()) ranks = ranks_of_a_tree(fabric, graph, roots);
  std::optional<Distances> between;
  if (ranks.empty()) {
    between = distances_to(graph, all_switches(fabric), workers);
    ranks = find_ranks(fabric, graph, *between);
  }
  if (!ranks.empty()) {
    shape.kind = ShapeKind::kTree;
    shape.tree = find_fat_tree(fabric, graph, std::move(ranks));
    set_levels(shape);
    return shape;
  }
  // The rows of a HyperX look like groups. A dragonfly looks like a product only if each switch has
  // links to all groups, at the same place in each; then it is both.
  shape.labels = find_products(graph);
  if (are_mostly_products(fabric, shape.labels)) {
    for (Product& product : shape.labels.products) product = with_rings_of_four(product);
    shape.kind = ShapeKind::kProduct;
    return shape;
  }
  shape.labels = {};
  shape.groups = find_groups(graph);
  if (shape.groups.found()) {
    shape.kind = ShapeKind::kGroups;
  } else {
    shape.diameter = diameter_of(fabric, *between);
  }
  return shape;
}

LinkKinds link_kinds(const Fabric& fabric, const FabricShape& shape) {
  LinkKinds kinds;
  KindTable table;
  kinds.of.assign(fabric.all_ports().size(), kNone);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch) continue;
      kinds.of[fabric.switches()[s].first_port + p] =
          table.number(kind_name(shape, s, ports[p].peer));
    }
  }
  kinds.names = table.take_names();
  if (shape.kind == ShapeKind::kProduct) sort_dimensions(kinds);
  return kinds;
}

}  // namespace weft
