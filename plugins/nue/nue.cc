// Nue, from the request to the tables; nue.h tells the idea.
#include "plugins/nue/nue.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "common/base/evenly_spaced.h"
#include "common/fabric/counts.h"
#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/graph/pieces.h"
#include "common/graph/switch_graph.h"
#include "common/routing/lane_master.h"
#include "common/routing/targets.h"
#include "plugins/nue/destination_search.h"
#include "plugins/nue/direction.h"
#include "plugins/nue/direction_choice.h"
#include "plugins/nue/turn_order.h"

namespace weft {
namespace {

// To choose an order of switches: from so many roots, by the paths to so many destinations.
constexpr std::size_t kRoots = 2;
constexpr std::size_t kSamples = 64;
// For each order and LID at each destination, so many links may be looked at, more or less.
constexpr std::size_t kLookedAt = std::size_t{1} << 20;

// Links with min_vls data VLs at least connect the switches into so many pieces.
std::uint32_t pieces_over(const Links& links, std::uint8_t min_vls) {
  return find_pieces(links, [&](LinkIndex link) { return links[link].data_vls >= min_vls; }).count;
}

struct Job {
  std::uint32_t target;  // position in Targets::switches
  std::uint32_t round;   // among the LIDs of that switch
  Lid lid;
  Lid copy;      // a LID of the switch itself that takes the same paths; 0: none
  PortNum port;  // of the switch there
  bool weighed;
};

struct LaneRoutes {
  DestinationSearch search;
  std::vector<Job> jobs;
  std::vector<std::uint32_t> load;
};

class Nue {
 public:
  Nue(const RouteRequest& request, Tables rows)
      : request_(request),
        fabric_(request.fabric),
        rows_(rows),
        links_(fabric_),
        targets_(
            targets_in_search_order(fabric_, SwitchGraph(fabric_), request.options.routing_order)),
        sources_(sources_by_switch(fabric_)),
        load_(links_.count()) {
    for (const SwitchIndex s : targets_.switches) {
      if (sources_[s] > 0) with_end_ports_.push_back(s);
    }
    if (with_end_ports_.empty()) with_end_ports_ = targets_.switches;
  }

  Routing route() {
    if (fabric_.switch_count() == 0) return {};
    choose_lanes();
    choose_directions();
    for (std::size_t i = 0; i < min_vls_.size(); ++i) {
      lanes_.push_back(std::make_unique<LaneRoutes>(
          LaneRoutes{{links_, turns_[i], sources_, min_vls_[i], expected_mean_}, {}, load_}));
    }
    deal();
    route_all();
    return finish();
  }

  // Once it has routed.
  std::size_t lanes() const { return lanes_.size(); }
  // The load of the busiest link.
  std::uint32_t busiest() const {
    if (lanes_.empty() || load_.empty()) return 0;
    return *std::max_element(lanes_.front()->load.begin(), lanes_.front()->load.end());
  }

 private:
  // As many lanes as there may be, as far as their links still connect all that links connect: a
  // switch has one way to a LID, whoever sends to it, so a lane cannot leave out a switch.
  void choose_lanes() {
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
          "nue puts all paths on one lane, which covers replies too; without reversible it spreads "
          "them over all lanes");
    }
    if (count < most) {
      routing_.warnings.push_back(fmt::format(
          "nue uses {} of {} lanes: the links that have data VL {} do not connect all switches",
          count, most, budget[count].vl));
    }
    // One lane is safe whatever VLs its packets are sent on.
    min_vls_.assign(1, 0);
    if (count == 1) return;
    min_vls_.clear();
    for (std::size_t i = 0; i < count; ++i) min_vls_.push_back(width(budget[i]));
  }

  // Data VLs that a link must have for a lane.
  static std::uint8_t width(const Lane& lane) { return static_cast<std::uint8_t>(lane.vl + 1); }

