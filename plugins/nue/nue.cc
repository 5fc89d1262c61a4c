// Nue, from the request to the tables; nue.h has the idea.
#include "plugins/nue/nue.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "common/balance/sibling_costs.h"
#include "common/base/evenly_spaced.h"
#include "common/fabric/counts.h"
#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/graph/pieces.h"
#include "common/graph/switch_graph.h"
#include "common/routing/lane_master.h"
#include "common/routing/targets.h"
#include "common/topology/levels.h"
#include "plugins/nue/direction.h"
#include "plugins/nue/direction_choice.h"
#include "plugins/nue/lane_routes.h"
#include "plugins/nue/lid_jobs.h"
#include "plugins/nue/turn_order.h"

namespace weft {
namespace {

// For the choice of an order of switches: the number of roots, and of destinations.
constexpr std::size_t kRoots = 2;
constexpr std::size_t kSamples = 64;
// About this number of links may be looked at, for each order and LID at each destination.
constexpr std::size_t kLookedAt = std::size_t{1} << 20;

// The number of islands, by links with min_vls data VLs at least.
std::uint32_t pieces_over(const Links& links, std::uint8_t min_vls) {
  return find_pieces(links, [&](LinkIndex link) { return links[link].data_vls >= min_vls; }).count;
}

class Nue {
 public:
  explicit Nue(const RouteRequest& request)
      : request_(request),
        fabric_(request.fabric),
        links_(fabric_),
        targets_(
            targets_in_search_order(fabric_, SwitchGraph(fabric_), request.options.routing_order)),
        sources_(sources_by_switch(fabric_)),
        levels_(levels_of(fabric_)),
        dimensions_(have_several_lids(fabric_) ? std::nullopt
                                               : dimension_order_turns(fabric_, links_)) {
    for (const SwitchIndex s : targets_.switches) {
      if (sources_[s] > 0) with_end_ports_.push_back(s);
    }
    if (with_end_ports_.empty()) with_end_ports_ = targets_.switches;
    for (const Link& link : links_.all()) thinnest_ = std::min(thinnest_, link.data_vls);
  }

  // Uses several lanes only if no link is busier than with one lane: in trees the best order of
  // switches can be so much better than the others that one lane is better.
  Routing route(Tables rows) {
    const std::vector<std::uint8_t> widths = widths_of_lanes();
    const Turns turns = turns_of_lanes(widths);
    const std::vector<LaneJobs> jobs = deal(widths.size());
    LaneRoutes routes(fabric_, links_, sources_, turns.lanes, jobs, turns.expected_mean, rows);
    routes.route(request_.workers);
    if (widths.size() > 1) {
      // If all lanes have all links, the best order for the first lane is the best for one lane.
      const Turns single = widths.back() <= thinnest_
                               ? Turns{{turns.lanes.front()}, turns.direction, turns.expected_mean}
                               : turns_of_lanes({0});
      if (routes.busiest() > 0 && route_on_one(single, routes.busiest(), widths.size(), rows)) {
        plan_multicast(single);
        return std::move(routing_);
      }
      write_lanes(jobs);
    }
    plan_multicast(turns);
    return std::move(routing_);
  }

 private:
  struct Turns {
    std::vector<LaneOrder> lanes;
    std::optional<Orientation> direction;  // of the first lane; nothing: dimension order
    std::uint64_t expected_mean = 0;       // load of a link
  };

  // By lane: the data VLs that its links need. As many lanes as possible whose links still connect
  // all switches that links connect: a switch has one entry for a LID, for all senders, so a lane
  // cannot leave out a switch.
  std::vector<std::uint8_t> widths_of_lanes() {
    const std::vector<Lane>& budget = request_.lanes.lanes;
    std::size_t most = request_.options.reversible ? 1 : budget.size();
    const std::uint8_t limit = request_.options.nue_max_num_vls;
    if (limit != 0) most = std::min<std::size_t>(most, limit);
    std::size_t count = most;
    const std::uint32_t pieces = pieces_over(links_, 0);
    while (count > 1 && pieces_over(links_, width(budget[count - 1])) != pieces) {
      --count;
    }
    if (request_.options.reversible && budget.size() > 1 && limit != 1) {
      routing_.remarks.push_back(
          "nue puts all paths on one lane, so that replies close no credit loop either; "
          "weft_reversible FALSE spreads the paths over all lanes");
    }
    if (count < most) {
      routing_.warnings.push_back(fmt::format(
          "nue uses {} of {} lanes: the links that have data VL {} do not connect all switches",
          count, most, budget[count].vl));
    }
    // One lane is safe on any VLs.
    std::vector<std::uint8_t> widths(1, 0);
    if (count == 1) return widths;
    widths.clear();
    for (std::size_t i = 0; i < count; ++i) widths.push_back(width(budget[i]));
    return widths;
  }

