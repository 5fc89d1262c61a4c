#include "common/repair/column_repair.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "common/balance/sibling_costs.h"
#include "common/fabric/counts.h"
#include "common/repair/kept_steps.h"
#include "common/repair/way_search.h"

namespace weft {
namespace {

// InfiniBand's directed routes, and good manners, end after 64 hops.
constexpr unsigned kMostHops = 63;
constexpr std::uint8_t kUnknownHops = 255;
constexpr std::uint8_t kNowhere = 254;
// So many hops more than on the shortest way are worth it for packets that are on their way.
constexpr unsigned kMostDetour = 2;
// To make way for a path, and all of a repair: links to look at, and ways to try.
constexpr std::uint64_t kWayLooks = 20'000;
constexpr std::uint64_t kWayLooksInAll = 200'000;
constexpr unsigned kWayTries = 64;
constexpr unsigned kWayLonger = 6;  // hops than on the shortest way

}  // namespace

ColumnRepair::ColumnRepair(const Fabric& fabric, const Links& links, AllowedTurns& turns,
                           PairLanes& lanes, std::vector<std::uint64_t>& loads,
                           const Orientation& orientation, std::span<const RoutedStep> steps,
                           OfLate of_late, Tables rows)
    : fabric_(fabric),
      links_(links),
      turns_(turns),
      lanes_(lanes),
      loads_(loads),
      orientation_(orientation),
      steps_(steps),
      of_late_(std::move(of_late)),
      rows_(rows),
      senders_(sources_by_switch(fabric)),
      looks_left_(kWayLooksInAll),
      broken_at_(fabric.switch_count(), kNone),
      state_(fabric.switch_count(), State::kUntouched),
      hops_(fabric.switch_count(), kUnknownHops),
      offers_(kMostHops + 1) {
  if (!loads.empty()) busy_ = *std::ranges::max_element(loads) / 10 * 11;
}

bool ColumnRepair::vouch(SwitchIndex s, Lid lid) {
  lid_ = lid;
  destination_ = fabric_.destination_switch(lid);
  bool fits = true;
  if (hops_from(s) < kNowhere && s != destination_) {
    path_.clear();
    path_from(next_link(s, lid), path_);
    fits = turns_.add_path(lanes_.sls(s, lid), path_);
  }
  forget_column();
  return fits;
}

std::size_t ColumnRepair::repair(Lid lid, std::span<const Seed> seeds) {
  lid_ = lid;
  destination_ = fabric_.destination_switch(lid);
  may_divert_ = std::ranges::any_of(seeds, [](const Seed& s) { return s.led_to == kNone; });
  with_other_lanes_ = 0;
  attach(seeds);
  if (lacks_paths()) {
    forget_column();
    with_other_lanes_ = 0;
    attach_anew();
  }
  const auto lost = static_cast<std::size_t>(
      std::ranges::count_if(broken_, [this](const Broken& b) { return is_left(b.s); }));
  forget_column();
  return lost;
}

std::vector<ColumnRepair::Seed> ColumnRepair::all_but_destination() const {
  std::vector<Seed> seeds;
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    const LinkIndex old = s == destination_ ? kNone : next_link(s, lid_);
    if (s != destination_) seeds.push_back({s, old == kNone ? kNone : links_.to(old)});
  }
  return seeds;
}

// All switches. Where packets keep to up*/down*, those that can go down go first, so that others
// can come down to them.
void ColumnRepair::attach_anew() {
  find_broken(all_but_destination());
  if (!turns_.goes_up().empty()) attach_all(Care::kLanesGoingDown);
  attach_all(Care::kLanes);
  if (!lanes_.one_lane()) attach_on_other_lanes();
  if (lacks_paths() && !lanes_.reserve().empty() && !std::exchange(uses_reserve_, true)) {
    attach_all(Care::kReserve);
  }
  attach_all(Care::kNothing);
}

