// Paths to all LIDs that balance the load of the whole fabric, on one lane or in layers. A round
// grows a tree of paths to each LID over the least loaded links (tree_growth.h). Further rounds
// follow as long as they balance the load better; this file decides which, and when to stop.
//
// Several threads choose the paths of a batch at the same time, and see the load from before the
// batch. On trees this costs no balance, since the leaf switches of a batch share few links.
#ifndef WEFT_PLUGINS_LAYERED_BALANCED_PATHS_H_
#define WEFT_PLUGINS_LAYERED_BALANCED_PATHS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "common/balance/sibling_costs.h"
#include "common/graph/links.h"
#include "common/routing/lane_plan.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "plugins/layered/destination_order.h"
#include "plugins/layered/minimal_path_cache.h"
#include "plugins/layered/minimal_paths.h"
#include "plugins/layered/ordered_layers.h"
#include "plugins/layered/path_layers.h"
#include "plugins/layered/path_stage.h"
#include "plugins/layered/tree_growth.h"
#include "plugins/layered/turn_layers.h"

namespace weft {

// What has paths of its own.
enum class PathsOf : std::uint8_t {
  kLids,      // each LID
  kSwitches,  // each pair of switches; all LIDs of a switch share the path
};

// What came of paths in layers.
struct PathsInLayers {
  bool complete = false;       // each path has a layer
  unsigned layers = 0;         // that are open
  std::uint64_t work = 0;      // of the search, as LayerSpec::most_work counts it
  std::uint64_t left_out = 0;  // paths (TurnLayers::left_out)
  // There are no more layers than lanes, so that the entries and `lanes` can be used.
  bool fit = false;
  LanePlan lanes = OneLane{};
  std::vector<std::vector<LinkIndex>> orders = {};  // by layer: of all links; its paths go along it
};

// Cost: O(links) for each LID and round. Memory: 8 bytes a link for each thread, and the paths that
// MinimalPathCache keeps.
class BalancedPaths {
 public:
  // What is passed must outlive it. end_ports, sources: by switch, the end ports that need paths
  // and those that load them (common/fabric/counts.h). usable: by link; paths use no others; empty:
  // all are usable.
  struct Setup {
    const RouteRequest& request;
    const Links& links;
    const DestinationOrder& order;
    std::span<const std::uint32_t> end_ports;
    std::span<const std::uint32_t> sources;
    const std::vector<bool>& usable;
    PathsOf paths_of;
    Tables rows;
  };
  explicit BalancedPaths(const Setup& setup);

  // Both write the entries of all LIDs at all switches but their own, and begin with no load
  // whatever was chosen before.

  // On one lane, where paths may close a cycle.
  void choose();

  // In layers. If these are more than the lanes, the entries cannot be used, and the result says
  // how far the search came. Otherwise the load is balanced further as far as the layers allow.
  // planned: no other paths than these are looked at; null: all minimal ones, or those that the
  // spec asks for.
  PathsInLayers choose_in_layers(LayerSpec spec, MinimalPathCache::Preferred preferred,
                                 const PlannedPaths* planned = nullptr);

  // Frees what the next choice of paths computes again.
  void free_memory() { minimal_.forget_packed(); }

  // The load of the busiest link, and this over the mean of all usable links.
  std::uint32_t busiest() const;
  double unevenness() const;

 private:
  // Layers are orders at first, and hold turns once a path needs that.
  using LayerState = std::variant<OrderedLayers, TurnLayers>;
  // What a worker needs.
  struct Worker {
    TreeGrowth growth;
    std::vector<std::uint32_t> change = {};  // by link: of the load, modulo 2^32, by batches
    MinimalPaths found = {};
    PathTree tree = {};                           // where it is not needed any more
    PathTree before = {};                         // what was chosen last time
    std::vector<std::uint64_t> first_place = {};  // scratch of PathLayers::all_fit()
  };
  // A unit's paths: a tree for each LID, or one for all, and where they are staged.
  struct Choice {
    std::vector<SwitchIndex> switches;  // that have paths, nearest first
    std::vector<PathTree> trees;        // that are to settle
    std::size_t first_row = 0;
    bool complete = false;
  };

  void forget();
  void choose_all();
  void choose_one_by_one();
  bool choose_all(LayerState& layers);
  void balance(LayerState& layers);
  void shift(PathLayers& layers);
  bool is_worth_rounds() const;
  template <typename Round>
  void improve(Round round) const;

  void choose_at_once(std::span<const DestinationUnit> units, const PathLayers* layers);
  void note_change(Worker& worker) const;
  void choose_unit(Worker& worker, const DestinationUnit& unit, const PathLayers* layers,
                   Choice& choice);
  void stage(const MinimalPaths& minimal, const PathTree& tree, std::size_t row);
  void stage_lids(std::span<const DestinationUnit> units);
  void give_back(Worker& worker, const MinimalPaths& minimal, const DestinationUnit& unit,
                 const Choice& choice, std::size_t grown) const;
  bool settle(const DestinationUnit& unit, LayerState& layers, Choice& choice) const;
  enum class InRows : std::uint8_t { kNothing, kPathsOfTheLoad };
  bool choose_in_turn(const DestinationUnit& unit, InRows in_rows, TurnLayers& layers);

  const PathTree& read(Worker& worker, const MinimalPaths& minimal, const DestinationUnit& unit,
                       std::size_t tree) const;
  void write(const DestinationUnit& unit, const PathTree& tree, std::size_t index) const;

  // Grows a tree in which paths avoid links that siblings use. Grow: () -> bool.
  template <typename Grow>
  bool apart_from_siblings(Worker& worker, const MinimalPaths& minimal, Lid lid, Grow grow) const;

  std::size_t trees_of(const DestinationUnit& unit) const {
    return setup_.paths_of == PathsOf::kSwitches ? 1 : unit.count;
  }
  // Those that share a tree.
  std::span<const Lid> lids_of(const DestinationUnit& unit, std::size_t tree) const {
    const std::span<const Lid> lids = setup_.order.of(unit);
    return setup_.paths_of == PathsOf::kSwitches ? lids : lids.subspan(tree, 1);
  }
  // How many of these count as load.
  std::uint32_t loads_of(const DestinationUnit& unit) const {
    if (!unit.end_ports) return 0;
    return setup_.paths_of == PathsOf::kSwitches ? unit.count : 1;
  }

  Setup setup_;
  MinimalPathCache minimal_;
  SiblingCosts siblings_;
  bool chosen_ = false;              // the rows hold paths, and load_ is theirs
  std::vector<std::uint32_t> load_;  // by link: the paths over it
  PathStage stage_;
  std::vector<Worker> workers_;
  std::vector<Choice> choices_;  // of a batch
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_BALANCED_PATHS_H_
