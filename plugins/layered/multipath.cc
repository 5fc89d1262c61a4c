#include "plugins/layered/multipath.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/counts.h"
#include "common/fabric/renumber.h"
#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/graph/switch_graph.h"
#include "common/repair/around_missing.h"
#include "common/routing/multicast_turns.h"
#include "common/routing/sl2vl.h"
#include "common/topology/levels.h"
#include "common/topology/tree_check.h"
#include "common/verify/verify.h"
#include "plugins/layered/detour_layers.h"
#include "plugins/layered/detour_trees.h"
#include "plugins/layered/layered_routing.h"
#include "plugins/layered/layers.h"

namespace weft {
namespace {

// Other LIDs use so many lanes; base LIDs may use more.
constexpr std::size_t kLanes = 8;
constexpr unsigned kMostBits = 128;
// This share of the paths may share more links than necessary, because no lane takes a better one.
constexpr double kFew = 0.05;
// Of all lanes together: some 256 MB.
constexpr std::uint64_t kMostDetourTurns = 60'000'000;
// Links examined in all trees together, and hops walked along paths of earlier path bits: each some
// seconds.
constexpr std::uint64_t kMostLookedAt = 100'000'000;
constexpr std::uint64_t kMostWalked = 1'000'000'000;
// Turns that the search for lanes may look at, some 10^8 a second.
constexpr std::uint64_t kMostDetourWork = 500'000'000;

// By lane and number of the turn: is it there?
using Turns = std::vector<std::vector<bool>>;

// The turns that lanes have from the start, and the lanes that take no more.
struct HeldTurns {
  Turns turns;
  LayerSet full = 0;
};

// Routes the LIDs behind base LIDs, given a routing to these.
class PathBitRouting {
 public:
  PathBitRouting(const RouteRequest& request, OtherLids others, Tables rows, Routing& routing)
      : request_(request),
        others_(others),
        fabric_(request.fabric),
        lanes_(request.lanes.lanes),
        rows_(rows),
        routing_(routing),
        links_(fabric_),
        end_ports_(end_ports_by_switch(fabric_)),
        sources_(sources_by_switch(fabric_)),
        ports_(fabric_.switch_count()),
        link_(fabric_.switch_count()) {
    for (std::size_t k = 0; k < lanes_.size(); ++k) lane_of_[lanes_[k].sl] = k;
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      const EndPort& port = fabric_.end_ports()[e];
      if (port.lid != 0) ports_[port.sw].push_back(port);
    }
  }

  // With the last two, rows are half written.
  enum class Outcome : std::uint8_t { kLed, kLacksLanes, kTakesTooLong };
  // lanes: how many may be used; those of base LIDs are used anyway. are_all: there are no more, so
  // kLacksLanes is no outcome.
  Outcome lead(std::size_t lanes, bool are_all);
  // After that: the lanes that might be used.
  std::size_t lanes() const { return most_lanes_; }

 private:
  void copy_base_lids();
  std::size_t trees_of_a_switch() const;
  HeldTurns turns_of_base_lids();
  Turns turns_of_requests();
  void add_groups(Turns& turns) const;
  LayerSet add_replies(Turns& turns);
  LayerSet add_path(SwitchIndex s, std::size_t lane, std::vector<LayerSet>& walked,
                    Turns& turns) const;
  std::vector<LayerSet> lanes_from(SwitchIndex s) const;
  bool replies_close_a_loop() const;
  bool close_a_cycle(const std::vector<bool>& turns) const;
  std::vector<bool> links_of_base_lids();
  void lead_to(SwitchIndex destination, unsigned bit, std::size_t trees_each,
               const DetourLayers& layers, DetourTrees& trees);
  void read(SwitchIndex destination, Lid lid);
  void write(std::span<const Lid> lids, std::span<const LinkIndex> link,
             const DetourLayers& layers);

