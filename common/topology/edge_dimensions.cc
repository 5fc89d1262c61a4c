#include "common/topology/edge_dimensions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <span>
#include <utility>

#include "common/base/disjoint_sets.h"

namespace weft {
namespace {

// In a product, a switch has edges of at most two classes in each dimension.
constexpr std::uint32_t kMostClassesAtNode = 2 * kMaxDimensions;
// The most pairs of edges to look at; a 64x64 HyperX needs half of it.
constexpr std::uint64_t kMostSteps = 1u << 27;

// Two edges of a node, and the opposite edges in their square.
struct Corner {
  std::uint32_t edge1;
  std::uint32_t opposite1;
  std::uint32_t edge2;
  std::uint32_t opposite2;
};

// The squares and triangles at a node.
class Corners {
 public:
  explicit Corners(const SimpleGraph& graph) : graph_(graph), paths_(graph.node_count()) {}

  // Calls square(Corner) for each pair of edges of the node that spans one square without chords,
  // and triangle(edge, edge) for the edges of the node and its neighbours that lie in a triangle.
  template <typename Square, typename Triangle>
  void at(std::uint32_t node, Square square, Triangle triangle);

  std::uint64_t steps() const { return steps_; }
  // Counts of the pairs of switches at distance 2 that were met: all, those connected by one path,
  // and those connected by three and more.
  std::uint64_t pairs() const { return pairs_; }
  std::uint64_t single_pairs() const { return single_pairs_; }
  std::uint64_t crowded_pairs() const { return crowded_pairs_; }

 private:
  struct TwoEdgePaths {  // to a node
    std::uint32_t count = 0;
    std::array<SimpleGraph::Arc, 2> start = {};
    std::array<std::uint32_t, 2> end_edge = {};
  };

  const SimpleGraph& graph_;
  std::vector<TwoEdgePaths> paths_;
  std::vector<std::uint32_t> reached_;
  std::uint64_t steps_ = 0;
  std::uint64_t pairs_ = 0;
  std::uint64_t single_pairs_ = 0;
  std::uint64_t crowded_pairs_ = 0;
};

template <typename Square, typename Triangle>
void Corners::at(std::uint32_t node, Square square, Triangle triangle) {
  constexpr std::uint32_t kNear = 0xFFFFFFFF;
  paths_[node].count = kNear;
  for (const auto& arc : graph_.arcs(node)) paths_[arc.to].count = kNear;
  for (const auto& start : graph_.arcs(node)) {
    for (const auto& end : graph_.arcs(start.to)) {
      TwoEdgePaths& paths = paths_[end.to];
      if (paths.count == kNear) {
        if (end.to != node) triangle(start.edge, end.edge);
        continue;
      }
      if (paths.count == 0) reached_.push_back(end.to);
      if (paths.count < 2) {
        paths.start[paths.count] = start;
        paths.end_edge[paths.count] = end.edge;
      }
      ++paths.count;
    }
    steps_ += graph_.degree(start.to);
  }
  for (const std::uint32_t far : reached_) {
    const TwoEdgePaths& paths = paths_[far];
    pairs_ += 1;
    single_pairs_ += paths.count == 1 ? 1 : 0;
    crowded_pairs_ += paths.count > 2 ? 1 : 0;
    if (paths.count == 2 && !graph_.adjacent(paths.start[0].to, paths.start[1].to)) {
      square(
          Corner{paths.start[0].edge, paths.end_edge[1], paths.start[1].edge, paths.end_edge[0]});
    }
    paths_[far].count = 0;
  }
  reached_.clear();
  paths_[node].count = 0;
  for (const auto& arc : graph_.arcs(node)) paths_[arc.to].count = 0;
}

// Two classes that have edges at a common node.
struct Meeting {
  std::uint32_t class1;  // < class2
  std::uint32_t class2;
  std::uint32_t nodes;    // where they meet
  std::uint32_t squares;  // number of these nodes where they span a square
  std::uint32_t closest;  // the most nodes where two of their original classes meet
};

class EdgeClasses {
 public:
  explicit EdgeClasses(const SimpleGraph& graph)
      : graph_(graph), sets_(graph.edges().size()), bound_(graph.edges().size(), false) {}

