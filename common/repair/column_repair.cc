#include "common/repair/column_repair.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "common/balance/sibling_costs.h"
#include "common/fabric/counts.h"
#include "common/repair/kept_steps.h"
#include "common/repair/way_maker.h"

namespace weft {
namespace {

constexpr unsigned kMostHops = ColumnPaths::kMostHops;
constexpr std::uint8_t kNowhere = ColumnPaths::kNowhere;
// Hops that a path may have more than the shortest one so that packets of old entries are safe.
constexpr unsigned kMostDetour = 2;

}  // namespace

ColumnRepair::ColumnRepair(const Fabric& fabric, const Links& links, AllowedTurns& turns,
                           PairLanes& lanes, std::vector<std::uint64_t>& loads,
                           const Orientation& orientation, std::span<const RoutedStep> steps,
                           ActiveEntries active, Tables rows)
    : fabric_(fabric),
      links_(links),
      turns_(turns),
      lanes_(lanes),
      loads_(loads),
      orientation_(orientation),
      steps_(steps),
      active_(std::move(active)),
      rows_(rows),
      column_(fabric, links, loads, rows),
      senders_(sources_by_switch(fabric)),
      looks_left_(WayMaker::kLooksInAll),
      broken_at_(fabric.switch_count(), kNone),
      state_(fabric.switch_count(), State::kUntouched),
      offers_(kMostHops + 1) {
  if (!loads.empty()) busy_ = *std::ranges::max_element(loads) / 10 * 11;
}

bool ColumnRepair::vouch(SwitchIndex s, Lid lid) {
  column_.start(lid);
  bool fits = s == column_.destination();
  if (!fits && column_.hops(s) < kNowhere) {
    path_.clear();
    column_.append_turns(column_.next(s, lid), path_);
    fits = turns_.add_path(lanes_.sls(s, lid), path_);
  }
  forget_column();
  return fits;
}

std::size_t ColumnRepair::repair(Lid lid, std::span<const Seed> seeds, bool alone) {
  column_.start(lid);
  may_divert_ = std::ranges::any_of(seeds, [](const Seed& s) { return s.led_to == kNone; });
  with_other_lanes_ = 0;
  attach(seeds, alone);
  if (lacks_paths() && !alone) {
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
    const LinkIndex old = s == column_.destination() ? kNone : column_.next(s);
    if (s != column_.destination()) seeds.push_back({s, old == kNone ? kNone : links_.to(old)});
  }
  return seeds;
}

// Gives all broken switches new entries. With up*/down*, switches that can send down come first,
// so that the others can send to them.
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

// The reserve is used when a column has no paths without it; from then on it counts as lanes.
void ColumnRepair::attach_on_other_lanes() {
  attach_all(Care::kNoLanes);
  if (uses_reserve_) attach_all(Care::kReserve);
}

// Other entries make way, or pairs get other lanes.
void ColumnRepair::attach_with_changes() {
  if (!lanes_.one_lane()) {
    // A pair that was granted no SL may as well have another one.
    const bool are_granted = lanes_.any_granted();
    if (are_granted) make_way();
    attach_on_other_lanes();
    if (!are_granted) make_way();
  } else {
    if (lacks_paths() && turns_.loosen(orientation_)) attach_all(Care::kLanes);
    make_way();
  }
}

void ColumnRepair::attach(std::span<const Seed> seeds, bool alone) {
  find_broken(seeds);
  if (active_.is_first) attach_as_active();
  if (active_.sparing == Sparing::kPacketsOnTheirWay) attach_all(Care::kPacketsOnTheirWay);
  attach_all(Care::kLanes);
  if (!alone) attach_with_changes();
  attach_all(Care::kNothing);
  if (column_.leads_to_end_port()) return;
  const std::size_t count = broken_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (is_left(broken_[i].s)) reach_over_unreached(broken_[i].s);
  }
}

