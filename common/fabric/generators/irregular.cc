#include "common/fabric/generators/irregular.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "common/base/disjoint_sets.h"
#include "common/base/random.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/drawing.h"

namespace weft {
namespace {

// Independent streams of random numbers.
constexpr std::uint64_t kMissingStream = 0x4D49'5353'494E'4700;
constexpr std::uint64_t kExtraStream = 0x4558'5452'4100'0000;
constexpr std::uint64_t kAggregationStream = 0x4147'4752'4547'0000;
constexpr std::uint64_t kSpineStream = 0x5350'494E'4500'0000;
constexpr std::uint64_t kGuidStream = 0x4755'4944'0000'0000;

// leaves: true: switches with CAs or routers; false: the others.
std::vector<SwitchIndex> switches_of_kind(const Fabric& fabric, bool leaves) {
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);
  std::vector<SwitchIndex> result = all_switches(fabric);
  std::erase_if(result, [&](SwitchIndex s) { return (end_ports[s] > 0) != leaves; });
  return result;
}

// Unused GUIDs for CAs from the generators' range.
class FreshGuids {
 public:
  explicit FreshGuids(const Fabric& fabric) {
    for (const Switch& sw : fabric.switches()) used_.insert(sw.node_guid);
    for (const EndPort& port : fabric.end_ports()) used_.insert({port.node_guid, port.port_guid});
  }
  Guid next() {
    while (used_.contains(ca_guid(next_)) || used_.contains(ca_guid(next_) + 1)) ++next_;
    return ca_guid(next_++);
  }

 private:
  std::unordered_set<Guid> used_;
  std::uint32_t next_ = 0;
};

// Adds CAs with one port to switches.
class CaPlacement {
 public:
  // count: number of CAs to add; throws BadInput if a subnet has too few LIDs for them.
  CaPlacement(const Fabric& fabric, std::uint32_t count, LinkAttributes link)
      : blueprint_(fabric), ports_(fabric), guids_(fabric), link_(link) {
    if (count + std::uint64_t{fabric.switch_count()} + fabric.end_port_count() > kMaxUnicastLid) {
      throw BadInput(fmt::format("{} more CAs are more than the {} LIDs of a subnet allow", count,
                                 kMaxUnicastLid));
    }
  }

  // Throws BadInput if no port is left.
  void add(SwitchIndex s, std::string name) {
    const PortNum port = ports_.take(blueprint_, s);
    const auto ca = static_cast<NodeId>(blueprint_.nodes.size());
    const Guid guid = guids_.next();
    blueprint_.nodes.push_back({.type = NodeType::kCa,
                                .node_guid = guid,
                                .system_guid = guid,
                                .port_count = 1,
                                .name = std::move(name)});
    blueprint_.links.push_back({s, port, ca, 1, link_});
  }

  Fabric build() const { return blueprint_.build(); }

