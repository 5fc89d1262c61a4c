// Paths that balance the load of the whole fabric: of all minimal paths to a LID each switch takes
// the one whose links carry the fewest paths so far (Hoefler, Schneider, Lumsdaine: Optimized
// Routing for Large-Scale InfiniBand Networks, HOTI 2009: single-source shortest paths over weights
// that grow with each path), and, where lanes are to be kept free of credit loops, one that fits a
// layer besides.
#ifndef WEFT_PLUGINS_LAYERED_BALANCED_PATHS_H_
#define WEFT_PLUGINS_LAYERED_BALANCED_PATHS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "common/graph/links.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "plugins/layered/destination_order.h"
#include "plugins/layered/layered_growth.h"
#include "plugins/layered/minimal_paths.h"
#include "plugins/layered/path_stage.h"

namespace weft {

// Chooses paths to the LIDs of an order, again and again if that is wanted: what was chosen before
// is the load that the next choice sees.
//
// Units of a batch are chosen at once, by several threads, and see the load as it was before the
// batch. On trees, whose batches hold leaves that share next to nothing, that costs no balance.
//
// Cost: O(links) for each LID and choice. Memory: 8 bytes a link for each thread, and the minimal
// paths to the switches that have several units, if they take no more than 256 MB.
class BalancedPaths {
 public:
  // usable: by link; the others are left alone; empty: all are. one_path: all LIDs of a unit share
  // the paths of its first. What is passed must outlive it.
  BalancedPaths(const RouteRequest& request, const Links& links, const DestinationOrder& order,
                std::vector<bool> usable, bool one_path, Tables rows);

  // Forgets what was chosen. preferred: is a link to be preferred to others as the first step to a
  // switch, where both fit some layer? Null: none is.
  using Preferred = std::function<bool(LinkIndex link, SwitchIndex to)>;
  void reset(Preferred preferred);

  // Writes the entries of all LIDs at all switches but their own.
  void choose();
  // The same with paths that fit layers; false, with rows half-written, if `growth` gives up.
  bool choose(LayeredGrowth& growth);

  // Chooses once more, for the load's sake, among the paths that the layers of `growth`, with which
  // was chosen, take as they are.
  void balance(LayeredGrowth& growth);

  // Moves paths off busy links, as the layers of `growth` take them; see load_shifts.h.
  void shift(LayeredGrowth& growth);

  // The load of the busiest link over the mean of all usable links.
  double unevenness() const;

 private:
  // What a worker needs.
  struct Scratch {
    MinimalPaths found;
    const MinimalPaths* paths = nullptr;  // to the unit's switch
    std::vector<std::uint64_t> cost;      // by switch: the load of the links on its path
    std::vector<std::uint32_t> flow;      // by switch: paths of others over it, 0 between uses
    std::vector<std::uint32_t> weight;    // by link: the load that the unit sees
    std::vector<std::uint32_t> change;    // by link: of the load, modulo 2^32, by a batch's units
    PathTree tree;                        // where it is not needed any more
    PathTree before;                      // what was chosen last time
  };
  // A unit's paths: a tree for each LID, or one for all, and where they are staged.
  struct Choice {
    std::vector<SwitchIndex> order;  // the switches that have paths, nearest first
    std::vector<PathTree> trees;     // that are to settle
    std::size_t first_row = 0;
    bool complete = false;
  };

  void find_paths();
  void find_to(SwitchIndex destination, MinimalPaths& paths) const;
  void start(Scratch& scratch, const DestinationUnit& unit) const;
  void choose_at_once(std::span<const DestinationUnit> units, const LayeredGrowth* growth);
  void choose_unit(Scratch& scratch, const DestinationUnit& unit, const LayeredGrowth* growth,
                   Choice& choice);
  void stage(const Scratch& scratch, const PathTree& tree, std::size_t row);
  // is_loaded: the paths in the rows are part of the load.
  bool choose_in_turn(const DestinationUnit& unit, bool is_loaded, LayeredGrowth& growth);
  bool settle(const DestinationUnit& unit, LayeredGrowth& growth, Choice& choice);
  LinkIndex fitting_step(const LayeredGrowth& growth, const Scratch& scratch,
                         const DestinationUnit& unit, std::size_t i, LinkIndex cheapest,
                         PathTree& tree) const;
  bool grow(Scratch& scratch, const DestinationUnit& unit, const LayeredGrowth* growth,
            PathTree& tree) const;
  void give_back(Scratch& scratch, const DestinationUnit& unit, const Choice& choice,
                 std::size_t grown) const;
  void load_rows(Scratch& scratch, const DestinationUnit& unit, std::size_t tree, bool more) const;
  void read(const Scratch& scratch, const DestinationUnit& unit, std::size_t index,
            PathTree& tree) const;
  void load(Scratch& scratch, const DestinationUnit& unit, bool more, const PathTree& tree) const;
  void write(const DestinationUnit& unit, const PathTree& tree, std::size_t index) const;

  std::size_t trees_of(const DestinationUnit& unit) const { return one_path_ ? 1 : unit.count; }
  std::span<const Lid> lids_of(const DestinationUnit& unit, std::size_t tree) const {
    return one_path_ ? order_.of(unit) : order_.of(unit).subspan(tree, 1);
  }

  const RouteRequest& request_;
  const Links& links_;
  const DestinationOrder& order_;
  std::vector<bool> usable_;
  Preferred preferred_;
  bool one_path_;
  Tables rows_;
  bool chosen_ = false;
  std::vector<std::uint32_t> sources_;  // by switch: its end ports
  std::vector<MinimalPaths> paths_;     // by switch; empty: found when they are needed
  std::vector<std::uint32_t> load_;     // by link: the paths over it
  PathStage stage_;
  std::vector<Scratch> scratch_;  // by worker
  std::vector<Choice> choices_;   // of a batch
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_BALANCED_PATHS_H_
