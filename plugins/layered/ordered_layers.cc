#include "plugins/layered/ordered_layers.h"

namespace weft {

bool OrderedLayers::settle(std::span<const SwitchIndex> switches, const DestinationUnit& unit,
                           std::span<const Lid> lids, const PathTree& tree) {
  if (paths_.count() > 1) {
    layer_.assign(paths_.switch_count(), kNoLayer);
    for (const SwitchIndex s : switches) {
      if (!paths_.needs_layer(s)) continue;
      const unsigned set = tree.fits[s] & paths_.wanted(s, unit.sw);
      if (set == 0) return false;
      layer_[s] = static_cast<std::uint8_t>(paths_.emptiest(static_cast<LayerSet>(set)));
    }
  }
  for (const Lid lid : lids) keep(switches, unit, lid, tree);
  return true;
}

void OrderedLayers::keep(std::span<const SwitchIndex> switches, const DestinationUnit& unit,
                         Lid lid, const PathTree& tree) {
  if (!is_settled_[lid]) settled_[unit.sw].push_back(lid);
  is_settled_[lid] = true;
  // With one layer there is nothing to tell apart.
  if (paths_.count() == 1) return;
  for (const SwitchIndex s : switches) {
    if (layer_[s] == kNoLayer) continue;
    if (unit.end_ports) paths_.add_load(s, layer_[s]);
    paths_.enter(s, unit.sw, lid, layer_[s],
                 static_cast<LayerSet>(paths_.wanted(s, unit.sw) & tree.fits[s]));
  }
}

}  // namespace weft