  const RouteRequest& request_;
  OtherLids others_;
  const Fabric& fabric_;
  const std::vector<Lane>& lanes_;
  Tables rows_;
  Routing& routing_;
  Links links_;
  std::vector<std::uint32_t> end_ports_;     // by switch
  std::vector<std::uint32_t> sources_;       // likewise
  std::vector<std::vector<EndPort>> ports_;  // likewise, with a LID
  std::array<std::size_t, kSls> lane_of_ = {};
  std::vector<std::uint64_t> load_;  // by link, of paths to base LIDs
  std::vector<LinkIndex> link_;      // of the paths that were read, by switch
  SlBySwitch plan_;
  std::size_t most_lanes_ = kLanes;
  bool fits_one_lane_ = true;    // so far, like the paths to base LIDs
  std::uint64_t lids_ = 0;       // that are no base LIDs
  std::uint64_t like_base_ = 0;  // of these, with the paths of a base LID
};

PathBitRouting::Outcome PathBitRouting::lead(std::size_t lanes, bool are_all) {
  most_lanes_ = lanes;
  copy_base_lids();
  const auto [turns, full] = turns_of_base_lids();
  const std::size_t trees_each = trees_of_a_switch();
  if (others_ == OtherLids::kShortest && trees_each == 0) return Outcome::kTakesTooLong;
  if (trees_each == 0) {
    if (!fits_one_lane_) routing_.lanes = std::move(plan_);
    routing_.warnings.push_back(fmt::format(
        "all LIDs of a port have the same paths: to find others over {} links would take too long",
        links_.count() / 2));
    return Outcome::kLed;
  }
  DetourLayers layers(links_, lanes_, turns, kMostDetourWork, full);
  const std::vector<bool> usable =
      request_.options.avoid_throttled_links ? links_of_base_lids() : std::vector<bool>();
  DetourTrees trees({links_, end_ports_, sources_, usable, layers, others_ == OtherLids::kLonger},
                    load_);
  std::vector<SwitchIndex> order = all_switches(fabric_);
  Random(1).shuffle(order);  // so that the load grows evenly everywhere
  for (unsigned bit = 1; bit < kMostBits; ++bit) {
    for (const SwitchIndex s : order) lead_to(s, bit, trees_each, layers, trees);
    const double like_base = static_cast<double>(like_base_) / static_cast<double>(lids_);
    if (!are_all && like_base + trees.share_without_lane() > kFew) return Outcome::kLacksLanes;
  }
  if (!fits_one_lane_) routing_.lanes = std::move(plan_);
  if (like_base_ > 0) {
    auto& sentences = others_ == OtherLids::kLonger ? routing_.warnings : routing_.remarks;
    sentences.push_back(
        fmt::format("{} of {} LIDs have the paths of the base LID of their port: {} lane{} not "
                    "suffice for other paths without a credit loop",
                    like_base_, lids_, turns.size(), turns.size() == 1 ? " does" : "s do"));
  }
  return Outcome::kLed;
}

// The paths of LIDs for which no others are found.
void PathBitRouting::copy_base_lids() {
  const std::size_t lids = fabric_.max_lid() + std::size_t{1};
  const auto* plan = std::get_if<SlBySwitch>(&routing_.lanes);
  plan_ = plan != nullptr
              ? *plan
              : sl_by_switch(fabric_.switch_count(), fabric_.max_lid(), lanes_.front().sl);
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    PortNum* row = rows_.row(s);
    std::vector<Sl>& sls = plan_.rows[s];
    sls.resize(lids, lanes_.front().sl);
    for (const EndPort& port : fabric_.end_ports()) {
      for (const Lid lid : lids_of(port)) {
        row[lid] = row[port.lid];
        sls[lid] = sls[port.lid];
      }
    }
  }
  if (plan != nullptr) fits_one_lane_ = false;
}

