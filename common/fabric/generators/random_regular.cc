// Random regular graphs, known in networks as Jellyfish: A. Singla, C.-Y. Hong, L. Popa, P. B.
// Godfrey, Jellyfish: Networking Data Centers Randomly, NSDI 2012.
//
// The pairing model (B. Bollobás, A Probabilistic Proof of an Asymptotic Formula for the Number of
// Labelled Regular Graphs, European Journal of Combinatorics 1, 1980): each switch has `degree`
// stubs, which are paired at random. Pairs that would be a loop or a double edge exchange ends with
// a random edge; so do edges of different components, until the graph is connected. A dense graph
// is drawn as the complement of a sparse one, since exchanges in a sparse graph succeed quickly.
// Cost: O(L), expected.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "common/base/disjoint_sets.h"
#include "common/base/random.h"
#include "common/fabric/generators/drawing.h"
#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

void check(const RandomRegularSpec& spec) {
  if (spec.switches < 2 || spec.degree < 1 || spec.degree >= spec.switches) {
    throw BadInput(
        fmt::format("a random regular fabric has at least 2 switches, each joined to 1 or more of "
                    "the others; {} "
                    "switches of degree {} are not possible",
                    spec.switches, spec.degree));
  }
  if (spec.switches % 2 != 0 && spec.degree % 2 != 0) {
    throw BadInput(
        fmt::format("{} switches cannot all have {} neighbours: one of both numbers must be even",
                    spec.switches, spec.degree));
  }
  if (spec.degree == 1 && spec.switches > 2) {
    throw BadInput(
        fmt::format("{} switches with 1 neighbour each cannot be connected", spec.switches));
  }
  if (spec.links == 0) {
    throw BadInput("a random regular fabric needs at least 1 link between two neighbours");
  }
}

// A graph without loops and double edges; edges can be added and changed.
class EdgeSets {
 public:
  explicit EdgeSets(std::uint32_t nodes) : neighbours_(nodes) {}

  bool adjacent(std::uint32_t a, std::uint32_t b) const {
    return std::ranges::find(neighbours_[a], b) != neighbours_[a].end();
  }
  bool may_join(std::uint32_t a, std::uint32_t b) const { return a != b && !adjacent(a, b); }
  void add(Edge edge) {
    edges_.push_back(edge);
    join(edge);
  }
  void replace(std::size_t position, Edge edge) {
    const auto [a, b] = edges_[position];
    std::erase(neighbours_[a], b);
    std::erase(neighbours_[b], a);
    edges_[position] = edge;
    join(edge);
  }
  const std::vector<Edge>& edges() const { return edges_; }

 private:
  void join(Edge edge) {
    neighbours_[edge.first].push_back(edge.second);
    neighbours_[edge.second].push_back(edge.first);
  }
  std::vector<std::vector<std::uint32_t>> neighbours_;
  std::vector<Edge> edges_;
};

// Links a and b over a random edge x - y, which becomes a - x and b - y. False if no edge allows
// it.
bool exchange(EdgeSets& graph, Edge pair, Random& random) {
  constexpr unsigned kAttempts = 10000;
  const auto count = static_cast<std::uint32_t>(graph.edges().size());
  for (unsigned i = 0; count > 0 && i < kAttempts; ++i) {
    const std::uint32_t position = random.below(count);
    auto [x, y] = graph.edges()[position];
    if (random.below(2) != 0) std::swap(x, y);
    if (!graph.may_join(pair.first, x) || !graph.may_join(pair.second, y)) continue;
    graph.replace(position, {pair.first, x});
    graph.add({pair.second, y});
    return true;
  }
  return false;
}

std::optional<EdgeSets> pair_stubs(std::uint32_t nodes, unsigned degree, Random& random) {
  std::vector<std::uint32_t> stubs;
  stubs.reserve(std::size_t{nodes} * degree);
  for (std::uint32_t n = 0; n < nodes; ++n) stubs.insert(stubs.end(), degree, n);
  random.shuffle(stubs);
  EdgeSets graph(nodes);
  std::vector<Edge> refused;
  for (std::size_t i = 0; i < stubs.size(); i += 2) {
    const Edge edge{stubs[i], stubs[i + 1]};
    if (graph.may_join(edge.first, edge.second)) {
      graph.add(edge);
    } else {
      refused.push_back(edge);
    }
  }
  for (const Edge& edge : refused) {
    if (!exchange(graph, edge, random)) return std::nullopt;
  }
  return graph;
}

