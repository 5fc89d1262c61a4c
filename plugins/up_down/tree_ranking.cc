#include "plugins/up_down/tree_ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "common/balance/candidate_sets.h"
#include "common/balance/path_flows.h"
#include "common/base/error.h"
#include "common/base/evenly_spaced.h"
#include "common/fabric/counts.h"
#include "common/fabric/guid_index.h"
#include "common/fabric/leaf_switches.h"
#include "common/graph/next_hops.h"
#include "common/routing/given_ranks.h"
#include "common/topology/tree_check.h"
#include "common/topology/tree_roots.h"
#include "common/verify/verify.h"
#include "plugins/up_down/stranded_switches.h"

namespace weft {
namespace {

// A set of roots is good enough if it keeps this share of the min-hop paths.
constexpr double kGood = 0.95;
// Paths that are added over a hub (hubs.h) share at least this number of its links.
constexpr double kLinksOfAHub = 2;
// A link with more than this multiple of the load of the busiest link of shortest paths is worth a
// warning.
constexpr double kMuchBusier = 3;
constexpr std::size_t kMostRootsNamed = 8;
// The most rankings with lowered switches that are tried.
constexpr int kMostTimes = 4;
// Paths to this number of switches, evenly spaced, are a sufficient sample.
constexpr std::size_t kMostWeighed = 512;

using Roots = std::vector<SwitchIndex>;

// «spine-1 (0x...), spine-2 (0x...) and 34 more».
std::string name_some(const Fabric& fabric, const std::vector<SwitchIndex>& switches) {
  std::string text;
  for (std::size_t i = 0; i < std::min(switches.size(), kMostRootsNamed); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", fabric.describe_switch(switches[i]));
  }
  if (switches.size() > kMostRootsNamed) {
    text += fmt::format(" and {} more", switches.size() - kMostRootsNamed);
  }
  return text;
}

std::string describe_roots(const Fabric& fabric, const Roots& roots) {
  return fmt::format("{} root{}: {}", roots.size(), roots.size() == 1 ? "" : "s",
                     name_some(fabric, roots));
}

// By switch: the number that orders equal ranks.
std::vector<std::uint64_t> switch_ids(const RouteRequest& request) {
  const Fabric& fabric = request.fabric;
  std::vector<std::uint64_t> ids = guids_by_switch(fabric);
  if (request.options.node_ids) {
    for (const SwitchId& given : *request.options.node_ids) {
      if (const SwitchIndex s = find_switch(fabric, given.switch_guid); s != kNone) {
        ids[s] = given.id;
      }
    }
  }
  return ids;
}

// The LIDs of end ports, by switch.
std::vector<std::uint32_t> lids_by_switch(const Fabric& fabric) {
  std::vector<std::uint32_t> counts(fabric.switch_count());
  for (const EndPort& port : fabric.end_ports()) counts[port.sw] += lids_of(port).count;
  return counts;
}

// Weighs the paths between some switches (with very many, to a sample).
class Scale {
 public:
  // Between leaf switches: the missing paths of aggregation nodes and of a few hosts on upper
  // switches are added later.
  static Scale of_leaves(const RouteRequest& request, const SwitchGraph& graph) {
    const std::vector<std::uint32_t> end_ports = end_ports_by_switch(request.fabric);
    std::vector<std::uint32_t> sources(end_ports.size());
    for (const SwitchIndex s : leaf_switches(request.fabric)) sources[s] = end_ports[s];
    return {request, graph, sources, sources};
  }
  // Between all end ports, as they are measured.
  static Scale of_all(const RouteRequest& request, const SwitchGraph& graph) {
    return {request, graph, sources_by_switch(request.fabric), lids_by_switch(request.fabric)};
  }

  HopTable min_hop() const {
    return shortest_hop_table(request_.fabric, graph_, {}, switches_, request_.workers);
  }
  HopTable up_down(const Orientation& orientation) const {
    return up_down_hop_table(graph_, orientation, switches_, request_.workers);
  }