// For each path bit: one for each end port, or fewer where that would take too long. Requires the
// load of base LIDs.
std::size_t PathBitRouting::trees_of_a_switch() const {
  std::uint64_t looked_at = 0;  // with one tree for each
  std::uint64_t walked = 0;     // from all switches to one LID: so many times
  std::uint64_t base_lids = 0;
  std::size_t most = 0;
  for (const std::vector<EndPort>& ports : ports_) {
    std::uint64_t bits = 0;
    for (const EndPort& port : ports) bits = std::max(bits, (std::uint64_t{1} << port.lmc) - 1);
    looked_at += bits * links_.count();
    walked += ports.size() * bits * (bits + 1) / 2;
    base_lids += ports.size();
    most = std::max(most, ports.size());
  }
  if (looked_at == 0) return most;
  const std::uint64_t hops = std::reduce(load_.begin(), load_.end(), std::uint64_t{0});
  if (walked * (hops / std::max<std::uint64_t>(base_lids, 1) + 1) > kMostWalked) return 0;
  return std::min<std::uint64_t>(most, kMostLookedAt / looked_at);
}

// Replies to base LIDs have the SLs of requests the other way. Even where dfsssp gives up, with a
// warning, that both have the same, replies may close no credit loop; then they must close none
// with other paths either. A lane on which they close a cycle together with groups, or which they
// change to or from, is full: other paths may only make the turns that requests make there.
HeldTurns PathBitRouting::turns_of_base_lids() {
  const Turns requests = turns_of_requests();
  HeldTurns held = {.turns = requests};
  add_groups(held.turns);
  if (!request_.options.reversible) return held;
  Turns with_replies = held.turns;
  const LayerSet mixed = add_replies(with_replies);
  if ((mixed == 0 && with_replies == held.turns) || replies_close_a_loop()) return held;
  for (std::size_t k = 0; k < requests.size(); ++k) {
    const bool is_full = (mixed >> k & 1) != 0 || close_a_cycle(with_replies[k]);
    held.turns[k] = is_full ? requests[k] : with_replies[k];
    if (is_full) held.full = static_cast<LayerSet>(held.full | 1u << k);
  }
  return held;
}

// Adds up the load, too.
Turns PathBitRouting::turns_of_requests() {
  const std::size_t most = lanes_.size();
  Turns turns(most);
  const auto add = [&](std::size_t lane, LinkTurn turn) {
    if (turns[lane].empty()) turns[lane].resize(links_.turn_count());
    turns[lane][links_.turn(turn.from, turn.to)] = true;
  };
  load_.assign(links_.count(), 0);
  for (SwitchIndex to = 0; to < fabric_.switch_count(); ++to) {
    for (const EndPort& port : ports_[to]) {
      request_.workers.check_stop();
      read(to, port.lid);
      for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
        if (end_ports_[s] == 0 || link_[s] == kNone) continue;
        const std::size_t lane = lane_of_[plan_.rows[s][port.lid]];
        for (LinkIndex at = link_[s]; at != kNone;) {
          const LinkIndex next = link_[links_.to(at)];
          load_[at] += sources_[s];
          if (next != kNone) add(lane, {at, next});
          at = next;
        }
      }
    }
  }
  std::size_t used = most;
  while (used > 1 && turns[used - 1].empty()) --used;
  const std::size_t affordable = kMostDetourTurns / (links_.turn_count() + 1);
  most_lanes_ = std::max(used, std::min({most_lanes_, most, affordable}));
  turns.resize(most_lanes_);
  for (std::vector<bool>& lane : turns) lane.resize(links_.turn_count());
  return turns;
}

// Groups have SL 0. Where they close a credit loop with paths to base LIDs, which have been warned
// of, they do so with others too.
void PathBitRouting::add_groups(Turns& turns) const {
  const auto lane =
      static_cast<std::size_t>(std::ranges::find(lanes_, Sl{0}, &Lane::sl) - lanes_.begin());
  if (lane >= turns.size()) return;
  std::vector<bool> both = turns[lane];
  for (const LinkTurn turn : multicast_turns(fabric_, links_, routing_.multicast)) {
    both[links_.turn(turn.from, turn.to)] = true;
  }
  if (!close_a_cycle(both)) turns[lane] = std::move(both);
}