  // The data VLs that a link needs for a lane.
  static std::uint8_t width(const Lane& lane) { return static_cast<std::uint8_t>(lane.vl + 1); }

  // The first lane has the best direction that was found; the others grow in the same way from
  // other roots.
  Turns turns_of_lanes(const std::vector<std::uint8_t>& widths) const {
    DirectionChoice best = choose(widths);
    std::vector<LaneOrder> lanes = {{best.turns, widths[0]}};
    const std::vector<SwitchIndex> roots = evenly_spaced(with_end_ports_, widths.size());
    while (lanes.size() < widths.size()) {
      const std::size_t i = lanes.size();
      lanes.push_back({best.direction
                           ? up_down_turns(links_, grow_direction(links_, roots[i % roots.size()],
                                                                  best.growth, widths[i], levels_))
                           : best.turns,
                       widths[i]});
    }
    return {std::move(lanes), std::move(best.direction),
            static_cast<std::uint64_t>(best.mean_load * count_of_lids())};
  }

  DirectionChoice choose(const std::vector<std::uint8_t>& widths) const {
    const std::size_t affordable = kLookedAt / (links_.count() + 1) + 1;
    const std::vector<SwitchIndex> samples =
        evenly_spaced(with_end_ports_, std::min(kSamples, affordable));
    // All lanes must have all links.
    return dimensions_ && widths.back() <= thinnest_
               ? choose_dimensions(links_, *dimensions_, samples, sources_, request_.workers)
               : choose_direction(links_, evenly_spaced(with_end_ports_, kRoots), samples, sources_,
                                  levels_, widths[0], request_.workers);
  }

  // The number of LIDs that count as load.
  double count_of_lids() const {
    double count = 0;
    for (const EndPort& port : fabric_.end_ports()) count += port.lid == 0 ? 0 : 1u << port.lmc;
    return count;
  }

  std::vector<LaneJobs> deal(std::size_t lanes) const {
    return deal_lids(fabric_, targets_, lanes, request_.options.nue_include_switches);
  }

  // False, and the rows are unchanged, if some link becomes as busy as with all lanes.
  bool route_on_one(const Turns& turns, std::uint32_t busiest, std::size_t lanes, Tables rows) {
    TableBlock block(fabric_.switch_count(), fabric_.max_lid());
    const std::vector<LaneJobs> jobs = deal(1);
    LaneRoutes one(fabric_, links_, sources_, turns.lanes, jobs, turns.expected_mean,
                   block.tables());
    if (!one.route(request_.workers, busiest)) return false;
    routing_.remarks.push_back(fmt::format(
        "nue uses one lane of {}: on all of them the busiest link has {} paths, on one lane {}",
        lanes, busiest, one.busiest()));
    copy_rows(block.tables(), rows);
    return true;
  }

  void write_lanes(const std::vector<LaneJobs>& by_lane) {
    std::vector<Sl> row(fabric_.max_lid() + std::size_t{1});
    for (std::size_t i = 0; i < by_lane.size(); ++i) {
      for (const auto* jobs : {&by_lane[i].weighed, &by_lane[i].others}) {
        for (const LidJob& job : *jobs) {
          row[job.lid] = request_.lanes.lanes[i].sl;
          if (job.copy != 0) row[job.copy] = request_.lanes.lanes[i].sl;
        }
      }
    }
    routing_.lanes = SlBySwitch{std::vector(fabric_.switch_count(), row)};
  }

  void plan_multicast(const Turns& turns) {
    if (turns.direction) {
      routing_.multicast = plan_masters_up_down(fabric_, *turns.direction);
    } else {
      AcyclicTurns all = all_turns(links_, turns.lanes.front().turns);
      routing_.multicast = plan_master_in_lane(fabric_, all).plan;
    }
  }

  const RouteRequest& request_;
  const Fabric& fabric_;
  Links links_;
  Targets targets_;
  std::vector<std::uint32_t> sources_;  // by switch
  std::vector<Hops> levels_;            // by switch
  std::vector<SwitchIndex> with_end_ports_;
  // The data VLs of the link with the fewest.
  std::uint8_t thinnest_ = std::numeric_limits<std::uint8_t>::max();
  // If the fabric is a complete product and ports have one LID, since a pair has only one path in
  // dimension order.
  std::optional<TurnOrder> dimensions_;
  Routing routing_;
};

Routing route_nue(const RouteRequest& request, Tables rows) {
  if (request.fabric.switch_count() == 0) return {};
  return Nue(request).route(rows);
}

}  // namespace

const EngineInfo& nue_engine() {
  static constexpr EngineInfo kEngine = {
      "nue", "balanced paths on any topology, free of credit loops with any number of lanes",
      Claims{.credit_loop_free = true}, &route_nue};
  return kEngine;
}

}  // namespace weft
