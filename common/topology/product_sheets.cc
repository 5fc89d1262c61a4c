#include "common/topology/product_sheets.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "common/base/disjoint_sets.h"

namespace weft {
namespace {

// Sheets: sets of switches that are known to share the coordinate.
class Sheets {
 public:
  Sheets(const SimpleGraph& graph, const EdgeDimensions& dimensions, std::uint32_t dimension)
      : graph_(graph),
        sets_(graph.node_count()),
        line_(graph.node_count()),
        is_across_(graph.edges().size()) {
    DisjointSets lines(graph.node_count());
    for (std::uint32_t e = 0; e < graph.edges().size(); ++e) {
      const auto& [a, b] = graph.edges()[e];
      is_across_[e] = dimensions.of[e] == dimension;
      if (is_across_[e]) {
        lines.unite(a, b);
      } else if (dimensions.of[e] != kNone) {
        sets_.unite(a, b);
      }
    }
    for (std::uint32_t node = 0; node < line_.size(); ++node) line_[node] = lines.find(node);
    number();
  }

  // Unites the parts of sheets that failures separated.
  void repair_sheets();
  std::optional<Axis> axis() const;

 private:
  struct Border {
    std::uint32_t sheet;
    std::uint32_t links;
  };

  void number();
  void find_borders();
  std::uint32_t find_twin(std::uint32_t sheet);
  std::uint32_t count() const { return static_cast<std::uint32_t>(members_.size()); }
  std::size_t largest() const;

