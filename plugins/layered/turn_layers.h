// Layers that hold the turns of their paths (AcyclicTurns), and paths that are chosen together with
// the layer that they travel in.
//
// To fix the paths first and look for layers afterwards takes many layers. Here the paths to a LID
// grow from its switch outwards, and a switch takes its next hop for the layer's sake as well as
// for the load's: the paths of its next hop are known, so its own path makes one turn more.
//
// It begins where OrderedLayers ends, at the first path that goes along no layer's order.
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
  // What the search has cost so far, in turns asked for and looked at.
  std::uint64_t work() const { return paths_.layers().work() + asked_; }

  // Chooses the paths of some LIDs of a unit, which share a tree, of `minimal`, those to its
  // switch. False if that takes more layers than can be opened, or too much work: then this is of
  // no use any more. To switches without end ports, which only administrators' tools send to, paths
  // are left out instead once there was too much work, as far as layers do not hold them already.
  bool grow(const MinimalPaths& minimal, const DestinationUnit& unit, std::span<const Lid> lids,
            PathCosts costs, PathTree& tree);

  // As OrderedLayers has it, of paths that go along the order of some layer. False also if these
  // layers do not take one of them; those before it stay in the layers then.
  bool settle(std::span<const SwitchIndex> switches, const DestinationUnit& unit,
              std::span<const Lid> lids, PathTree& tree);

  // How many paths were.
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
  // the one that the path travels in, kNoLayer: none.
  std::vector<LayerSet> held_;
  std::vector<std::uint8_t> layer_;
  // Between uses nothing.
  std::vector<LinkTurn> turns_;
  std::vector<std::pair<std::uint64_t, LinkIndex>> by_cost_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_TURN_LAYERS_H_
