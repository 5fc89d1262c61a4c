// The layers of the paths to all LIDs of a port. They begin with the turns of the paths to base
// LIDs, and take further paths one by one, of trees that grow outwards from their destination.
#ifndef WEFT_PLUGINS_LAYERED_DETOUR_LAYERS_H_
#define WEFT_PLUGINS_LAYERED_DETOUR_LAYERS_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/graph/links.h"
#include "common/routing/lane_plan.h"
#include "plugins/layered/layers.h"

namespace weft {

class DetourLayers {
 public:
  // turns: by layer and number, those that it holds from the start, which close no cycle; there is
  // one layer a lane, kMostLayers at most. most_work: of all searches, in turns examined; after
  // that, layers only take turns along their order. full: layers that take no more turns. The links
  // must outlive it.
  DetourLayers(const Links& links, std::span<const Lane> lanes,
               std::span<const std::vector<bool>> turns, std::uint64_t most_work,
               LayerSet full = 0);

  // Begins a tree of paths to a switch, none of which is placed.
  void start(SwitchIndex destination) { destination_ = destination; }

  // Does some layer hold all turns of the path from a switch? `link`: by switch, the first link of
  // its path; all on this path but its own have been placed.
  bool holds(SwitchIndex s, std::span<const LinkIndex> link) const { return held_by(s, link) != 0; }

  // Adds the path to the least loaded of the layers that hold it, otherwise to the first layer that
  // takes it. weight: what it adds to the load; 0: nothing is sent over it, so it needs no layer.
  // False, and nothing is changed, if no layer takes it.
  bool place(SwitchIndex s, std::span<const LinkIndex> link, std::uint32_t weight);

  // The layer of a path that was placed with a weight.
  unsigned layer_of(SwitchIndex s) const { return layer_[s]; }

 private:
  LayerSet held_by(SwitchIndex s, std::span<const LinkIndex> link) const;
  bool add(unsigned layer, SwitchIndex s, std::span<const LinkIndex> link);

  const Links& links_;
  Layers layers_;
  LayerSet full_;
  SwitchIndex destination_ = kNone;
  std::array<std::uint64_t, kMostLayers> load_ = {};  // by layer
  // Of the tree, by switch: the layers that hold all turns of its path, and the path's own.
  std::vector<LayerSet> held_;
  std::vector<std::uint8_t> layer_;
  std::vector<LinkTurn> turns_;  // scratch
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_DETOUR_LAYERS_H_