  // A weight of the number of first links and of the length of each path: more is better. Cost:
  // O(S^2) vector comparisons.
  double choices(const HopTable& table) const {
    std::vector<double> sums(switches_.size());
    request_.workers.parallel_for(switches_.size(), 16, [&](std::size_t first, std::size_t last) {
      NextHops next_hops(request_.fabric, table, switches_.size());
      std::vector<std::uint64_t> sets(switches_.size() * next_hops.words());
      for (std::size_t i = first; i < last; ++i) {
        const SwitchIndex s = switches_[i];
        next_hops.fill(s, 0, switches_.size(), sets.data());
        for (std::size_t d = 0; d < switches_.size(); ++d) {
          unsigned links = 0;
          for (std::size_t w = 0; w < next_hops.words(); ++w) {
            links += static_cast<unsigned>(std::popcount(sets[d * next_hops.words() + w]));
          }
          if (links > 0) {
            sums[i] += static_cast<double>(lids_[switches_[d]]) * links / (table.hops(s, d) + 1.0);
          }
        }
        sums[i] *= sources_[s];
      }
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
  }

  // For each table the load of the busiest link, if the paths of each pair were spread evenly over
  // all paths of the table, and those of pairs without a path over the links of one hub: less is
  // better. Cost: O(S D candidates) for each table, with D destinations; one thread for each table.
  std::vector<double> busiest_links(std::span<const HopTable> tables) const {
    std::vector<double> loads(tables.size());
    request_.workers.parallel_for(tables.size(), 1, [&](std::size_t i, std::size_t) {
      const Load load = spread_evenly(tables[i]);
      loads[i] = load.busiest + load.missing / kLinksOfAHub;
    });
    return loads;
  }
  // The load of the busiest link if the paths of each pair were spread evenly over all shortest
  // paths.
  double busiest_link_of_min_hop() const { return spread_evenly(min_hop()).busiest; }

 private:
  Scale(const RouteRequest& request, const SwitchGraph& graph, std::vector<std::uint32_t> sources,
        std::vector<std::uint32_t> lids)
      : request_(request), graph_(graph), sources_(std::move(sources)), lids_(std::move(lids)) {
    for (SwitchIndex s = 0; s < sources_.size(); ++s) {
      if (sources_[s] > 0) switches_.push_back(s);
    }
    switches_ = evenly_spaced(switches_, kMostWeighed);
  }

  struct Load {
    double busiest;
    double missing;  // paths of pairs without any
  };
  Load spread_evenly(const HopTable& table) const {
    const Fabric& fabric = request_.fabric;
    std::vector<double> loads(fabric.all_ports().size());
    std::vector<double> flow(fabric.switch_count());
    double missing = 0;
    double lids = 0;
    CandidateSets sets(fabric, table);
    PathFlows paths(fabric, table, sources_);
    sets.for_each(0, switches_.size(), request_.workers, [&](std::size_t d, std::size_t column) {
      paths.start(d, 0);
      double reached = 0;
      lids += lids_[switches_[d]];
      for (const SwitchIndex s : paths.order()) reached += flow[s] = sources_[s];
      missing += (sum(sources_) - reached) * lids_[switches_[d]];
      for (const SwitchIndex s : paths.order()) {
        if (s != switches_[d]) spread(s, sets.at(s, column), lids_[switches_[d]], flow, loads);
      }
    });
    const double all = lids == 0 ? 1 : sum(lids_) / lids;
    // Between islands paths are missing in any orientation: that makes no difference.
    return {*std::max_element(loads.begin(), loads.end()) * all, missing * all};
  }

  static double sum(const std::vector<std::uint32_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), 0.0);
  }

  void spread(SwitchIndex s, PortSet set, double lids, std::vector<double>& flow,
              std::vector<double>& loads) const {
    std::array<PortNum, 256> ports{};
    const unsigned count = list_ports(set, ports.data());
    for (unsigned i = 0; i < count; ++i) {
      const double share = flow[s] / count;
      loads[request_.fabric.switches()[s].first_port + ports[i]] += share * lids;
      flow[request_.fabric.ports(s)[ports[i]].peer] += share;
    }
  }

