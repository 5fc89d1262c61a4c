#include "common/repair/transition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/links.h"
#include "common/graph/turns_beside.h"
#include "common/verify/dependencies.h"

namespace weft {
namespace {

// What all workers read.
struct Setting {
  explicit Setting(const TransitionTask& t)
      : task(t), links(t.match.now()), senders(sources_by_switch(t.match.now())) {
    if (!t.replies) return;
    base_lids.resize(senders.size());
    for (const EndPort& port : t.match.now().end_ports()) {
      if (port.lid != 0) base_lids[port.sw].push_back(port.lid);
    }
  }

  const TransitionTask& task;
  Links links;
  std::vector<std::uint32_t> senders;
  std::vector<std::vector<Lid>> base_lids;  // of the end ports of each switch, if replies count
};

// Does the evidence have the turn on all of these VLs?
bool has_turn(const TurnEvidence& evidence, const Links& links, VlSet vls, LinkTurn turn) {
  if (evidence.ranks.empty()) {
    return (vls & ~unsigned{evidence.turns[links.turn(turn.from, turn.to)]}) == 0;
  }
  return keeps_up_down(evidence.ranks, links, turn);
}

class Closure {
 public:
  explicit Closure(const Setting& setting)
      : setting_(setting),
        task_(setting.task),
        fabric_(task_.match.now()),
        links_(setting.links),
        senders_(setting.senders),
        colour_(fabric_.switch_count(), kUnseen),
        stamp_(fabric_.switch_count(), 0) {}

  // Looks at the changed entries of one LID.
  void look_at(std::span<const ChangedEntry> changed) {
    lid_ = changed.front().first;
    destination_ = fabric_.destination_switch(lid_);
    if (has_loop(changed)) looping_.push_back(lid_);
    const LidOwner owner = fabric_.owner(lid_);
    if (owner.kind != PeerKind::kEndPort || task_.evidence == nullptr) return;
    gets_replies_ = task_.replies && fabric_.end_ports()[owner.index].lid == lid_;
    for (const ChangedEntry& c : changed) find_turns_at(c.second);
  }

  const std::vector<Lid>& looping() const { return looping_; }
  // Turns that the evidence does not have, and the LIDs whose packets take them.
  const std::vector<TurnOnVls>& new_turns() const { return turns_; }
  const std::vector<Lid>& turning() const { return turning_; }

 private:
  using Next = std::array<LinkIndex,
                          2>;  // by the old entry and by the new one; kNone: it leads to no switch

  // A switch with its old row looks the number of the LID up there, whoever had it, and sends by
  // that port, wherever it leads now.
  Next next(SwitchIndex s) const {
    Next found = {kNone, kNone};
    const SwitchIndex b = task_.match.switch_before(s);
    if (!task_.only_new && b != kNone && lid_ <= task_.match.before().max_lid()) {
      const PortNum port = task_.before.row(b)[lid_];
      if (is_port(s, port)) found[0] = links_.at(s, port);
    }
    if (s == destination_) return found;
    const PortNum port = task_.now.row(s)[lid_];
    if (is_port(s, port)) found[1] = links_.at(s, port);
    return found;
  }
  bool is_port(SwitchIndex s, PortNum port) const {
    return port != 0 && port <= fabric_.switches()[s].port_count;
  }

  // A depth-first search over both entries of every switch. Any cycle has a switch whose entry
  // changes.
  bool has_loop(std::span<const ChangedEntry> changed) {
    bool loops = false;
    std::vector<std::pair<SwitchIndex, unsigned>> path;  // and how many of its entries are done
    std::vector<SwitchIndex> seen;
    const auto enter = [&](SwitchIndex s) {
      colour_[s] = kOnPath;
      seen.push_back(s);
      path.emplace_back(s, 0);
    };
    for (const ChangedEntry& c : changed) {
      if (colour_[c.second] == kUnseen) enter(c.second);
      while (!path.empty()) {
        auto& [s, done] = path.back();
        if (done == 2) {
          colour_[s] = kDone;
          path.pop_back();
          continue;
        }
        const LinkIndex link = next(s)[done++];
        if (link == kNone) continue;
        const SwitchIndex to = links_.to(link);
        loops |= colour_[to] == kOnPath;
        if (colour_[to] == kUnseen) enter(to);
      }
    }
    for (const SwitchIndex s : seen) colour_[s] = kUnseen;
    return loops;
  }

