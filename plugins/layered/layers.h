// Layers: the virtual lanes that paths are spread over so that on none of them their channel
// dependencies close a cycle. A lane is what the fabric has, an SL and a VL; a layer is the i-th of
// the sets of paths, which the i-th lane carries if there is one.
#ifndef WEFT_PLUGINS_LAYERED_LAYERS_H_
#define WEFT_PLUGINS_LAYERED_LAYERS_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/routing/lane_plan.h"

namespace weft {

// A set of layers, bit by bit.
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

// Which paths share a layer: each has its own, or all between a pair of switches, those back
// included. A reply travels on the SL of its request, so only with both ways are replies covered.
enum class Ways : std::uint8_t { kOne, kBoth };

class Layers {
 public:
  // No layer is open. The i-th is lanes[i]; those beyond are on no lane, and only tell how many
  // there would have to be. The links must outlive it.
  Layers(const Links& links, std::span<const Lane> lanes);

  // Opens one more, kMostLayers in all, with a first order of the links as for AcyclicTurns.
  void open(std::span<const LinkIndex> order);
  unsigned count() const { return static_cast<unsigned>(layers_.size()); }

  // The open ones that a link has a data VL for.
  LayerSet of(LinkIndex link) const { return sets_[(*links_)[link].data_vls]; }
  // Where a link stands in the order of a layer.
  std::uint64_t place(unsigned layer, LinkIndex link) const { return layers_[layer].place(link); }
  // Writes down in which layers each turn ascends, which is asked for again and again as long as
  // orders are enough; the next change of a layer makes that void. Cost: O(turns x layers); memory:
  // 2 bytes a turn.
  void note_ascending();
  // Those of a link in which a turn from it goes along the order, and so fits at no cost.
  LayerSet ascending(LinkTurn turn) const {
    if (!ascending_.empty()) return ascending_[number_of_way_back(turn)];
    unsigned set = 0;
    for (unsigned k = 0; k < count(); ++k) {
      set |= unsigned{layers_[k].place(turn.from) < layers_[k].place(turn.to)} << k;
    }
    return static_cast<LayerSet>(set & of(turn.from));
  }
  bool holds(unsigned layer, LinkTurn turn) const { return layers_[layer].contains(turn); }
  // Those that hold a turn.
  LayerSet holding(LinkTurn turn) const {
    const std::uint64_t number = links_->turn(turn.from, turn.to);
    unsigned set = 0;
    for (unsigned k = 0; k < count(); ++k) set |= unsigned{layers_[k].contains(number)} << k;
    return static_cast<LayerSet>(set);
  }

  // All turns, or none and false if they would close a cycle.
  bool add(unsigned layer, std::span<const LinkTurn> turns) {
    ascending_.clear();
    return layers_[layer].add_all(turns);
  }

  // All links in an order that all turns of a layer ascend in.
  std::vector<LinkIndex> order(unsigned layer) const;

  // What the searches have cost so far, in turns looked at.
  std::uint64_t work() const;

 private:
  // Who grows a tree asks for the turns from all links into one: the ways back of these stand side
  // by side.
  std::uint64_t number_of_way_back(LinkTurn turn) const {
    const LinkTurn back = links_->way_back(turn);
    return links_->turn(back.from, back.to);
  }

  const Links* links_;
  std::span<const Lane> lanes_;
  std::vector<AcyclicTurns> layers_;
  std::vector<LayerSet> ascending_;      // by the turn's way back; empty: not written down
  std::array<LayerSet, 256> sets_ = {};  // by data VLs
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_LAYERS_H_
