#include "plugins/layered/detour_layers.h"

namespace weft {

DetourLayers::DetourLayers(const Links& links, std::span<const Lane> lanes,
                           std::span<const std::vector<bool>> turns, std::uint64_t most_work,
                           LayerSet full)
    : links_(links),
      layers_(links, lanes, most_work / turns.size()),
      full_(full),
      held_(links.switch_count()),
      layer_(links.switch_count()) {
  for (const std::vector<bool>& of_layer : turns) layers_.open_with(of_layer);
}

LayerSet DetourLayers::held_by(SwitchIndex s, std::span<const LinkIndex> link) const {
  unsigned held = layers_.of(link[s]);
  const SwitchIndex next = links_.to(link[s]);
  if (next != destination_) held &= held_[next];
  if (next != destination_ && held != 0) held &= layers_.holding({link[s], link[next]});
  return static_cast<LayerSet>(held);
}

bool DetourLayers::place(SwitchIndex s, std::span<const LinkIndex> link, std::uint32_t weight) {
  held_[s] = held_by(s, link);
  if (weight == 0) return true;
  unsigned best = layers_.count();
  for (unsigned k = 0; k < layers_.count(); ++k) {
    if ((held_[s] >> k & 1) != 0 && (best == layers_.count() || load_[k] < load_[best])) best = k;
  }
  for (unsigned k = 0; best == layers_.count() && k < layers_.count(); ++k) {
    if ((full_ >> k & 1) == 0 && add(k, s, link)) best = k;
  }
  if (best == layers_.count()) return false;
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
    if ((layers_.of(link[end]) & bit) == 0) return false;
    const SwitchIndex next = links_.to(link[end]);
    if (next != destination_) turns_.push_back({link[end], link[next]});
    end = next;
  }
  if (!layers_.add(layer, turns_)) return false;
  for (SwitchIndex at = s; at != end; at = links_.to(link[at])) {
    held_[at] = static_cast<LayerSet>(held_[at] | bit);
  }
  return true;
}

}  // namespace weft