// The reserve is touched only for a column that has no paths without it; from then on it is there.
void ColumnRepair::attach_on_other_lanes() {
  attach_all(Care::kNoLanes);
  if (uses_reserve_) attach_all(Care::kReserve);
}

void ColumnRepair::attach(std::span<const Seed> seeds) {
  find_broken(seeds);
  if (of_late_.is_first) attach_as_of_late();
  if (of_late_.sparing == Sparing::kPacketsOnTheirWay) attach_all(Care::kPacketsOnTheirWay);
  attach_all(Care::kLanes);
  if (!lanes_.one_lane()) {
    if (lanes_.any_granted()) make_way();
    attach_on_other_lanes();
  } else {
    if (lacks_paths() && turns_.loosen(orientation_)) attach_all(Care::kLanes);
    make_way();
  }
  attach_all(Care::kNothing);
  if (fabric_.owner(lid_).kind != PeerKind::kSwitch) return;
  const std::size_t count = broken_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (is_left(broken_[i].s)) lay_over_unreached(broken_[i].s);
  }
}

// As far as the entries of late still lead to a switch that has a path.
void ColumnRepair::attach_as_of_late() {
  std::vector<LinkIndex> way;
  for (std::size_t i = 0; i < broken_.size(); ++i) {
    way.clear();
    SwitchIndex s = broken_[i].s;
    while (state_[s] == State::kBroken && way.size() < kMostHops) {
      const LinkIndex link = link_at(s, of_late_.port(s, lid_));
      if (link == kNone) break;
      way.push_back(link);
      s = links_.to(link);
    }
    if (state_[s] == State::kBroken || hops_from(s) + way.size() > kMostHops) continue;
    if (is_idle(s)) divert_as_of_late(s);
    while (!way.empty()) {
      Broken& b = broken_[broken_at_[links_[way.back()].from]];
      if (!attach(b, way.back(), Care::kLanes)) break;
      way.pop_back();
    }
  }
}

void ColumnRepair::divert_as_of_late(SwitchIndex s) {
  const PortNum port = of_late_.port(s, lid_);
  const LinkIndex link = link_at(s, port);
  if (link != kNone && hops_from(links_.to(link)) + 1 == hops_from(s)) rows_.row(s)[lid_] = port;
}

// Where entries that are good lead on by turns that a path may not take, some of them make way.
void ColumnRepair::make_way() {
  if (!lacks_paths() || looks_left_ == 0) return;
  if (const auto prepare = std::exchange(prepare_, nullptr)) {
    prepare();
    attach_all(Care::kLanes);
  }
  const std::function<bool(LinkIndex)> may_use = [this](LinkIndex l) { return !leaves_part(l); };
  WaySearch search(links_, destination_, may_use);
  for (std::size_t i = 0; i < broken_.size(); ++i) {
    const Broken b = broken_[i];
    if (state_[b.s] != State::kBroken || !is_needed(b.s)) continue;
    std::uint64_t looks = std::min(kWayLooks, looks_left_);
    looks_left_ -= looks;
    unsigned tries = kWayTries;
    const WaySearch::Task task = {
        .from = b.s,
        .most_longer = kWayLonger,
        .may_turn = [&](LinkTurn turn) { return turns_.fits(b.own, turn); },
        .accept =
            [&](std::span<const LinkIndex> way) {
              if (lead_along(way)) return true;
              if (--tries == 0) looks = 0;
              return false;
            }};
    search.find(task, looks);
    looks_left_ += looks;
  }
  attach_all(Care::kLanes);
}

