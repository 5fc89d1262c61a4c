#include "common/topology/product_labels.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "common/topology/edge_dimensions.h"
#include "common/topology/product_sheets.h"
#include "common/topology/simple_graph.h"

namespace weft {
namespace {

bool is_step(const Dimension& dimension, std::uint32_t from, std::uint32_t to) {
  const std::uint32_t distance = from < to ? to - from : from - to;
  return dimension.kind == DimensionKind::kClique || distance == 1 ||
         (dimension.kind == DimensionKind::kRing && distance == dimension.size - 1);
}

bool is_up(const Dimension& dimension, std::uint32_t from, std::uint32_t to) {
  if (dimension.kind == DimensionKind::kRing) return to == (from + 1) % dimension.size;
  return to > from;
}

// The nodes of an island and their cells in the product.
class Placement {
 public:
  Placement(const SimpleGraph& graph, std::vector<Dimension> dimensions,
            const std::vector<std::vector<std::uint32_t>>& coordinates)
      : graph_(graph), cell_(graph.node_count(), kNone) {
    product_.dimensions = std::move(dimensions);
    for (const Dimension& d : product_.dimensions) cells_ *= d.size;
    node_in_.assign(cells_, kNone);
    place_all(coordinates);
  }

  // Removes a switch from its place if most of its links contradict the place.
  void remove_misfits();
  // Gives a place to switches whose neighbours agree on one that is free.
  void fill_gaps();
  // The product, if most of the switches and links fit.
  std::optional<Product> result() &&;

 private:
  void place_all(const std::vector<std::vector<std::uint32_t>>& coordinates);
  std::vector<std::uint32_t> place_of(std::uint32_t cell) const;
  bool is_regular(std::uint32_t cell1, std::uint32_t cell2) const;
  std::uint32_t best_cell(std::uint32_t node) const;
  std::ptrdiff_t placed_beside(std::uint32_t cell) const;
  void neighbours_of(std::uint32_t cell, std::vector<std::uint32_t>& cells) const;

  const SimpleGraph& graph_;
  Product product_;
  std::uint32_t cells_ = 1;
  std::vector<std::uint32_t> cell_;     // by node, or kNone
  std::vector<std::uint32_t> node_in_;  // by cell, or kNone
};

// If two nodes have the same cell, neither gets it.
void Placement::place_all(const std::vector<std::vector<std::uint32_t>>& coordinates) {
  std::vector<std::uint32_t> crowd(cells_, 0);
  for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
    std::uint32_t cell = 0;
    for (std::size_t d = 0; d < coordinates.size() && cell != kNone; ++d) {
      const std::uint32_t c = coordinates[d][node];
      cell = c == kNone ? kNone : cell * product_.dimensions[d].size + c;
    }
    cell_[node] = cell;
    if (cell != kNone) ++crowd[cell];
  }
  for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
    if (cell_[node] == kNone) continue;
    if (crowd[cell_[node]] > 1) {
      cell_[node] = kNone;
    } else {
      node_in_[cell_[node]] = node;
    }
  }
}

std::vector<std::uint32_t> Placement::place_of(std::uint32_t cell) const {
  std::vector<std::uint32_t> place(product_.dimensions.size());
  for (std::size_t d = place.size(); d-- > 0;) {
    place[d] = cell % product_.dimensions[d].size;
    cell /= product_.dimensions[d].size;
  }
  return place;
}

bool Placement::is_regular(std::uint32_t cell1, std::uint32_t cell2) const {
  return product_.step(place_of(cell1), place_of(cell2)).dimension != kNone;
}

void Placement::remove_misfits() {
  std::vector<std::uint32_t> misfits;
  for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
    if (cell_[node] == kNone) continue;
    std::uint32_t fits = 0;
    std::uint32_t all = 0;
    for (const auto& arc : graph_.arcs(node)) {
      if (cell_[arc.to] == kNone) continue;
      ++all;
      if (is_regular(cell_[node], cell_[arc.to])) ++fits;
    }
    if (fits * 2 <= all) misfits.push_back(node);
  }
  for (const std::uint32_t node : misfits) {
    node_in_[cell_[node]] = kNone;
    cell_[node] = kNone;
  }
}

void Placement::neighbours_of(std::uint32_t cell, std::vector<std::uint32_t>& cells) const {
  std::uint32_t stride = 1;
  for (std::size_t d = product_.dimensions.size(); d-- > 0;) {
    const Dimension& dimension = product_.dimensions[d];
    const std::uint32_t c = cell / stride % dimension.size;
    for (std::uint32_t other = 0; other < dimension.size; ++other) {
      if (other == c || !is_step(dimension, c, other)) continue;
      cells.push_back(cell - c * stride + other * stride);
    }
    stride *= dimension.size;
  }
}

