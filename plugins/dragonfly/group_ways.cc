#include "plugins/dragonfly/group_ways.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace weft {
namespace {

// Searches the ways of the members of a group, the shortest first.
class WaySearch {
 public:
  WaySearch(const GroupGraph& graph, std::uint32_t group)
      : graph_(graph),
        members_(graph.members(group)),
        ways_(graph, group),
        goes_along_row_(members_.size()),
        is_turning_(members_.size()) {}

  GrowingWays& ways() { return ways_; }

  // Members that are linked to the beginning of a way take that way, once for each port.
  void add_neighbours() {
    for (const SwitchIndex s : members_) {
      if (ways_.hops(s) == 0) continue;
      for_each_neighbour(s, [&](const LinkBundle& bundle) {
        if (ways_.hops(bundle.peer) != 0) return;
        ways_.extend(s, bundle, 1);
        if (graph_.share_row(s, bundle.peer)) goes_along_row_[at(s)] = true;
      });
    }
  }

  // Members in the row or column of `to` that are not linked to it: over other members of that row
  // or column.
  void add_around_missing(SwitchIndex to) {
    for (const SwitchIndex s : members_) {
      if (ways_.hops(s) <= 1 || !graph_.share_line(s, to)) continue;
      for_each_neighbour(s, [&](const LinkBundle& bundle) {
        if (ways_.hops(bundle.peer) != 1) return;
        const bool in_row = graph_.share_row(s, to);
        if (graph_.share_row(s, bundle.peer) != in_row ||
            goes_along_row_[at(bundle.peer)] != in_row) {
          return;
        }
        ways_.extend(s, bundle, 2);
        goes_along_row_[at(s)] = in_row;
      });
    }
  }

  // The other members: along the row (or the column) to a member whose way goes along the column
  // (or the row).
  void add_turns(bool along_row) {
    std::vector<SwitchIndex> others;
    for (const SwitchIndex s : members_) {
      if (ways_.hops(s) == GroupWays::kNoWay) others.push_back(s);
    }
    for (const std::uint8_t hops : {std::uint8_t{1}, std::uint8_t{2}}) {
      for (const SwitchIndex s : others) {
        if (ways_.hops(s) <= hops) continue;
        for_each_neighbour(s, [&](const LinkBundle& bundle) {
          if (ways_.hops(bundle.peer) != hops || is_turning_[at(bundle.peer)]) return;
          if (graph_.share_row(s, bundle.peer) != along_row) return;
          if (goes_along_row_[at(bundle.peer)] == along_row) return;
          ways_.extend(s, bundle, static_cast<std::uint8_t>(hops + 1));
          is_turning_[at(s)] = true;
        });
      }
    }
  }

 private:
  std::uint32_t at(SwitchIndex s) const { return graph_.position(s); }

  template <typename Visit>
  void for_each_neighbour(SwitchIndex s, Visit visit) const {
    for (const LinkBundle& bundle : graph_.bundles(s)) {
      if (graph_.is_local(s, bundle)) visit(bundle);
    }
  }

  const GroupGraph& graph_;
  std::span<const SwitchIndex> members_;
  GrowingWays ways_;
  std::vector<bool> goes_along_row_;  // by member: its first link may be along the row
  std::vector<bool> is_turning_;      // by member: its way turns between row and column
};

// The least number that is a multiple of both, if it is not too large; else the larger one.
std::size_t common_multiple(std::size_t a, std::size_t b) {
  constexpr std::size_t kMost = 64;
  const std::size_t multiple = std::lcm(a, b);
  return multiple <= kMost ? multiple : std::max(a, b);
}

// Appends the list of a member whose ways begin with different ports. by_link: the ports by the
// place of their link. is_sender: it sends over links of its own; instead of a link of another
// member it takes its own in turns.
void append_in_turns(std::span<const std::vector<PortNum>> by_link, bool is_sender,
                     std::vector<PortNum>& ports) {
  constexpr std::size_t kMostOwn = 16;
  std::vector<PortNum> own;
  std::size_t rounds = 1;  // until each port has had its share
  for (const std::vector<PortNum>& of_link : by_link) {
    own.insert(own.end(), of_link.begin(), of_link.end());
    if (!of_link.empty()) rounds = common_multiple(rounds, of_link.size());
  }
  if (is_sender) {
    rounds = own.size() / std::gcd(own.size(), by_link.size() - own.size());
    rounds = std::min(rounds, kMostOwn);
  }
  std::size_t gaps = 0;
  for (std::size_t i = 0; i < rounds * by_link.size(); ++i) {
    const std::vector<PortNum>& of_link = by_link[i % by_link.size()];
    if (!of_link.empty()) {
      ports.push_back(of_link[i / by_link.size() % of_link.size()]);
    } else if (is_sender) {
      ports.push_back(own[gaps++ % own.size()]);
    }
  }
}

}  // namespace

GrowingWays::GrowingWays(const GroupGraph& graph, std::uint32_t group, WayOrder order)
    : graph_(graph),
      order_(order),
      ways_(graph.members(group).size()),
      hops_(ways_.size(), GroupWays::kNoWay) {}

void GrowingWays::begin_by(const GlobalLink& link) {
  ways_[graph_.position(link.from)].push_back(
      {link.port, static_cast<std::uint32_t>(links_.size())});
  links_.push_back(link);
  begin_at(link.from);
}