// All switches on a way to the destination, if the paths that change by that have lanes.
bool ColumnRepair::lead_along(std::span<const LinkIndex> way) {
  // Nobody knows what arrives over a switch that had no path.
  const bool has_holes = std::ranges::any_of(way, [&](LinkIndex link) {
    const SwitchIndex s = links_[link].from;
    return state_[s] == State::kUntouched && hops_from(s) >= kNowhere;
  });
  if (has_holes) return false;
  std::vector<PortNum> before;
  for (const LinkIndex link : way) before.push_back(rows_.row(links_[link].from)[lid_]);
  const std::vector<SwitchIndex> moved = led_through(way);
  const auto weigh = [&](std::int64_t sign) {
    for (const SwitchIndex s : moved) add_load(next_link(s, lid_), sign * senders_[s]);
  };
  weigh(-1);
  for (const LinkIndex link : way) rows_.row(links_[link].from)[lid_] = links_[link].port;
  std::vector<std::pair<SlSet, std::vector<LinkTurn>>> joined;
  const auto fits = [&](SwitchIndex s) {
    const LinkIndex first = next_link(s, lid_);
    const SlSet own = lanes_.sls(s, lid_);
    path_.clear();
    path_from(first, path_);
    if (path_.size() >= kMostHops || !turns_.has_lanes(own, first, path_)) return false;
    if (!turns_.add_path(own, path_)) return false;
    joined.emplace_back(own, path_);
    return true;
  };
  const auto fits_from = [&](LinkIndex link) { return fits(links_[link].from); };
  const bool all_fit = std::ranges::all_of(way, fits_from) && std::ranges::all_of(moved, fits);
  if (!all_fit) {
    for (const auto& [sls, turns] : joined) turns_.remove_path(sls, turns);
    for (std::size_t i = 0; i < way.size(); ++i) {
      rows_.row(links_[way[i]].from)[lid_] = before[i];
    }
  }
  weigh(1);
  for (std::size_t i = way.size(); all_fit && i-- > 0;) {
    const SwitchIndex s = links_[way[i]].from;
    if (state_[s] != State::kBroken) continue;
    state_[s] = State::kAttached;
    add_paths(broken_[broken_at_[s]], way[i]);
  }
  if (all_fit) forget_hops();
  return all_fit;
}

// Those with a path by an entry that the way changes.
std::vector<SwitchIndex> ColumnRepair::led_through(std::span<const LinkIndex> way) {
  std::vector<SwitchIndex> found;
  for (const LinkIndex link : way) {
    const SwitchIndex s = links_[link].from;
    if (hops_from(s) < kNowhere && next_link(s, lid_) != link) found.push_back(s);
  }
  // Below a switch of the way may be another one.
  std::vector<char> is_found(fabric_.switch_count());
  for (const SwitchIndex s : found) is_found[s] = 1;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (LinkIndex link = links_.first_of(found[i]);
         link < links_.first_of(found[i]) + links_.count_of(found[i]); ++link) {
      const SwitchIndex sender = links_.to(link);
      if (is_found[sender] != 0 || rows_.row(sender)[lid_] != links_[link].in_port) continue;
      if (sender == destination_) continue;
      is_found[sender] = 1;
      found.push_back(sender);
    }
  }
  return found;
}

// To a switch's own LID there may be a way over switches that had none all along. Breadth first.
void ColumnRepair::lay_over_unreached(SwitchIndex from) {
  std::vector<LinkIndex> came_by(fabric_.switch_count(), kNone);
  std::vector<SwitchIndex> queue = {from};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const LinkIndex end = links_.first_of(queue[i]) + links_.count_of(queue[i]);
    for (LinkIndex link = links_.first_of(queue[i]); link < end; ++link) {
      const SwitchIndex to = links_.to(link);
      if (to == from || came_by[to] != kNone || leaves_part(link)) continue;
      came_by[to] = link;
      const unsigned hops = hops_from(to);
      if (hops >= kNowhere && next_link(to, lid_) == kNone) queue.push_back(to);
      if (hops >= kNowhere) continue;
      way_.clear();
      for (SwitchIndex s = to; s != from;) way_.push_back(s = links_[came_by[s]].from);
      if (hops + way_.size() > kMostHops) return;
      for (std::size_t k = 0; k < way_.size(); ++k) {
        const SwitchIndex s = way_[k];
        if (state_[s] == State::kUntouched) add_broken(s, kNone, kNone, kNone);
        rows_.row(s)[lid_] = links_[came_by[k == 0 ? to : way_[k - 1]]].port;
        state_[s] = State::kAttached;
        hops_[s] = static_cast<std::uint8_t>(hops + k + 1);
        seen_.push_back(s);
      }
      return;
    }
  }
}