// The free cell next to the cells of all neighbours of the node. Of several, the one next to the
// fewest other nodes, since links to these would be missing; kNone if two are equally good.
std::uint32_t Placement::best_cell(std::uint32_t node) const {
  std::vector<std::uint32_t> votes;
  std::uint32_t voters = 0;
  for (const auto& arc : graph_.arcs(node)) {
    if (cell_[arc.to] == kNone) continue;
    neighbours_of(cell_[arc.to], votes);
    ++voters;
  }
  std::ranges::sort(votes);
  std::uint32_t best = kNone;
  std::ptrdiff_t fewest = std::numeric_limits<std::ptrdiff_t>::max();
  for (auto i = votes.begin(); i != votes.end();) {
    const auto end = std::upper_bound(i, votes.end(), *i);
    if (end - i == voters && node_in_[*i] == kNone) {
      const std::ptrdiff_t beside = placed_beside(*i);
      if (beside <= fewest) best = beside < fewest ? *i : kNone;
      fewest = std::min(fewest, beside);
    }
    i = end;
  }
  return best;
}

std::ptrdiff_t Placement::placed_beside(std::uint32_t cell) const {
  std::vector<std::uint32_t> cells;
  neighbours_of(cell, cells);
  return std::ranges::count_if(cells, [this](std::uint32_t c) { return node_in_[c] != kNone; });
}

void Placement::fill_gaps() {
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds; ++round) {
    for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
      if (cell_[node] != kNone) continue;
      const std::uint32_t cell = best_cell(node);
      if (cell == kNone) continue;
      cell_[node] = cell;
      node_in_[cell] = node;
    }
  }
}

std::optional<Product> Placement::result() && {
  std::uint32_t inner = 0;  // switches with more than one neighbour
  for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
    if (graph_.degree(node) >= 2) ++inner;
    if (cell_[node] == kNone) continue;
    product_.switches.push_back(graph_.switch_of(node));
    const auto place = place_of(cell_[node]);
    product_.coordinates.insert(product_.coordinates.end(), place.begin(), place.end());
  }
  std::uint64_t regular = 0;
  std::uint64_t links = 0;
  for (const auto& edge : graph_.edges()) {
    if (cell_[edge.a] == kNone || cell_[edge.b] == kNone) continue;
    ++links;
    if (is_regular(cell_[edge.a], cell_[edge.b])) ++regular;
  }
  const std::uint64_t placed = product_.switches.size();
  const bool fits = placed >= 2 && placed * 10 >= inner * std::uint64_t{9} &&
                    placed * 4 >= cells_ * std::uint64_t{3} && regular * 10 >= links * 9;
  if (!fits) return {};
  return std::move(product_);
}

std::optional<Product> find_product(const SimpleGraph& graph) {
  const EdgeDimensions dimensions = find_edge_dimensions(graph);
  if (dimensions.count == 0) return {};
  std::vector<Axis> axes;
  std::uint64_t cells = 1;
  for (std::uint32_t d = 0; d < dimensions.count; ++d) {
    std::optional<Axis> axis = find_axis(graph, dimensions, d);
    if (!axis) return {};
    cells *= axis->dimension.size;
    if (cells > std::uint64_t{2} * graph.node_count()) return {};
    axes.push_back(std::move(*axis));
  }
  std::ranges::stable_sort(axes, [](const Axis& a, const Axis& b) {
    return std::pair(a.dimension.kind, a.dimension.size) <
           std::pair(b.dimension.kind, b.dimension.size);
  });
  std::vector<Dimension> shape;
  std::vector<std::vector<std::uint32_t>> coordinates;
  for (Axis& axis : axes) {
    shape.push_back(axis.dimension);
    coordinates.push_back(std::move(axis.coordinate));
  }
  Placement placement(graph, std::move(shape), coordinates);
  placement.remove_misfits();
  placement.fill_gaps();
  return std::move(placement).result();
}

}  // namespace

ProductStep Product::step(std::span<const std::uint32_t> from,
                          std::span<const std::uint32_t> to) const {
  ProductStep step{kNone, false};
  for (std::uint32_t d = 0; d < dimensions.size(); ++d) {
    if (from[d] == to[d]) continue;
    if (step.dimension != kNone || !is_step(dimensions[d], from[d], to[d])) return {kNone, false};
    step = {d, is_up(dimensions[d], from[d], to[d])};
  }
  return step;
}

ProductStep ProductLabels::step(SwitchIndex from, SwitchIndex to) const {
  if (product_of[from] == kNone || product_of[from] != product_of[to]) return {kNone, false};
  const Product& product = products[product_of[from]];
  return product.step(product.place(row_of[from]), product.place(row_of[to]));
}

ProductLabels find_products(const SwitchGraph& graph) {
  ProductLabels labels;
  labels.product_of.assign(graph.switch_count(), kNone);
  labels.row_of.assign(graph.switch_count(), kNone);
  for (const SimpleGraph& piece : SimpleGraph::pieces_of(graph)) {
    std::optional<Product> product = find_product(piece);
    if (!product) continue;
    for (std::uint32_t row = 0; row < product->switches.size(); ++row) {
      const SwitchIndex s = product->switches[row];
      labels.product_of[s] = static_cast<std::uint32_t>(labels.products.size());
      labels.row_of[s] = row;
    }
    labels.products.push_back(std::move(*product));
  }
  return labels;
}

}  // namespace weft
