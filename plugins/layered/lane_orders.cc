#include "plugins/layered/lane_orders.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "plugins/layered/ring_cuts.h"

namespace weft {
namespace {

struct Plan {
  std::uint32_t lanes = 1;     // that the whole product needs
  std::vector<RingCuts> cuts;  // by dimension; those that are no rings have none
};

std::vector<Plan> plan_lanes(const ProductLabels& labels, unsigned lanes, Ways ways) {
  std::vector<Plan> plans;
  for (const Product& product : labels.products) {
    std::vector<std::uint32_t> sizes;
    for (const Dimension& d : product.dimensions) {
      if (d.kind == DimensionKind::kRing) sizes.push_back(d.size);
    }
    std::vector<RingCuts> cuts = choose_ring_cuts(sizes, lanes, ways);
    Plan& plan = plans.emplace_back();
    if (!cuts.empty()) plan.lanes = static_cast<std::uint32_t>(cuts[0].up.size());
    auto next = cuts.begin();
    for (const Dimension& d : product.dimensions) {
      plan.cuts.push_back(d.kind == DimensionKind::kRing ? std::move(*next++) : RingCuts{});
    }
  }
  return plans;
}

// Links are sorted by the part of the order, then by their place in the part.
std::uint64_t key(std::uint32_t part, std::uint32_t place) {
  return std::uint64_t{part} << 32 | place;
}
constexpr std::uint32_t kUp = 0;
constexpr std::uint32_t kFirstDimension = 1;
constexpr std::uint32_t kDown = 0xFFFFFFFF;

// The place of a dimension in a lane's order. In the lanes beyond those of the plan the dimensions
// are reversed, or rotated by half, in turn.
std::uint32_t rank_of(std::uint32_t dimension, std::size_t dimensions, const Plan& plan,
                      unsigned lane) {
  const auto count = static_cast<std::uint32_t>(dimensions);
  if (lane < plan.lanes) return dimension;
  if ((lane - plan.lanes) % 2 == 0) return count - 1 - dimension;
  return (dimension + count / 2) % count;
}

// Links in one direction of a dimension, from the cut or the end on.
std::uint32_t place_in_dimension(const Dimension& dimension, const RingCuts& cuts, bool up,
                                 std::uint32_t from, unsigned lane) {
  const std::uint32_t size = dimension.size;
  if (dimension.kind != DimensionKind::kRing) return up ? from : size - 1 - from;
  return (up ? from + size - cuts.up[lane] : cuts.down[lane] + size - from) % size;
}

std::uint64_t key_of(const Link& link, const ProductLabels& labels, const std::vector<Plan>& plans,
                     const Orientation& orientation, unsigned lane) {
  const ProductStep step = labels.step(link.from, link.to);
  if (step.dimension != kNone) {
    const std::uint32_t d = step.dimension;
    const std::uint32_t number = labels.product_of[link.from];
    const Plan& plan = plans[number];
    const Product& product = labels.products[number];
    const std::uint32_t rank = rank_of(d, product.dimensions.size(), plan, lane);
    const std::uint32_t from = product.place(labels.row_of[link.from])[d];
    return key(
        kFirstDimension + 2 * rank + (step.up ? 0 : 1),
        place_in_dimension(product.dimensions[d], plan.cuts[d], step.up, from, lane % plan.lanes));
  }
  const std::uint32_t place = orientation.place[link.from];
  if (orientation.goes_up(link.from, link.to)) return key(kUp, ~place);
  return key(kDown, place);
}

PlannedStep planned_step(const Link& link, const ProductLabels& labels,
                         const std::vector<Plan>& plans) {
  const ProductStep step = labels.step(link.from, link.to);
  if (step.dimension == kNone) return {step, 0, false};
  const std::uint32_t number = labels.product_of[link.from];
  const Product& product = labels.products[number];
  const Dimension& dimension = product.dimensions[step.dimension];
  const std::uint32_t from = product.place(labels.row_of[link.from])[step.dimension];
  const std::uint32_t to = product.place(labels.row_of[link.to])[step.dimension];
  if (dimension.kind != DimensionKind::kRing || dimension.size % 2 != 0) return {step, to, false};
  const bool opposite_up = plans[number].cuts[step.dimension].opposite_up[from] != 0;
  return {step, to, step.up != opposite_up};
}

}  // namespace

unsigned lanes_needed(const ProductLabels& labels, unsigned lanes, Ways ways) {
  unsigned needed = 1;
  for (const Plan& plan : plan_lanes(labels, lanes, ways)) needed = std::max(needed, plan.lanes);
  return needed;
}

LaneOrders lane_orders(const Links& links, const ProductLabels& labels,
                       const Orientation& orientation, unsigned lanes, Ways ways) {
  const std::vector<Plan> plans = plan_lanes(labels, lanes, ways);
  LaneOrders result;
  result.orders.resize(lanes);
  std::vector<std::pair<std::uint64_t, LinkIndex>> keyed(links.count());
  for (unsigned lane = 0; lane < lanes; ++lane) {
    for (LinkIndex i = 0; i < links.count(); ++i) {
      keyed[i] = {key_of(links[i], labels, plans, orientation, lane), i};
    }
    std::ranges::sort(keyed);
    result.orders[lane].reserve(keyed.size());
    for (const auto& [unused, link] : keyed) result.orders[lane].push_back(link);
  }
  result.steps.reserve(links.count());
  for (const Link& link : links.all()) result.steps.push_back(planned_step(link, labels, plans));
  return result;
}

bool leads_on(const PlannedStep& planned, const Dimension& dimension, std::uint32_t from,
              std::uint32_t to) {
  const auto& [step, next, not_to_opposite] = planned;
  if (dimension.kind == DimensionKind::kPath) return step.up == (to > from);
  if (dimension.kind == DimensionKind::kClique) return next == to;
  const std::uint32_t hops_up = to < from ? dimension.size + to - from : to - from;
  if (2 * hops_up == dimension.size) return !not_to_opposite;
  return step.up == (2 * hops_up < dimension.size);
}

bool begins_planned_path(const LaneOrders& orders, const ProductLabels& labels, const Links& links,
                         LinkIndex link, SwitchIndex to) {
  const PlannedStep& planned = orders.steps[link];
  const SwitchIndex from = links[link].from;
  if (planned.step.dimension == kNone || to == from) return false;
  if (labels.product_of[to] != labels.product_of[from]) return false;
  const Product& product = labels.products[labels.product_of[from]];
  const std::uint32_t* const here = product.place(labels.row_of[from]).data();
  const std::uint32_t* const there = product.place(labels.row_of[to]).data();
  std::uint32_t d = 0;
  while (here[d] == there[d]) ++d;
  return d == planned.step.dimension && leads_on(planned, product.dimensions[d], here[d], there[d]);
}

}  // namespace weft
