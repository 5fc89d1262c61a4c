// The shortest paths to a switch among those that go along the orders of layers, where some switch
// has no minimal one that does: in a tree with end ports on spines and links missing, say.
//
// A search outwards from the switch, hop by hop. Whoever is met takes the links over which all
// paths go along the orders of some layers, the same for all, whichever of its links each switch on
// the way takes: as many layers as can be, since others have to fit their paths to this; of as
// many, those for most links. So trees can grow over these links as if they were minimal paths, for
// any LID, and never have to look for a layer. Where all minimal paths fit all layers, they are
// what is found.
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
  // orders: by layer, all links, each once; layers beyond the lanes take nothing. spare: so many of
  // the last layers are only for destinations that the others leave someone without a path to. The
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
