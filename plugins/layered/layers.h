// Layers: sets of paths whose channel dependencies close no cycle. The i-th virtual lane (an SL
// with its VL) carries the i-th layer. There may be more layers than lanes: then lanes are missing.
#ifndef WEFT_PLUGINS_LAYERED_LAYERS_H_
#define WEFT_PLUGINS_LAYERED_LAYERS_H_

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/routing/lane_plan.h"

namespace weft {

// A set of layers, one bit for each.
using LayerSet = std::uint16_t;
inline constexpr unsigned kMostLayers = 16;
// How many there are in it. The baseline of x86-64 has no instruction that counts bits.
constexpr unsigned count_layers(LayerSet set) {
  unsigned bits = set;
  bits = bits - (bits >> 1 & 0x5555u);
  bits = (bits & 0x3333u) + (bits >> 2 & 0x3333u);
  bits = (bits + (bits >> 4)) & 0x0F0Fu;
  return (bits + (bits >> 8)) & 0x1Fu;
}

// kOne: each path has a layer of its own. kBoth: all paths between a pair of switches, in both
// directions, share a layer. A reply uses the SL of its request, so only kBoth covers replies.
enum class Ways : std::uint8_t { kOne, kBoth };

class Layers {
 public:
  // No layer is open. lanes[i] carries layer i; layers beyond have no lane, and only tell how many
  // lanes would be needed. most_work: of a layer, as AcyclicTurns has it. The links must outlive
  // it.
  Layers(const Links& links, std::span<const Lane> lanes,
         std::uint64_t most_work = std::numeric_limits<std::uint64_t>::max());

  // Opens one more, kMostLayers in all, with a first order of the links as for AcyclicTurns.
  void open(std::span<const LinkIndex> order);
  // The same with some turns, by number, which close no cycle.
  void open_with(const std::vector<bool>& turns);
  unsigned count() const { return static_cast<unsigned>(layers_.size()); }

  // The open layers for which a link has a data VL.
  LayerSet of(LinkIndex link) const { return sets_[(*links_)[link].data_vls]; }
  // Where a link stands in the order of a layer.
  std::uint64_t place(unsigned layer, LinkIndex link) const { return layers_[layer].place(link); }
  // Stores for each turn the layers in whose order it ascends, since ascending() is called very
  // often as long as orders are enough. The next change of a layer discards the stored sets. Cost:
  // O(turns x layers); memory: 2 bytes a turn.
  void note_ascending();
  // The layers of a link in whose order a turn from the link ascends. Such a turn closes no cycle.
  LayerSet ascending(LinkTurn turn) const {
    if (!ascending_.empty()) return ascending_[number_of_way_back(turn)];
    unsigned set = 0;
    for (unsigned k = 0; k < count(); ++k) {
      set |= unsigned{layers_[k].place(turn.from) < layers_[k].place(turn.to)} << k;
    }
    return static_cast<LayerSet>(set & of(turn.from));
  }
  bool holds(unsigned layer, LinkTurn turn) const { return layers_[layer].contains(turn); }
  // The layers that hold a turn.
  LayerSet holding(LinkTurn turn) const {
    const std::uint64_t number = links_->turn(turn.from, turn.to);
    unsigned set = 0;
    for (unsigned k = 0; k < count(); ++k) set |= unsigned{layers_[k].contains(number)} << k;
    return static_cast<LayerSet>(set);
  }

  // Adds all turns to a layer. False if they would close a cycle; then none is added.
  bool add(unsigned layer, std::span<const LinkTurn> turns) {
    ascending_.clear();
    return layers_[layer].add_all(turns);
  }

  // All links, in an order in which every turn of the layer ascends.
  std::vector<LinkIndex> order(unsigned layer) const;

  // What the searches have cost so far, in turns examined.
  std::uint64_t work() const;

 private:
  // While a tree grows, ascending() is called for the turns from all links into one link. The
  // reversed turns have consecutive numbers, so the sets are stored under those.
  std::uint64_t number_of_way_back(LinkTurn turn) const {
    const LinkTurn back = links_->way_back(turn);
    return links_->turn(back.from, back.to);
  }

  const Links* links_;
  std::span<const Lane> lanes_;
  std::uint64_t most_work_;
  std::vector<AcyclicTurns> layers_;
  std::vector<LayerSet> ascending_;      // by the turn's way back; empty: not stored
  std::array<LayerSet, 256> sets_ = {};  // by data VLs
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_LAYERS_H_