// Has a switch senders, and no path?
bool ColumnRepair::is_left(SwitchIndex s) const {
  return state_[s] == State::kBroken && senders_[s] > 0;
}

// The seeds, and all whose packets come to one of them.
void ColumnRepair::find_broken(std::span<const Seed> seeds) {
  for (const Seed& seed : seeds) add_broken(seed.s, kNone, seed.led_to, kNone);
  for (std::uint32_t i = 0; i < broken_.size(); ++i) {
    const SwitchIndex s = broken_[i].s;
    const LinkIndex end = links_.first_of(s) + links_.count_of(s);
    for (LinkIndex link = links_.first_of(s); link < end; ++link) {
      const SwitchIndex sender = links_.to(link);
      if (state_[sender] != State::kUntouched || sender == destination_) continue;
      if (rows_.row(sender)[lid_] != links_[link].in_port) continue;
      add_broken(sender, links_.opposite(link), s, i);
    }
  }
  for (auto i = static_cast<std::uint32_t>(broken_.size()); i-- > 0;) {
    Broken& b = broken_[i];
    b.paths += senders_[b.s];
    if (b.old_link != kNone) loads_[b.old_link] -= std::min(loads_[b.old_link], b.paths);
    if (b.parent == kNone) {
      if (b.led_to == kNone || state_[b.led_to] != State::kUntouched) continue;
      add_load(next_link(b.led_to, lid_), -static_cast<std::int64_t>(b.paths));
      continue;
    }
    Broken& parent = broken_[b.parent];
    parent.need |= b.need;
    parent.paths += b.paths;
    b.next_sender = std::exchange(parent.first_sender, i);
  }
}

void ColumnRepair::add_broken(SwitchIndex s, LinkIndex old_link, SwitchIndex led_to,
                              std::uint32_t parent) {
  broken_at_[s] = static_cast<std::uint32_t>(broken_.size());
  state_[s] = State::kBroken;
  rows_.row(s)[lid_] = kNoPath;
  const SlSet own = lanes_.sls(s, lid_);
  broken_.push_back(
      {.s = s, .old_link = old_link, .led_to = led_to, .parent = parent, .own = own, .need = own});
}

// Dijkstra's algorithm over hops, from all that have a path to the broken ones beside them.
void ColumnRepair::attach_all(Care care) {
  for (std::uint32_t i = 0; i < broken_.size(); ++i) {
    Broken& b = broken_[i];
    if (state_[b.s] != State::kBroken) continue;
    if (care == Care::kNothing && is_needed(b.s)) continue;
    const LinkIndex end = links_.first_of(b.s) + links_.count_of(b.s);
    for (LinkIndex link = links_.first_of(b.s); link < end; ++link) {
      offer(i, hops_from(links_.to(link)) + 1);
    }
  }
  for (unsigned hops = 1; hops <= kMostHops; ++hops) {
    for (std::size_t i = 0; i < offers_[hops].size(); ++i) {
      Broken& b = broken_[offers_[hops][i]];
      if (state_[b.s] != State::kBroken) continue;
      if (try_to_attach(b, hops, care)) offer_to_neighbours(b.s, care);
    }
    offers_[hops].clear();
  }
}

// Do end ports have to reach the LID in hand from a switch?
bool ColumnRepair::is_needed(SwitchIndex s) const {
  return senders_[s] > 0 && fabric_.owner(lid_).kind == PeerKind::kEndPort;
}

// Are there switches from which they do not?
bool ColumnRepair::lacks_paths() const {
  return std::any_of(broken_.begin(), broken_.end(), [this](const Broken& b) {
    return state_[b.s] == State::kBroken && is_needed(b.s);
  });
}