  // The first lane's is the best that was found; the others grow the same way from other roots.
  void choose_directions() {
    const std::size_t affordable = kLookedAt / (links_.count() + 1) + 1;
    const std::vector<SwitchIndex> samples =
        evenly_spaced(with_end_ports_, std::min(kSamples, affordable));
    std::optional<TurnOrder> dimensions = turns_of_dimensions();
    DirectionChoice best =
        dimensions
            ? choose_dimensions(links_, *std::move(dimensions), samples, sources_, request_.workers)
            : choose_direction(links_, evenly_spaced(with_end_ports_, kRoots), samples, sources_,
                               min_vls_[0], request_.workers);
    expected_mean_ = static_cast<std::uint64_t>(best.mean_load * count_of_lids());
    direction_ = std::move(best.direction);
    turns_.reserve(min_vls_.size());
    turns_.push_back(std::move(best.turns));
    const std::vector<SwitchIndex> roots = evenly_spaced(with_end_ports_, min_vls_.size());
    while (turns_.size() < min_vls_.size()) {
      const std::size_t i = turns_.size();
      turns_.push_back(
          direction_
              ? up_down_turns(links_, grow_direction(links_, roots[i % roots.size()], best.growth,
                                                     min_vls_[i], fabric_.switch_count()))
              : turns_.front());
    }
  }

  // Nothing: there are none that all lanes could have.
  std::optional<TurnOrder> turns_of_dimensions() const {
    for (const Link& link : links_.all()) {
      if (link.data_vls < min_vls_.back()) return std::nullopt;
    }
    return dimension_order_turns(fabric_, links_);
  }

  // Those that are weighed.
  double count_of_lids() const {
    double count = 0;
    for (const EndPort& port : fabric_.end_ports()) count += port.lid == 0 ? 0 : 1u << port.lmc;
    return count;
  }

  // A lane gets neighbours: destinations near each other need the same turns.
  void deal() {
    std::vector<std::uint32_t> busy;
    std::vector<std::uint32_t> bare;
    for (std::uint32_t t = 0; t < targets_.switches.size(); ++t) {
      (targets_.at(t).empty() ? bare : busy).push_back(t);
    }
    for (const auto* targets : {&busy, &bare}) {
      for (std::size_t i = 0; i < targets->size(); ++i) {
        add_jobs((*targets)[i], lanes_[i * lanes_.size() / targets->size()]->jobs);
      }
    }
    for (const auto& lane : lanes_) sort_jobs(lane->jobs);
  }

  void add_jobs(std::uint32_t t, std::vector<Job>& jobs) const {
    const Switch& sw = fabric_.switches()[targets_.switches[t]];
    const std::size_t first = jobs.size();
    std::uint32_t round = 0;
    for (unsigned bit = 0; bit < targets_.path_bits; ++bit) {
      for (const EndPortIndex e : targets_.at(t)) {
        const EndPort& port = fabric_.end_ports()[e];
        if (bit >> port.lmc != 0) continue;
        jobs.push_back({t, round++, static_cast<Lid>(port.lid + bit), 0, port.switch_port, true});
      }
    }
    const std::size_t end_ports = jobs.size() - first;
    const bool weighed = request_.options.nue_include_switches;
    for (const Lid lid : lids_of(sw)) {
      const std::size_t bit = lid - sw.lid;
      if (bit < end_ports && !weighed) {
        jobs[first + bit].copy = lid;
      } else {
        jobs.push_back({t, round++, lid, 0, 0, weighed});
      }
    }
  }

  // What carries nothing comes last. In a tree, where some switches have no end ports, the LIDs of
  // one switch follow each other, so that its paths are spread evenly; where all switches have end
  // ports, the switches take turns.
  void sort_jobs(std::vector<Job>& jobs) const {
    const bool take_turns = with_end_ports_.size() == fabric_.switch_count();
    const auto rank = [&](const Job& job) {
      return std::pair(!job.weighed, take_turns ? job.round : 0u);
    };
    std::stable_sort(jobs.begin(), jobs.end(),
                     [&](const Job& a, const Job& b) { return rank(a) < rank(b); });
  }