  // Finds the turns at a switch whose entry changes, and at the switches behind it.
  void find_turns_at(SwitchIndex s) {
    unsigned vls = own_vls(s);
    const Next onwards = next(s);
    for (LinkIndex out = links_.first_of(s); out < links_.first_of(s) + links_.count_of(s); ++out) {
      const LinkIndex in = links_.opposite(out);
      const Next from = next(links_[in].from);
      if (from[0] != in && from[1] != in) continue;
      const VlSet come_in = vls_at(links_[in].from);
      if (come_in != 0) add_turns(come_in, in, onwards);
      vls |= come_in;
    }
    if (vls == 0) return;
    ways_.clear();
    const auto add_ways = [&](const Next& found) {
      for (const LinkIndex link : found) {
        if (link != kNone && std::ranges::find(ways_, link) == ways_.end()) ways_.push_back(link);
      }
    };
    add_ways(onwards);
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      const Next found = next(links_.to(ways_[i]));
      add_turns(static_cast<VlSet>(vls), ways_[i], found);
      add_ways(found);
    }
  }

  void add_turns(VlSet vls, LinkIndex in, const Next& onwards) {
    for (const LinkIndex out : onwards) {
      if (out == kNone || has_turn(*task_.evidence, links_, vls, {in, out})) continue;
      turns_.push_back({{in, out}, vls});
      if (turning_.empty() || turning_.back() != lid_) turning_.push_back(lid_);
    }
    if (turns_.size() > 2 * merged_ + kFewTurns) merge_turns();
  }

  void merge_turns() {
    std::ranges::sort(turns_);
    std::size_t kept = 0;
    for (const auto& [turn, vls] : turns_) {
      if (kept > 0 && turns_[kept - 1].first == turn) {
        turns_[kept - 1].second |= vls;
      } else {
        turns_[kept++] = {turn, vls};
      }
    }
    turns_.resize(kept);
    merged_ = kept;
  }

  // The VLs of packets that may come through a switch: of its own packets, and of those of all
  // switches that send to it over old and new entries.
  VlSet vls_at(SwitchIndex s) {
    std::vector<SwitchIndex> queue = {s};
    stamp_[s] = ++last_stamp_;
    VlSet vls = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      vls = static_cast<VlSet>(vls | own_vls(queue[i]));
      if (vls == 1 && std::holds_alternative<OneLane>(task_.lanes)) return vls;
      for (LinkIndex out = links_.first_of(queue[i]);
           out < links_.first_of(queue[i]) + links_.count_of(queue[i]); ++out) {
        const LinkIndex in = links_.opposite(out);
        const SwitchIndex sender = links_[in].from;
        if (stamp_[sender] == last_stamp_) continue;
        const Next from = next(sender);
        if (from[0] != in && from[1] != in) continue;
        stamp_[sender] = last_stamp_;
        queue.push_back(sender);
      }
    }
    return vls;
  }

  VlSet own_vls(SwitchIndex s) const {
    if (senders_[s] == 0) return 0;
    if (std::holds_alternative<OneLane>(task_.lanes)) return 1;
    unsigned vls = 1u << task_.map[path_sl(task_.lanes, {.sw = s}, lid_, 0)];
    for (const LanePlan& plan : task_.granted) {
      vls |= 1u << task_.map[path_sl(plan, {.sw = s}, lid_, 0)];
    }
    if (!gets_replies_) return static_cast<VlSet>(vls);
    for (const Lid from : setting_.base_lids[s]) {
      vls |= 1u << task_.map[path_sl(task_.lanes, {.sw = destination_}, from, 0)];
    }
    return static_cast<VlSet>(vls);
  }

