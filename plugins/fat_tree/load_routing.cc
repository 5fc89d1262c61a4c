#include "plugins/fat_tree/load_routing.h"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <vector>

#include "common/balance/candidate_sets.h"
#include "common/balance/path_flows.h"
#include "common/fabric/counts.h"
#include "common/graph/links.h"

namespace weft {
namespace {

constexpr std::uint16_t kNoWay = 0xFFFF;

class LoadRouter {
 public:
  LoadRouter(const RouteRequest& request, const TreeDestinations& destinations,
             const HopTable& table, LoadRule rule, Tables rows)
      : request_(request),
        fabric_(request.fabric),
        destinations_(destinations),
        table_(table),
        rule_(rule),
        rows_(rows),
        links_(fabric_),
        sources_(sources_by_switch(fabric_)),
        sets_(fabric_, table),
        order_(fabric_, table, sources_),
        ways_down_(links_.count()),
        load_(links_.count()),
        ways_over_(fabric_.switch_count()),
        is_top_(fabric_.switch_count(), 1),
        cost_(fabric_.switch_count()),
        down_(fabric_.switch_count()),
        way_(fabric_.switch_count(), kNone),
        off_the_way_(fabric_.switch_count()),
        flow_(fabric_.switch_count()),
        paths_(fabric_.switch_count()) {
    for (LinkIndex link = 0; link < links_.count(); ++link) {
      if (goes_up(link)) is_top_[links_[link].from] = 0;
    }
  }

  void route(TreeOrder which) {
    sets_.for_each(0, destinations_.targets.switches.size(), request_.workers,
                   [&](std::size_t d, std::size_t column) {
                     start(d, column);
                     for (DestinationIndex i = destinations_.first[d];
                          i < destinations_.first[d + 1]; ++i) {
                       if (destinations_.order[i] == which) route_to(destinations_.lids[i], which);
                     }
                   });
  }

 private:
  // How much a way is used already: the ways over its busiest link, over all its links, and over
  // its switches.
  using WayCost = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

  struct Step {
    LinkIndex link;
    SwitchIndex to;
    bool up;
  };

  void start(std::size_t d, std::size_t column) {
    destination_ = destinations_.targets.switches[d];
    order_.start(d, 0);
    // The steps of all shortest paths: of paths that only go down, from the destination upwards,
    // and of others.
    steps_.clear();
    first_step_.assign(1, 0);
    std::array<PortNum, 256> ports{};
    for (const SwitchIndex s : order_.order()) {
      if (s != destination_) {
        const unsigned count = list_ports(sets_.at(s, column), ports.data());
        for (unsigned i = 0; i < count; ++i) {
          const LinkIndex link = links_.at(s, ports[i]);
          steps_.push_back({link, links_.to(link), goes_up(link)});
        }
      }
      first_step_.push_back(steps_.size());
    }
  }

  std::span<const Step> steps(std::size_t i) const {
    return std::span(steps_).subspan(first_step_[i], first_step_[i + 1] - first_step_[i]);
  }
  bool goes_up(LinkIndex link) const {
    return table_.orientation.goes_up(links_[link].from, links_.to(link));
  }

  void route_to(Lid lid, TreeOrder which) {
    const LidOwner owner = fabric_.owner(lid);
    rows_.row(destination_)[lid] =
        owner.kind == PeerKind::kEndPort ? fabric_.end_ports()[owner.index].switch_port : 0;
    const bool counts = which != TreeOrder::kSwitches;
    if (rule_ == LoadRule::kFewestPaths) {
      take_fewest_paths(lid, counts);
      return;
    }
    if (counts) {
      choose_way();
      find_ways_off();
    }
    take_way(lid, counts);
    for (const SwitchIndex s : on_way_) way_[s] = kNone;
    on_way_.clear();
  }

  // Chooses the way of the current LID, from the destination up.
  void choose_way() {
    const auto order = order_.order();
    SwitchIndex best = destination_;
    std::fill(cost_.begin(), cost_.end(), WayCost{kNone, 0, 0});
    cost_[destination_] = {0, 0, 0};
    std::fill(down_.begin(), down_.end(), kNone);
    for (std::size_t i = order.size(); i-- > 0;) {
      const SwitchIndex s = order[i];
      for (const Step& step : steps(i)) {
        if (step.up || std::get<0>(cost_[step.to]) == kNone) continue;
        const auto& [most, all, switches] = cost_[step.to];
        const std::uint32_t used = ways_down_[step.link];
        const WayCost cost = {std::max(most, used), all + used, switches + ways_over_[s]};
        if (cost >= cost_[s]) continue;
        cost_[s] = cost;
        down_[s] = step.link;
      }
      if (down_[s] != kNone && is_top_[s] && (best == destination_ || cost_[s] < cost_[best])) {
        best = s;
      }
    }
    for (SwitchIndex s = best; s != destination_; s = links_.to(way_[s])) {
      way_[s] = down_[s];
      on_way_.push_back(s);
      ++ways_down_[down_[s]];
      ++ways_over_[s];
    }
  }

