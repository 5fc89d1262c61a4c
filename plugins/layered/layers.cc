#include "plugins/layered/layers.h"

#include <utility>

namespace weft {

Layers::Layers(const Links& links, std::span<const Lane> lanes, std::uint64_t most_work)
    : links_(&links), lanes_(lanes), most_work_(most_work) {}

void Layers::open(std::span<const LinkIndex> order) {
  const unsigned k = count();
  layers_.emplace_back(*links_, order, most_work_);
  ascending_.clear();
  const std::size_t least_vls = k < lanes_.size() ? lanes_[k].vl + std::size_t{1} : 0;
  for (std::size_t vls = least_vls; vls < sets_.size(); ++vls) {
    sets_[vls] = static_cast<LayerSet>(sets_[vls] | 1u << k);
  }
}

void Layers::open_with(const std::vector<bool>& turns) {
  open({});
  layers_.back().add_where([&](LinkTurn turn) { return turns[links_->turn(turn.from, turn.to)]; });
}

void Layers::note_ascending() {
  std::vector<LayerSet> sets(links_->turn_count());
  links_->for_each_turn([&](LinkTurn turn, std::uint64_t number) {
    sets[number] = ascending(links_->way_back(turn));
  });
  ascending_ = std::move(sets);
}

std::vector<LinkIndex> Layers::order(unsigned layer) const { return layers_[layer].order(); }

std::uint64_t Layers::work() const {
  std::uint64_t sum = 0;
  for (const AcyclicTurns& layer : layers_) sum += layer.work();
  return sum;
}

}  // namespace weft
