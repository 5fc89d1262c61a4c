#include "common/verify/multicast_turns.h"

#include <algorithm>

namespace weft {
namespace {

// The link from a switch to its parent; kNone if it has none.
std::uint32_t link_up(const FabricIndex& index, const MasterTree& tree, SwitchIndex s) {
  const MasterTree::Node& node = tree.nodes[s];
  if (!node.in_tree || node.parent >= tree.nodes.size() || !tree.nodes[node.parent].in_tree) {
    return kNone;
  }
  const std::uint32_t link = index.slot_link(index.first_slot(s) + index.clamp(s, node.port));
  if (link == kNone) return kNone;
  const Link& found = index.links()[link];
  return found.to == node.parent && found.in_port == node.parent_port ? link : kNone;
}

// For each switch: are there end ports in the part of the tree below it, itself included, and are
// there any in the rest of its tree?
struct EndPortsAround {
  std::vector<bool> below;
  std::vector<bool> beyond;
};

EndPortsAround look_around(const FabricIndex& index, const std::vector<std::uint32_t>& up) {
  const std::uint32_t switches = index.switch_count();
  const auto parent = [&](SwitchIndex s) {
    return up[s] == kNone ? kNone : index.links()[up[s]].to;
  };
  std::vector<std::uint32_t> children(switches, 0);
  for (SwitchIndex s = 0; s < switches; ++s) {
    if (parent(s) != kNone) ++children[parent(s)];
  }
  std::vector<SwitchIndex> order;
  order.reserve(switches);
  for (SwitchIndex s = 0; s < switches; ++s) {
    if (children[s] == 0) order.push_back(s);
  }
  std::vector<std::uint64_t> count(switches);
  for (SwitchIndex s = 0; s < switches; ++s) count[s] = index.source_count(s);
  for (std::size_t done = 0; done < order.size(); ++done) {
    const SwitchIndex p = parent(order[done]);
    if (p == kNone) continue;
    count[p] += count[order[done]];
    if (--children[p] == 0) order.push_back(p);
  }
  // Switches on a cycle of parents, and those above none, stay out of the order: assume the worst.
  EndPortsAround around{std::vector<bool>(switches, true), std::vector<bool>(switches, true)};
  std::vector<std::uint64_t> total(switches, ~std::uint64_t{0});
  for (auto s = order.rbegin(); s != order.rend(); ++s) {
    const SwitchIndex p = parent(*s);
    total[*s] = p == kNone ? count[*s] : total[p];
    around.below[*s] = count[*s] != 0;
    around.beyond[*s] = total[*s] != count[*s];
  }
  return around;
}

void add_turns(const FabricIndex& index, const MasterTree& tree, std::vector<LinkTurn>& turns) {
  const std::uint32_t switches = index.switch_count();
  if (tree.nodes.size() != switches) return;
  std::vector<std::uint32_t> up(switches);
  for (SwitchIndex s = 0; s < switches; ++s) up[s] = link_up(index, tree, s);
  const EndPortsAround around = look_around(index, up);

  // Links out of each switch along the tree, towards end ports only.
  std::vector<std::vector<std::uint32_t>> out(switches);
  for (SwitchIndex s = 0; s < switches; ++s) {
    if (up[s] == kNone) continue;
    if (around.beyond[s]) out[s].push_back(up[s]);
    if (around.below[s]) out[index.links()[up[s]].to].push_back(index.links().opposite(up[s]));
  }
  for (SwitchIndex v = 0; v < switches; ++v) {
    for (const std::uint32_t from : out[v]) {
      for (const std::uint32_t to : out[v]) {
        if (from != to) turns.push_back({index.links().opposite(from), to});
      }
    }
  }
}

}  // namespace

std::vector<LinkTurn> multicast_turns(const FabricIndex& index, const MulticastPlan& plan) {
  std::vector<LinkTurn> turns;
  for (const MasterTree& tree : plan.masters) add_turns(index, tree, turns);
  std::sort(turns.begin(), turns.end());
  turns.erase(std::unique(turns.begin(), turns.end()), turns.end());
  return turns;
}

}  // namespace weft