  // For each switch, finds the path with the fewest links down that are not on the way.
  void find_ways_off() {
    const auto order = order_.order();
    for (std::size_t i = order.size(); i-- > 0;) {
      const SwitchIndex s = order[i];
      off_the_way_[s] = s == destination_ ? 0 : kNoWay;
      for (const Step& step : steps(i)) off_the_way_[s] = std::min(off_the_way_[s], off(s, step));
    }
  }

  // The links down off the way, for a path that begins with a step.
  std::uint16_t off(SwitchIndex s, const Step& step) const {
    const bool leaves = !step.up && way_[s] != step.link;
    return static_cast<std::uint16_t>(off_the_way_[step.to] + leaves);
  }

  // Chooses the entries, the farthest switch first, so that each knows whether it has packets.
  void take_way(Lid lid, bool counts) {
    const auto order = order_.order();
    std::fill(flow_.begin(), flow_.end(), 0u);
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
      const SwitchIndex s = order[i];
      LinkIndex best = kNone;
      std::tuple<std::uint16_t, std::uint64_t> least;
      for (const Step& step : steps(i)) {
        const std::tuple cost(counts ? off(s, step) : std::uint16_t{0}, load_[step.link]);
        if (best != kNone && cost >= least) continue;
        best = step.link;
        least = cost;
      }
      rows_.row(s)[lid] = links_[best].port;
      if (flow_[s] + sources_[s] == 0) continue;
      flow_[links_.to(best)] = 1;
      if (counts) ++load_[best];
    }
  }

  // Chooses the entries, the nearest switch first, so that the loads behind each link are known.
  void take_fewest_paths(Lid lid, bool counts) {
    const auto order = order_.order();
    std::fill(paths_.begin(), paths_.end(), 0);
    for (std::size_t i = order.size() - 1; i-- > 0;) {
      const SwitchIndex s = order[i];
      down_[s] = kNone;
      for (const Step& step : steps(i)) {
        const std::uint64_t paths = paths_[step.to] + load_[step.link];
        if (down_[s] != kNone && paths >= paths_[s]) continue;
        paths_[s] = paths;
        down_[s] = step.link;
      }
      rows_.row(s)[lid] = links_[down_[s]].port;
    }
    if (!counts) return;
    for (const SwitchIndex s : order) flow_[s] = sources_[s];
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
      const LinkIndex link = down_[order[i]];
      load_[link] += flow_[order[i]];
      flow_[links_.to(link)] += flow_[order[i]];
    }
  }

  const RouteRequest& request_;
  const Fabric& fabric_;
  const TreeDestinations& destinations_;
  const HopTable& table_;
  LoadRule rule_;
  Tables rows_;
  Links links_;
  std::vector<std::uint32_t> sources_;
  CandidateSets sets_;
  PathFlows order_;
  std::vector<std::uint32_t> ways_down_;  // by link: number of ways that lead down over it
  std::vector<std::uint64_t> load_;       // by link: LIDs of packets over it, or number of paths
  std::vector<std::uint32_t> ways_over_;  // by switch
  std::vector<char> is_top_;              // by switch: nothing is above it

  // Of the current destination switch:
  SwitchIndex destination_ = kNone;
  std::vector<Step> steps_;  // first steps of shortest paths, in the order of order_
  std::vector<std::size_t> first_step_;

  // Of the current LID:
  std::vector<WayCost> cost_;    // by switch: of the way from it down
  std::vector<LinkIndex> down_;  // by switch: the first link of that way, or path
  std::vector<LinkIndex> way_;   // by switch: its link of the way; kNone: it is not on the way
  std::vector<SwitchIndex> on_way_;
  std::vector<std::uint16_t> off_the_way_;  // by switch: links down of its path, off the way
  std::vector<std::uint32_t> flow_;         // by switch: paths over it, or whether there are any
  std::vector<std::uint64_t> paths_;        // by switch: the paths over the links of its path
};

}  // namespace

void route_by_load(const RouteRequest& request, const TreeDestinations& destinations,
                   const HopTable& table, LoadRule rule, Tables rows) {
  LoadRouter router(request, destinations, table, rule, rows);
  router.route(TreeOrder::kComputeNodes);
  router.route(TreeOrder::kOtherEndPorts);
  router.route(TreeOrder::kSwitches);
}

}  // namespace weft
