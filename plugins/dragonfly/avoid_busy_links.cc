#include "plugins/dragonfly/avoid_busy_links.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "common/graph/switch_graph.h"
#include "common/topology/switch_groups.h"
#include "plugins/dragonfly/group_graph.h"
#include "plugins/dragonfly/group_halves.h"
#include "plugins/dragonfly/group_ways.h"
#include "plugins/dragonfly/intermediate_groups.h"

namespace weft {
namespace {

class AvoidBusyLinks {
 public:
  AvoidBusyLinks(const AvoidanceRequest& request, const GroupGraph& graph, Tables rows)
      : request_(request),
        fabric_(request.fabric),
        graph_(graph),
        lids_(choose_intermediate_groups(fabric_, graph, DragonflyPaths::kMinimal)),
        plan_(std::get_if<SlBySwitch>(&request.routing.lanes)),
        rows_(rows) {}

  AvoidanceResult run() {
    if (plan_ == nullptr || request_.routing.sl2vl == nullptr) return {};
    find_busy();
    for (std::uint32_t pair = 0; pair < busy_.size(); ++pair) {
      request_.workers.check_stop();
      if (busy_[pair]) relieve(pair);
    }
    return given_;
  }

 private:
  // A step from a group to another one.
  struct Step {
    std::vector<GlobalLink> links;
    GroupWays ways;      // to these links
    std::uint32_t turn;  // number of earlier steps that leave by the same switch
  };

  // A pair of groups is busy if at least half of its links are.
  void find_busy() {
    std::vector<std::uint32_t> busy_links(graph_.pairs().size());
    for (const SendingPort& link : request_.busy) {
      const Port& port = fabric_.ports(link.sw)[link.port];
      if (port.kind != PeerKind::kSwitch) continue;
      const std::uint32_t pair =
          graph_.find_pair(graph_.group_of(link.sw), graph_.group_of(port.peer));
      if (pair != kNone) ++busy_links[pair];
    }
    busy_.resize(busy_links.size());
    for (std::size_t pair = 0; pair < busy_.size(); ++pair) {
      busy_[pair] = busy_links[pair] > 0 && 2 * busy_links[pair] >= graph_.pairs()[pair].link_count;
    }
  }

  void relieve(std::uint32_t pair) {
    const std::uint32_t from = graph_.pairs()[pair].from;
    const std::uint32_t to = graph_.pairs()[pair].to;
    const std::vector<Step> steps = steps_between(from, to);
    const std::vector<std::uint32_t> apart = groups_apart(to);
    const std::uint64_t before = given_.entries;
    std::size_t next = 0;
    for (std::uint32_t i = lids_.first[to]; i < lids_.first[to + 1] && !steps.empty(); ++i) {
      // Evenly spread over the group's LIDs.
      const std::size_t count = i - lids_.first[to] + 1;
      if (count * request_.share / 100 == (count - 1) * request_.share / 100) continue;
      const Lid lid = lids_.all[i].lid;
      if (std::ranges::any_of(apart, [&](auto group) { return next_group(group, lid) == from; })) {
        continue;
      }
      for (std::size_t tries = 0; tries < steps.size(); ++tries) {
        const Step& step = steps[(next + tries) % steps.size()];
        if (!leads(from, step, to, lids_.all[i])) continue;
        write(from, step.ways, lids_.all[i]);
        next += tries + 1;
        break;
      }
    }
    ++(given_.entries > before ? given_.relieved : given_.unrelieved);
  }

  // The groups to which all switches of the first group have a way, and without busy links. Each
  // first group has another order, so that their choices differ. In each round there is one group
  // behind each switch, so that consecutive LIDs, as those of one switch, do not share its links.
  std::vector<Step> steps_between(std::uint32_t from, std::uint32_t to) const {
    std::vector<Step> steps;
    std::vector<std::uint32_t> behind(graph_.members(from).size());
    const auto pairs = graph_.pairs_of(from);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::uint32_t via = pairs[(i + from) % pairs.size()].to;
      const std::uint32_t first = graph_.find_pair(from, via);
      const std::uint32_t second = graph_.find_pair(via, to);
      if (second == kNone || busy_[first] || busy_[second]) continue;
      const GroupWays onwards = ways_to_links(graph_, via, graph_.links(second));
      std::vector<GlobalLink> links = links_through(graph_, first, onwards);
      GroupWays ways = ways_to_links(graph_, from, links);
      if (std::ranges::find(ways.hops, GroupWays::kNoWay) != ways.hops.end()) continue;
      const std::uint32_t turn = behind[graph_.position(links.front().from)]++;
      steps.push_back({std::move(links), std::move(ways), turn});
    }
    std::ranges::stable_sort(steps, {}, &Step::turn);
    return steps;
  }