void GrowingWays::extend(SwitchIndex s, const LinkBundle& bundle, std::uint8_t hops) {
  const auto ports = graph_.ports(bundle);
  const std::vector<Way>& onwards = ways_[graph_.position(bundle.peer)];
  const std::size_t times = order_ == WayOrder::kInTurns && !onwards.empty()
                                ? common_multiple(ports.size(), onwards.size())
                                : std::max(ports.size(), onwards.size());
  std::vector<Way>& own = ways_[graph_.position(s)];
  for (std::size_t i = 0; i < times; ++i) {
    own.push_back(
        {ports[i % ports.size()], onwards.empty() ? kNone : onwards[i % onwards.size()].link});
  }
  hops_[graph_.position(s)] = hops;
}

void GrowingWays::add_ports(SwitchIndex s, const LinkBundle& bundle, std::uint8_t hops) {
  const auto ports = graph_.ports(bundle);
  for (const PortNum port : ports) ways_[graph_.position(s)].push_back({port, kNone});
  hops_[graph_.position(s)] = hops;
}

GroupWays GrowingWays::take() && {
  return order_ == WayOrder::kInTurns ? std::move(*this).take_in_turns()
                                      : std::move(*this).take_as_added();
}

GroupWays GrowingWays::take_as_added() && {
  GroupWays ways{.first = {0}, .all_ports = {}, .all_ends = {}, .hops = std::move(hops_)};
  ways.first.reserve(ways_.size() + 1);
  for (const std::vector<Way>& of_switch : ways_) {
    for (const Way& way : of_switch) {
      ways.all_ports.push_back(way.port);
      ways.all_ends.push_back(way.link == kNone ? kNone : links_[way.link].to);
    }
    ways.first.push_back(static_cast<std::uint32_t>(ways.all_ports.size()));
  }
  return ways;
}

std::vector<std::uint32_t> GrowingWays::places() const {
  std::vector<std::uint32_t> count(ways_.size());
  for (const GlobalLink& link : links_) ++count[graph_.position(link.from)];
  std::vector<std::uint32_t> before(ways_.size());
  std::vector<std::pair<double, std::uint32_t>> order;  // by where in the order, from 0 to 1
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    const std::uint32_t from = graph_.position(links_[i].from);
    order.emplace_back((before[from]++ + 0.5) / count[from], i);
  }
  std::ranges::sort(order);
  std::vector<std::uint32_t> places(links_.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) places[order[place].second] = place;
  return places;
}

GroupWays GrowingWays::take_in_turns() && {
  GroupWays ways{.first = {0},
                 .all_ports = {},
                 .all_ends = {},
                 .hops = std::move(hops_),
                 .links = std::max(static_cast<std::uint32_t>(links_.size()), 1u)};
  const std::vector<std::uint32_t> place_of = places();
  std::vector<std::vector<PortNum>> by_link(links_.size());
  for (std::size_t position = 0; position < ways_.size(); ++position) {
    const std::vector<Way>& own = ways_[position];
    const auto is_as_first = [&](const Way& way) { return way.port == own.front().port; };
    if (std::ranges::all_of(own, is_as_first)) {
      if (!own.empty()) ways.all_ports.push_back(own.front().port);
    } else {
      for (std::vector<PortNum>& of_link : by_link) of_link.clear();
      for (const Way& way : own) by_link[place_of[way.link]].push_back(way.port);
      append_in_turns(by_link, ways.hops[position] == 0, ways.all_ports);
    }
    ways.first.push_back(static_cast<std::uint32_t>(ways.all_ports.size()));
  }
  return ways;
}

GroupWays ways_to_links(const GroupGraph& graph, std::uint32_t group,
                        std::span<const GlobalLink> links) {
  WaySearch search(graph, group);
  for (const GlobalLink& link : links) search.ways().begin_by(link);
  search.add_neighbours();
  search.add_turns(true);
  return std::move(search.ways()).take();
}

GroupWays nearest_ways(const GroupGraph& graph, const GroupWays& ways, const GroupWays& to_switch) {
  GroupWays nearest{.first = {0}, .all_ports = {}, .all_ends = {}, .hops = ways.hops};
  const auto distance = [&](SwitchIndex end) { return to_switch.hops[graph.position(end)]; };
  for (std::uint32_t position = 0; position < ways.hops.size(); ++position) {
    const auto ports = ways.ports(position);
    const auto ends = ways.ends(position);
    const std::uint8_t least =
        ends.empty() ? std::uint8_t{0} : distance(std::ranges::min(ends, {}, distance));
    for (std::size_t i = 0; i < ports.size(); ++i) {
      if (distance(ends[i]) > least) continue;
      nearest.all_ports.push_back(ports[i]);
      nearest.all_ends.push_back(ends[i]);
    }
    nearest.first.push_back(static_cast<std::uint32_t>(nearest.all_ports.size()));
  }
  return nearest;
}

std::vector<GlobalLink> links_through(const GroupGraph& graph, std::uint32_t pair,
                                      const GroupWays& onwards) {
  std::vector<GlobalLink> links;
  for (const GlobalLink& link : graph.links(pair)) {
    if (onwards.hops[graph.position(link.to)] <= 1) links.push_back(link);
  }
  return links;
}

GroupWays ways_to_member(const GroupGraph& graph, SwitchIndex to, bool around_missing) {
  WaySearch search(graph, graph.group_of(to));
  search.ways().begin_at(to);
  search.add_neighbours();
  if (around_missing) search.add_around_missing(to);
  search.add_turns(false);
  return std::move(search.ways()).take();
}

}  // namespace weft