// Takes the active entries of broken switches that lead to a switch with a path.
void ColumnRepair::attach_as_active() {
  std::vector<LinkIndex> way;
  for (std::size_t i = 0; i < broken_.size(); ++i) {
    way.clear();
    SwitchIndex s = broken_[i].s;
    while (state_[s] == State::kBroken && way.size() < kMostHops) {
      const LinkIndex link = column_.link_at(s, active_.port(s, column_.lid()));
      if (link == kNone) break;
      way.push_back(link);
      s = links_.to(link);
    }
    if (state_[s] == State::kBroken || column_.hops(s) + way.size() > kMostHops) continue;
    if (is_idle(s)) divert_as_active(s);
    while (!way.empty()) {
      Broken& b = broken_[broken_at_[links_[way.back()].from]];
      if (!attach(b, way.back(), Care::kLanes)) break;
      way.pop_back();
    }
  }
}

void ColumnRepair::divert_as_active(SwitchIndex s) {
  const PortNum port = active_.port(s, column_.lid());
  const LinkIndex link = column_.link_at(s, port);
  if (link == kNone || column_.hops(links_.to(link)) + 1 != column_.hops(s)) return;
  column_.set_entry(s, port);
}

// If good entries continue by turns that are not allowed for the packets of a broken switch, some
// of these entries make way.
void ColumnRepair::make_way() {
  if (!lacks_paths() || looks_left_ == 0) return;
  if (const auto prepare = std::exchange(prepare_, nullptr)) {
    prepare();
    attach_all(Care::kLanes);
  }
  std::function<bool(SwitchIndex)> is_good;
  if (active_.sparing == Sparing::kPacketsOnTheirWay) {
    is_good = [this](SwitchIndex s) { return state_[s] == State::kUntouched; };
  }
  WayMaker ways({.column = column_,
                 .turns = turns_,
                 .lanes = lanes_,
                 .senders = senders_,
                 .may_use = [this](LinkIndex link) { return !leaves_part(link); },
                 .is_broken = [this](SwitchIndex s) { return state_[s] == State::kBroken; },
                 .is_good = std::move(is_good)},
                looks_left_);
  for (std::size_t i = 0; i < broken_.size(); ++i) {
    const Broken& b = broken_[i];
    if (state_[b.s] != State::kBroken || !is_needed(b.s)) continue;
    const std::vector<LinkIndex> way = ways.lead(b.s, b.own);
    for (std::size_t k = way.size(); k-- > 0;) {
      const SwitchIndex s = links_[way[k]].from;
      if (state_[s] != State::kBroken) continue;
      state_[s] = State::kAttached;
      add_paths(broken_[broken_at_[s]], way[k]);
    }
  }
  attach_all(Care::kLanes);
}

// A path to the LID of a switch may lead over switches that never had a path to it: searches
// breadth first.
void ColumnRepair::reach_over_unreached(SwitchIndex from) {
  std::vector<LinkIndex> came_by(fabric_.switch_count(), kNone);
  std::vector<SwitchIndex> queue = {from};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const LinkIndex end = links_.first_of(queue[i]) + links_.count_of(queue[i]);
    for (LinkIndex link = links_.first_of(queue[i]); link < end; ++link) {
      const SwitchIndex to = links_.to(link);
      if (to == from || came_by[to] != kNone || leaves_part(link)) continue;
      came_by[to] = link;
      const unsigned hops = column_.hops(to);
      if (hops >= kNowhere && column_.next(to) == kNone) queue.push_back(to);
      if (hops >= kNowhere) continue;
      way_.clear();
      for (SwitchIndex s = to; s != from;) way_.push_back(s = links_[came_by[s]].from);
      if (hops + way_.size() > kMostHops) return;
      for (std::size_t k = 0; k < way_.size(); ++k) {
        const SwitchIndex s = way_[k];
        if (state_[s] == State::kUntouched) add_broken(s, kNone, kNone, kNone);
        column_.set_entry(s, links_[came_by[k == 0 ? to : way_[k - 1]]].port);
        state_[s] = State::kAttached;
        column_.set_hops(s, hops + static_cast<unsigned>(k) + 1);
      }
      return;
    }
  }
}