// The turns of replies on lanes on which no request makes them. Returns the lanes that replies
// change from or to, at links with fewer VLs.
LayerSet PathBitRouting::add_replies(Turns& turns) {
  unsigned mixed = 0;
  for (SwitchIndex to = 0; to < fabric_.switch_count(); ++to) {
    const std::vector<LayerSet> requests = lanes_from(to);
    for (const EndPort& port : ports_[to]) {
      request_.workers.check_stop();
      read(to, port.lid);
      std::vector<LayerSet> walked(fabric_.switch_count());
      for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
        if (link_[s] == kNone) continue;
        const unsigned there = 1u << lane_of_[plan_.rows[s][port.lid]];
        for (unsigned back = requests[s] & ~there; back != 0; back &= back - 1) {
          mixed |= add_path(s, static_cast<std::size_t>(std::countr_zero(back)), walked, turns);
        }
      }
    }
  }
  return static_cast<LayerSet>(mixed);
}

// The turns of the path from a switch, of those that were read. walked: by switch, the lanes on
// which its path was walked before. Returns the same as add_replies().
LayerSet PathBitRouting::add_path(SwitchIndex s, std::size_t lane, std::vector<LayerSet>& walked,
                                  Turns& turns) const {
  const auto lane_on = [&](LinkIndex link) {
    const Vl vl = fold_vl(lanes_[lane].vl, links_[link].data_vls);
    return static_cast<std::size_t>(std::ranges::find(lanes_, vl, &Lane::vl) - lanes_.begin());
  };
  unsigned mixed = 0;
  for (LinkIndex at = link_[s]; link_[links_.to(at)] != kNone; at = link_[links_.to(at)]) {
    if ((walked[s] >> lane & 1) != 0) break;
    walked[s] = static_cast<LayerSet>(walked[s] | 1u << lane);
    s = links_.to(at);
    const LinkIndex next = link_[s];
    const std::size_t before = lane_on(at);
    const std::size_t after = lane_on(next);
    if (before != after) {
      mixed |= 1u << before | 1u << after;
    } else if (before < turns.size()) {
      turns[before][links_.turn(at, next)] = true;
    }
  }
  return static_cast<LayerSet>(mixed);
}

// By switch: of requests to base LIDs there.
std::vector<LayerSet> PathBitRouting::lanes_from(SwitchIndex s) const {
  std::vector<LayerSet> lanes(fabric_.switch_count());
  if (ports_[s].empty()) return lanes;
  for (SwitchIndex to = 0; to < fabric_.switch_count(); ++to) {
    for (const EndPort& port : ports_[to]) {
      lanes[to] = static_cast<LayerSet>(lanes[to] | 1u << lane_of_[plan_.rows[s][port.lid]]);
    }
  }
  return lanes;
}

bool PathBitRouting::replies_close_a_loop() const {
  const LanePlan plan = plan_;
  const Sl2Vl sl2vl(map_of(request_.lanes));
  const Verdict verdict = verify({fabric_, rows_, plan, &sl2vl}, request_.workers);
  return !verdict.credit_loop_reversed.empty();
}

bool PathBitRouting::close_a_cycle(const std::vector<bool>& turns) const {
  const auto is_there = [&](LinkTurn turn) { return turns[links_.turn(turn.from, turn.to)]; };
  return !AcyclicTurns(links_).add_where(is_there);
}

std::vector<bool> PathBitRouting::links_of_base_lids() {
  std::vector<bool> used(links_.count());
  for (SwitchIndex to = 0; to < fabric_.switch_count(); ++to) {
    for (const EndPort& port : ports_[to]) {
      read(to, port.lid);
      for (const LinkIndex link : link_) {
        if (link != kNone) used[link] = true;
      }
    }
  }
  return used;
}

