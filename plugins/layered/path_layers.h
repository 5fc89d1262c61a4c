// For each path that is chosen, its layer, or the layers that it may still have. OrderedLayers and
// then TurnLayers decide these, and LoadShifts changes them; the result is the plan of lanes.
#ifndef WEFT_PLUGINS_LAYERED_PATH_LAYERS_H_
#define WEFT_PLUGINS_LAYERED_PATH_LAYERS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/graph/links.h"
#include "common/routing/lane_plan.h"
#include "common/routing/routing.h"
#include "plugins/layered/destination_order.h"
#include "plugins/layered/layers.h"
#include "plugins/layered/minimal_paths.h"

namespace weft {

inline constexpr std::uint8_t kNoLayer = 255;

// The paths to one LID, by switch.
struct PathTree {
  std::vector<LinkIndex> link;  // that the path begins with; kNone: no path
  // Layers along whose order the whole path goes. Undefined where there are no layers.
  std::vector<LayerSet> fits;
};

// Which paths are taken first.
enum class Prefer : std::uint8_t {
  kEvenLoad,   // those that cost least; of these, those that a layer holds already
  kFewLayers,  // those that a layer holds already; with orders, those that fit most layers
};

// The layers to open, and the limits of the search for paths in them.
struct LayerSpec {
  Ways ways = Ways::kOne;
  // A layer with each of these orders is open from the start; an order has all links, each once.
  // Empty: one layer is open, with spare_order.
  std::vector<std::vector<LinkIndex>> orders = {};
  std::vector<LinkIndex> spare_order = {};  // of layers that are opened when needed
  // Turns of multicast groups, which the first layer is to hold beside those of its paths.
  std::vector<LinkTurn> of_groups = {};
  Prefer prefer = Prefer::kEvenLoad;
  // Where no minimal path goes along an order, longer ones may be taken. Requires: orders.
  bool longer_paths = false;
  // With longer_paths: so many of the last layers are only for destinations that some switch cannot
  // reach in the others.
  unsigned spare_layers = 0;
  // Also where destinations come leaf by leaf, single paths are moved off busy links in the end.
  bool shift_in_trees = false;
  unsigned most_layers = kMostLayers;
  // Turns that may be examined before the search is given up; some 10^8 a second.
  std::uint64_t most_work = 0;
};

// With Ways::kOne each path gets its layer at once. With Ways::kBoth all paths between a pair of
// switches have one layer: as long as paths only go along orders, the pair has the set of layers
// that all its paths so far fit, and fix_pairs() chooses one of them.
//
// Threads: any number may call what is const, as long as none calls anything else.
class PathLayers {
 public:
  // end_ports: by switch (end_ports_by_switch). What is passed must outlive it. Memory: with both
  // ways two bytes for each pair of switches, else one byte for each switch and LID; and
  // AcyclicTurns for each layer.
  PathLayers(const RouteRequest& request, const Links& links,
             std::span<const std::uint32_t> end_ports, LayerSpec spec);

  const RouteRequest& request() const { return *request_; }
  const Links& links() const { return *links_; }
  const LayerSpec& spec() const { return spec_; }
  Layers& layers() { return layers_; }
  const Layers& layers() const { return layers_; }
  // How many layers are open. More than the request has lanes: too few lanes.
  unsigned count() const { return layers_.count(); }
  LayerSet open_layers() const { return static_cast<LayerSet>((1u << count()) - 1); }
  std::uint32_t switch_count() const { return static_cast<std::uint32_t>(end_ports_.size()); }

  // May so many layers of these links be open? One always; more if they take 200 MB at most.
  static bool has_memory(const Links& links, std::size_t layers);
  // Opens one more; false if there may be no more.
  bool open_one();

  // Did the spec have orders?
  bool has_orders() const { return !spec_.orders.empty(); }
  // Should a path fit as many layers as possible? Not where all layers have the same order.
  bool prefers_room() const { return has_orders() && spec_.prefer == Prefer::kFewLayers; }
  // Do paths from a switch have to be in a layer? Switches without end ports send hardly anything.
  bool needs_layer(SwitchIndex s) const { return end_ports_[s] != 0; }
  // Does a layer hold the turns of the ways back as well, of paths between switches that both need
  // a layer? One that has no own order does, so that both ways can share it.
  bool holds_ways_back(unsigned layer) const {
    return spec_.ways == Ways::kBoth && layer >= spec_.orders.size();
  }
  // The layers that paths between two switches may still have; at first kAnyLayer.
  LayerSet wanted(SwitchIndex s, SwitchIndex destination) const {
    return pairs_.empty() ? kAnyLayer : pairs_[std::size_t{destination} * end_ports_.size() + s];
  }
  // The layers along whose orders a path goes that begins with a link and continues as the tree
  // does.
  LayerSet fits(const PathTree& tree, LinkIndex link, SwitchIndex destination) const {
    const SwitchIndex next = links_->to(link);
    if (next == destination) return layers_.of(link);
    return static_cast<LayerSet>(tree.fits[next] & layers_.ascending({link, tree.link[next]}));
  }
  // Do paths to a switch go along the orders of all open layers, whichever steps they take, as far
  // as they have to be in a layer? first_place: scratch, by switch. Cost: O(links x layers), less
  // where they do not.
  bool all_fit(const MinimalPaths& minimal, std::vector<std::uint64_t>& first_place) const;
  // The layer of a set, not empty, that carries the fewest paths.
  unsigned emptiest(LayerSet set) const;

  // Puts the path from a switch to a LID into a layer; with both ways the pair may have any of
  // `choice`. Adds no load.
  void enter(SwitchIndex s, SwitchIndex destination, Lid lid, unsigned layer, LayerSet choice);
  // Adds the path from a switch to one LID of an end port to a layer's load.
  void add_load(SwitchIndex s, unsigned layer) { paths_in_[layer] += end_ports_[s]; }

  // Each pair with a choice takes the emptiest of its layers, and adds to that one's load.
  void fix_pairs();
  // The layer of the path from a switch to a LID; with both ways the first that the pair may have.
  // kNoLayer: no path was chosen.
  std::uint8_t layer_of(SwitchIndex s, SwitchIndex destination, Lid lid) const;

  // The path from a switch to a LID changes to one that goes along the orders of these layers, of
  // which one at least is wanted.
  void refit(SwitchIndex s, SwitchIndex destination, Lid lid, LayerSet fits);

  // The SLs of all paths, if there are enough lanes. Pairs that still have a choice are spread
  // evenly over the layers. Cost: O(S L).
  SlBySwitch plan(const DestinationOrder& order) &&;

  static constexpr LayerSet kAnyLayer = 0xFFFF;

 private:
  void set_pair(SwitchIndex a, SwitchIndex b, LayerSet set) {
    if (wanted(a, b) == set) return;
    pairs_[std::size_t{a} * end_ports_.size() + b] = set;
    pairs_[std::size_t{b} * end_ports_.size() + a] = set;
  }
  void write_layers(SwitchIndex s, const DestinationOrder& order,
                    std::span<std::uint8_t> row) const;

  const RouteRequest* request_;
  const Links* links_;
  std::span<const std::uint32_t> end_ports_;
  LayerSpec spec_;
  Layers layers_;
  std::vector<LayerSet> pairs_;                           // [destination][switch], with both ways
  std::vector<std::vector<std::uint8_t>> layer_of_;       // [switch][LID], else
  std::array<std::uint64_t, kMostLayers> paths_in_ = {};  // by layer, between end ports
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_PATH_LAYERS_H_
