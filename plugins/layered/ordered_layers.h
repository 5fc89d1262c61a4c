// Layers as long as they are orders of the links alone: a path may travel in a layer if it goes
// along the layer's order, whatever order that is. So nothing has to be searched or written down,
// and the paths to many LIDs can be grown at once. The first path that goes along no order makes
// the layers hold turns: see TurnLayers, which takes all of this over.
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
  // By switch: its LIDs whose paths have settled, each once, in that order.
  const std::vector<std::vector<Lid>>& settled() const { return settled_; }

  // Takes the paths of some LIDs of a unit, which share a tree, into the emptiest of the layers
  // that they fit; false, and nothing is changed, if one of them is not wanted there any more. LIDs
  // can settle again, with other paths. switches: those that have paths, nearest first.
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
