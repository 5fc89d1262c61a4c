#include "common/verify/choice_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

#include "common/graph/next_hops.h"
#include "common/verify/path_trace.h"

namespace weft {
namespace {

constexpr PortBits kNoPorts{};

unsigned count_ports(const PortBits& ports) {
  unsigned count = 0;
  for (const std::uint64_t word : ports) count += static_cast<unsigned>(std::popcount(word));
  return count;
}

constexpr SlBits kSlsAsTheyAre = [] {
  SlBits bits{};
  for (unsigned sl = 0; sl < kSls; ++sl) bits[sl] = static_cast<std::uint16_t>(1u << sl);
  return bits;
}();

}  // namespace

void ChoiceTurns::add(LinkIndex from, std::span<const SlSet> sls, std::span<const LinkIndex> to) {
  const Links::TurnsFrom& turns = links_->turns_from(from);
  SlSet* const row = sls_.data() + static_cast<std::size_t>(turns.first) * sls.size();
  for (const LinkIndex link : to) {
    SlSet* const turn = row + (link - turns.first_link) * sls.size();
    for (std::size_t lane = 0; lane < sls.size(); ++lane) {
      const std::atomic_ref<SlSet> shared(turn[lane]);
      // Nearly all bits are set already; a load is far cheaper than a locked write.
      if ((sls[lane] & ~shared.load(std::memory_order_relaxed)) != 0) {
        shared.fetch_or(sls[lane], std::memory_order_relaxed);
      }
    }
  }
}

Dependencies ChoiceTurns::dependencies() const {
  const unsigned lanes = lanes_->lane_count();
  Dependencies all(*links_, lanes);
  links_->for_each_turn([&](LinkTurn turn, std::uint64_t number) {
    const Link& from = (*links_)[turn.from];
    const Link& to = (*links_)[turn.to];
    const LaneMap::SlsByLane& leads =
        lanes_->spreads()[lanes_->spread(to.from, from.in_port, to.port, to.data_vls)];
    for (unsigned before = 0; before < lanes; ++before) {
      const SlSet sls = sls_[static_cast<std::size_t>(number) * lanes + before];
      for (unsigned then = 0; then < lanes && sls != 0; ++then) {
        if ((sls & leads[then]) != 0) all.add(turn.from, before, turn.to, then);
      }
    }
  });
  return all;
}

ChoiceWalker::ChoiceWalker(const FabricIndex& index, const PortChoices& choices,
                           const LanePlan& plan, const LaneMap& lanes, const SenderGroups& groups)
    : index_(&index),
      choices_(&choices),
      lanes_(&lanes),
      groups_(&groups),
      senders_(index, groups, plan, {}, kSlsAsTheyAre),
      first_group_(index.switch_count() + std::size_t{1}),
      group_port_(groups.count()),
      sets_(index.switch_count()),
      waiting_(index.switch_count()),
      is_safe_(index.switch_count()),
      in_core_(index.switch_count()),
      sent_(groups.count()),
      there_(std::size_t{index.links().count()} * lanes.lane_count()),
      is_touched_(index.links().count()),
      is_open_(index.switch_count()),
      flow_(index.switch_count()) {
  for (const SwitchIndex s : groups.switch_of) ++first_group_[s + std::size_t{1}];
  for (std::size_t s = 0; s < index.switch_count(); ++s) first_group_[s + 1] += first_group_[s];
  for (std::size_t k = 0; k < groups.of.size(); ++k) {
    group_port_[groups.of[k]] = index.fabric().end_ports()[index.sources()[k]].switch_port;
  }
}

ClassResult ChoiceWalker::walk(const LidClass& lids, ChoiceTurns& turns, std::span<double> load) {
  load_sets(lids);
  find_safe();
  ClassResult result;
  if (safe_.size() < index_->switch_count()) {
    for (SwitchIndex s = 0; s < index_->switch_count(); ++s) {
      if (is_safe_[s]) continue;
      result.unsafe_senders += index_->source_count(s);
      ++result.unsafe_switches;
    }
    result.owner_is_unsafe = is_safe_[destination_] == 0;
    if (result.owner_is_unsafe) --result.unsafe_switches;
    find_core();
    result.loops = std::find(in_core_.begin(), in_core_.end(), true) != in_core_.end();
  }
  if (lids.end_ports.empty()) return result;
  gather_sls(lids);
  drops_.reset();
  // No choice of a safe switch leads to one that is not.
  for (SwitchIndex s = 0; s < index_->switch_count(); ++s) {
    if (!is_safe_[s]) open_.push_back(s);
    is_open_[s] = is_safe_[s] == 0;
  }
  while (!open_.empty()) {
    const SwitchIndex s = open_.back();
    open_.pop_back();
    is_open_[s] = 0;
    spread(s, turns);
  }
  for (std::size_t i = safe_.size(); i-- > 0;) spread(safe_[i], turns);
  result.drops = drops_;
  for (const LinkIndex link : touched_) {
    is_touched_[link] = 0;
    std::fill_n(there_.begin() + static_cast<std::ptrdiff_t>(link) * lanes_->lane_count(),
                lanes_->lane_count(), SlSet{0});
  }
  touched_.clear();
  spread_evenly(lids, load);
  return result;
}

void ChoiceWalker::load_sets(const LidClass& lids) {
  destination_ = lids.first.destination;
  right_ = lids.first.right;
  arrives_ = lids.right;
  for (SwitchIndex s = 0; s < index_->switch_count(); ++s) {
    sets_[s] = &(*choices_)[s].at(lids.first.entry);
  }
}

// Calls visit(u) once for each choice of a switch u that leads to s.
template <typename Visit>
void ChoiceWalker::for_each_upstream(SwitchIndex s, Visit visit) const {
  const Links& links = index_->links();
  const LinkIndex first = links.first_of(s);
  for (LinkIndex out = first; out < first + links.count_of(s); ++out) {
    const SwitchIndex u = links.to(out);
    if (contains(*sets_[u], links[out].in_port)) visit(u);
  }
}

void ChoiceWalker::find_safe() {
  safe_.clear();
  std::fill(is_safe_.begin(), is_safe_.end(), std::uint8_t{0});
  for (SwitchIndex s = 0; s < index_->switch_count(); ++s) {
    // A port that leads to no switch keeps the count above 0, so the switch is not safe; so does an
    // empty set.
    waiting_[s] = std::max(count_ports(*sets_[s]), 1u);
  }
  if (contains(*sets_[destination_], right_)) --waiting_[destination_];
  const auto settle = [&](SwitchIndex s) {
    if (waiting_[s] != 0 || is_safe_[s]) return;
    is_safe_[s] = 1;
    safe_.push_back(s);
  };
  settle(destination_);
  for (std::size_t done = 0; done < safe_.size(); ++done) {
    for_each_upstream(safe_[done], [&](SwitchIndex u) {
      --waiting_[u];
      settle(u);
    });
  }
}

// Of the unsafe switches keeps those from which choices can lead to unsafe switches without end.
void ChoiceWalker::find_core() {
  std::vector<SwitchIndex> ends;
  for (SwitchIndex s = 0; s < index_->switch_count(); ++s) {
    in_core_[s] = is_safe_[s] == 0;
    waiting_[s] = 0;
  }
  for (SwitchIndex s = 0; s < index_->switch_count(); ++s) {
    if (in_core_[s]) for_each_upstream(s, [&](SwitchIndex u) { ++waiting_[u]; });
  }
  for (SwitchIndex s = 0; s < index_->switch_count(); ++s) {
    if (in_core_[s] && waiting_[s] == 0) ends.push_back(s);
  }
  while (!ends.empty()) {
    const SwitchIndex s = ends.back();
    ends.pop_back();
    in_core_[s] = false;
    for_each_upstream(s, [&](SwitchIndex u) {
      if (--waiting_[u] == 0) ends.push_back(u);
    });
  }
}

void ChoiceWalker::gather_sls(const LidClass& lids) {
  std::fill(sent_.begin(), sent_.end(), SlSet{0});
  for (std::size_t first = 0; first < lids.end_ports.size(); first += ColumnTile::kWidth) {
    const std::span<const Column> columns =
        std::span(lids.end_ports)
            .subspan(first, std::min(ColumnTile::kWidth, lids.end_ports.size() - first));
    senders_.load(columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::span<const BothWays> sent = senders_.sent(i, columns[i]);
      for (std::size_t g = 0; g < sent.size(); ++g) {
        sent_[g] = static_cast<SlSet>(sent_[g] | (sent[g] & kRequests));
      }
    }
  }
}

// Sends on all that is at a switch, by each of its ports.
void ChoiceWalker::spread(SwitchIndex s, ChoiceTurns& turns) {
  const Links& links = index_->links();
  outs_.clear();
  for_each_port(*sets_[s], [&](PortNum port) {
    const LinkIndex out = index_->slot_link(index_->first_slot(s) + index_->clamp(s, port));
    if (out != kNone) outs_.push_back(out);
  });
  unsigned together = 0;  // SLs for which the port that packets come in by does not matter
  const auto come = [&](PortNum in, SlSet sls) {
    if (lanes_->drops()) find_drops(s, in, sls);
    if (lanes_->is_one_map()) {
      together |= sls;
    } else {
      send(s, in, sls);
    }
  };
  for (std::uint32_t g = first_group_[s]; g < first_group_[s + 1]; ++g) {
    if (sent_[g] != 0) come(group_port_[g], sent_[g]);
  }
  const unsigned lanes = lanes_->lane_count();
  const LinkIndex first = links.first_of(s);
  for (LinkIndex out = first; out < first + links.count_of(s); ++out) {
    const LinkIndex in = links.opposite(out);
    if (!is_touched_[in]) continue;
    const std::span<const SlSet> sls(there_.data() + std::size_t{in} * lanes, lanes);
    turns.add(in, sls, outs_);
    unsigned all = 0;
    for (const SlSet some : sls) all |= some;
    come(links[in].in_port, static_cast<SlSet>(all));
  }
  if (together != 0) send(s, 0, static_cast<SlSet>(together));
}

void ChoiceWalker::find_drops(SwitchIndex s, PortNum in, SlSet sls) {
  const std::uint32_t ports = index_->clamp(s, kNoPath);
  for_each_port(*sets_[s], [&](PortNum port) {
    if (drops_ || port == 0 || port >= ports) return;
    if ((lanes_->dropped(s, in, port) & sls) != 0) drops_ = {s, in, port};
  });
}

// On by outs_.
void ChoiceWalker::send(SwitchIndex s, PortNum in, SlSet sls) {
  const unsigned lanes = lanes_->lane_count();
  for (const LinkIndex out : outs_) {
    const Link& link = index_->links()[out];
    const LaneMap::SlsByLane& leads =
        lanes_->spreads()[lanes_->spread(s, in, link.port, link.data_vls)];
    bool grew = false;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const auto come = static_cast<SlSet>(sls & leads[lane]);
      SlSet& there = there_[std::size_t{out} * lanes + lane];
      if ((come & ~there) == 0) continue;
      there = static_cast<SlSet>(there | come);
      used_lanes_ = static_cast<std::uint16_t>(used_lanes_ | 1u << lane);
      grew = true;
    }
    if (!grew) continue;
    if (!is_touched_[out]) touched_.push_back(out);
    is_touched_[out] = 1;
    if (is_safe_[link.to] || is_open_[link.to]) continue;
    is_open_[link.to] = 1;
    open_.push_back(link.to);
  }
}

