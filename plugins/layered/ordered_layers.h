// Layers that are orders of the links alone: a path may be in a layer if it goes along its order.
// So there is no search, no turn has to be stored, and the paths to many LIDs can grow at once. For
// the first path that goes along no order, TurnLayers takes over, whose layers hold turns.
#ifndef WEFT_PLUGINS_LAYERED_ORDERED_LAYERS_H_
#define WEFT_PLUGINS_LAYERED_ORDERED_LAYERS_H_

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "plugins/layered/destination_order.h"
#include "plugins/layered/path_layers.h"

namespace weft {

class OrderedLayers {
 public:
  explicit OrderedLayers(PathLayers paths)
      : paths_(std::move(paths)),
        settled_(paths_.switch_count()),
        is_settled_(paths_.request().fabric.max_lid() + std::size_t{1}) {}

  const PathLayers& paths() const { return paths_; }
  // By switch: its LIDs whose paths have settled, each once, in the order in which they did.
  const std::vector<std::vector<Lid>>& settled() const { return settled_; }

  // Puts the paths of some LIDs of a unit, which share a tree, into the emptiest of the layers that
  // they fit. False, and nothing is changed, if a path fits none that its pair of switches may
  // still have. LIDs can settle again, with other paths. switches: those that have paths, nearest
  // first.
  bool settle(std::span<const SwitchIndex> switches, const DestinationUnit& unit,
              std::span<const Lid> lids, const PathTree& tree);

  // All paths are chosen.
  PathLayers finish() && { return std::move(paths_); }

 private:
  void keep(std::span<const SwitchIndex> switches, const DestinationUnit& unit, Lid lid,
            const PathTree& tree);

  PathLayers paths_;
  std::vector<std::vector<Lid>> settled_;
  std::vector<bool> is_settled_;     // by LID
  std::vector<std::uint8_t> layer_;  // by switch: of a tree that settles; kNoLayer: none
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_ORDERED_LAYERS_H_