// Every component of a regular graph of degree >= 2 has an edge on a cycle. Two such edges a - b
// and c - d of two components become a - c and b - d: one component, and both edges are on a cycle
// again.
void connect(EdgeSets& graph, std::uint32_t nodes) {
  DisjointSets pieces(nodes);
  std::vector<std::uint32_t> on_cycle(nodes, kNone);  // an edge, by any node of its component
  for (std::uint32_t e = 0; e < graph.edges().size(); ++e) {
    const auto [a, b] = graph.edges()[e];
    if (!pieces.unite(a, b)) on_cycle[a] = e;
  }
  std::vector<std::uint32_t> edge_of_piece(nodes, kNone);
  for (std::uint32_t n = 0; n < nodes; ++n) {
    if (on_cycle[n] != kNone) edge_of_piece[pieces.find(n)] = on_cycle[n];
  }
  const std::uint32_t main_piece = pieces.find(0);
  for (std::uint32_t piece = 0; piece < nodes; ++piece) {
    if (edge_of_piece[piece] == kNone || piece == main_piece) continue;
    const auto [a, b] = graph.edges()[edge_of_piece[main_piece]];
    const auto [c, d] = graph.edges()[edge_of_piece[piece]];
    graph.replace(edge_of_piece[main_piece], {a, c});
    graph.replace(edge_of_piece[piece], {b, d});
  }
}

std::vector<Edge> complement(const EdgeSets& graph, std::uint32_t nodes) {
  std::vector<Edge> edges;
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = a + 1; b < nodes; ++b) {
      if (!graph.adjacent(a, b)) edges.emplace_back(a, b);
    }
  }
  return edges;
}

// A connected simple graph, each edge with its smaller node first, in ascending order.
std::vector<Edge> draw_regular(std::uint32_t nodes, unsigned degree, std::uint64_t seed) {
  constexpr unsigned kAttempts = 20;
  // With a degree of at least half of the other nodes any simple graph is connected.
  const bool dense = 2 * degree >= nodes;
  Random random(seed);
  for (unsigned i = 0; i < kAttempts; ++i) {
    std::optional<EdgeSets> graph = pair_stubs(nodes, dense ? nodes - 1 - degree : degree, random);
    if (!graph) continue;
    if (dense) return complement(*graph, nodes);
    connect(*graph, nodes);
    std::vector<Edge> edges = graph->edges();
    for (Edge& edge : edges) {
      if (edge.first > edge.second) std::swap(edge.first, edge.second);
    }
    std::ranges::sort(edges);
    return edges;
  }
  throw BadInput(fmt::format("no graph of {} switches of degree {} was found: try another seed",
                             nodes, degree));
}

}  // namespace

Fabric make_random_regular(const RandomRegularSpec& spec) {
  check(spec);
  const std::uint64_t link_ports = times(spec.degree, spec.links);
  const std::uint64_t ports = capped(link_ports + spec.cas);
  FabricDrawing drawing(
      "a random regular fabric",
      {.switches = spec.switches, .switch_ports = ports, .cas = times(spec.switches, spec.cas)},
      spec.link);

  for (NodeId s = 0; s < spec.switches; ++s) drawing.add_switch(fmt::format("switch {}", s), ports);
  std::vector<std::uint64_t> next_port(spec.switches, 1);
  for (const auto& [a, b] : draw_regular(spec.switches, spec.degree, spec.seed)) {
    drawing.link(a, next_port[a], b, next_port[b], spec.links);
    next_port[a] += spec.links;
    next_port[b] += spec.links;
  }
  for (NodeId s = 0; s < spec.switches; ++s) drawing.attach_cas(s, link_ports + 1, spec.cas);
  return drawing.build();
}

}  // namespace weft
