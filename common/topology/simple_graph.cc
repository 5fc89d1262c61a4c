#include "common/topology/simple_graph.h"

#include <algorithm>
#include <utility>

#include "common/base/disjoint_sets.h"

namespace weft {

std::vector<SimpleGraph> SimpleGraph::pieces_of(const SwitchGraph& graph) {
  const std::uint32_t switches = graph.switch_count();
  DisjointSets sets(switches);
  for (SwitchIndex s = 0; s < switches; ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) sets.unite(s, bundle.peer);
  }
  // A set is named by its smallest member, so islands come in the order of their first switches.
  std::vector<std::uint32_t> piece_of(switches);
  std::vector<std::uint32_t> node_of(switches);
  std::vector<std::vector<SwitchIndex>> members;
  for (SwitchIndex s = 0; s < switches; ++s) {
    const std::uint32_t first = sets.find(s);
    if (first == s) {
      piece_of[s] = static_cast<std::uint32_t>(members.size());
      members.emplace_back();
    }
    piece_of[s] = piece_of[first];
    node_of[s] = static_cast<std::uint32_t>(members[piece_of[s]].size());
    members[piece_of[s]].push_back(s);
  }
  std::vector<SimpleGraph> pieces;
  pieces.reserve(members.size());
  for (auto& list : members) pieces.push_back(SimpleGraph(graph, std::move(list), node_of));
  return pieces;
}

SimpleGraph::SimpleGraph(const SwitchGraph& graph, std::vector<SwitchIndex> switches,
                         std::span<const std::uint32_t> node_of)
    : switches_(std::move(switches)) {
  first_.reserve(switches_.size() + 1);
  for (const SwitchIndex s : switches_) {
    first_.push_back(static_cast<std::uint32_t>(arcs_.size()));
    for (const LinkBundle& bundle : graph.bundles(s)) arcs_.push_back({node_of[bundle.peer], 0});
    std::sort(arcs_.begin() + first_.back(), arcs_.end(),
              [](const Arc& x, const Arc& y) { return x.to < y.to; });
  }
  first_.push_back(static_cast<std::uint32_t>(arcs_.size()));
  // Nodes ascend, so the lower neighbours of a node meet it in the order of its own arcs.
  std::vector<std::uint32_t> met(first_.begin(), first_.end() - 1);
  for (std::uint32_t a = 0; a < node_count(); ++a) {
    for (std::uint32_t i = first_[a]; i < first_[a + 1]; ++i) {
      if (arcs_[i].to < a) continue;
      arcs_[i].edge = static_cast<std::uint32_t>(edges_.size());
      arcs_[met[arcs_[i].to]++].edge = arcs_[i].edge;
      edges_.push_back({a, arcs_[i].to});
    }
  }
}

bool SimpleGraph::adjacent(std::uint32_t a, std::uint32_t b) const {
  const auto list = arcs(a);
  const auto found = std::ranges::lower_bound(list, b, {}, &Arc::to);
  return found != list.end() && found->to == b;
}

}  // namespace weft
