#include "plugins/layered/planned_paths.h"

#include <algorithm>

#include "common/topology/whole_product.h"

namespace weft {
namespace {

constexpr std::uint64_t kMostSlots = 1u << 22;

std::uint32_t hops(const Dimension& dimension, std::uint32_t from, std::uint32_t to) {
  const std::uint32_t apart = from < to ? to - from : from - to;
  if (dimension.kind == DimensionKind::kClique) return apart == 0 ? 0 : 1;
  if (dimension.kind == DimensionKind::kPath) return apart;
  return std::min(apart, dimension.size - apart);
}

bool is_one_whole_product(const Links& links, const SwitchGraph& graph, const ProductLabels& labels,
                          const LaneOrders& orders) {
  return labels.products.size() == 1 &&
         labels.products.front().switches.size() == links.switch_count() &&
         are_whole(graph, labels) &&
         std::ranges::none_of(orders.steps, [](const PlannedStep& planned) {
           return planned.step.dimension == kNone;
         });
}

}  // namespace

std::optional<PlannedPaths> PlannedPaths::of(const Links& links, const SwitchGraph& graph,
                                             const ProductLabels& labels,
                                             const LaneOrders& orders) {
  if (!is_one_whole_product(links, graph, labels, orders)) return std::nullopt;
  std::uint64_t slots = 0;
  for (const Dimension& d : labels.products.front().dimensions) slots += d.size;
  if (slots * links.switch_count() > kMostSlots) return std::nullopt;
  return PlannedPaths(links, labels, orders);
}

PlannedPaths::PlannedPaths(const Links& links, const ProductLabels& labels,
                           const LaneOrders& orders)
    : links_(&links), labels_(&labels), product_(&labels.products.front()) {
  for (const Dimension& d : product_->dimensions) {
    first_slot_.push_back(slots_);
    slots_ += d.size;
    std::vector<std::uint32_t>& all = hops_.emplace_back();
    for (std::uint32_t from = 0; from < d.size; ++from) {
      for (std::uint32_t to = 0; to < d.size; ++to) all.push_back(hops(d, from, to));
    }
  }
  first_.push_back(0);
  for (SwitchIndex s = 0; s < links.switch_count(); ++s) {
    for (std::uint32_t d = 0; d < product_->dimensions.size(); ++d) {
      const Dimension& dimension = product_->dimensions[d];
      for (std::uint32_t c = 0; c < dimension.size; ++c) {
        for (std::uint32_t i = 0; c != place(s)[d] && i < links.count_of(s); ++i) {
          const PlannedStep& step = orders.steps[links.first_of(s) + i];
          if (step.step.dimension != d || !leads_on(step, dimension, place(s)[d], c)) continue;
          steps_.push_back(static_cast<MinimalPaths::Step>(i));
        }
        has_choice_ |= steps_.size() > first_.back() + std::size_t{1};
        first_.push_back(static_cast<std::uint32_t>(steps_.size()));
      }
    }
  }
}

std::span<const MinimalPaths::Step> PlannedPaths::steps(SwitchIndex s, SwitchIndex to) const {
  const std::uint32_t* const here = place(s);
  const std::uint32_t* const there = place(to);
  std::uint32_t d = 0;
  while (here[d] == there[d]) ++d;
  const std::size_t slot = std::size_t{s} * slots_ + first_slot_[d] + there[d];
  return {steps_.data() + first_[slot], first_[slot + 1] - first_[slot]};
}

void PlannedPaths::find(SwitchIndex destination, MinimalPaths& paths) const {
  const std::uint32_t switches = links_->switch_count();
  const std::uint32_t* const there = place(destination);
  std::vector<std::uint32_t> hops(switches);
  std::vector<std::uint32_t> before = {0};  // by hops: how many switches have fewer
  for (SwitchIndex s = 0; s < switches; ++s) {
    const std::uint32_t* const here = place(s);
    for (std::size_t d = 0; d < hops_.size(); ++d) {
      hops[s] += hops_[d][here[d] * product_->dimensions[d].size + there[d]];
    }
    if (before.size() < hops[s] + 2) before.resize(hops[s] + 2);
    ++before[hops[s] + 1];
  }
  for (std::size_t h = 1; h < before.size(); ++h) before[h] += before[h - 1];
  std::vector<SwitchIndex> nearest_first(switches);
  for (SwitchIndex s = 0; s < switches; ++s) nearest_first[before[hops[s]]++] = s;
  paths.begin(destination);
  for (const SwitchIndex s : std::span(nearest_first).subspan(1)) {
    paths.add(*links_, s, steps(s, destination));
  }
}

}  // namespace weft