  enum Colour : std::uint8_t { kUnseen, kOnPath, kDone };

  static constexpr std::size_t kFewTurns = 10'000;

  const Setting& setting_;
  const TransitionTask& task_;
  const Fabric& fabric_;
  const Links& links_;
  const std::vector<std::uint32_t>& senders_;
  std::vector<Lid> looping_;
  std::vector<Lid> turning_;
  std::vector<TurnOnVls> turns_;
  std::size_t merged_ = 0;  // size of turns_ after the last merge
  std::vector<LinkIndex> ways_;
  std::vector<Colour> colour_;
  std::vector<std::uint32_t> stamp_;
  std::uint32_t last_stamp_ = 0;
  Lid lid_ = 0;
  SwitchIndex destination_ = kNone;
  bool gets_replies_ = false;  // does the LID?
};

// Do the turns close a cycle with each other and those of the evidence?
bool close_cycle(const TurnEvidence& evidence, const Setting& setting,
                 const std::vector<TurnOnVls>& turns) {
  if (!evidence.ranks.empty()) {
    std::vector<LinkTurn> all;
    all.reserve(turns.size());
    for (const auto& [turn, vls] : turns) all.push_back(turn);
    const auto goes_up = [&](const Link& link) {
      return leads_up(evidence.ranks, link.from, link.to);
    };
    return close_cycle_with_up_down(setting.links, goes_up, all);
  }
  unsigned vls = 0;
  for (const auto& [turn, on] : turns) vls |= on;
  for (; vls != 0; vls &= vls - 1) {
    const auto vl = static_cast<unsigned>(std::countr_zero(vls));
    Dependencies all(setting.links, 1);
    setting.links.for_each_turn([&](LinkTurn turn, std::uint64_t number) {
      if ((evidence.turns[number] >> vl & 1) != 0) all.add(turn.from, 0, turn.to, 0);
    });
    for (const auto& [turn, on] : turns) {
      if ((on >> vl & 1) != 0) all.add(turn.from, 0, turn.to, 0);
    }
    if (!all.acyclic()) return true;
  }
  return false;
}

// Calls visit(LID now) for each entry in which two rows differ.
template <typename Visit>
void for_each_change(const FabricMatch& match, const PortNum* before, const PortNum* now,
                     Visit visit) {
  const std::size_t end = match.now().max_lid() + std::size_t{1};
  const auto look_at = [&](std::size_t l) {
    const auto lid = static_cast<Lid>(l);
    const Lid old = match.lid_before(lid);
    if (old != 0 && now[lid] != before[old]) visit(lid);
  };
  for (std::size_t block = 0; block < end; block += kLftBlock) {
    // Rows are padded to whole blocks.
    const bool same = match.keeps_lids() && block <= match.before().max_lid() &&
                      std::memcmp(now + block, before + block, kLftBlock) == 0;
    if (same) continue;
    for (std::size_t l = block; l < std::min(block + kLftBlock, end); ++l) look_at(l);
  }
}

}  // namespace

ChangedEntries find_changed_entries(const FabricMatch& match, ConstTables before, ConstTables now,
                                    const Workers& workers) {
  ChangedEntries all;
  std::mutex mutex;
  workers.parallel_for(match.now().switch_count(), 16, [&](std::size_t first, std::size_t last) {
    ChangedEntries here;
    for (auto s = static_cast<SwitchIndex>(first); s < last; ++s) {
      const SwitchIndex b = match.switch_before(s);
      if (b == kNone) continue;
      for_each_change(match, before.row(b), now.row(s), [&](Lid lid) {
        if (++here.count <= ChangedEntries::kMost) here.list.emplace_back(lid, s);
      });
    }
    const std::lock_guard lock(mutex);
    all.count += here.count;
    if (all.count <= ChangedEntries::kMost) {
      all.list.insert(all.list.end(), here.list.begin(), here.list.end());
    }
  });
  if (all.count > ChangedEntries::kMost) all.list.clear();
  std::sort(all.list.begin(), all.list.end());
  return all;
}

