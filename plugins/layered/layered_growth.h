// Paths that are chosen together with the layer that they travel in.
//
// To fix the paths first and look for layers afterwards takes many layers. Here the paths to a LID
// grow from its switch outwards, and a switch takes its next hop for the layer's sake as well as
// for the load's: the paths of its next hop are known, so its own path makes one turn more.
//
// As long as all paths go along the order that a layer's links were given, whatever order that is,
// nothing has to be searched or even written down. Only the first path that does not makes the
// layers hold turns (AcyclicTurns).
#ifndef WEFT_PLUGINS_LAYERED_LAYERED_GROWTH_H_
#define WEFT_PLUGINS_LAYERED_LAYERED_GROWTH_H_

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/graph/links.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "plugins/layered/destination_order.h"
#include "plugins/layered/layers.h"
#include "plugins/layered/minimal_paths.h"

namespace weft {

inline constexpr std::uint8_t kNoLayer = 255;

// The paths to one LID, by switch.
struct PathTree {
  std::vector<LinkIndex> link;      // that the path begins with; kNone: no path
  std::vector<LayerSet> fits;       // layers along whose order the whole path goes
  std::vector<LayerSet> held;       // layers that hold all turns of the path
  std::vector<std::uint8_t> layer;  // that the path travels in; kNoLayer: none
};

// What the links cost that a path could take.
struct PathCosts {
  std::span<std::uint64_t> of_switch;  // the sum over its path
  std::span<const std::uint32_t> of_link;
};

class LayeredGrowth {
 public:
  // What has to be given up for the other.
  enum class Prefer : std::uint8_t {
    kEvenLoad,   // of the paths that cost least, those that layers hold already
    kFewLayers,  // paths that layers hold already; where each has its order, that fit most of them
  };
  // All of it must outlive the object.
  struct Setup {
    const RouteRequest& request;
    const Links& links;
    // Where the paths that are kept are written.
    Tables rows;
    // A pair of switches has one layer for both directions and all LIDs.
    bool symmetric;
    // Of the layers that are open from the start, their first orders of the links. More are opened
    // as they are needed, all with the same order.
    std::vector<std::vector<LinkIndex>> orders;
    std::vector<LinkIndex> order;
    // Turns to ask for and look at before the search is given up; some 10^8 a second.
    std::uint64_t most_work;
    Prefer prefer = Prefer::kEvenLoad;
  };
  explicit LayeredGrowth(Setup setup);

  // How many layers are open. More than the request has lanes: too few lanes.
  unsigned layers() const { return layers_.count(); }

  // Is it better to take a path that fits more layers? Not where they have one order.
  bool prefers_room() const { return has_orders() && setup_.prefer == Prefer::kFewLayers; }
  // The layers that paths between two switches may still take. Those to one destination stand
  // together.
  LayerSet wanted(SwitchIndex s, SwitchIndex destination) const {
    return pairs_.empty() ? kAnyLayer : pairs_[std::size_t{destination} * sources_.size() + s];
  }
  // Do paths from a switch have to be in a layer? Next to nothing travels from those without end
  // ports.
  bool needs_layer(SwitchIndex s) const { return sources_[s] != 0; }
  // Layers along whose order a path goes that begins with a link, given the paths from where that
  // ends. Any number of threads may ask, as long as nothing grows or settles.
  LayerSet fits(const PathTree& tree, LinkIndex link, SwitchIndex destination) const {
    const SwitchIndex next = setup_.links[link].to;
    if (next == destination) return layers_.of(link);
    return static_cast<LayerSet>(layers_.of(link) & tree.fits[next] &
                                 layers_.ascending({link, tree.link[next]}));
  }

  // Chooses the paths to a LID of a unit, of `paths`, which are those to its switch. False if that
  // takes more layers than can be opened, or too much work.
  bool grow(const MinimalPaths& paths, const DestinationUnit& unit, PathCosts costs,
            PathTree& tree);

