// The shortest paths to a switch among those that go along the orders of layers, where some switch
// has no minimal one that does: in a tree with end ports on spines and links missing, say.
//
// The search goes outwards from the switch, hop by hop. Each switch that it meets gets a set of
// layers and a set of links, such that every path over these links goes along the orders of all
// these layers, whichever of their links the switches on the way take. Of the possible sets it
// takes the one with most layers, since the switches behind it have to fit their paths to these;
// of equals, the one with most links. So trees can grow over these links as if they were minimal
// paths, and always have a layer. Where all minimal paths fit all layers, these are found.
#ifndef WEFT_PLUGINS_LAYERED_FITTING_PATHS_H_
#define WEFT_PLUGINS_LAYERED_FITTING_PATHS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/graph/links.h"
#include "common/routing/lane_plan.h"
#include "plugins/layered/layers.h"
#include "plugins/layered/minimal_paths.h"

namespace weft {

class FittingPaths {
 public:
  // orders: by layer, all links, each once; layers beyond the lanes take no paths. spare: how many
  // of the last layers are only for destinations that some switch cannot reach in the others. The
  // links must outlive it. Memory: 4 bytes a link and order.
  FittingPaths(const Links& links, std::span<const Lane> lanes,
               std::span<const std::vector<LinkIndex>> orders, unsigned spare);

  // usable: as MinimalPaths::find() has it. Where switches stay without a path, the paths are
  // marked incomplete. Cost: O(links x layers). Threads: any number may call it.
  void find(const std::vector<bool>& usable, SwitchIndex destination, MinimalPaths& paths) const;

 private:
  class Search;

  const Links& links_;
  LayerSet spare_;
  std::vector<std::vector<std::uint32_t>> place_;  // [layer][link]
  std::vector<LayerSet> layers_of_;                // by link
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_FITTING_PATHS_H_