ChangedEntries with_moved_lids(const FabricMatch& match, ConstTables before, ConstTables now,
                               ChangedEntries changed) {
  const std::size_t end =
      std::min(match.before().max_lid(), match.now().max_lid()) + std::size_t{1};
  std::vector<Lid> moved;
  for (std::size_t l = 1; l < end; ++l) {
    const auto lid = static_cast<Lid>(l);
    const bool is_in_use = match.now().destination_switch(lid) != kNone;
    if (is_in_use && match.before().destination_switch(lid) != kNone &&
        match.lid_before(lid) != lid) {
      moved.push_back(lid);
    }
  }
  if (moved.empty() || changed.list.size() != changed.count) return changed;
  std::erase_if(changed.list, [&](const ChangedEntry& entry) {
    return std::ranges::binary_search(moved, entry.first);
  });
  changed.count = changed.list.size();
  for (SwitchIndex s = 0; s < match.now().switch_count(); ++s) {
    const SwitchIndex b = match.switch_before(s);
    if (b == kNone) continue;
    for (const Lid lid : moved) {
      if (before.row(b)[lid] == now.row(s)[lid]) continue;
      if (++changed.count <= ChangedEntries::kMost) changed.list.emplace_back(lid, s);
    }
  }
  if (changed.count > ChangedEntries::kMost) changed.list.clear();
  std::ranges::sort(changed.list);
  return changed;
}

Transition judge_transition(const TransitionTask& task, const ChangedEntries& changed,
                            const Workers& workers, std::vector<TurnOnVls>* new_turns) {
  Transition result = {.was_judged = changed.list.size() == changed.count};
  if (changed.list.empty() && task.of_groups.empty()) return result;
  const std::span<const ChangedEntry> changes = changed.list;
  std::vector<std::size_t> first_of_lids;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (i == 0 || changes[i].first != changes[i - 1].first) first_of_lids.push_back(i);
  }
  first_of_lids.push_back(changes.size());
  const Setting setting(task);
  std::vector<Closure> closures(workers.threads(), Closure(setting));
  workers.parallel_for(
      first_of_lids.size() - 1, 8, [&](unsigned worker, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
          closures[worker].look_at(
              changes.subspan(first_of_lids[i], first_of_lids[i + 1] - first_of_lids[i]));
        }
      });
  std::vector<TurnOnVls> turns;
  std::vector<Lid> turning;
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (const Closure& closure : closures) {
    append(result.unsafe, closure.looping());
    append(turning, closure.turning());
    append(turns, closure.new_turns());
  }
  if (task.evidence != nullptr) {
    std::ranges::copy_if(task.of_groups, std::back_inserter(turns), [&](const TurnOnVls& turn) {
      return !has_turn(*task.evidence, setting.links, turn.second, turn.first);
    });
  }
  result.looping_lids = result.unsafe.size();
  result.credit_loop = !turns.empty() && close_cycle(*task.evidence, setting, turns);
  if (result.credit_loop) append(result.unsafe, turning);
  std::ranges::sort(result.unsafe);
  result.unsafe.erase(std::unique(result.unsafe.begin(), result.unsafe.end()), result.unsafe.end());
  if (new_turns != nullptr) *new_turns = std::move(turns);
  return result;
}

std::string describe(const Transition& transition) {
  const std::string when = "during the update of the switches";
  if (!transition.was_judged)
    return when +
           ": not checked, because much changes or packets change their virtual lane on the path";
  if (transition.looping_lids == 0 && !transition.credit_loop) return when + ": no loop";
  std::string text = when + ", packets";
  if (transition.looping_lids > 0) {
    text += fmt::format(" to {} LIDs can loop", transition.looping_lids);
  }
  if (transition.credit_loop) {
    text += fmt::format(
        "{} can close a credit loop until the head-of-queue lifetime (HOQ life) drops them",
        transition.looping_lids > 0 ? ", and packets" : "");
  }
  return text;
}

}  // namespace weft