  void route_all() {
    std::size_t rounds = 0;
    for (const auto& lane : lanes_) rounds = std::max(rounds, lane->jobs.size());
    for (std::size_t round = 0; round < rounds; ++round) {
      request_.workers.check_stop();
      if (lanes_.size() == 1) {
        route_job(*lanes_[0], round);
        continue;
      }
      request_.workers.parallel_for(lanes_.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) route_job(*lanes_[i], round);
      });
      exchange_loads();
    }
  }

  void route_job(LaneRoutes& lane, std::size_t j) {
    if (j >= lane.jobs.size()) return;
    const Job& job = lane.jobs[j];
    if (j == 0 || lane.jobs[j - 1].target != job.target) {
      lane.search.set_destination(targets_.switches[job.target]);
    }
    lane.search.route(lane.load);
    if (job.weighed) lane.search.add_paths(lane.load);
    write(lane.search, job);
  }

  void write(const DestinationSearch& search, const Job& job) const {
    const SwitchIndex destination = targets_.switches[job.target];
    for (const SwitchIndex s : search.reached()) {
      const PortNum port = s == destination ? job.port : links_[search.next(s)].port;
      rows_.row(s)[job.lid] = port;
      if (job.copy != 0) rows_.row(s)[job.copy] = s == destination ? PortNum{0} : port;
    }
  }

  void exchange_loads() {
    for (std::size_t link = 0; link < load_.size(); ++link) {
      std::uint32_t sum = load_[link];
      for (const auto& lane : lanes_) sum += lane->load[link] - load_[link];
      load_[link] = sum;
    }
    for (const auto& lane : lanes_) std::copy(load_.begin(), load_.end(), lane->load.begin());
  }

  Routing finish() {
    if (direction_) {
      routing_.multicast = plan_masters_up_down(fabric_, *direction_);
    } else {
      AcyclicTurns turns = all_turns(links_, turns_.front());
      routing_.multicast = plan_master_in_lane(fabric_, turns).plan;
    }
    if (lanes_.size() == 1) return std::move(routing_);
    std::vector<Sl> row(fabric_.max_lid() + std::size_t{1});
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      for (const Job& job : lanes_[i]->jobs) {
        row[job.lid] = request_.lanes.lanes[i].sl;
        if (job.copy != 0) row[job.copy] = request_.lanes.lanes[i].sl;
      }
    }
    routing_.lanes = SlBySwitch{std::vector(fabric_.switch_count(), row)};
    return std::move(routing_);
  }

  const RouteRequest& request_;
  const Fabric& fabric_;
  Tables rows_;
  Links links_;
  Targets targets_;
  std::vector<std::uint32_t> sources_;  // by switch
  std::vector<SwitchIndex> with_end_ports_;
  std::vector<std::uint8_t> min_vls_;     // by lane: data VLs that its links must have
  std::vector<TurnOrder> turns_;          // by lane
  std::optional<Orientation> direction_;  // of the first lane's turns; nothing: of dimensions
  std::uint64_t expected_mean_ = 0;       // load of a link
  std::vector<std::unique_ptr<LaneRoutes>> lanes_;
  std::vector<std::uint32_t> load_;  // by link: paths of all lanes
  Routing routing_;
};

// On several lanes only where that does not make a link busier than one lane alone does: in trees
// the best order of switches can be so much better than the others that one lane is better off.
Routing route(const RouteRequest& request, Tables rows) {
  Nue spread(request, rows);
  Routing on_all_lanes = spread.route();
  if (spread.lanes() <= 1) return on_all_lanes;
  RouteRequest narrow = request;
  narrow.lanes.lanes.resize(1);
  Nue single(narrow, rows);
  Routing on_one_lane = single.route();
  if (single.busiest() >= spread.busiest()) return Nue(request, rows).route();
  on_one_lane.remarks.push_back(fmt::format(
      "nue takes one lane of {}: over all of them the busiest link has {} paths, on one "
      "lane {}",
      spread.lanes(), spread.busiest(), single.busiest()));
  return on_one_lane;
}

}  // namespace

const EngineInfo& nue_engine() {
  static constexpr EngineInfo kEngine = {
      "nue", "balanced paths on any topology, free of credit loops with any number of lanes",
      Claims{.credit_loop_free = true}, &route};
  return kEngine;
}

}  // namespace weft