void ChoiceWalker::spread_evenly(const LidClass& lids, std::span<double> load) {
  std::fill(flow_.begin(), flow_.end(), 0.0);
  const auto times = static_cast<double>(lids.end_ports.size());
  for (std::size_t i = safe_.size(); i-- > 0;) {
    const SwitchIndex s = safe_[i];
    double packets = flow_[s] + times * index_->source_count(s);
    if (s == destination_) {
      if (arrives_) continue;
      packets -= times;
    }
    if (packets == 0) continue;
    const double share = packets / count_ports(*sets_[s]);
    for_each_port(*sets_[s], [&](PortNum port) {
      const LinkIndex out = index_->slot_link(index_->first_slot(s) + port);
      if (out == kNone) return;
      load[out] += share;
      flow_[index_->links().to(out)] += share;
    });
  }
}

std::optional<std::string> ChoiceWalker::example(const LidClass& lids) {
  const Fabric& fabric = index_->fabric();
  const auto lid = static_cast<Lid>(lids.first.entry);
  const LidOwner owner = fabric.owner(lid);
  load_sets(lids);
  find_safe();
  const std::uint32_t piece = index_->piece(destination_);
  for (const EndPortIndex e : index_->sources()) {
    const SwitchIndex s = fabric.end_ports()[e].sw;
    if (is_safe_[s] || index_->piece(s) != piece) continue;
    if (owner.kind == PeerKind::kEndPort && owner.index == e) continue;
    return fmt::format("packets from {} to {} can get lost: {}", fabric.describe_end_port(e),
                       fabric.describe_lid(lid), astray(s));
  }
  find_core();
  for (SwitchIndex s = 0; s < index_->switch_count(); ++s) {
    if (is_safe_[s]) continue;
    if (!in_core_[s] && (s == destination_ || index_->piece(s) != piece)) continue;
    return fmt::format("packets from switch {} to {} can get lost: {}", fabric.describe_switch(s),
                       fabric.describe_lid(lid), astray(s));
  }
  return std::nullopt;
}