 private:
  Blueprint blueprint_;
  SparePorts ports_;
  FreshGuids guids_;
  LinkAttributes link_;
};

// A link to move from one spine to another.
struct Move {
  std::uint32_t link;  // index in the blueprint
  SwitchIndex from;
  SwitchIndex near_end;  // the end that stays
  SwitchIndex to;
};

// Draws half of the switch links of each thin spine, except links whose near end has no other
// spine.
std::vector<Move> draw_moves(const Fabric& fabric, const Blueprint& blueprint,
                             std::span<const SwitchIndex> thin, std::span<const SwitchIndex> full,
                             Random& random) {
  enum class Kind : std::uint8_t { kOther, kThin, kFull };
  std::vector<Kind> kind(fabric.switch_count(), Kind::kOther);
  for (const SwitchIndex s : thin) kind[s] = Kind::kThin;
  for (const SwitchIndex s : full) kind[s] = Kind::kFull;

  std::vector<std::vector<Move>> leaving(fabric.switch_count());
  for (std::uint32_t l = 0; l < blueprint.links.size(); ++l) {
    const Blueprint::Link& link = blueprint.links[l];
    if (std::max(link.a, link.b) >= blueprint.switches) continue;
    if ((kind[link.a] == Kind::kThin) == (kind[link.b] == Kind::kThin)) continue;
    const auto [from, near_end] =
        kind[link.a] == Kind::kThin ? std::pair(link.a, link.b) : std::pair(link.b, link.a);
    leaving[from].push_back({l, from, near_end, kNone});
  }

  std::vector<Move> moves;
  std::vector<SwitchIndex> places;
  for (const SwitchIndex s : thin) {
    random.shuffle(leaving[s]);
    leaving[s].resize(leaving[s].size() / 2);
    for (Move& move : leaving[s]) {
      places.clear();
      for (const Port& port : fabric.ports(move.near_end)) {
        if (port.kind == PeerKind::kSwitch && port.peer != move.near_end &&
            kind[port.peer] == Kind::kFull) {
          places.push_back(port.peer);
        }
      }
      if (places.empty()) continue;
      move.to = places[random.below(static_cast<std::uint32_t>(places.size()))];
      moves.push_back(move);
    }
  }
  return moves;
}

// Removes moves of links that, with the unmoved links, keep the fabric connected.
void keep_together(const Blueprint& blueprint, std::vector<Move>& moves) {
  std::vector<bool> moving(blueprint.links.size(), false);
  for (const Move& move : moves) moving[move.link] = true;
  DisjointSets pieces(blueprint.nodes.size());
  for (std::uint32_t l = 0; l < blueprint.links.size(); ++l) {
    if (!moving[l]) pieces.unite(blueprint.links[l].a, blueprint.links[l].b);
  }
  std::erase_if(moves, [&](const Move& move) { return pieces.unite(move.from, move.near_end); });
}

}  // namespace

std::uint32_t Amount::of(std::uint32_t total) const {
  // A share like 2 % has no exact binary form; the tolerance keeps 2 % of 50 at 1.
  const double exact = percent ? std::ceil(total * number / 100 - 1e-6) : number;
  return static_cast<std::uint32_t>(std::clamp(exact, 0.0, 4294967295.0));
}

Fabric with_hosts(const Fabric& fabric, std::uint32_t count) {
  Blueprint blueprint(fabric);
  const auto all = static_cast<std::uint32_t>(blueprint.nodes.size() - blueprint.switches);
  if (count < 1 || count > all) {
    throw BadInput(
        fmt::format("{} hosts are not between 1 and the {} that there is room for", count, all));
  }
  std::vector<std::string> names;
  for (NodeId node = blueprint.switches; node < blueprint.nodes.size(); ++node) {
    names.push_back(blueprint.nodes[node].name);
  }
  std::vector<bool> stays(blueprint.nodes.size(), false);
  std::vector<bool> seen(blueprint.nodes.size(), false);
  std::uint64_t before = 0;  // nodes at earlier switches
  std::vector<NodeId> here;
  const auto keep_share = [&] {
    const std::uint64_t after = before + here.size();
    here.resize(after * count / all - before * count / all);
    for (const NodeId node : here) stays[node] = true;
    here.clear();
    before = after;
  };
  SwitchIndex at = 0;
  // Links are in the order of switches and ports; a node counts at its first link.
  for (const Blueprint::Link& link : blueprint.links) {
    if (link.b < blueprint.switches || seen[link.b]) continue;
    if (link.a != at) keep_share();
    at = link.a;
    seen[link.b] = true;
    here.push_back(link.b);
  }
  keep_share();
  NodeId next = blueprint.switches;  // the next free name
  for (NodeId node = blueprint.switches; node < blueprint.nodes.size(); ++node) {
    blueprint.nodes[node].removed = !stays[node];
    if (stays[node]) blueprint.nodes[node].name = names[next++ - blueprint.switches];
  }
  return blueprint.build();
}