void ColumnRepair::offer_to_neighbours(SwitchIndex s, Care care) {
  for (const SwitchIndex n : links_.neighbours(s)) {
    if (state_[n] != State::kBroken || (care == Care::kNothing && is_needed(n))) continue;
    offer(broken_at_[n], hops_[s] + 1u);
  }
}

// A way of so many hops from a broken switch has been found.
void ColumnRepair::offer(std::uint32_t broken, unsigned hops) {
  if (hops > kMostHops) return;
  if (offers_[hops].empty() || offers_[hops].back() != broken) offers_[hops].push_back(broken);
}

bool ColumnRepair::try_to_attach(Broken& b, unsigned hops, Care care) {
  collect_candidates(b, hops, care);
  if (candidates_.empty()) return false;
  if (b.least == 0) b.least = hops;
  if (care == Care::kPacketsOnTheirWay && hops > b.least + kMostDetour) return false;
  for (const Candidate& candidate : candidates_) {
    const SwitchIndex next = links_.to(candidate.link);
    const PortNum before = rows_.row(next)[lid_];
    if (may_divert_ && candidate.load.busiest + b.paths > busy_) divert_if_idle(next);
    const bool spares =
        care != Care::kPacketsOnTheirWay || spares_packets_on_their_way(b, candidate.link);
    if (spares && attach(b, candidate.link, care)) return true;
    rows_.row(next)[lid_] = before;
  }
  return false;
}

bool ColumnRepair::is_idle(SwitchIndex s) const {
  if (s == destination_ || state_[s] != State::kUntouched || senders_[s] > 0) return false;
  const std::span<const Link> links = links_.all().subspan(links_.first_of(s), links_.count_of(s));
  return std::ranges::none_of(
      links, [&](const Link& link) { return rows_.row(link.to)[lid_] == link.in_port; });
}

// What a switch sends on that nobody sends to harms no balance, wherever it leads, until somebody
// does: then it takes the least busy of the ways of as many hops.
void ColumnRepair::divert_if_idle(SwitchIndex s) {
  if (!is_idle(s)) return;
  const unsigned hops = hops_from(s);
  LinkIndex best = next_link(s, lid_);
  PathLoad least = load_from(best);
  for (LinkIndex link = links_.first_of(s); link < links_.first_of(s) + links_.count_of(s);
       ++link) {
    const SwitchIndex to = links_.to(link);
    if (to == s || hops_from(to) + 1 != hops || leaves_part(link)) continue;
    const PathLoad load = load_from(link);
    if (load < least) {
      best = link;
      least = load;
    }
  }
  rows_.row(s)[lid_] = links_[best].port;
}

// Best first.
void ColumnRepair::collect_candidates(const Broken& b, unsigned hops, Care care) {
  candidates_.clear();
  const bool spares_entries = of_late_.sparing == Sparing::kPacketsOnTheirWay;
  const PortNum of_late = spares_entries ? of_late_.port(b.s, lid_) : kNoPath;
  const auto siblings = ports_of_siblings(fabric_, lid_, rows_.row(b.s));
  const std::uint32_t count = links_.count_of(b.s);
  for (std::uint32_t i = 0; i < count; ++i) {
    const LinkIndex link = links_.first_of(b.s) + i;
    if (links_.to(link) == b.s || hops_from(links_.to(link)) + 1 != hops) continue;
    if (care == Care::kLanesGoingDown && turns_.goes_up()[link] != 0) continue;
    if (leaves_part(link)) continue;
    const bool to_same = of_late_.sparing != Sparing::kNothing && links_.to(link) == b.led_to;
    candidates_.push_back({link, links_[link].port == of_late, siblings.test(links_[link].port),
                           to_same, load_from(link), (i + lid_) % count});
  }
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& x, const Candidate& y) {
    if (x.of_late != y.of_late) return x.of_late;
    if (x.with_sibling != y.with_sibling) return y.with_sibling;
    if (x.to_same != y.to_same) return x.to_same;
    return std::tie(x.load, x.turn) < std::tie(y.load, y.turn);
  });
}