  const RouteRequest& request_;
  const SwitchGraph& graph_;
  std::vector<std::uint32_t> sources_;  // by switch
  std::vector<std::uint32_t> lids_;     // by switch: of its sources
  std::vector<SwitchIndex> switches_;   // the sample of those with sources
};

// given: by switch, kFar: none.
Ranking rank_from(const Fabric& fabric, const SwitchGraph& graph, std::vector<Hops> given,
                  Roots roots, Ranks how, const std::vector<std::uint64_t>& ids) {
  Ranking ranking{std::move(roots), complete_ranks(graph, std::move(given)), {}};
  if (how == Ranks::kLifted) {
    lift_dead_ends(fabric, graph, ranking.ranks);
    ranking.roots.clear();
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (ranking.ranks[s] == 0) ranking.roots.push_back(s);
    }
  }
  ranking.orientation = order_by_rank(ranking.ranks, ids);
  return ranking;
}

Ranking rank_below(const Fabric& fabric, const SwitchGraph& graph, Roots roots, Ranks how,
                   const std::vector<std::uint64_t>& ids) {
  std::vector<Hops> given(fabric.switch_count(), kFar);
  for (const SwitchIndex s : roots) given[s] = 0;
  return rank_from(fabric, graph, std::move(given), std::move(roots), how, ids);
}

// The leaf switches are lowest; switches farther from them are higher. Roots are those without
// links up. Islands without leaf switches are ranked as in `otherwise`.
Ranking rank_above_leaves(const Fabric& fabric, const SwitchGraph& graph,
                          const std::vector<std::uint64_t>& ids, const Ranking& otherwise) {
  Ranking ranking{{}, ranks_below(graph, leaf_switches(fabric)), {}};
  Hops highest = 0;
  for (const Hops height : ranking.ranks) {
    if (height != kFar) highest = std::max(highest, height);
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    Hops& rank = ranking.ranks[s];
    rank = rank == kFar ? otherwise.ranks[s] : static_cast<Hops>(highest - rank);
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto bundles = graph.bundles(s);
    const bool is_top = std::all_of(bundles.begin(), bundles.end(), [&](const LinkBundle& bundle) {
      return ranking.ranks[bundle.peer] >= ranking.ranks[s];
    });
    if (is_top && ranking.ranks[s] != kFar) ranking.roots.push_back(s);
  }
  ranking.orientation = order_by_rank(ranking.ranks, ids);
  return ranking;
}

// Puts switches below their neighbours, one after the other, as if they were leaf switches: no
// paths lead through them any more, and paths of their end ports begin by going up and end by going
// down, as those of all others.
void lower(const SwitchGraph& graph, const std::vector<SwitchIndex>& switches,
           const std::vector<std::uint64_t>& ids, Ranking& ranking) {
  for (const SwitchIndex s : switches) {
    Hops lowest = 0;
    for (const LinkBundle& bundle : graph.bundles(s)) {
      if (ranking.ranks[bundle.peer] != kFar) lowest = std::max(lowest, ranking.ranks[bundle.peer]);
    }
    ranking.ranks[s] = static_cast<Hops>(lowest + 1);
    std::erase(ranking.roots, s);
  }
  ranking.orientation = order_by_rank(ranking.ranks, ids);
}

struct LikelyRankings {
  std::vector<Ranking> rankings;  // in the order in which they are worth trying
  // The first is a tree and keeps nearly all shortest paths between leaf switches.
  bool are_good = false;
};

// Trees come first, then rankings with the least load.
LikelyRankings likely_rankings(const RouteRequest& request, const SwitchGraph& graph,
                               const std::vector<std::uint64_t>& ids) {
  const Fabric& fabric = request.fabric;
  const Scale scale = Scale::of_leaves(request, graph);
  const auto sets =
      likely_roots(fabric, distances_to(graph, all_switches(fabric), request.workers));
  const auto is_tree = [&](const Ranking& ranking) {
    return odd_share(fabric, graph, ranking.ranks) <= kMostOddOfATree;
  };
  LikelyRankings result;
  std::vector<Ranking>& rankings = result.rankings;
  rankings.reserve(sets.size() + 2);
  for (const Roots& roots : sets) {
    rankings.push_back(rank_below(fabric, graph, roots, Ranks::kLifted, ids));
  }
  // Below a single root, with no switch lifted, paths connect all pairs that links connect.
  const Ranking single = rank_below(fabric, graph, sets.back(), Ranks::kAsStock, ids);
  result.are_good =
      is_tree(rankings.front()) && scale.choices(scale.up_down(rankings.front().orientation)) >=
                                       kGood * scale.choices(scale.min_hop());
  if (!result.are_good) {
    rankings.push_back(rank_above_leaves(fabric, graph, ids, single));
    std::vector<Ranking> distinct;
    std::vector<HopTable> tables;
    for (Ranking& ranking : rankings) {
      if (std::ranges::find(distinct, ranking.ranks, &Ranking::ranks) != distinct.end()) continue;
      tables.push_back(scale.up_down(ranking.orientation));
      distinct.push_back(std::move(ranking));
    }
    const std::vector<double> loads = scale.busiest_links(tables);
    std::vector<std::tuple<bool, double, std::size_t>> keys;
    for (std::size_t i = 0; i < distinct.size(); ++i) {
      keys.emplace_back(!is_tree(distinct[i]), loads[i], i);
    }
    std::sort(keys.begin(), keys.end());
    rankings.clear();
    for (const auto& [odd, load, i] : keys) rankings.push_back(std::move(distinct[i]));
  }
  if (std::ranges::find(rankings, single.ranks, &Ranking::ranks) == rankings.end()) {
    rankings.push_back(single);
  }
  return result;
}

// Puts the earlier warnings in front, and the roots into the remarks.
Routing with_words(const Fabric& fabric, Routing routing, const std::vector<std::string>& warnings,
                   std::string_view how) {
  routing.warnings.insert(routing.warnings.begin(), warnings.begin(), warnings.end());
  if (!routing.notes.roots.empty()) {
    routing.remarks.push_back(
        fmt::format("{}, {}", describe_roots(fabric, routing.notes.roots), how));
  }
  return routing;
}

// The dead ends below given ranks (lift_dead_ends). Those with a rank of their own are missed only
// if they are lifted all the same.
Roots missed_roots(const Fabric& fabric, const SwitchGraph& graph, const GivenRanks& given,
                   Ranks how) {
  const std::vector<Hops> ranks = complete_ranks(graph, given.ranks);
  std::vector<Hops> lifted = ranks;
  lift_dead_ends(fabric, graph, lifted);
  Roots missed;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (lifted[s] != ranks[s] && (how == Ranks::kLifted || given.ranks[s] == kFar))
      missed.push_back(s);
  }
  return missed;
}

