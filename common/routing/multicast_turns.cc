#include "common/routing/multicast_turns.h"

#include <bit>
#include <span>

#include "common/fabric/counts.h"

namespace weft {
namespace {

// A set of turns.
class TurnBits {
 public:
  explicit TurnBits(const Links& links) : links_(links), words_(links.turn_count() / 64 + 1) {}

  void add(std::uint64_t turn) { words_[turn / 64] |= std::uint64_t{1} << turn % 64; }

  // In ascending order.
  std::vector<LinkTurn> all() const {
    std::vector<LinkTurn> turns;
    for (LinkIndex from = 0; from < links_.count(); ++from) {
      const Links::TurnsFrom& on = links_.turns_from(from);
      for (std::uint32_t i = 0; i < on.count; ++i) {
        const std::uint64_t turn = on.first + i;
        const std::uint64_t rest = words_[turn / 64] >> turn % 64;
        const std::uint64_t step =
            rest == 0 ? 63 - turn % 64 : static_cast<std::uint64_t>(std::countr_zero(rest));
        i += static_cast<std::uint32_t>(step);
        if (rest != 0 && i < on.count) turns.push_back({from, on.first_link + i});
      }
    }
    return turns;
  }

 private:
  const Links& links_;
  std::vector<std::uint64_t> words_;
};

// The link from a switch to its parent; kNone if it has none.
LinkIndex link_up(const Fabric& fabric, const Links& links, const MasterTree& tree, SwitchIndex s) {
  const MasterTree::Node& node = tree.nodes[s];
  if (!node.in_tree || node.parent >= tree.nodes.size() || !tree.nodes[node.parent].in_tree) {
    return kNone;
  }
  if (node.port >= fabric.ports(s).size()) return kNone;
  const LinkIndex link = links.at(s, node.port);
  if (link == kNone) return kNone;
  const Link& found = links[link];
  return found.to == node.parent && found.in_port == node.parent_port ? link : kNone;
}

// For each switch: are there end ports in the part of the tree below it, with the switch itself,
// and are there any in the rest of its tree?
struct EndPortsAround {
  std::vector<bool> below;
  std::vector<bool> beyond;
};

EndPortsAround look_around(const Links& links, std::span<const std::uint32_t> sources,
                           const std::vector<LinkIndex>& up) {
  const std::uint32_t switches = links.switch_count();
  const auto parent = [&](SwitchIndex s) { return up[s] == kNone ? kNone : links.to(up[s]); };
  std::vector<std::uint32_t> children(switches, 0);
  for (SwitchIndex s = 0; s < switches; ++s) {
    if (parent(s) != kNone) ++children[parent(s)];
  }
  std::vector<SwitchIndex> order;
  order.reserve(switches);
  for (SwitchIndex s = 0; s < switches; ++s) {
    if (children[s] == 0) order.push_back(s);
  }
  std::vector<std::uint64_t> count(sources.begin(), sources.end());
  for (std::size_t done = 0; done < order.size(); ++done) {
    const SwitchIndex p = parent(order[done]);
    if (p == kNone) continue;
    count[p] += count[order[done]];
    if (--children[p] == 0) order.push_back(p);
  }
  // Switches on a cycle of parents are not in the order: assume end ports on both sides.
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

void add_turns(const Fabric& fabric, const Links& links, std::span<const std::uint32_t> sources,
               const MasterTree& tree, TurnBits& turns) {
  const std::uint32_t switches = links.switch_count();
  if (tree.nodes.size() != switches) return;
  std::vector<LinkIndex> up(switches);
  for (SwitchIndex s = 0; s < switches; ++s) up[s] = link_up(fabric, links, tree, s);
  const EndPortsAround around = look_around(links, sources, up);

  // Links out of each switch along the tree, towards end ports only.
  std::vector<std::vector<LinkIndex>> out(switches);
  for (SwitchIndex s = 0; s < switches; ++s) {
    if (up[s] == kNone) continue;
    if (around.beyond[s]) out[s].push_back(up[s]);
    if (around.below[s]) out[links.to(up[s])].push_back(links.opposite(up[s]));
  }
  for (SwitchIndex v = 0; v < switches; ++v) {
    for (const LinkIndex from : out[v]) {
      for (const LinkIndex to : out[v]) {
        if (from != to) turns.add(links.turn(links.opposite(from), to));
      }
    }
  }
}

}  // namespace

std::vector<LinkTurn> multicast_turns(const Fabric& fabric, const Links& links,
                                      const MulticastPlan& plan) {
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  TurnBits turns(links);
  for (const MasterTree& tree : plan.masters) add_turns(fabric, links, sources, tree, turns);
  return turns.all();
}

}  // namespace weft