// On the way from a link on to the LID in hand.
ColumnRepair::PathLoad ColumnRepair::load_from(LinkIndex link) const {
  PathLoad load = {loads_[link], loads_[link]};
  while (links_.to(link) != destination_) {
    link = next_link(links_.to(link), lid_);
    load.busiest = std::max(load.busiest, loads_[link]);
    load.sum += loads_[link];
  }
  return load;
}

// Of packets to the LID in hand.
bool ColumnRepair::leaves_part(LinkIndex link) const {
  return weft::leaves_part(steps_, links_[link].from, links_[link].port, lid_);
}

// While tables are sent, packets come by old entries and leave by the new one, or come by the new
// one and leave by an old one.
bool ColumnRepair::spares_packets_on_their_way(const Broken& b, LinkIndex link) {
  path_.clear();
  path_from(link, path_);
  for (const LinkTurn turn : path_) {
    if (!turns_.fits(b.need, turn)) return false;
  }
  for (std::uint32_t i = b.first_sender; i != kNone; i = broken_[i].next_sender) {
    if (!turns_.fits(broken_[i].need, {broken_[i].old_link, link})) return false;
  }
  const SwitchIndex next = links_.to(link);
  if (state_[next] != State::kAttached) return true;
  const LinkIndex old = broken_[broken_at_[next]].old_link;
  return old == kNone || (links_.to(old) != b.s && turns_.fits(b.need, {link, old}));
}

bool ColumnRepair::attach(Broken& b, LinkIndex link, Care care) {
  path_.clear();
  path_from(link, path_);
  if ((care == Care::kNoLanes || care == Care::kReserve) && b.own != 0) {
    if (!take_lane(care == Care::kNoLanes ? lanes_.budget() : lanes_.reserve(), b, link)) {
      return false;
    }
  } else if (care != Care::kNothing &&
             (!turns_.has_lanes(b.own, link, path_) || !turns_.add_path(b.own, path_))) {
    return false;
  }
  const PortNum port = links_[link].port;
  rows_.row(b.s)[lid_] = port;
  add_paths(b, link);
  state_[b.s] = State::kAttached;
  hops_[b.s] = static_cast<std::uint8_t>(hops_[links_.to(link)] + 1);
  seen_.push_back(b.s);
  return true;
}

// With a switch come all that sent through it, as long as they find no other way: so that those
// beside it, which are attached before these, see what it will carry.
void ColumnRepair::add_paths(const Broken& b, LinkIndex link) {
  const auto paths = static_cast<std::int64_t>(b.paths);
  std::uint32_t parent = b.parent;
  if (parent != kNone && state_[broken_[parent].s] == State::kAttached &&
      links_.to(link) == broken_[parent].s) {
    if (fabric_.owner(lid_).kind == PeerKind::kEndPort) loads_[link] += b.paths;
    return;
  }
  for (; parent != kNone && state_[broken_[parent].s] != State::kAttached;
       parent = broken_[parent].parent) {
    broken_[parent].paths -= std::min(broken_[parent].paths, b.paths);
  }
  if (parent != kNone) add_load(next_link(broken_[parent].s, lid_), -paths);
  add_load(link, paths);
}