void tell_missed(const Fabric& fabric, const Roots& missed, Ranks how, Routing& routing) {
  if (missed.empty()) return;
  const std::string names = name_some(fabric, missed);
  if (how == Ranks::kLifted) {
    routing.remarks.push_back(fmt::format(
        "{}: above leaf switches like those in root_guid_file, and used like them", names));
  } else {
    routing.warnings.push_back(fmt::format(
        "{}: above leaf switches, but not in root_guid_file: no path goes up over them", names));
  }
}

// Adds a warning about a link that is much busier than necessary.
void warn_of_load(const RouteRequest& request, const SwitchGraph& graph, ConstTables rows,
                  Routing& routing) {
  const std::uint64_t most =
      measure_loads({request.fabric, rows, routing.lanes}, request.workers).max_link_load;
  // The paths to a LID cannot be divided: those of a switch's own end ports share a link.
  const double least = std::max<double>(Scale::of_all(request, graph).busiest_link_of_min_hop(),
                                        std::ranges::max(sources_by_switch(request.fabric)));
  if (static_cast<double>(most) <= kMuchBusier * least) return;
  const bool may_lack_paths = request.options.calculate_missing_routes ||
                              request.options.lost_pairs == LostPairsAre::kAccepted;
  routing.warnings.push_back(fmt::format(
      "the busiest link carries {} paths, {:.1f} times as many as shortest paths need: {}", most,
      static_cast<double>(most) / least,
      may_lack_paths
          ? "check the roots and set better ones in root_guid_file, or try nue or dfsssp"
          : "calculate_missing_routes FALSE leaves only such roots that all pairs have paths; set "
            "it to TRUE, or accept lost pairs (weft_lost_pairs)"));
}

