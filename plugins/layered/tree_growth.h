// The step of sssp: of all minimal paths to a LID each switch takes the one whose links carry the
// fewest paths (Hoefler, Schneider, Lumsdaine: Optimized Routing for Large-Scale InfiniBand
// Networks, HOTI 2009: single-source shortest paths over weights that grow with each path). With
// layers it must also fit one. This is the inner loop of all three engines.
#ifndef WEFT_PLUGINS_LAYERED_TREE_GROWTH_H_
#define WEFT_PLUGINS_LAYERED_TREE_GROWTH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/graph/links.h"
#include "plugins/layered/minimal_paths.h"
#include "plugins/layered/path_layers.h"
#include "plugins/layered/turn_layers.h"

namespace weft {

// Threads: an object is one thread's.
class TreeGrowth {
 public:
  // sources: by switch (sources_by_switch). What is passed must outlive it.
  TreeGrowth(const Links& links, std::span<const std::uint32_t> sources);

  // By link: the paths over it, which is what it costs.
  std::vector<std::uint32_t> load;

  // Chooses paths to a LID, of `minimal`. Only the links of `tree` are set. Cost: O(links).
  void grow(const MinimalPaths& minimal, PathTree& tree);

  // The same among paths that go along the order of a layer that they may still have. False, with
  // the tree half grown, if there is none from a switch that needs a layer.
  bool grow_in_layers(const MinimalPaths& minimal, const PathLayers& layers, PathTree& tree);

  // Adds the paths of a tree to the load or removes them: from all end ports, to so many LIDs that
  // share the tree. Requires: they are of `minimal`.
  void add(const MinimalPaths& minimal, const PathTree& tree, std::uint32_t lids);
  void remove(const MinimalPaths& minimal, const PathTree& tree, std::uint32_t lids);

  // For others that grow a tree over the same load.
  PathCosts costs() { return {cost_, load}; }

 private:
  struct CheapStep {
    LinkIndex link;
    std::uint64_t cost;
  };

  CheapStep cheapest(const MinimalPaths& minimal, std::size_t i);
  CheapStep cheapest_of_all(const MinimalPaths& minimal, std::size_t i) const;
  CheapStep cheapest_of_alike(const MinimalPaths& minimal, std::size_t i);
  LinkIndex fitting_step(const MinimalPaths& minimal, std::size_t i, const PathLayers& layers,
                         LinkIndex cheapest, PathTree& tree) const;
  template <typename Change>
  void change_load(const MinimalPaths& minimal, const PathTree& tree, std::uint32_t lids,
                   Change change);

  const Links& links_;
  std::span<const std::uint32_t> sources_;
  std::vector<std::uint64_t> cost_;  // by switch: the load of the links on its path
  std::vector<std::uint32_t> flow_;  // by switch: paths of others over it, 0 between uses
  std::vector<double> ahead_;        // see cheapest_of_alike
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_TREE_GROWTH_H_
