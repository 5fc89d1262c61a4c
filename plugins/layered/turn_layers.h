// Layers that hold the turns of their paths (AcyclicTurns), and paths that are chosen together with
// their layer.
//
// To fix all paths first and then look for layers takes many layers. Here the paths to a LID grow
// outwards from its switch, and a switch chooses its next hop both by load and by layer. The path
// of the next hop is known then, so that of the switch adds one turn to it.
//
// It takes over from OrderedLayers at the first path that goes along no layer's order.
#ifndef WEFT_PLUGINS_LAYERED_TURN_LAYERS_H_
#define WEFT_PLUGINS_LAYERED_TURN_LAYERS_H_

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/graph/links.h"
#include "common/routing/tables.h"
#include "plugins/layered/destination_order.h"
#include "plugins/layered/minimal_paths.h"
#include "plugins/layered/ordered_layers.h"
#include "plugins/layered/path_layers.h"

namespace weft {

// What the links cost that a path could take.
struct PathCosts {
  std::span<std::uint64_t> of_switch;  // the sum over its path; written as paths grow
  std::span<const std::uint32_t> of_link;
};

class TurnLayers {
 public:
  // Adds the turns of all paths that have settled, each in its layer, whose order it goes along.
  // Requires: `rows` hold those paths, and will hold each tree before the next one grows. Cost:
  // that of turns_by_number(), and O(turns).
  TurnLayers(OrderedLayers before, Tables rows);

  const PathLayers& paths() const { return paths_; }
  // What the search has cost so far: turns to be added, and turns examined for that.
  std::uint64_t work() const { return paths_.layers().work() + asked_; }

  // Chooses the paths of some LIDs of a unit, which share a tree. minimal: all paths to its switch.
  // False if that takes more layers than can be opened, or too much work: then the object cannot be
  // used any more. Only administrators' tools send to switches without end ports: after too much
  // work, paths to these are left out instead, unless a layer holds them already.
  bool grow(const MinimalPaths& minimal, const DestinationUnit& unit, std::span<const Lid> lids,
            PathCosts costs, PathTree& tree);

  // As in OrderedLayers, for paths that go along the order of some layer. False also if such layers
  // do not take one of the paths; the paths before it stay in the layers.
  bool settle(std::span<const SwitchIndex> switches, const DestinationUnit& unit,
              std::span<const Lid> lids, PathTree& tree);

  // How many paths grow() has left out.
  std::uint64_t left_out() const { return left_out_; }

  // All paths are chosen.
  PathLayers finish() && { return std::move(paths_); }

 private:
  using ByCost = std::span<const std::pair<std::uint64_t, LinkIndex>>;

  void add_settled();
  void enter_settled();
  void clear(PathTree& tree);
  bool take_unsearched(const MinimalPaths& minimal, std::size_t i, PathCosts costs, PathTree& tree);
  void find_costs(const MinimalPaths& minimal, std::size_t i, PathCosts costs,
                  const PathTree& tree);
  LayerSet held(LinkIndex link, SwitchIndex destination, const PathTree& tree) const;
  bool choose(ByCost links, SwitchIndex s, SwitchIndex destination, bool may_search,
              PathTree& tree);
  bool take_fitting(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree);
  bool take_held(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree);
  bool take_wanted(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree);
  bool move_pair(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree);
  bool add(unsigned layer, SwitchIndex s, SwitchIndex destination, PathTree& tree,
           std::span<const LinkTurn> besides = {});
  std::vector<LinkTurn> turns_between(SwitchIndex a, SwitchIndex b) const;
  void append_turns(SwitchIndex from, SwitchIndex to, Lid lid, std::vector<LinkTurn>& turns) const;
  void keep(const DestinationUnit& unit, Lid lid);

  std::vector<std::vector<Lid>> settled_;  // as OrderedLayers has them
  PathLayers paths_;
  const Links& links_;
  Tables rows_;
  std::vector<bool> is_settled_;  // by LID
  std::uint64_t left_out_ = 0;
  std::uint64_t asked_ = 0;  // turns that were to be added
  // Of the tree that grows or settles, by switch: the layers that hold all turns of its path, and
  // the path's own; kNoLayer: none.
  std::vector<LayerSet> held_;
  std::vector<std::uint8_t> layer_;
  // Scratch.
  std::vector<LinkTurn> turns_;
  std::vector<std::pair<std::uint64_t, LinkIndex>> by_cost_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_TURN_LAYERS_H_
