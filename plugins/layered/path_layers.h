// In which layer each path travels that is chosen, or in which ones it still may: the book that is
// kept of layers, whatever decides them. OrderedLayers and TurnLayers fill it in, one after the
// other; LoadShifts changes it; what is left is the plan of lanes.
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
  // Layers along whose order the whole path goes. Means nothing where no layers are asked for.
  std::vector<LayerSet> fits;
};

// What has to be given up for the other.
enum class Prefer : std::uint8_t {
  kEvenLoad,   // of the paths that cost least, those that layers hold already
  kFewLayers,  // paths that layers hold already; where each has its order, that fit most of them
};

// The layers that there are to be, and how hard to look for paths in them.
struct LayerSpec {
  Ways ways = Ways::kOne;  // both: a pair of switches has one layer for all LIDs
  // Of the layers that are open from the start, their first orders of the links: all links, each
  // once. None: one layer is open, with spare_order.
  std::vector<std::vector<LinkIndex>> orders = {};
  std::vector<LinkIndex> spare_order = {};  // of those that are opened as they are needed
  Prefer prefer = Prefer::kEvenLoad;
  // Where no minimal path goes along an order, longer ones will do. Requires: there are orders.
  bool longer_paths = false;
  // Then so many of the last layers are only for destinations that the others leave someone without
  // a path to.
  unsigned spare_layers = 0;
  // Single paths are moved off busy links in the end also where leaves follow each other.
  bool shift_paths = false;
  unsigned most_layers = kMostLayers;
  // Turns to ask for and look at before the search is given up; some 10^8 a second.
  std::uint64_t most_work = 0;
};

// Paths between a pair of switches have all one layer (Ways::kBoth), or each LID has its own
// (Ways::kOne). With kBoth a pair of which a path is chosen has a set of layers, of which it will
// have one: as long as paths only go along orders every new one takes those away that it does not
// fit, and fix_pairs() chooses. With kOne a path has its layer at once.
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
  // As a set.
  LayerSet open_layers() const { return static_cast<LayerSet>((1u << count()) - 1); }
  std::uint32_t switch_count() const { return static_cast<std::uint32_t>(end_ports_.size()); }

  // May so many layers of these links be open? Their turns take 200 MB at most; the first is always
  // there.
  static bool has_memory(const Links& links, std::size_t layers);
  // Opens one more; false if there may be no more.
  bool open_one();

  // Did each layer get an order of its own?
  bool has_orders() const { return !spec_.orders.empty(); }
  // Is it better to take a path that fits more layers? Not where they have one order.
  bool prefers_room() const { return has_orders() && spec_.prefer == Prefer::kFewLayers; }
  // Do paths from a switch have to be in a layer? Next to nothing travels from those without end
  // ports.
  bool needs_layer(SwitchIndex s) const { return end_ports_[s] != 0; }
  // Does a layer hold the turns of the ways back as well, of paths between switches that both need
  // a layer? One without an order of its own does: then both ways can share it.
  bool holds_ways_back(unsigned layer) const {
    return spec_.ways == Ways::kBoth && layer >= spec_.orders.size();
  }
  // The layers that paths between two switches may still take, all of kAnyLayer at first. Those to
  // one destination stand together.
  LayerSet wanted(SwitchIndex s, SwitchIndex destination) const {
    return pairs_.empty() ? kAnyLayer : pairs_[std::size_t{destination} * end_ports_.size() + s];
  }
  // Layers along whose order a path goes that begins with a link, given the paths from where that
  // ends.
  LayerSet fits(const PathTree& tree, LinkIndex link, SwitchIndex destination) const {
    const SwitchIndex next = links_->to(link);
    if (next == destination) return layers_.of(link);
    return static_cast<LayerSet>(tree.fits[next] & layers_.ascending({link, tree.link[next]}));
  }
  // Do paths to a switch go along the orders of all open layers, whichever steps they take, as far
  // as they have to be in a layer? first_place: scratch, by switch. Cost: O(links x layers), less
  // where they do not.
  bool all_fit(const MinimalPaths& minimal, std::vector<std::uint64_t>& first_place) const;
  // That of a set, not empty, which carries the fewest paths.
  unsigned emptiest(LayerSet set) const;

  // The path from a switch to a LID travels in a layer; where pairs have one, in any of `choice`,
  // until they are fixed. It is no part of the layers' load yet.
  void enter(SwitchIndex s, SwitchIndex destination, Lid lid, unsigned layer, LayerSet choice);
  // The path from a switch to one more LID of end ports is part of a layer's load.
  void add_load(SwitchIndex s, unsigned layer) { paths_in_[layer] += end_ports_[s]; }

  // Each pair with a choice takes the emptiest of its layers, and adds to that one's load.
  void fix_pairs();
  // Where paths from a switch to a LID travel. With both ways the first of the pair's choice.
  // kNoLayer: none was chosen.
  std::uint8_t layer_of(SwitchIndex s, SwitchIndex destination, Lid lid) const;

  // The path from a switch to a LID changes to one that goes along the orders of these layers, of
  // which one at least is wanted.
  void refit(SwitchIndex s, SwitchIndex destination, Lid lid, LayerSet fits);

  // The SLs of all paths that entered, given that there are enough lanes. Where a pair has a choice
  // still, the layers are made even. Cost: O(S L).
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
