// The lanes that paths to other path bits share with those to base LIDs: which turns they hold, and
// which of them takes one more path, of a tree that grows from its destination outwards.
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
  // turns: by layer, one a lane, kMostLayers at most: by number, those that it holds from the
  // start, which close no cycle. most_work: after so many turns that were looked at, layers take no
  // turn any more that does not go along their order. full: layers that take no turn at all. The
  // links must outlive it.
  DetourLayers(const Links& links, std::span<const Lane> lanes,
               std::span<const std::vector<bool>> turns, std::uint64_t most_work,
               LayerSet full = 0);

  // Turns to a tree of paths to a switch, none of which is placed.
  void start(SwitchIndex destination) { destination_ = destination; }

  // Does some layer hold all turns of the path from a switch? `link`: by switch, the first link of
  // its path; all on this path but its own have been placed.
  bool holds(SwitchIndex s, std::span<const LinkIndex> link) const { return held_by(s, link) != 0; }

  // Adds the path to a layer: of those that hold it to the one with the least load, else to the
  // first that takes it. weight: what it adds to that load; 0: nothing travels there, and it needs
  // no layer. False, and nothing is changed, if no layer takes it.
  bool place(SwitchIndex s, std::span<const LinkIndex> link, std::uint32_t weight);

  // Where a path is, with a weight.
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
  std::vector<LinkTurn> turns_;  // nothing between uses
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_DETOUR_LAYERS_H_