  // Unites opposite sides of squares, and the sides of triangles. False if there are too many or
  // too few of them for a product.
  bool find();
  // Unites classes of one dimension.
  void join_straight();
  EdgeDimensions result();

 private:
  std::vector<Meeting> class_meetings();
  std::vector<Meeting> node_meetings();
  void unify(std::vector<Meeting>& meetings);

  const SimpleGraph& graph_;
  DisjointSets sets_;
  std::vector<bool> bound_;  // by edge: is it in a square or triangle?
};

bool EdgeClasses::find() {
  Corners corners(graph_);
  std::uint64_t squares = 0;  // four times each
  std::uint64_t degrees = 0;
  for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
    corners.at(
        node,
        [&](const Corner& c) {
          sets_.unite(c.edge1, c.opposite1);
          sets_.unite(c.edge2, c.opposite2);
          bound_[c.edge1] = bound_[c.edge2] = true;
          ++squares;
        },
        [&](std::uint32_t edge, std::uint32_t next) {
          sets_.unite(edge, next);
          bound_[edge] = true;
        });
    degrees += graph_.degree(node);
    // In a product, only two steps straight on have no second path, each edge begins at most one
    // such pair, and no pair has a third path.
    const bool loose = corners.single_pairs() > degrees + corners.pairs() / 4 + 64;
    const bool crowded = corners.crowded_pairs() * 4 > corners.pairs() + 256;
    if (loose || crowded || corners.steps() > kMostSteps) return false;
  }
  return squares * 2 >= graph_.edges().size();
}

std::vector<Meeting> EdgeClasses::node_meetings() {
  std::vector<Meeting> meetings;
  Corners corners(graph_);
  std::vector<std::uint32_t> position(graph_.edges().size());  // by class, in `classes`
  std::vector<std::uint32_t> classes;
  std::array<std::uint32_t, kMostClassesAtNode>
      spans;  // by position: the classes it has squares with
  for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
    classes.clear();
    for (const auto& arc : graph_.arcs(node)) {
      if (bound_[arc.edge]) classes.push_back(sets_.find(arc.edge));
    }
    std::ranges::sort(classes);
    classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
    if (classes.size() > kMostClassesAtNode) continue;
    for (std::uint32_t i = 0; i < classes.size(); ++i) {
      position[classes[i]] = i;
      spans[i] = 0;
    }
    corners.at(
        node,
        [&](const Corner& c) {
          const std::uint32_t i = position[sets_.find(c.edge1)];
          const std::uint32_t k = position[sets_.find(c.edge2)];
          spans[std::min(i, k)] |= 1u << std::max(i, k);
        },
        [](std::uint32_t, std::uint32_t) {});
    for (std::uint32_t i = 0; i < classes.size(); ++i) {
      for (std::uint32_t k = i + 1; k < classes.size(); ++k) {
        meetings.push_back({classes[i], classes[k], 1, spans[i] >> k & 1, 0});
      }
    }
  }
  return meetings;
}

// Leaves one entry for each two classes, after classes were united.
void EdgeClasses::unify(std::vector<Meeting>& meetings) {
  for (Meeting& m : meetings) {
    const auto [low, high] = std::minmax({sets_.find(m.class1), sets_.find(m.class2)});
    m.class1 = low;
    m.class2 = high;
  }
  std::ranges::sort(meetings, {}, [](const Meeting& m) { return std::pair(m.class1, m.class2); });
  std::size_t kept = 0;
  for (const Meeting& m : meetings) {
    if (m.class1 == m.class2) continue;
    if (kept > 0 && meetings[kept - 1].class1 == m.class1 &&
        meetings[kept - 1].class2 == m.class2) {
      meetings[kept - 1].nodes += m.nodes;
      meetings[kept - 1].squares += m.squares;
      meetings[kept - 1].closest = std::max(meetings[kept - 1].closest, m.closest);
    } else {
      meetings[kept++] = m;
    }
  }
  meetings.resize(kept);
}

