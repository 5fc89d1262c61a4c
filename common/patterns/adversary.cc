#include "common/patterns/adversary.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "common/graph/switch_graph.h"
#include "common/topology/product_labels.h"
#include "common/topology/switch_groups.h"

namespace weft {
namespace {

SwitchIndex switch_of(const Fabric& fabric, const Placement& placement, std::uint32_t rank) {
  return fabric.end_ports()[placement.rails(rank).front()].sw;
}

// Numbers all places of a product, also those without a switch; the last dimension is the fastest.
class Places {
 public:
  explicit Places(const Product& product)
      : dimensions_(product.dimensions), strides_(dimensions_.size(), 1) {
    for (std::size_t d = dimensions_.size(); d-- > 1;) {
      strides_[d - 1] = strides_[d] * dimensions_[d].size;
    }
  }

  std::uint32_t count() const { return strides_.front() * dimensions_.front().size; }
  std::size_t dimensions() const { return dimensions_.size(); }
  const Dimension& dimension(std::size_t d) const { return dimensions_[d]; }
  std::uint32_t number(std::span<const std::uint32_t> place) const {
    std::uint32_t number = 0;
    for (std::size_t d = 0; d < place.size(); ++d) number += place[d] * strides_[d];
    return number;
  }
  std::uint32_t at(std::uint32_t place, std::size_t d) const {
    return place / strides_[d] % dimensions_[d].size;
  }
  std::uint32_t with(std::uint32_t place, std::size_t d, std::uint32_t coordinate) const {
    return place + (coordinate - at(place, d)) * strides_[d];
  }
  bool is_hypercube() const {
    return dimensions_.size() > 2 &&
           std::ranges::all_of(dimensions_, [](const Dimension& d) { return d.size == 2; });
  }

 private:
  std::vector<Dimension> dimensions_;
  std::vector<std::uint32_t> strides_;
};

}  // namespace

Adversary::Adversary(const Fabric& fabric, const Placement& placement,
                     std::span<const std::uint32_t> ranks) {
  if (ranks.size() < 2) return;
  if (!find_product(fabric, placement, ranks)) find_groups(fabric, placement, ranks);
}

void Adversary::find_groups(const Fabric& fabric, const Placement& placement,
                            std::span<const std::uint32_t> ranks) {
  const SwitchGroups groups = weft::find_groups(SwitchGraph(fabric));
  if (!groups.found()) return;
  places_.resize(groups.count);
  for (const std::uint32_t rank : ranks) {
    places_[groups.of[switch_of(fabric, placement, rank)]].push_back(rank);
  }
  std::erase_if(places_, [](const auto& place) { return place.empty(); });
  const auto count = static_cast<std::uint32_t>(places_.size());
  for (std::uint32_t k = 1; k < count; ++k) {
    targets_.emplace_back([k, count](std::uint32_t group) { return (group + k) % count; });
  }
}

// False unless all ranks are on switches of one product.
bool Adversary::find_product(const Fabric& fabric, const Placement& placement,
                             std::span<const std::uint32_t> ranks) {
  const ProductLabels labels = find_products(SwitchGraph(fabric));
  const std::uint32_t product = labels.product_of[switch_of(fabric, placement, ranks.front())];
  if (product == kNone) return false;
  const auto places = std::make_shared<const Places>(labels.products[product]);
  std::vector<std::vector<std::uint32_t>> by_place(places->count());
  for (const std::uint32_t rank : ranks) {
    const SwitchIndex s = switch_of(fabric, placement, rank);
    if (labels.product_of[s] != product) return false;
    by_place[places->number(labels.products[product].place(labels.row_of[s]))].push_back(rank);
  }
  places_ = std::move(by_place);
  if (places->is_hypercube()) {
    const auto bits = static_cast<std::uint32_t>(places->dimensions());
    targets_.emplace_back([bits](std::uint32_t place) {
      const std::uint32_t half = bits / 2;
      return place >> half | (place & ((1u << half) - 1)) << (bits - half);
    });
    targets_.emplace_back([bits](std::uint32_t place) {
      std::uint32_t reversed = 0;
      for (std::uint32_t bit = 0; bit < bits; ++bit)
        reversed |= (place >> bit & 1) << (bits - 1 - bit);
      return reversed;
    });
    return true;
  }
  for (std::size_t d = 0; d < places->dimensions(); ++d) {
    const DimensionKind kind = places->dimension(d).kind;
    const std::uint32_t size = places->dimension(d).size;
    const auto add_shift = [&](std::uint32_t k) {
      targets_.emplace_back([places, d, k, size](std::uint32_t place) {
        return places->with(place, d, (places->at(place, d) + k) % size);
      });
    };
    if (kind == DimensionKind::kRing) {
      add_shift((size + 1) / 2 - 1);
    } else if (kind == DimensionKind::kPath) {
      targets_.emplace_back([places, d, size](std::uint32_t place) {
        return places->with(place, d, size - 1 - places->at(place, d));
      });
    } else {
      for (std::uint32_t k = 1; k < size; ++k) add_shift(k);
    }
  }
  return true;
}

}  // namespace weft