// Whether the switch has senders, and still no path.
bool ColumnRepair::is_left(SwitchIndex s) const {
  return state_[s] == State::kBroken && senders_[s] > 0 && !is_apart(s);
}

// Collects the seeds and all switches whose packets came through one of them.
void ColumnRepair::find_broken(std::span<const Seed> seeds) {
  for (const Seed& seed : seeds) add_broken(seed.s, kNone, seed.led_to, kNone);
  for (std::uint32_t i = 0; i < broken_.size(); ++i) {
    const SwitchIndex s = broken_[i].s;
    const LinkIndex end = links_.first_of(s) + links_.count_of(s);
    for (LinkIndex link = links_.first_of(s); link < end; ++link) {
      const SwitchIndex sender = links_.to(link);
      if (state_[sender] != State::kUntouched || sender == column_.destination()) continue;
      if (column_.next(sender) != links_.opposite(link)) continue;
      add_broken(sender, links_.opposite(link), s, i);
    }
  }
  for (auto i = static_cast<std::uint32_t>(broken_.size()); i-- > 0;) {
    Broken& b = broken_[i];
    b.paths += senders_[b.s];
    if (b.old_link != kNone) loads_[b.old_link] -= std::min(loads_[b.old_link], b.paths);
    if (b.parent == kNone) {
      if (b.led_to == kNone || state_[b.led_to] != State::kUntouched) continue;
      column_.add_load(column_.next(b.led_to), -static_cast<std::int64_t>(b.paths));
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
  column_.set_entry(s, kNoPath);
  const SlSet own = lanes_.sls(s, column_.lid());
  broken_.push_back(
      {.s = s, .old_link = old_link, .led_to = led_to, .parent = parent, .own = own, .need = own});
}

// Dijkstra's algorithm by hops: attaches broken switches to neighbours that have a path.
void ColumnRepair::attach_all(Care care) {
  for (std::uint32_t i = 0; i < broken_.size(); ++i) {
    Broken& b = broken_[i];
    if (state_[b.s] != State::kBroken) continue;
    if (care == Care::kNothing && is_needed(b.s)) continue;
    const LinkIndex end = links_.first_of(b.s) + links_.count_of(b.s);
    for (LinkIndex link = links_.first_of(b.s); link < end; ++link) {
      offer(i, column_.hops(links_.to(link)) + 1);
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

// Whether end ports of this switch have to reach the current LID, and links lead there.
bool ColumnRepair::is_needed(SwitchIndex s) const {
  return senders_[s] > 0 && column_.leads_to_end_port() && !is_apart(s);
}

// Only asked for switches that are not attached yet, so that most repairs need no pieces.
bool ColumnRepair::is_apart(SwitchIndex s) const {
  if (!pieces_) pieces_ = find_pieces(fabric_);
  return pieces_->of[s] != pieces_->of[column_.destination()];
}

// Whether a switch has no path that its end ports need.
bool ColumnRepair::lacks_paths() const {
  return std::any_of(broken_.begin(), broken_.end(), [this](const Broken& b) {
    return state_[b.s] == State::kBroken && is_needed(b.s);
  });
}

void ColumnRepair::offer_to_neighbours(SwitchIndex s, Care care) {
  for (const SwitchIndex n : links_.neighbours(s)) {
    if (state_[n] != State::kBroken || (care == Care::kNothing && is_needed(n))) continue;
    offer(broken_at_[n], column_.hops(s) + 1);
  }
}

// Notes that a broken switch could have a path of so many hops.
void ColumnRepair::offer(std::uint32_t broken, unsigned hops) {
  if (hops > kMostHops) return;
  if (offers_[hops].empty() || offers_[hops].back() != broken) offers_[hops].push_back(broken);
}

bool ColumnRepair::try_to_attach(Broken& b, unsigned hops, Care care) {
  collect_candidates(b, hops, care);
  if (candidates_.empty()) return false;
  if (b.least == 0) b.least = hops;
  if (care == Care::kPacketsOnTheirWay && hops > b.least + kMostDetour) return false;
  // Mostly the first one is taken, so that they are not sorted.
  for (auto rest = candidates_.begin(); rest != candidates_.end(); ++rest) {
    std::iter_swap(rest, std::min_element(rest, candidates_.end(), is_better));
    const SwitchIndex next = links_.to(rest->link);
    const LinkIndex before = column_.next(next);
    if (may_divert_ && rest->load.busiest + b.paths > busy_) divert_if_idle(next);
    const bool spares =
        care != Care::kPacketsOnTheirWay || spares_packets_on_their_way(b, rest->link);
    if (spares && attach(b, rest->link, care)) return true;
    if (column_.next(next) != before) column_.set_entry(next, links_[before].port);
  }
  return false;
}

bool ColumnRepair::is_idle(SwitchIndex s) const {
  if (s == column_.destination() || state_[s] != State::kUntouched || senders_[s] > 0) return false;
  const LinkIndex end = links_.first_of(s) + links_.count_of(s);
  for (LinkIndex link = links_.first_of(s); link < end; ++link) {
    if (column_.next(links_.to(link)) == links_.opposite(link)) return false;
  }
  return true;
}

// The entry of a switch without packets does not matter for the balance until a switch is attached
// to it. Then its entry changes to the least busy path of the same length.
void ColumnRepair::divert_if_idle(SwitchIndex s) {
  if (!is_idle(s)) return;
  const unsigned hops = column_.hops(s);
  LinkIndex best = column_.next(s);
  PathLoad least = column_.load_from(best);
  for (LinkIndex link = links_.first_of(s); link < links_.first_of(s) + links_.count_of(s);
       ++link) {
    const SwitchIndex to = links_.to(link);
    if (to == s || column_.hops(to) + 1 != hops || leaves_part(link)) continue;
    const PathLoad load = column_.load_from(link);
    if (load < least) {
      best = link;
      least = load;
    }
  }
  column_.set_entry(s, links_[best].port);
}

// The links that could begin a path with this number of hops.
void ColumnRepair::collect_candidates(const Broken& b, unsigned hops, Care care) {
  candidates_.clear();
  const bool spares_entries = active_.sparing == Sparing::kPacketsOnTheirWay;
  const PortNum active = spares_entries ? active_.port(b.s, column_.lid()) : kNoPath;
  const auto siblings = ports_of_siblings(fabric_, column_.lid(), rows_.row(b.s));
  const std::uint32_t count = links_.count_of(b.s);
  for (std::uint32_t i = 0; i < count; ++i) {
    const LinkIndex link = links_.first_of(b.s) + i;
    if (links_.to(link) == b.s || column_.hops(links_.to(link)) + 1 != hops) continue;
    if (care == Care::kLanesGoingDown && turns_.goes_up()[link] != 0) continue;
    if (leaves_part(link)) continue;
    const bool to_same = active_.sparing != Sparing::kNothing && links_.to(link) == b.led_to;
    candidates_.push_back({link, links_[link].port == active, siblings.test(links_[link].port),
                           to_same, column_.load_from(link), (i + column_.lid()) % count});
  }
}

bool ColumnRepair::is_better(const Candidate& x, const Candidate& y) {
  if (x.is_active != y.is_active) return x.is_active;
  if (x.with_sibling != y.with_sibling) return y.with_sibling;
  if (x.to_same != y.to_same) return x.to_same;
  return std::tie(x.load, x.turn) < std::tie(y.load, y.turn);
}

// Whether packets to the current LID leave the part of their step by this link.
bool ColumnRepair::leaves_part(LinkIndex link) const {
  return weft::leaves_part(steps_, links_[link].from, links_[link].port, column_.lid());
}

// While OpenSM sends the tables, packets may come by an old entry and leave by a new one, or the
// other way round. True if these turns close no cycle.
bool ColumnRepair::spares_packets_on_their_way(const Broken& b, LinkIndex link) {
  path_.clear();
  column_.append_turns(link, path_);
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
  column_.append_turns(link, path_);
  if ((care == Care::kNoLanes || care == Care::kReserve) && b.own != 0) {
    if (!take_lane(care == Care::kNoLanes ? lanes_.budget() : lanes_.reserve(), b, link)) {
      return false;
    }
  } else if (care != Care::kNothing &&
             (!turns_.has_lanes(b.own, link, path_) || !turns_.add_path(b.own, path_))) {
    return false;
  }
  const PortNum port = links_[link].port;
  column_.set_entry(b.s, port);
  add_paths(b, link);
  state_[b.s] = State::kAttached;
  column_.set_hops(b.s, column_.hops(links_.to(link)) + 1);
  return true;
}

// A switch brings the paths of all switches that sent through it, until these are attached
// elsewhere. So the load that they will bring counts when others are attached earlier.
void ColumnRepair::add_paths(const Broken& b, LinkIndex link) {
  const auto paths = static_cast<std::int64_t>(b.paths);
  std::uint32_t parent = b.parent;
  if (parent != kNone && state_[broken_[parent].s] == State::kAttached &&
      links_.to(link) == broken_[parent].s) {
    if (column_.leads_to_end_port()) loads_[link] += b.paths;
    return;
  }
  for (; parent != kNone && state_[broken_[parent].s] != State::kAttached;
       parent = broken_[parent].parent) {
    broken_[parent].paths -= std::min(broken_[parent].paths, b.paths);
  }
  if (parent != kNone) column_.add_load(column_.next(broken_[parent].s), -paths);
  column_.add_load(link, paths);
}

// Gives the pairs of the switch the first lane on which their path, and the paths of replies to
// them, fit. path_: their path.
bool ColumnRepair::take_lane(std::span<const Lane> lanes, const Broken& b, LinkIndex link) {
  // Replies come from base LIDs of end ports.
  const LidOwner owner = fabric_.owner(column_.lid());
  const bool replies = lanes_.replies() && owner.kind == PeerKind::kEndPort &&
                       fabric_.end_ports()[owner.index].lid == column_.lid();
  for (const Lane& lane : lanes) {
    const auto sl = static_cast<SlSet>(1u << lane.sl);
    if (!turns_.has_lanes(sl, link, path_)) continue;
    std::vector<LinkTurn> turns = path_;
    if (replies) {
      column_.set_entry(b.s, links_[link].port);
      add_ways(column_.destination(), lanes_.lids_at(b.s), turns);
      add_ways(b.s, lanes_.lids_at(column_.destination()), turns);
      column_.set_entry(b.s, kNoPath);
    }
    if (!turns_.add_path(sl, turns)) continue;
    lanes_.set_sl(b.s, column_.lid(), lane.sl);
    ++with_other_lanes_;
    if (replies) {
      const SwitchIndex to = column_.destination();
      for (const Lid back : lanes_.lids_at(b.s)) lanes_.set_sl(to, back, lane.sl);
    }
    return true;
  }
  return false;
}

// Appends the turns of the paths from a switch to some LIDs, until an entry leads to no switch.
void ColumnRepair::add_ways(SwitchIndex from, const std::vector<Lid>& lids,
                            std::vector<LinkTurn>& turns) const {
  for (const Lid lid : lids) {
    LinkIndex link = column_.next(from, lid);
    for (unsigned hops = 0; link != kNone && hops < kMostHops; ++hops) {
      const LinkIndex next = column_.next(links_.to(link), lid);
      if (next != kNone) turns.push_back({link, next});
      link = next;
    }
  }
}

void ColumnRepair::forget_column() {
  for (const Broken& b : broken_) {
    state_[b.s] = State::kUntouched;
    broken_at_[b.s] = kNone;
  }
  column_.forget_hops();
  broken_.clear();
}

}  // namespace weft