// The first lane that the switch's packets fit on, together with what answers them. path_: theirs.
bool ColumnRepair::take_lane(std::span<const Lane> lanes, const Broken& b, LinkIndex link) {
  // Replies come from base LIDs of end ports.
  const LidOwner owner = fabric_.owner(lid_);
  const bool replies = lanes_.replies() && owner.kind == PeerKind::kEndPort &&
                       fabric_.end_ports()[owner.index].lid == lid_;
  for (const Lane& lane : lanes) {
    const auto sl = static_cast<SlSet>(1u << lane.sl);
    if (!turns_.has_lanes(sl, link, path_)) continue;
    std::vector<LinkTurn> turns = path_;
    if (replies) {
      rows_.row(b.s)[lid_] = links_[link].port;
      add_ways(destination_, lanes_.lids_at(b.s), turns);
      add_ways(b.s, lanes_.lids_at(destination_), turns);
      rows_.row(b.s)[lid_] = kNoPath;
    }
    if (!turns_.add_path(sl, turns)) continue;
    lanes_.set_sl(b.s, lid_, lane.sl);
    ++with_other_lanes_;
    if (replies) {
      for (const Lid back : lanes_.lids_at(b.s)) lanes_.set_sl(destination_, back, lane.sl);
    }
    return true;
  }
  return false;
}

// The turns on the ways from a switch to some LIDs, as far as these lead.
void ColumnRepair::add_ways(SwitchIndex from, const std::vector<Lid>& lids,
                            std::vector<LinkTurn>& turns) const {
  for (const Lid lid : lids) {
    LinkIndex link = next_link(from, lid);
    for (unsigned hops = 0; link != kNone && hops < kMostHops; ++hops) {
      const LinkIndex next = next_link(links_.to(link), lid);
      if (next != kNone) turns.push_back({link, next});
      link = next;
    }
  }
}

// kNone: to no switch.
LinkIndex ColumnRepair::next_link(SwitchIndex s, Lid lid) const {
  return link_at(s, rows_.row(s)[lid]);
}

// kNone: to no switch. port: whatever a table holds.
LinkIndex ColumnRepair::link_at(SwitchIndex s, PortNum port) const {
  return port > fabric_.switches()[s].port_count ? kNone : links_.at(s, port);
}

// From a switch to the LID in hand, along the entries; kNowhere if they do not lead there.
unsigned ColumnRepair::hops_from(SwitchIndex s) {
  way_.clear();
  unsigned hops = kNowhere;
  while (true) {
    if (s == destination_) {
      hops = 0;
    } else if (hops_[s] != kUnknownHops) {
      hops = hops_[s];
    } else if (state_[s] != State::kBroken && way_.size() < kMostHops) {
      const LinkIndex link = next_link(s, lid_);
      way_.push_back(s);
      if (link != kNone) {
        s = links_.to(link);
        continue;
      }
    }
    break;
  }
  for (std::size_t i = way_.size(); i-- > 0;) {
    hops = hops >= kMostHops ? kNowhere : hops + 1;
    hops_[way_[i]] = static_cast<std::uint8_t>(hops);
    seen_.push_back(way_[i]);
  }
  return hops;
}

// The turns from a link on to the LID in hand.
void ColumnRepair::path_from(LinkIndex link, std::vector<LinkTurn>& turns) const {
  while (links_.to(link) != destination_) {
    const LinkIndex next = next_link(links_.to(link), lid_);
    turns.push_back({link, next});
    link = next;
  }
}

// Of paths of end ports to the LID in hand, from a link on.
void ColumnRepair::add_load(LinkIndex link, std::int64_t paths) {
  if (fabric_.owner(lid_).kind != PeerKind::kEndPort) return;
  for (unsigned hops = 0; link != kNone && hops < kMostHops; ++hops) {
    const auto load = static_cast<std::int64_t>(loads_[link]);
    loads_[link] = static_cast<std::uint64_t>(std::max(load + paths, std::int64_t{0}));
    link = next_link(links_.to(link), lid_);
  }
}

void ColumnRepair::forget_column() {
  for (const Broken& b : broken_) {
    state_[b.s] = State::kUntouched;
    broken_at_[b.s] = kNone;
  }
  forget_hops();
  broken_.clear();
}

void ColumnRepair::forget_hops() {
  for (const SwitchIndex s : seen_) hops_[s] = kUnknownHops;
  seen_.clear();
}

}  // namespace weft
