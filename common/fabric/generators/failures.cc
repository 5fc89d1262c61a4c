// Draws the switches and links that fail: irregular.h.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "common/base/disjoint_sets.h"
#include "common/base/random.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/irregular.h"

namespace weft {
namespace {

// Independent streams of random numbers.
constexpr std::uint64_t kSwitchStream = 0x5357'4954'4348'0000;
constexpr std::uint64_t kLinkStream = 0x4C49'4E4B'0000'0000;

std::vector<std::uint32_t> draw_order(std::size_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  Random(seed).shuffle(order);
  return order;
}

// The working switches, and whether one of them connects others.
class WorkingSwitches {
 public:
  explicit WorkingSwitches(const Fabric& fabric)
      : fabric_(fabric), works_(fabric.switch_count(), true), seen_(fabric.switch_count(), kNone) {}

  void remove(SwitchIndex s) { works_[s] = false; }

  // True if all neighbours of s are connected without it.
  bool can_do_without(SwitchIndex s) {
    std::vector<SwitchIndex> neighbours;
    for_each_neighbour(s, [&](SwitchIndex peer) { neighbours.push_back(peer); });
    if (neighbours.empty()) return true;
    // Marks in seen_ are s, so call this once per switch.
    std::vector<SwitchIndex> queue{neighbours.front()};
    seen_[s] = seen_[neighbours.front()] = s;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for_each_neighbour(queue[i], [&](SwitchIndex peer) {
        if (seen_[peer] == s) return;
        seen_[peer] = s;
        queue.push_back(peer);
      });
    }
    return std::ranges::all_of(neighbours, [&](SwitchIndex n) { return seen_[n] == s; });
  }

 private:
  template <typename Visit>
  void for_each_neighbour(SwitchIndex s, Visit visit) const {
    for (const Port& port : fabric_.ports(s)) {
      if (port.kind == PeerKind::kSwitch && port.peer != s && works_[port.peer]) visit(port.peer);
    }
  }

  const Fabric& fabric_;
  std::vector<bool> works_;
  std::vector<SwitchIndex> seen_;
};

void fail_switches(const Fabric& fabric, const Failures& failures, Blueprint& blueprint) {
  const std::uint32_t wanted = failures.switches.of(fabric.switch_count());
  if (wanted == 0) return;
  std::uint32_t failed = 0;
  WorkingSwitches working(fabric);
  for (const SwitchIndex s : draw_order(fabric.switch_count(), failures.seed ^ kSwitchStream)) {
    if (failed == wanted || failed + 1 == fabric.switch_count()) break;
    if (!failures.may_disconnect && !working.can_do_without(s)) continue;
    working.remove(s);
    blueprint.nodes[s].removed = true;
    ++failed;
  }
  if (failed < wanted) {
    throw BadInput(fmt::format(
        "only {} of the {} switches could be made to fail, not {}: the rest is to hang together",
        failed, fabric.switch_count(), wanted));
  }
}

void fail_links(const Failures& failures, Blueprint& blueprint) {
  std::vector<std::uint32_t> candidates;
  for (std::uint32_t l = 0; l < blueprint.links.size(); ++l) {
    const Blueprint::Link& link = blueprint.links[l];
    if (std::max(link.a, link.b) >= blueprint.switches) continue;
    if (blueprint.nodes[link.a].removed || blueprint.nodes[link.b].removed) continue;
    candidates.push_back(l);
  }
  const auto total = static_cast<std::uint32_t>(candidates.size());
  const std::uint32_t wanted = failures.links.of(total);
  if (wanted == 0) return;
  Random(failures.seed ^ kLinkStream).shuffle(candidates);

  // Removing links one by one, except those that keep the fabric connected, leaves a spanning
  // forest: the same as Kruskal's algorithm in the opposite order.
  std::vector<bool> needed(total, false);
  std::uint32_t needed_count = 0;
  if (!failures.may_disconnect) {
    DisjointSets pieces(blueprint.switches);
    for (std::uint32_t i = total; i-- > 0;) {
      const Blueprint::Link& link = blueprint.links[candidates[i]];
      needed[i] = pieces.unite(link.a, link.b);
      if (needed[i]) ++needed_count;
    }
  }
  if (wanted > total - needed_count) {
    throw BadInput(
        fmt::format("{} of the {} links between switches cannot fail: {}", wanted, total,
                    failures.may_disconnect
                        ? std::string("there are no more")
                        : fmt::format("{} are needed to hold the fabric together", needed_count)));
  }
  std::uint32_t failed = 0;
  for (std::uint32_t i = 0; failed < wanted; ++i) {
    if (needed[i]) continue;
    blueprint.links[candidates[i]].removed = true;
    ++failed;
  }
}

}  // namespace

Fabric with_failures(const Fabric& fabric, const Failures& failures) {
  Blueprint blueprint(fabric);
  fail_switches(fabric, failures, blueprint);
  fail_links(failures, blueprint);
  return blueprint.build();
}

}  // namespace weft
