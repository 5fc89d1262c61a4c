#include "common/repair/allowed_turns.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "common/repair/translate.h"

namespace weft {
namespace {

// The most turns that AcyclicTurns may look at: about half a second of work.
constexpr std::uint64_t kMostWork = 50'000'000;
// The same for turns between channels: some ten seconds of work. One look handles as many turns as
// a word has bits.
constexpr std::uint64_t kMostChannelWork = 6'400'000'000;
// So many turns are added one by one to the turns between channels, more with a new order.
constexpr std::size_t kFewTurns = 10'000;

unsigned highest_vl(const Sl2Vl& sl2vl) {
  unsigned highest = 0;
  for (const Sl2Vl::Map& map : sl2vl.maps()) {
    highest = std::max<unsigned>(highest, std::ranges::max(map));
  }
  return highest;
}

// Of packets that change their VLs.
unsigned highest_vl(const TurnEvidence& evidence) {
  std::uint64_t pairs = 0;
  for (const std::uint64_t of_turn : evidence.vl_pairs) pairs |= of_turn;
  unsigned highest = 0;
  for (; pairs != 0; pairs &= pairs - 1) {
    const auto pair = static_cast<unsigned>(std::countr_zero(pairs));
    highest = std::max({highest, pair / TurnEvidence::kPairedVls, pair % TurnEvidence::kPairedVls});
  }
  return highest;
}

}  // namespace

AllowedTurns::AllowedTurns(const TurnEvidence& evidence, const FabricMatch& match,
                           const Links& links, const Sl2Vl& sl2vl)
    : links_(&links), sl2vl_(&sl2vl), any_(false) {
  TurnEvidence here = translate_evidence(evidence, match, links);
  ranks_ = std::move(here.ranks);
  if (!ranks_.empty()) return;
  if (here.vl_pairs.empty()) {
    used_ = std::move(here.turns);
    used_.resize(links.turn_count());
    return;
  }
  const unsigned highest = highest_vl(sl2vl);
  vls_ = std::min(TurnEvidence::kPairedVls, std::max(highest, highest_vl(here)) + 1);
  channels_ = std::make_unique<Links>(links, vls_);
  is_wide_ = std::ranges::all_of(links.all(), [&](const Link& l) { return l.data_vls > highest; });
  add_pairs(here);
}

bool AllowedTurns::add(const TurnEvidence& evidence, const FabricMatch& match) {
  if (any_) return true;
  const TurnEvidence here = translate_evidence(evidence, match, *links_);
  if (channels_ != nullptr) return !here.vl_pairs.empty() && add_pairs(here);
  if (!ranks_.empty() || here.turns.empty()) return !ranks_.empty() && here.ranks == ranks_;
  bool joined = true;
  std::vector<VlSet> all = used_;
  unsigned grown = 0;
  for (std::size_t turn = 0; turn < all.size(); ++turn) {
    grown |= here.turns[turn] & ~unsigned{all[turn]};
    all[turn] |= here.turns[turn];
  }
  for (; grown != 0; grown &= grown - 1) {
    const auto vl = static_cast<unsigned>(std::countr_zero(grown));
    auto lane = std::make_unique<AcyclicTurns>(*links_, std::span<const LinkIndex>(), kMostWork);
    if (add_used(all, vl, *lane)) {
      lanes_[vl] = std::move(lane);
    } else {
      joined = false;
    }
  }
  return joined;
}

void AllowedTurns::keep_only(const TurnsInUse& in_use, std::span<const LinkTurn> of_groups) {
  if (any_ || channels_ != nullptr) return;
  ranks_.clear();
  lanes_ = {};
  used_.resize(links_->turn_count());
  also_.resize(used_.size());
  std::ranges::transform(in_use.now, used_.begin(), [&](SlSet sls) { return vls_of(sls); });
  std::ranges::transform(in_use.granted, also_.begin(), [&](SlSet sls) { return vls_of(sls); });
  for (const LinkTurn turn : of_groups) {
    also_[links_->turn(turn.from, turn.to)] |= vls_of(SlSet{1});
  }
}

bool AllowedTurns::loosen(const Orientation& orientation) {
  if (any_ || channels_ != nullptr || was_loosened_) return false;
  was_loosened_ = true;
  if (ranks_.empty() && orientation.place.empty()) return false;
  std::vector<char> up;
  for (const Link& link : links_->all()) {
    up.push_back(ranks_.empty() ? orientation.goes_up(link.from, link.to)
                                : leads_up(ranks_, link.from, link.to));
  }
  auto lane = std::make_unique<AcyclicTurns>(*links_, std::span<const LinkIndex>(), kMostWork);
  const bool joined = lane->add_where([&](LinkTurn turn) {
    return up[turn.from] != 0 || up[turn.to] == 0 || (ranks_.empty() && turns_on(0).contains(turn));
  });
  if (!joined) return false;
  used_.resize(links_->turn_count());
  ranks_.clear();
  lanes_[0] = std::move(lane);
  goes_up_ = std::move(up);
  return true;
}

// Adds the turns that packets make on a VL. False, and nothing is added, if they close a cycle.
bool AllowedTurns::add_used(std::span<const VlSet> sets, unsigned vl, AcyclicTurns& lane) const {
  return lane.add_where(
      [&](LinkTurn turn) { return (sets[links_->turn(turn.from, turn.to)] >> vl & 1) != 0; });
}

AcyclicTurns& AllowedTurns::turns_on(unsigned vl) {
  if (lanes_[vl] == nullptr) {
    lanes_[vl] = std::make_unique<AcyclicTurns>(*links_, std::span<const LinkIndex>(), kMostWork);
    add_used(used_, vl, *lanes_[vl]);
    if (also_.empty()) return *lanes_[vl];
    links_->for_each_turn([&](LinkTurn turn, std::uint64_t number) {
      if (((also_[number] & ~used_[number]) >> vl & 1) != 0) lanes_[vl]->add(turn);
    });
  }
  return *lanes_[vl];
}

// Adds the turns between channels. False, and nothing is changed, if they close a cycle with those
// that are there already.
bool AllowedTurns::add_pairs(const TurnEvidence& evidence) {
  if (highest_vl(evidence) >= vls_) return false;
  std::vector<LinkTurn> all;
  links_->for_each_turn([&](LinkTurn turn, std::uint64_t number) {
    for (std::uint64_t rest = evidence.vl_pairs[number]; rest != 0; rest &= rest - 1) {
      const auto pair = static_cast<unsigned>(std::countr_zero(rest));
      const LinkTurn on_channels = {
          channel(turn.from, static_cast<Vl>(pair / TurnEvidence::kPairedVls)),
          channel(turn.to, static_cast<Vl>(pair % TurnEvidence::kPairedVls))};
      if (on_channels_ == nullptr || !on_channels_->contains(on_channels)) {
        all.push_back(on_channels);
      }
    }
  });
  if (on_channels_ != nullptr) {
    if (all.size() <= kFewTurns) return on_channels_->add_all(all);
    channels_->for_each_turn([&](LinkTurn turn, std::uint64_t number) {
      if (on_channels_->contains(number)) all.push_back(turn);
    });
  }
  auto turns =
      std::make_unique<AcyclicTurns>(*channels_, std::span<const LinkIndex>(), kMostChannelWork);
  const bool joined = turns->add_each(all);
  if (joined || on_channels_ == nullptr) on_channels_ = std::move(turns);
  return joined;
}

VlSet AllowedTurns::vls_of(SlSet sls) const {
  unsigned vls = 0;
  for (unsigned rest = sls; rest != 0; rest &= rest - 1) {
    vls |= 1u << sl2vl_->base()[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  return static_cast<VlSet>(vls);
}

// The VL that a packet has on `link`. came_by: kNone: it comes from an end port.
Vl AllowedTurns::vl(LinkIndex came_by, LinkIndex link, Sl sl) const {
  const Link& out = (*links_)[link];
  const PortNum in = came_by == kNone ? PortNum{0} : (*links_)[came_by].in_port;
  return static_cast<Vl>(fold_vl(sl2vl_->vl(out.from, in, out.port, sl), out.data_vls) % vls_);
}

// The VLs that a packet can have on a link, whatever port it came by.
VlSet AllowedTurns::vls_on(LinkIndex link, Sl sl) const {
  const SwitchIndex s = (*links_)[link].from;
  unsigned vls = 1u << vl(kNone, link, sl);
  for (LinkIndex out = links_->first_of(s); out < links_->first_of(s) + links_->count_of(s);
       ++out) {
    if (out != link) vls |= 1u << vl(links_->opposite(out), link, sl);
  }
  return static_cast<VlSet>(vls);
}

void AllowedTurns::add_channel_turns(Sl sl, std::span<const LinkTurn> turns, bool are_paths,
                                     std::vector<LinkTurn>& result) const {
  LinkIndex came_by = kNone;  // by which the packet came to `from`; kNone: not known
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const auto& [from, to] = turns[i];
    came_by = i > 0 && turns[i - 1].to == from ? turns[i - 1].from : kNone;
    const LinkIndex next = channel(to, vl(from, to, sl));
    if (are_paths) {
      result.push_back({channel(from, vl(came_by, from, sl)), next});
      continue;
    }
    for (unsigned rest = vls_on(from, sl); rest != 0; rest &= rest - 1) {
      result.push_back({channel(from, static_cast<Vl>(std::countr_zero(rest))), next});
    }
  }
}

bool AllowedTurns::take(SlSet sls, std::span<const LinkTurn> turns, bool are_paths) {
  if (any_) return true;
  if (!ranks_.empty()) {
    return std::all_of(turns.begin(), turns.end(),
                       [this](LinkTurn turn) { return keeps_up_down(ranks_, *links_, turn); });
  }
  if (channels_ != nullptr) {
    std::vector<LinkTurn> on_channels;
    for (unsigned rest = sls; rest != 0; rest &= rest - 1) {
      add_channel_turns(static_cast<Sl>(std::countr_zero(rest)), turns, are_paths, on_channels);
    }
    return on_channels_->add_all(on_channels);
  }
  const unsigned vls = vls_of(sls);
  for (unsigned rest = vls; rest != 0; rest &= rest - 1) {
    const auto vl = static_cast<unsigned>(std::countr_zero(rest));
    if (turns_on(vl).add_all(turns)) continue;
    for (unsigned done = vls & ~rest; done != 0; done &= done - 1) {
      AcyclicTurns& lane = turns_on(static_cast<unsigned>(std::countr_zero(done)));
      for (const LinkTurn turn : turns) lane.remove(turn);
    }
    return false;
  }
  return true;
}

bool AllowedTurns::add_path(SlSet sls, std::span<const LinkTurn> turns) {
  return take(sls, turns, true);
}

void AllowedTurns::remove_path(SlSet sls, std::span<const LinkTurn> turns) {
  if (any_ || !ranks_.empty()) return;
  if (channels_ != nullptr) {
    std::vector<LinkTurn> on_channels;
    for (unsigned rest = sls; rest != 0; rest &= rest - 1) {
      add_channel_turns(static_cast<Sl>(std::countr_zero(rest)), turns, true, on_channels);
    }
    for (const LinkTurn turn : on_channels) on_channels_->remove(turn);
    return;
  }
  for (unsigned rest = vls_of(sls); rest != 0; rest &= rest - 1) {
    AcyclicTurns& lane = turns_on(static_cast<unsigned>(std::countr_zero(rest)));
    for (const LinkTurn turn : turns) lane.remove(turn);
  }
}

bool AllowedTurns::add_turns(SlSet sls, std::span<const LinkTurn> turns) {
  return take(sls, turns, false);
}

bool AllowedTurns::fits(SlSet sls, LinkTurn turn) {
  if (any_) return true;
  if (!ranks_.empty()) return keeps_up_down(ranks_, *links_, turn);
  if (channels_ != nullptr) {
    std::vector<LinkTurn> on_channels;
    for (unsigned rest = sls; rest != 0; rest &= rest - 1) {
      add_channel_turns(static_cast<Sl>(std::countr_zero(rest)), {&turn, 1}, false, on_channels);
    }
    return std::ranges::all_of(on_channels, [&](LinkTurn t) { return on_channels_->fits(t); });
  }
  for (unsigned rest = vls_of(sls); rest != 0; rest &= rest - 1) {
    if (!turns_on(static_cast<unsigned>(std::countr_zero(rest))).fits(turn)) return false;
  }
  return true;
}

bool AllowedTurns::has_lanes(SlSet sls, LinkIndex first, std::span<const LinkTurn> path) const {
  if (any_ || is_wide_) return true;
  const auto wide = [&](LinkIndex came_by, LinkIndex link) {
    const std::uint8_t data_vls = (*links_)[link].data_vls;
    if (channels_ == nullptr) return vls_of(sls) >> data_vls == 0;
    for (unsigned rest = sls; rest != 0; rest &= rest - 1) {
      const auto sl = static_cast<Sl>(std::countr_zero(rest));
      const Link& out = (*links_)[link];
      const PortNum in = came_by == kNone ? PortNum{0} : (*links_)[came_by].in_port;
      if (sl2vl_->vl(out.from, in, out.port, sl) >= data_vls) return false;
    }
    return true;
  };
  return wide(kNone, first) &&
         std::ranges::all_of(path, [&](LinkTurn turn) { return wide(turn.from, turn.to); });
}

}  // namespace weft
