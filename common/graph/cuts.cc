#include "common/graph/cuts.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "common/base/types.h"

namespace weft {
namespace {

// A switch of the search.
struct Visit {
  std::uint32_t order = 0;   // its number in the search, from 1; 0: not met yet
  std::uint32_t lowest = 0;  // the lowest number of a neighbour of it or of switches below it
  SwitchIndex parent = kNone;
  std::uint32_t next = 0;       // its bundle to be looked at
  std::uint64_t end_ports = 0;  // of it and of switches below it in the search
  // The parts below it that are cut off without it and have end ports, and the number of these.
  std::uint32_t parts = 0;
  std::uint64_t cut_off = 0;
};

class CutSearch {
 public:
  CutSearch(const SwitchGraph& graph, std::span<const std::uint32_t> end_ports)
      : graph_(graph), end_ports_(end_ports), visits_(graph.switch_count()) {}

  Cuts run() {
    for (SwitchIndex s = 0; s < graph_.switch_count(); ++s) {
      if (visits_[s].order != 0) continue;
      const std::size_t first = met_.size();
      search(s);
      judge(s, first);
    }
    return cuts_;
  }

 private:
  void meet(SwitchIndex s, SwitchIndex parent) {
    met_.push_back(s);
    Visit& visit = visits_[s];
    visit.order = visit.lowest = static_cast<std::uint32_t>(met_.size());
    visit.parent = parent;
    visit.end_ports = end_ports_[s];
  }

  void search(SwitchIndex root) {
    meet(root, kNone);
    for (SwitchIndex s = root; s != kNone;) {
      Visit& visit = visits_[s];
      const auto bundles = graph_.bundles(s);
      if (visit.next == bundles.size()) {
        if (visit.parent != kNone) leave(s, visits_[visit.parent]);
        s = visit.parent;
        continue;
      }
      const LinkBundle& bundle = bundles[visit.next++];
      const Visit& peer = visits_[bundle.peer];
      if (peer.order == 0) {
        meet(bundle.peer, s);
        s = bundle.peer;
      } else if (bundle.peer != visit.parent || bundle.port_count > 1) {
        visit.lowest = std::min(visit.lowest, peer.order);
      }
    }
  }

  void leave(SwitchIndex s, Visit& parent) {
    const Visit& visit = visits_[s];
    parent.lowest = std::min(parent.lowest, visit.lowest);
    parent.end_ports += visit.end_ports;
    if (visit.lowest >= parent.order && visit.end_ports > 0) {
      ++parent.parts;
      parent.cut_off += visit.end_ports;
    }
  }

  // Judges the island of a root, from met_[first] on.
  void judge(SwitchIndex root, std::size_t first) {
    const std::uint64_t all = visits_[root].end_ports;
    for (std::size_t i = first; i < met_.size(); ++i) {
      const SwitchIndex s = met_[i];
      const Visit& visit = visits_[s];
      const bool is_bridge = visit.parent != kNone && visit.lowest == visit.order;
      if (is_bridge && visit.end_ports > 0 && visit.end_ports < all) ++cuts_.links;
      const bool has_rest = visit.cut_off + end_ports_[s] < all;
      if (visit.parts + (has_rest ? 1 : 0) > 1) ++cuts_.switches;
    }
  }

  const SwitchGraph& graph_;
  std::span<const std::uint32_t> end_ports_;
  std::vector<Visit> visits_;  // by switch
  std::vector<SwitchIndex> met_;
  Cuts cuts_;
};

}  // namespace

Cuts count_cuts(const SwitchGraph& graph, std::span<const std::uint32_t> end_ports) {
  return CutSearch(graph, end_ports).run();
}

}  // namespace weft