// The stranded switches to lower, if the ranking keeps at least half of its roots.
std::vector<SwitchIndex> to_lower(const RouteRequest& request, ConstTables rows,
                                  const Ranking& ranking, const std::vector<SwitchIndex>& lowered) {
  std::vector<SwitchIndex> stranded = stranded_switches(request.fabric, rows, request.workers);
  std::erase_if(stranded,
                [&](SwitchIndex s) { return std::ranges::find(lowered, s) != lowered.end(); });
  const auto roots = std::ranges::count_if(
      stranded, [&](SwitchIndex s) { return std::ranges::binary_search(ranking.roots, s); });
  return 2 * roots <= std::ssize(ranking.roots) ? stranded : std::vector<SwitchIndex>();
}

// Routes below the likely rankings, one after the other, until one leaves out no pair.
class LikelyRoots {
 public:
  LikelyRoots(const RouteRequest& request, const SwitchGraph& graph,
              const std::vector<std::uint64_t>& ids, const std::vector<std::string>& warnings,
              Tables rows, const RouteBelow& route)
      : request_(request),
        graph_(graph),
        ids_(ids),
        warnings_(warnings),
        rows_(rows),
        route_(route),
        likely_(likely_rankings(request, graph, ids)),
        may_lose_pairs_(!request.options.calculate_missing_routes &&
                        request.options.lost_pairs == LostPairsAre::kAccepted) {}

  Routing take_best() {
    for (const Ranking& ranking : likely_.rankings) {
      if (auto routing = try_below(ranking)) return std::move(*routing);
    }
    if (!with_lost_pairs_)
      throw CannotRoute(best_ + ". If you know the roots, set them in root_guid_file");
    return take(route_(graph_, with_lost_pairs_->ranking), *with_lost_pairs_);
  }

 private:
  struct Attempt {
    Ranking ranking;
    std::vector<SwitchIndex> lowered;
    bool is_first;  // of the rankings
  };

  // nullopt: pairs are left out. Switches that lack paths are lowered, and it tries again.
  std::optional<Routing> try_below(const Ranking& ranking) {
    Attempt attempt = {ranking, {}, &ranking == &likely_.rankings.front()};
    std::vector<SwitchIndex> stranded;
    do {
      lower(graph_, stranded, ids_, attempt.ranking);
      attempt.lowered.insert(attempt.lowered.end(), stranded.begin(), stranded.end());
      stranded.clear();
      try {
        Routing routing = route_(graph_, attempt.ranking);
        const std::uint64_t lost = routing.unrouted_pairs;
        if (lost == 0 && !has_few_roots(attempt.ranking)) return take(std::move(routing), attempt);
        if (lost > 0) {
          keep_if_better(attempt, lost);
          if (times_left_-- > 0)
            stranded = to_lower(request_, rows_, attempt.ranking, attempt.lowered);
        }
      } catch (const CannotRoute& refusal) {
        if (best_.empty()) {
          best_ = fmt::format("{}; the best attempt had {}", refusal.what(),
                              describe_roots(request_.fabric, attempt.ranking.roots));
        }
      }
      fill_no_path(rows_);
    } while (!stranded.empty());
    return std::nullopt;
  }

