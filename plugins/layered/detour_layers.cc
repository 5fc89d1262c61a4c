#include "plugins/layered/detour_layers.h"

namespace weft {
namespace {

// All links in an order that the turns ascend in.
std::vector<LinkIndex> order_of(const Links& links, const std::vector<bool>& turns) {
  AcyclicTurns acyclic(links);
  acyclic.add_where([&](LinkTurn turn) { return turns[links.turn(turn.from, turn.to)]; });
  return acyclic.order();
}

}  // namespace

DetourLayers::DetourLayers(const Links& links, std::span<const Lane> lanes,
                           std::span<const std::vector<bool>> turns, std::uint64_t most_work,
                           LayerSet full)
    : links_(links), full_(full), held_(links.switch_count()), layer_(links.switch_count()) {
  for (unsigned k = 0; k < turns.size(); ++k) {
    layers_.emplace_back(links, order_of(links, turns[k]), most_work / turns.size());
    layers_.back().add_where(
        [&](LinkTurn turn) { return turns[k][links.turn(turn.from, turn.to)]; });
    for (unsigned vls = lanes[k].vl + 1u; vls < sets_.size(); ++vls) {
      sets_[vls] = static_cast<LayerSet>(sets_[vls] | 1u << k);
    }
  }
}

LayerSet DetourLayers::held_by(SwitchIndex s, std::span<const LinkIndex> link) const {
  const Link& first = links_[link[s]];
  unsigned held = sets_[first.data_vls];
  if (first.to == destination_) return static_cast<LayerSet>(held);
  held &= held_[first.to];
  const std::uint64_t turn = links_.turn(link[s], link[first.to]);
  for (unsigned k = 0; k < count(); ++k) {
    if ((held >> k & 1) != 0 && !layers_[k].contains(turn)) held &= ~(1u << k);
  }
  return static_cast<LayerSet>(held);
}

bool DetourLayers::place(SwitchIndex s, std::span<const LinkIndex> link, std::uint32_t weight) {
  held_[s] = held_by(s, link);
  if (weight == 0) return true;
  unsigned best = count();
  for (unsigned k = 0; k < count(); ++k) {
    if ((held_[s] >> k & 1) != 0 && (best == count() || load_[k] < load_[best])) best = k;
  }
  for (unsigned k = 0; best == count() && k < count(); ++k) {
    if ((full_ >> k & 1) == 0 && add(k, s, link)) best = k;
  }
  if (best == count()) return false;
  layer_[s] = static_cast<std::uint8_t>(best);
  load_[best] += weight;
  return true;
}

// The turns of the path that the layer lacks, or none and false.
bool DetourLayers::add(unsigned layer, SwitchIndex s, std::span<const LinkIndex> link) {
  const unsigned bit = 1u << layer;
  turns_.clear();
  SwitchIndex end = s;  // of the part that the layer does not hold
  while (end != destination_ && (held_[end] & bit) == 0) {
    const Link& next = links_[link[end]];
    if ((sets_[next.data_vls] & bit) == 0) return false;
    if (next.to != destination_) turns_.push_back({link[end], link[next.to]});
    end = next.to;
  }
  if (!layers_[layer].add_all(turns_)) return false;
  for (SwitchIndex at = s; at != end; at = links_.to(link[at])) {
    held_[at] = static_cast<LayerSet>(held_[at] | bit);
  }
  return true;
}

}  // namespace weft