  const SimpleGraph& graph_;
  DisjointSets sets_;
  std::vector<std::uint32_t> line_;   // by node: switches of a line differ in the coordinate
  std::vector<bool> is_across_;       // by edge: is it of the dimension?
  std::vector<std::uint32_t> sheet_;  // by node
  std::vector<std::vector<std::uint32_t>> members_;
  std::vector<std::vector<Border>> borders_;  // by sheet: the sheets that its links lead to
  std::uint64_t work_ = 0;
};

void Sheets::number() {
  sheet_.assign(graph_.node_count(), kNone);
  members_.clear();
  for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
    const std::uint32_t first = sets_.find(node);
    if (first == node) {
      sheet_[node] = count();
      members_.emplace_back();
    }
    sheet_[node] = sheet_[first];
    members_[sheet_[node]].push_back(node);
  }
  find_borders();
}

void Sheets::find_borders() {
  borders_.assign(count(), {});
  std::vector<std::uint32_t> links(count(), 0);
  for (std::uint32_t sheet = 0; sheet < count(); ++sheet) {
    auto& borders = borders_[sheet];
    for (const std::uint32_t node : members_[sheet]) {
      for (const auto& arc : graph_.arcs(node)) {
        if (!is_across_[arc.edge]) continue;
        if (links[sheet_[arc.to]]++ == 0) borders.push_back({sheet_[arc.to], 0});
      }
    }
    std::ranges::sort(borders, {}, &Border::sheet);
    for (Border& border : borders) border.links = std::exchange(links[border.sheet], 0);
  }
}

std::size_t Sheets::largest() const {
  std::size_t most = 0;
  for (const auto& members : members_) most = std::max(most, members.size());
  return most;
}

// A sheet that may be another part of this one: it shares neighbours with this sheet, and no line.
// The one that shares the most neighbours, then the one with the most links to these.
std::uint32_t Sheets::find_twin(std::uint32_t sheet) {
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint64_t>> shared;
  for (const Border& border : borders_[sheet]) {
    work_ += borders_[border.sheet].size();
    for (const Border& other : borders_[border.sheet]) {
      if (other.sheet == sheet) continue;
      shared[other.sheet].first += 1;
      shared[other.sheet].second += other.links;
    }
  }
  std::vector<std::uint32_t> lines;
  for (const std::uint32_t node : members_[sheet]) lines.push_back(line_[node]);
  std::ranges::sort(lines);
  std::uint32_t twin = kNone;
  std::pair<std::uint32_t, std::uint64_t> most = {0, 0};
  for (const auto& [other, neighbours] : shared) {
    if (neighbours <= most) continue;
    work_ += members_[other].size();
    const bool apart = std::ranges::any_of(members_[other], [&](std::uint32_t node) {
      return std::ranges::binary_search(lines, line_[node]);
    });
    if (apart) continue;
    most = neighbours;
    twin = other;
  }
  return twin;
}

void Sheets::repair_sheets() {
  constexpr int kRounds = 8;
  const std::uint64_t most_work = 64 * std::uint64_t{graph_.edges().size()};
  for (int round = 0; round < kRounds; ++round) {
    const std::size_t whole = largest();
    std::vector<std::uint32_t> parts;
    for (std::uint32_t sheet = 0; sheet < count(); ++sheet) {
      if (members_[sheet].size() < whole) parts.push_back(sheet);
    }
    std::ranges::stable_sort(parts, {}, [&](std::uint32_t s) { return members_[s].size(); });
    std::vector<bool> changed(count(), false);
    bool any = false;
    for (const std::uint32_t part : parts) {
      if (changed[part]) continue;
      if (work_ > most_work) return;
      const std::uint32_t twin = find_twin(part);
      if (twin == kNone || changed[twin]) continue;
      changed[part] = changed[twin] = any = true;
      sets_.unite(members_[part].front(), members_[twin].front());
    }
    if (!any) return;
    number();
  }
}

// The order of the sheets of a ring or a path, from an end of the path, or from the first sheet of
// the ring. next: by sheet, its neighbours.
std::vector<std::uint32_t> walk(const std::vector<std::vector<std::uint32_t>>& next) {
  std::uint32_t start = 0;
  for (std::uint32_t i = 0; i < next.size(); ++i) {
    if (next[i].size() == 1) {
      start = i;
      break;
    }
  }
  std::vector<std::uint32_t> order = {start};
  std::vector<bool> seen(next.size(), false);
  seen[start] = true;
  for (;;) {
    const auto& ahead = next[order.back()];
    const auto step = std::ranges::find_if(ahead, [&](std::uint32_t i) { return !seen[i]; });
    if (step == ahead.end()) return order;
    seen[*step] = true;
    order.push_back(*step);
  }
}

// Parts that were not united with a sheet, below half the size of a complete sheet, get no
// coordinate; borders of few links do not belong to a product.
std::optional<Axis> Sheets::axis() const {
  const std::size_t whole = largest();
  std::vector<std::uint32_t> number(count(), kNone);  // by sheet
  std::vector<std::uint32_t> kept;
  std::uint32_t most_links = 0;
  for (std::uint32_t sheet = 0; sheet < count(); ++sheet) {
    if (members_[sheet].size() * 2 < whole) continue;
    number[sheet] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(sheet);
    for (const Border& b : borders_[sheet]) most_links = std::max(most_links, b.links);
  }
  const auto size = static_cast<std::uint32_t>(kept.size());
  if (size < 2) return {};
  std::vector<std::vector<std::uint32_t>> next(size);
  std::uint64_t borders = 0;
  std::size_t most_neighbours = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    for (const Border& b : borders_[kept[i]]) {
      if (b.sheet == kept[i] || number[b.sheet] == kNone) continue;
      if (b.links * std::uint64_t{4} >= most_links) next[i].push_back(number[b.sheet]);
    }
    borders += next[i].size();
    most_neighbours = std::max(most_neighbours, next[i].size());
  }
  borders /= 2;

  Axis axis{{DimensionKind::kClique, size}, {}};
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0u);
  if (most_neighbours <= 2 && !(size == 3 && borders == 3)) {
    order = walk(next);
    if (order.size() != size) return {};
    axis.dimension.kind = borders == size ? DimensionKind::kRing : DimensionKind::kPath;
  } else if (!is_nearly_clique(size, borders)) {
    return {};
  }
  std::vector<std::uint32_t> place(size);
  for (std::uint32_t i = 0; i < size; ++i) place[order[i]] = i;
  for (const std::uint32_t sheet : sheet_) {
    axis.coordinate.push_back(number[sheet] == kNone ? kNone : place[number[sheet]]);
  }
  return axis;
}

}  // namespace

std::optional<Axis> find_axis(const SimpleGraph& graph, const EdgeDimensions& dimensions,
                              std::uint32_t dimension) {
  Sheets sheets(graph, dimensions, dimension);
  sheets.repair_sheets();
  return sheets.axis();
}

}  // namespace weft