  // Has an attempt whose lost pairs are accepted more than twice as many?
  bool has_few_roots(const Ranking& ranking) const {
    return with_lost_pairs_ && 2 * ranking.roots.size() < with_lost_pairs_->ranking.roots.size();
  }

  void keep_if_better(const Attempt& attempt, std::uint64_t lost) {
    if (may_lose_pairs_ && lost < fewest_lost_ &&
        connects_leaf_switches(request_.fabric, rows_, request_.workers)) {
      fewest_lost_ = lost;
      with_lost_pairs_ = attempt;
    }
    if (lost >= fewest_) return;
    fewest_ = lost;
    best_ = fmt::format("{} pairs of end ports stay without a path in the best attempt, with {}",
                        lost, describe_roots(request_.fabric, attempt.ranking.roots));
  }

  Routing take(Routing routing, const Attempt& attempt) const {
    if (!attempt.lowered.empty()) {
      routing.remarks.push_back(
          fmt::format("{}: ranked below their neighbours like leaf switches, because "
                      "otherwise their end ports lack paths to some others",
                      name_some(request_.fabric, attempt.lowered)));
    }
    const bool is_good = likely_.are_good && attempt.lowered.empty() && attempt.is_first;
    if (!is_good) warn_of_load(request_, graph_, rows_, routing);
    return with_words(request_.fabric, std::move(routing), warnings_,
                      "found by their distance from the leaf switches");
  }

  const RouteRequest& request_;
  const SwitchGraph& graph_;
  const std::vector<std::uint64_t>& ids_;
  const std::vector<std::string>& warnings_;
  Tables rows_;
  const RouteBelow& route_;
  LikelyRankings likely_;
  int times_left_ = kMostTimes;
  std::string best_;  // the pairs that the best attempt left out, and its roots
  std::uint64_t fewest_ = std::numeric_limits<std::uint64_t>::max();
  // Where lost pairs are accepted: the attempt that connects all leaf switches and loses fewest.
  bool may_lose_pairs_;
  std::optional<Attempt> with_lost_pairs_;
  std::uint64_t fewest_lost_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace

Routing route_below_roots(const RouteRequest& request, Tables rows, Ranks ranks_below_given,
                          const RouteBelow& route) {
  if (request.fabric.switch_count() == 0) throw CannotRoute("the fabric has no switch");
  const SwitchGraph graph(request.fabric);
  const std::vector<std::uint64_t> ids = switch_ids(request);
  std::vector<std::string> warnings;
  GivenRanks given;
  if (request.options.ranked_nodes) {
    given = given_ranks(request.fabric, *request.options.ranked_nodes, warnings);
  }
  if (!given.empty()) {
    const std::string how =
        given.below == 0
            ? "given in root_guid_file"
            : fmt::format("given in root_guid_file with the ranks of {} others", given.below);
    const Roots missed = missed_roots(request.fabric, graph, given, ranks_below_given);
    Routing routing = route(graph, rank_from(request.fabric, graph, std::move(given.ranks),
                                             std::move(given.roots), ranks_below_given, ids));
    if (routing.unrouted_pairs == 0 || !request.options.calculate_missing_routes) {
      tell_missed(request.fabric, missed, ranks_below_given, routing);
      return with_words(request.fabric, std::move(routing), warnings, how);
    }
    warnings.push_back(
        fmt::format("with the given roots {} pairs of end ports have no path without a credit "
                    "loop; Weft searches for roots instead",
                    routing.unrouted_pairs));
    fill_no_path(rows);
  } else if (request.options.ranked_nodes) {
    warnings.emplace_back(
        "no GUID in root_guid_file is in the fabric: Weft searches for roots until one is");
  }
  return LikelyRoots(request, graph, ids, warnings, rows, route).take_best();
}

}  // namespace weft