// Classes that meet often go first: near a lost switch, classes of different dimensions may have no
// squares left, but these meet at a few nodes only.
void EdgeClasses::join_straight() {
  constexpr int kRounds = 256;
  std::vector<Meeting> meetings = class_meetings();
  for (int round = 0; round < kRounds; ++round) {
    std::vector<Meeting> straight;
    std::ranges::copy_if(meetings, std::back_inserter(straight), [](const Meeting& m) {
      return m.nodes >= 2 && m.squares * std::uint64_t{4} <= m.nodes;
    });
    if (straight.empty()) return;
    std::ranges::stable_sort(straight, std::greater<>(), &Meeting::closest);
    const std::uint64_t least = straight.front().closest * std::uint64_t{3} / 4;
    std::vector<bool> joined(graph_.edges().size(), false);
    for (const Meeting& m : straight) {
      if (m.closest <= least) break;
      if (joined[m.class1] || joined[m.class2]) continue;
      joined[m.class1] = joined[m.class2] = true;
      sets_.unite(m.class1, m.class2);
    }
    unify(meetings);
  }
}

// All classes of a dimension have one size; a class that lost most of its squares is too small to
// count. Edges straight on meet a class at one end: so classes that meet at more
// nodes than one of them has edges are not of one dimension, with or without squares.
std::vector<Meeting> EdgeClasses::class_meetings() {
  std::vector<std::uint32_t> size(graph_.edges().size(), 0);
  for (std::uint32_t e = 0; e < size.size(); ++e) ++size[sets_.find(e)];
  std::vector<Meeting> meetings = node_meetings();
  unify(meetings);
  for (Meeting& m : meetings) {
    m.closest = m.nodes;
    const auto [least, most] = std::minmax(size[m.class1], size[m.class2]);
    if (m.nodes > least || least * std::uint64_t{8} < most) m.squares = m.nodes;
  }
  return meetings;
}

// Classes that touch most of the switches are dimensions.
EdgeDimensions EdgeClasses::result() {
  std::vector<std::uint32_t> touched(graph_.edges().size(), 0);  // by class: switches
  std::vector<std::uint32_t> last(graph_.edges().size(), kNone);
  std::uint32_t inner = 0;  // switches with more than one neighbour
  for (std::uint32_t node = 0; node < graph_.node_count(); ++node) {
    if (graph_.degree(node) >= 2) ++inner;
    for (const auto& arc : graph_.arcs(node)) {
      const std::uint32_t c = sets_.find(arc.edge);
      if (!bound_[arc.edge] || std::exchange(last[c], node) == node) continue;
      ++touched[c];
    }
  }
  EdgeDimensions dimensions;
  std::vector<std::uint32_t> number(graph_.edges().size(), kNone);  // by class
  for (std::uint32_t c = 0; c < touched.size(); ++c) {
    if (touched[c] * std::uint64_t{4} >= inner * std::uint64_t{3}) number[c] = dimensions.count++;
  }
  if (dimensions.count == 0 || dimensions.count > kMaxDimensions) return {};
  for (std::uint32_t e = 0; e < graph_.edges().size(); ++e) {
    dimensions.of.push_back(bound_[e] ? number[sets_.find(e)] : kNone);
  }
  return dimensions;
}

bool is_single_ring_or_path(const SimpleGraph& graph) {
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
    if (graph.degree(node) > 2) return false;
  }
  return graph.edges().size() != 4 || graph.node_count() != 4;
}

}  // namespace

EdgeDimensions find_edge_dimensions(const SimpleGraph& graph) {
  if (graph.edges().empty()) return {};
  if (is_single_ring_or_path(graph) || is_nearly_clique(graph.node_count(), graph.edges().size())) {
    return {1, std::vector<std::uint32_t>(graph.edges().size(), 0)};
  }
  EdgeClasses classes(graph);
  if (!classes.find()) return {};
  // Without rings and long paths there is nothing to unite.
  EdgeDimensions dimensions = classes.result();
  if (dimensions.count != 0 && std::ranges::find(dimensions.of, kNone) == dimensions.of.end()) {
    return dimensions;
  }
  classes.join_straight();
  return classes.result();
}

}  // namespace weft