Fabric without_some_cas(const Fabric& fabric, Amount missing, std::uint64_t seed) {
  Blueprint blueprint(fabric);
  std::vector<NodeId> cas(blueprint.nodes.size() - blueprint.switches);
  std::iota(cas.begin(), cas.end(), blueprint.switches);
  const std::uint32_t count = missing.of(static_cast<std::uint32_t>(cas.size()));
  if (count == 0) return fabric;
  if (count >= cas.size()) {
    throw BadInput(fmt::format("{} of the {} CAs cannot be missing: at least one has to be there",
                               count, cas.size()));
  }
  Random(seed ^ kMissingStream).shuffle(cas);
  for (std::uint32_t i = 0; i < count; ++i) blueprint.nodes[cas[i]].removed = true;
  return blueprint.build();
}

Fabric with_extra_cas(const Fabric& fabric, std::uint32_t count, LinkAttributes link,
                      std::uint64_t seed) {
  if (count == 0) return fabric;
  std::vector<SwitchIndex> places = switches_of_kind(fabric, false);
  if (places.empty()) {
    throw BadInput("there is no switch without CAs where extra ones could be placed");
  }
  Random(seed ^ kExtraStream).shuffle(places);
  CaPlacement placement(fabric, count, link);
  for (std::uint32_t i = 0; i < count; ++i) {
    placement.add(places[i % places.size()], fmt::format("extra-{:04}", i + 1));
  }
  return placement.build();
}

Fabric with_aggregation_nodes(const Fabric& fabric, const Aggregation& aggregation,
                              LinkAttributes link, std::uint64_t seed) {
  std::vector<SwitchIndex> places =
      aggregation.leaves_only ? switches_of_kind(fabric, true) : all_switches(fabric);
  const std::uint32_t count =
      Amount{aggregation.percent, true}.of(static_cast<std::uint32_t>(places.size()));
  Random(seed ^ kAggregationStream).shuffle(places);
  places.resize(count);
  std::ranges::sort(places);
  CaPlacement placement(fabric, count, link);
  for (const SwitchIndex s : places) placement.add(s, std::string(kAggregationNode));
  return placement.build();
}

Fabric with_uneven_spines(const Fabric& fabric, Amount amount, std::uint64_t seed) {
  std::vector<SwitchIndex> spines = switches_of_kind(fabric, false);
  const std::uint32_t count = amount.of(static_cast<std::uint32_t>(spines.size()));
  if (amount.number == 0) return fabric;
  if (count >= spines.size()) {
    throw BadInput(fmt::format(
        "{} of the {} switches without CAs cannot have half of their links: another has to take "
        "the other half",
        count, spines.size()));
  }
  Random random(seed ^ kSpineStream);
  random.shuffle(spines);
  const std::span<const SwitchIndex> drawn(spines);
  Blueprint blueprint(fabric);
  std::vector<Move> moves =
      draw_moves(fabric, blueprint, drawn.first(count), drawn.subspan(count), random);
  keep_together(blueprint, moves);
  SparePorts ports(fabric);
  for (const Move& move : moves) {
    Blueprint::Link& link = blueprint.links[move.link];
    const bool is_a = link.a == move.from;
    (is_a ? link.a : link.b) = move.to;
    (is_a ? link.port_a : link.port_b) = ports.take(blueprint, move.to);
  }
  return blueprint.build();
}

Fabric with_shuffled_guids(const Fabric& fabric, std::uint64_t seed) {
  Blueprint blueprint(fabric);
  std::vector<Guid> switch_guids(blueprint.switches);
  std::vector<Guid> ca_guids(blueprint.nodes.size() - blueprint.switches);
  for (std::uint32_t i = 0; i < switch_guids.size(); ++i) switch_guids[i] = switch_guid(i);
  for (std::uint32_t i = 0; i < ca_guids.size(); ++i) ca_guids[i] = ca_guid(i);
  Random random(seed ^ kGuidStream);
  random.shuffle(switch_guids);
  random.shuffle(ca_guids);
  for (NodeId n = 0; n < blueprint.nodes.size(); ++n) {
    const Guid guid = n < blueprint.switches ? switch_guids[n] : ca_guids[n - blueprint.switches];
    blueprint.nodes[n].node_guid = blueprint.nodes[n].system_guid = guid;
  }
  for (Blueprint::Address& address : blueprint.addresses) address.port_guid = 0;
  return blueprint.build();
}

}  // namespace weft
