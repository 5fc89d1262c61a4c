#include "plugins/layered/group_lane.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>

#include "common/graph/acyclic_turns.h"
#include "common/routing/lane_master.h"
#include "common/routing/lane_turns.h"
#include "common/routing/multicast_turns.h"

namespace weft {
namespace {

class GroupLane {
 public:
  GroupLane(const RouteRequest& request, const Links& links, const LayerOrders& layers,
            ConstTables rows, Routing& routing)
      : request_(request),
        fabric_(request.fabric),
        links_(links),
        layers_(layers),
        lanes_(request.lanes.lanes),
        rows_(rows),
        routing_(routing) {}

  Groups place() {
    routing_.multicast = plan_multicast(fabric_, layers_.orientation);
    const auto lane = std::ranges::find(lanes_, Sl{0}, &Lane::sl);
    const auto groups = static_cast<std::size_t>(lane - lanes_.begin());
    const std::size_t used = layers_.orders.size();
    masters_ = multicast_turns(fabric_, links_, routing_.multicast);
    if (groups >= used) {
      fit(groups);
      return Groups::kAlone;
    }
    if (masters_ascend(layers_.orders[groups])) return Groups::kBesidePaths;
    sls_ = turns_by_sl(fabric_, links_, rows_, std::get_if<SlBySwitch>(&routing_.lanes),
                       request_.workers);
    if (fit(groups)) return Groups::kBesidePaths;
    // Layers that were opened last hold the fewest turns, and a free lane holds none.
    std::vector<std::size_t> others;
    for (std::size_t k = used; k-- > 0;) others.push_back(k);
    if (used < lanes_.size()) others.push_back(used);
    for (const std::size_t k : others) {
      if (k == groups || !may_exchange(groups, k) || !fit(k)) continue;
      exchange(lanes_[groups].sl, lanes_[k].sl);
      return k < used ? Groups::kBesidePaths : Groups::kAlone;
    }
    return Groups::kInTheWay;
  }

 private:
  bool masters_ascend(std::span<const LinkIndex> order) const {
    std::vector<std::uint32_t> place(links_.count());
    for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    return std::ranges::all_of(masters_,
                               [&](LinkTurn turn) { return place[turn.from] < place[turn.to]; });
  }

  // Do some masters fit a layer?
  bool fit(std::size_t layer) {
    const bool is_free = layer >= layers_.orders.size();
    AcyclicTurns turns = is_free ? AcyclicTurns(links_, {}, kMostMasterWork) : turns_of(layer);
    if (turns.add_all(masters_)) return true;
    LaneMaster master = plan_master_in_lane(fabric_, turns);
    if (master.fits) routing_.multicast = std::move(master.plan);
    return master.fits;
  }

  AcyclicTurns turns_of(std::size_t layer) const {
    AcyclicTurns turns(links_, layers_.orders[layer], kMostMasterWork);
    // One by one, along the layer's order, which stays as it is: the master's tree is to follow it.
    links_.for_each_turn([&](LinkTurn turn, std::uint64_t number) {
      if ((sls_[number] >> lanes_[layer].sl & 1) != 0) turns.add(turn);
    });
    return turns;
  }

  // Do all links have the VLs of two lanes?
  bool may_exchange(std::size_t a, std::size_t b) const {
    const Vl highest = std::max(lanes_[a].vl, lanes_[b].vl);
    return std::ranges::all_of(links_.all(),
                               [&](const Link& link) { return link.data_vls > highest; });
  }

  void exchange(Sl a, Sl b) {
    if (std::holds_alternative<OneLane>(routing_.lanes)) {
      routing_.lanes = sl_by_switch(links_.switch_count(), fabric_.max_lid(), a);
    }
    for (std::vector<Sl>& row : std::get<SlBySwitch>(routing_.lanes).rows) {
      for (Sl& sl : row) sl = sl == a ? b : sl == b ? a : sl;
    }
  }

  const RouteRequest& request_;
  const Fabric& fabric_;
  const Links& links_;
  const LayerOrders& layers_;
  const std::vector<Lane>& lanes_;
  ConstTables rows_;
  Routing& routing_;
  std::vector<LinkTurn> masters_;   // that keep to the orientation
  std::vector<std::uint16_t> sls_;  // of the paths that make it, by turn
};

}  // namespace

Groups place_groups(const RouteRequest& request, const Links& links, const LayerOrders& layers,
                    ConstTables rows, Routing& routing) {
  return GroupLane(request, links, layers, rows, routing).place();
}

}  // namespace weft
