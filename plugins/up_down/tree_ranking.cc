#include "plugins/up_down/tree_ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "common/base/error.h"
#include "common/fabric/counts.h"
#include "common/fabric/guid_index.h"
#include "common/graph/next_hops.h"
#include "common/topology/tree_roots.h"

namespace weft {
namespace {

// A set of roots is good enough when it keeps this share of the paths that min-hop has.
constexpr double kGood = 0.95;
constexpr std::size_t kMostNamed = 16;

using Roots = std::vector<SwitchIndex>;

std::string name_switches(const Fabric& fabric, const Roots& switches) {
  std::string names;
  for (std::size_t i = 0; i < std::min(switches.size(), kMostNamed); ++i) {
    names += fmt::format("{}{}", i == 0 ? "" : ", ", fabric.describe_switch(switches[i]));
  }
  if (switches.size() > kMostNamed) {
    names += fmt::format(" and {} more", switches.size() - kMostNamed);
  }
  return names;
}

// By switch: what equal ranks are ordered by.
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

// The GUID of a CA, or of its port, stands for the switch that it is linked to.
Roots given_roots(const RouteRequest& request, std::vector<std::string>& warnings) {
  const Fabric& fabric = request.fabric;
  const EndPortsOfNodes nodes(fabric);
  Roots roots;
  for (const Guid guid : *request.options.root_guids) {
    const SwitchIndex s = find_switch(fabric, guid);
    if (s != kNone) {
      roots.push_back(s);
      continue;
    }
    const EndPortIndex port = find_end_port(fabric, guid);
    const auto ports = nodes.of(guid);
    if (port != kNone) roots.push_back(fabric.end_ports()[port].sw);
    for (const auto& [node, e] : ports) roots.push_back(fabric.end_ports()[e].sw);
    if (port == kNone && ports.empty()) {
      warnings.push_back(fmt::format("root GUID 0x{:016x} is not in the fabric", guid));
    }
  }
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  if (roots.empty()) {
    throw CannotRoute("none of the GUIDs in root_guid_file is in the fabric");
  }
  return roots;
}

// Weighs paths between end ports: how many links each can choose from at its first switch, and how
// long it is.
class Scale {
 public:
  Scale(const RouteRequest& request, const SwitchGraph& graph)
      : request_(request), graph_(graph), sources_(sources_by_switch(request.fabric)) {
    for (SwitchIndex s = 0; s < request.fabric.switch_count(); ++s) {
      if (sources_[s] > 0) leaves_.push_back(s);
    }
  }

  double weigh_min_hop() const {
    return weigh(shortest_hop_table(request_.fabric, graph_, {}, leaves_, request_.workers));
  }
  double weigh_up_down(const Orientation& orientation) const {
    return weigh(up_down_hop_table(graph_, orientation, leaves_, request_.workers));
  }

 private:
  double weigh(const HopTable& table) const {
    std::vector<double> sums(leaves_.size());
    request_.workers.parallel_for(leaves_.size(), 16, [&](std::size_t first, std::size_t last) {
      NextHops next_hops(request_.fabric, table, leaves_.size());
      std::vector<std::uint64_t> sets(leaves_.size() * next_hops.words());
      for (std::size_t i = first; i < last; ++i) {
        const SwitchIndex s = leaves_[i];
        next_hops.fill(s, 0, leaves_.size(), sets.data());
        for (std::size_t d = 0; d < leaves_.size(); ++d) {
          unsigned links = 0;
          for (std::size_t w = 0; w < next_hops.words(); ++w) {
            links += static_cast<unsigned>(std::popcount(sets[d * next_hops.words() + w]));
          }
          if (links > 0) {
            sums[i] += static_cast<double>(sources_[leaves_[d]]) * links / (table.hops(s, d) + 1.0);
          }
        }
        sums[i] *= sources_[s];
      }
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
  }

  const RouteRequest& request_;
  const SwitchGraph& graph_;
  std::vector<std::uint32_t> sources_;
  Roots leaves_;  // switches with sources
};

Ranking rank_below(const Fabric& fabric, const SwitchGraph& graph, Roots roots, Ranks how,
                   const std::vector<std::uint64_t>& ids) {
  Ranking ranking{std::move(roots), {}, {}};
  ranking.ranks = ranks_below(graph, ranking.roots);
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

// The likely roots in the order in which they are worth trying.
std::vector<Ranking> likely_rankings(const RouteRequest& request, const SwitchGraph& graph,
                                     const std::vector<std::uint64_t>& ids) {
  const Scale scale(request, graph);
  const Roots all = all_switches(request.fabric);
  const auto sets = likely_roots(request.fabric, distances_to(graph, all, request.workers));
  const double good = kGood * scale.weigh_min_hop();
  std::vector<std::pair<double, Ranking>> weighed;
  for (const Roots& roots : sets) {
    Ranking ranking = rank_below(request.fabric, graph, roots, Ranks::kLifted, ids);
    const double weight = scale.weigh_up_down(ranking.orientation);
    weighed.emplace_back(weight, std::move(ranking));
    if (weight >= good) break;
  }
  std::stable_sort(weighed.begin(), weighed.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Ranking> rankings;
  rankings.reserve(sets.size() + 1);
  for (auto& [weight, ranking] : weighed) rankings.push_back(std::move(ranking));
  // A single root connects whatever links connect.
  Ranking single = rank_below(request.fabric, graph, sets.back(), Ranks::kLifted, ids);
  if (rankings.back().ranks != single.ranks) rankings.push_back(std::move(single));
  return rankings;
}

}  // namespace

Routing route_below_roots(const RouteRequest& request, Tables rows, Ranks ranks_below_given,
                          const RouteBelow& route) {
  if (request.fabric.switch_count() == 0) throw CannotRoute("the fabric has no switch");
  const SwitchGraph graph(request.fabric);
  const std::vector<std::uint64_t> ids = switch_ids(request);
  std::vector<std::string> warnings;
  if (request.options.root_guids) {
    Routing routing = route(graph, rank_below(request.fabric, graph, given_roots(request, warnings),
                                              ranks_below_given, ids));
    if (routing.unrouted_pairs == 0 || !request.options.calculate_missing_routes) {
      routing.warnings.insert(routing.warnings.begin(), warnings.begin(), warnings.end());
      return routing;
    }
    warnings.push_back(fmt::format(
        "below the roots that are given, {} pairs of end ports have no path without a credit loop; "
        "roots are looked for instead",
        routing.unrouted_pairs));
    fill_no_path(rows);
  }
  std::string considered;
  for (Ranking& ranking : likely_rankings(request, graph, ids)) {
    considered += fmt::format("{}{}", considered.empty() ? "" : "; ",
                              name_switches(request.fabric, ranking.roots));
    Routing routing = route(graph, std::move(ranking));
    if (routing.unrouted_pairs == 0) {
      routing.warnings.insert(routing.warnings.begin(), warnings.begin(), warnings.end());
      return routing;
    }
    fill_no_path(rows);
  }
  throw CannotRoute(
      fmt::format("no set of roots connects all end ports; these were considered: {}", considered));
}

}  // namespace weft