  // The groups without a link to a group: their packets go through a third group already.
  std::vector<std::uint32_t> groups_apart(std::uint32_t to) const {
    std::vector<std::uint32_t> apart;
    for (std::uint32_t group = 0; group < graph_.count(); ++group) {
      if (group != to && graph_.find_pair(group, to) == kNone) apart.push_back(group);
    }
    return apart;
  }
  // The group to which a group's packets for a LID come next.
  std::uint32_t next_group(std::uint32_t group, Lid lid) const {
    SwitchIndex s = graph_.members(group).front();
    for (unsigned links = 0; links <= GroupWays::kMostHops; ++links) {
      const Port* const port = next_port(s, lid);
      if (port == nullptr) return kNone;
      s = port->peer;
      if (graph_.group_of(s) != group) return graph_.group_of(s);
    }
    return kNone;
  }
  // The port by which a switch sends packets for a LID; null: they leave the fabric there.
  const Port* next_port(SwitchIndex s, Lid lid) const {
    const PortNum out = rows_.row(s)[lid];
    if (out == kNoPath || out == 0 || out >= fabric_.ports(s).size()) return nullptr;
    const Port& port = fabric_.ports(s)[out];
    return port.kind == PeerKind::kSwitch ? &port : nullptr;
  }

  // Would packets for the LID, on their SL, have ascending VLs from the first group through the
  // other one to the last?
  bool leads(std::uint32_t from, const Step& step, std::uint32_t to,
             const DragonflyLid& lid) const {
    const auto members = graph_.members(from);
    // A switch that is new since the last recompute may have no row.
    const auto sl_from = [&](SwitchIndex s) {
      return path_sl(request_.routing.lanes, {.sw = s}, lid.lid, 0);
    };
    const Sl sl = sl_from(members.front());
    for (const SwitchIndex s : members) {
      if (sl_from(s) != sl) return false;
    }
    if (sl == kMinimalSl) return false;
    for (const GlobalLink& link : step.links) {
      const PortNum in = fabric_.ports(link.from)[link.port].peer_port;
      if (vl(link.from, 0, link.port, sl) != kFirst || !goes_on(link.to, in, to, lid.lid, sl)) {
        return false;
      }
    }
    return true;
  }

  // Does the switch send the packet over a link to the last group, or to a switch that does, on
  // ascending VLs?
  bool goes_on(SwitchIndex s, PortNum in, std::uint32_t to, Lid lid, Sl sl) const {
    const std::uint32_t group = graph_.group_of(s);
    for (unsigned links = 0; links < 2; ++links) {
      const Port* const port = next_port(s, lid);
      if (port == nullptr || vl(s, in, rows_.row(s)[lid], sl) != kSecond) return false;
      if (graph_.group_of(port->peer) == to) return true;
      if (graph_.group_of(port->peer) != group) return false;
      s = port->peer;
      in = port->peer_port;
    }
    return false;
  }

  Vl vl(SwitchIndex s, PortNum in, PortNum out, Sl sl) const {
    return request_.routing.sl2vl->vl(s, in, out, sl);
  }

  void write(std::uint32_t from, const GroupWays& ways, const DragonflyLid& lid) {
    const auto members = graph_.members(from);
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      const auto ports = ways.ports(i);
      PortNum& entry = rows_.row(members[i])[lid.lid];
      const PortNum port = ports[(lid.turn() + i) % ports.size()];
      given_.entries += entry != port ? 1 : 0;
      entry = port;
    }
  }

  // The VLs of links in the first group and from it, and in the group between and from it.
  static constexpr Vl kFirst = 0;
  static constexpr Vl kSecond = 1;

  const AvoidanceRequest& request_;
  const Fabric& fabric_;
  const GroupGraph& graph_;
  DragonflyLids lids_;
  const SlBySwitch* plan_;
  Tables rows_;
  std::vector<bool> busy_;  // by pair
  AvoidanceResult given_;
};

std::vector<SendingPort> links_between_groups(const Fabric& fabric) {
  const SwitchGraph switches(fabric);
  const SwitchGroups groups = find_groups(switches);
  std::vector<SendingPort> links;
  if (!groups.found()) return links;
  const GroupGraph graph(fabric, switches, groups);
  for (std::uint32_t pair = 0; pair < graph.pairs().size(); ++pair) {
    for (const GlobalLink& link : graph.links(pair)) links.push_back({link.from, link.port});
  }
  return links;
}

AvoidanceResult avoid_busy_links(const AvoidanceRequest& request, Tables rows) {
  const SwitchGraph switches(request.fabric);
  const SwitchGroups groups = find_groups(switches);
  if (!groups.found()) return {};
  return AvoidBusyLinks(request, GroupGraph(request.fabric, switches, groups), rows).run();
}

}  // namespace

const Avoidance kDragonflyAvoidance = {&links_between_groups, &avoid_busy_links};

}  // namespace weft
