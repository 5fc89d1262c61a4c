#include "tests/example/spanning_tree.h"

#include <utility>
#include <vector>

#include "common/graph/links.h"

namespace weft {
namespace {

// A tree for each part of the fabric that is connected, each found breadth first.
class Trees {
 public:
  explicit Trees(const Fabric& fabric)
      : links_(fabric),
        root_(fabric.switch_count(), kNone),
        up_(fabric.switch_count(), kNone),
        arrives_(fabric.switch_count(), kNone) {
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (root_[s] == kNone) grow(s);
    }
  }

  // Writes the entries of a LID that leaves the fabric at switch `to` through port `out`.
  void lead(Lid lid, SwitchIndex to, PortNum out, Tables rows) {
    // Above `to` the packets go down the one branch that it is on, elsewhere up.
    for (SwitchIndex s = to; up_[s] != kNone; s = links_.to(up_[s])) {
      arrives_[links_.to(up_[s])] = links_.opposite(up_[s]);
    }
    for (SwitchIndex s = 0; s < root_.size(); ++s) {
      if (root_[s] != root_[to]) continue;  // no links lead there: the entry stays kNoPath
      const LinkIndex down = std::exchange(arrives_[s], kNone);
      rows.row(s)[lid] = s == to ? out : links_[down != kNone ? down : up_[s]].port;
    }
  }

 private:
  void grow(SwitchIndex root) {
    std::vector<SwitchIndex> found = {root};
    root_[root] = root;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const LinkIndex first = links_.first_of(found[i]);
      for (LinkIndex link = first; link < first + links_.count_of(found[i]); ++link) {
        const SwitchIndex next = links_.to(link);
        if (root_[next] != kNone) continue;
        root_[next] = root;
        up_[next] = links_.opposite(link);
        found.push_back(next);
      }
    }
  }

  Links links_;
  std::vector<SwitchIndex> root_;   // by switch: of its tree
  std::vector<LinkIndex> up_;       // by switch: towards the root, kNone there
  std::vector<LinkIndex> arrives_;  // by switch: scratch memory of lead()
};

Routing route_spanning_tree(const RouteRequest& request, Tables rows) {
  const Fabric& fabric = request.fabric;
  Trees trees(fabric);
  for (unsigned lid = 1; lid <= fabric.max_lid(); ++lid) {
    request.workers.check_stop();  // throws Stopped if opensm has been asked to end
    const LidOwner owner = fabric.owner(static_cast<Lid>(lid));
    if (owner.kind == PeerKind::kNothing) continue;
    const bool is_switch = owner.kind == PeerKind::kSwitch;
    trees.lead(static_cast<Lid>(lid), fabric.destination_switch(static_cast<Lid>(lid)),
               is_switch ? PortNum{0} : fabric.end_ports()[owner.index].switch_port, rows);
  }
  Routing routing;
  routing.multicast = plan_multicast(fabric);
  return routing;
}

}  // namespace

const EngineInfo& spanning_tree_engine() {
  static constexpr EngineInfo kEngine = {"spanning-tree",
                                         "all paths along one spanning tree; one lane",
                                         Claims{.credit_loop_free = true}, &route_spanning_tree};
  return kEngine;
}

}  // namespace weft