// From an unsafe switch: follows the first choice that ends or leads to an unsafe switch, until the
// path ends or comes to a switch again.
std::string ChoiceWalker::astray(SwitchIndex s) const {
  const Fabric& fabric = index_->fabric();
  std::vector<PortNum> taken(index_->switch_count(), kNoPath);
  while (taken[s] == kNoPath) {
    if (*sets_[s] == kNoPorts) return describe_wrong_entry(fabric, s, kNoPath);
    PortNum end = kNoPath;
    for_each_port(*sets_[s], [&](PortNum port) {
      if (taken[s] != kNoPath || end != kNoPath || (s == destination_ && port == right_)) return;
      const SwitchIndex next = index_->slot_next(index_->first_slot(s) + index_->clamp(s, port));
      if (next == kDeadEnd) {
        end = port;
      } else if (!is_safe_[next]) {
        taken[s] = port;
      }
    });
    if (end != kNoPath) return describe_wrong_entry(fabric, s, end);
    s = fabric.ports(s)[taken[s]].peer;
  }
  constexpr unsigned kShown = 8;
  std::string text;
  SwitchIndex at = s;
  for (unsigned i = 0; i < kShown; ++i) {
    text += fmt::format("{} port {} -> ", fabric.describe_switch(at), taken[at]);
    at = fabric.ports(at)[taken[at]].peer;
    if (at == s) return text + fabric.describe_switch(s);
  }
  return text + "... and back";
}

}  // namespace weft