// The LIDs of a path bit at a switch.
void PathBitRouting::lead_to(SwitchIndex destination, unsigned bit, std::size_t trees_each,
                             const DetourLayers& layers, DetourTrees& trees) {
  const std::vector<EndPort>& ports = ports_[destination];
  const auto has_bit = [bit](const EndPort& port) { return bit < 1u << port.lmc; };
  if (std::ranges::none_of(ports, has_bit)) return;
  trees.start(destination);
  for (const EndPort& port : ports) {
    for (unsigned before = 0; before < std::min(bit, 1u << port.lmc); ++before) {
      read(destination, static_cast<Lid>(port.lid + before));
      trees.note(link_);
    }
  }
  std::vector<Lid> lids;
  for (std::size_t first = 0; first < std::min(trees_each, ports.size()); ++first) {
    lids.clear();
    for (std::size_t i = first; i < ports.size(); i += trees_each) {
      if (has_bit(ports[i])) lids.push_back(static_cast<Lid>(ports[i].lid + bit));
    }
    if (lids.empty()) continue;
    request_.workers.check_stop();
    lids_ += lids.size();
    if (trees.grow(static_cast<std::uint32_t>(lids.size()))) {
      write(lids, trees.link(), layers);
      continue;
    }
    like_base_ += lids.size();
    for (const Lid lid : lids) {
      read(destination, lid);
      trees.add_load(link_, 1);
    }
  }
}

void PathBitRouting::read(SwitchIndex destination, Lid lid) {
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    const PortNum port = rows_.row(s)[lid];
    link_[s] = s == destination || port == kNoPath ? kNone : links_.at(s, port);
  }
}

void PathBitRouting::write(std::span<const Lid> lids, std::span<const LinkIndex> link,
                           const DetourLayers& layers) {
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    if (link[s] == kNone) continue;
    for (const Lid lid : lids) {
      rows_.row(s)[lid] = links_[link[s]].port;
      if (end_ports_[s] == 0) continue;
      const unsigned lane = layers.layer_of(s);
      plan_.rows[s][lid] = lanes_[lane].sl;
      if (lane != 0) fits_one_lane_ = false;
    }
  }
}

bool is_tree(const Fabric& fabric) {
  return share_inside_ranks(fabric, SwitchGraph(fabric), levels_of(fabric)) <= kMostInsideRanks;
}

Routing route_multipath(const RouteRequest& request, Tables rows) {
  return route_lids_apart(request, OtherLids::kLonger, rows);
}

}  // namespace

Routing route_lids_apart(const RouteRequest& request, OtherLids others, Tables rows) {
  const Fabric base = with_base_lids(request.fabric);
  const bool has_others = base.lid_count() < request.fabric.lid_count();
  // What is no shortest path in a tree is two hops longer, and as many others want its links.
  if (!has_others || is_tree(request.fabric)) return route_in_layers(request, PathsOf::kLids, rows);
  const RouteRequest to_base = {base, request.options, request.workers, request.lanes};
  Routing routing = route_in_layers(to_base, PathsOf::kLids, rows);
  const std::size_t most = std::min(kLanes, request.lanes.lanes.size());
  // Shortest paths use the lanes of base LIDs first, and more only if outcomes ask for it.
  std::size_t lanes = others == OtherLids::kLonger ? most : 1;
  while (true) {
    PathBitRouting bits(request, others, rows, routing);
    const bool are_all = others == OtherLids::kLonger || (lanes == most && most > 1);
    const auto outcome = bits.lead(lanes, are_all);
    if (outcome == PathBitRouting::Outcome::kLed) return routing;
    if (outcome == PathBitRouting::Outcome::kTakesTooLong) break;
    const std::size_t next = std::min(2 * bits.lanes(), most);
    if (next <= lanes) break;  // there are no more, or they cannot be afforded
    lanes = next;
  }
  fill_no_path(rows);
  return route_in_layers(request, PathsOf::kLids, rows);
}

const EngineInfo& multipath_engine() {
  static constexpr EngineInfo kEngine = {
      "multipath",
      "with an lmc several paths to each port that share little; free of credit loops by lanes",
      Claims{.credit_loop_free = true, .takes_lanes = true},
      &route_multipath,
      {"multipath"}};
  return kEngine;
}

}  // namespace weft