  // Takes paths that go along the order of some layer, as fits() has it, into the emptiest such
  // layer; false if one of them is not wanted there any more. order: the switches that have paths,
  // nearest first.
  bool settle(std::span<const SwitchIndex> order, const DestinationUnit& unit, PathTree& tree);

  // The paths to a LID, which have grown or settled and are written in the rows, stay.
  void keep(const DestinationUnit& unit, const PathTree& tree, Lid lid);

  // The path from a switch to a LID that is kept changes to one that goes along the orders of these
  // layers, of which one at least is wanted. Its turns are not added: nothing may grow or settle
  // any more.
  void refit(SwitchIndex s, SwitchIndex destination, Lid lid, LayerSet fits);

  // Is there more to win by moving paths? Where a pair of switches shares a layer and nothing was
  // searched, what makes links uneven are most of all rings of the last dimension that is
  // corrected, in which all paths between two places have to go the same way round.
  bool is_movable() const { return adds_turns_ || !setup_.symmetric; }

  // The SLs of all paths that were kept, given that there are enough lanes. Where a pair of
  // switches has a choice still, the layers are made even.
  SlBySwitch plan(const DestinationOrder& order);

 private:
  static constexpr LayerSet kAnyLayer = 0xFFFF;
  using ByCost = std::span<const std::pair<std::uint64_t, LinkIndex>>;

  bool has_orders() const { return !setup_.orders.empty(); }
  bool choose(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree);
  bool take_fitting(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree);
  bool take_held(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree) const;
  bool take_wanted(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree);
  bool move_pair(ByCost links, SwitchIndex s, SwitchIndex destination, PathTree& tree);
  bool add(unsigned layer, SwitchIndex s, SwitchIndex destination, PathTree& tree,
           std::span<const LinkTurn> besides = {});
  std::vector<LinkTurn> turns_between(SwitchIndex a, SwitchIndex b) const;
  void append_turns(SwitchIndex from, SwitchIndex to, Lid lid, std::vector<LinkTurn>& turns) const;
  bool open_one();
  void fix_pairs();
  void begin_to_add();
  // Are all paths in one layer, and along its order?
  bool is_simple() const { return !adds_turns_ && layers_.count() == 1; }
  void add_late(const DestinationUnit& unit, Lid lid, PathTree& tree);
  void clear(PathTree& tree) const;
  unsigned emptiest(LayerSet set) const;
  // Once pairs are fixed; kNoLayer: in none.
  std::uint8_t layer_of(SwitchIndex s, SwitchIndex destination, Lid lid) const;
  void set_pair(SwitchIndex a, SwitchIndex b, LayerSet set) {
    if (wanted(a, b) == set) return;
    pairs_[std::size_t{a} * sources_.size() + b] = set;
    pairs_[std::size_t{b} * sources_.size() + a] = set;
  }

  Setup setup_;
  Layers layers_;
  std::vector<std::uint32_t> sources_;  // by switch: its end ports
  // By pair of switches, if symmetric: the layers that all their paths fit; one of these as soon as
  // turns are added.
  std::vector<LayerSet> pairs_;
  std::vector<std::vector<std::uint8_t>> rows_;           // [switch][LID], if not: the layer
  std::array<std::uint64_t, kMostLayers> paths_in_ = {};  // by layer, between end ports
  std::vector<std::vector<Lid>> kept_;                    // by switch: LIDs whose paths stay
  std::vector<bool> is_kept_;                             // by LID
  bool adds_turns_ = false;
  std::uint64_t asked_ = 0;  // turns that were to be added
  // Until turns are added: of LIDs that are kept, their units.
  std::vector<std::pair<Lid, DestinationUnit>> late_;
  std::vector<LinkTurn> turns_;
  std::vector<std::pair<std::uint64_t, LinkIndex>> by_cost_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_LAYERED_GROWTH_H_
