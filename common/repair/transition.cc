#include "common/repair/transition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/links.h"
#include "common/repair/allowed_turns.h"

namespace weft {
namespace {

class Closure {
 public:
  explicit Closure(const TransitionTask& task)
      : task_(task),
        fabric_(task.match.now()),
        links_(fabric_),
        senders_(sources_by_switch(fabric_)),
        colour_(fabric_.switch_count(), kUnseen),
        stamp_(fabric_.switch_count(), 0) {
    if (task.evidence != nullptr) turns_.emplace(*task.evidence, same_fabric(), links_);
  }

  // Of one LID.
  void look_at(std::span<const ChangedEntry> changed, Transition& result) {
    lid_ = changed.front().first;
    destination_ = fabric_.destination_switch(lid_);
    if (has_loop(changed)) ++result.looping_lids;
    if (fabric_.owner(lid_).kind != PeerKind::kEndPort || !turns_) return;
    for (const ChangedEntry& c : changed) {
      if (!result.credit_loop && !turns_fit_at(c.second)) result.credit_loop = true;
    }
  }

 private:
  using Next = std::array<LinkIndex, 2>;  // by the old entry and the new one; kNone: to no switch

  const FabricMatch& same_fabric() { return same_.emplace(fabric_, fabric_); }

  Next next(SwitchIndex s) const {
    Next found = {kNone, kNone};
    if (s == destination_) return found;
    const SwitchIndex b = task_.match.switch_before(s);
    const Lid lid = task_.match.lid_before(lid_);
    if (b != kNone && lid != 0) {
      const PortNum port = task_.before.row(b)[lid];
      if (is_port(s, port) && task_.match.keeps_neighbour(s, port)) found[0] = links_.at(s, port);
    }
    const PortNum port = task_.now.row(s)[lid_];
    if (is_port(s, port)) found[1] = links_.at(s, port);
    return found;
  }
  bool is_port(SwitchIndex s, PortNum port) const {
    return port != 0 && port <= fabric_.switches()[s].port_count;
  }

  // A depth-first search over both entries of every switch. Any cycle has a switch that changes.
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

  // Turns that packets can make at a switch whose entry changes, and from there on.
  bool turns_fit_at(SwitchIndex s) {
    const VlSet vls = vls_at(s);
    if (vls == 0) return true;
    const Next onwards = next(s);
    for (LinkIndex out = links_.first_of(s); out < links_.first_of(s) + links_.count_of(s); ++out) {
      const LinkIndex in = links_.opposite(out);
      const Next from = next(links_[in].from);
      if ((from[0] == in || from[1] == in) && !turns_fit(vls, in, onwards)) return false;
    }
    std::vector<LinkIndex> ways;
    const auto add_ways = [&](const Next& found) {
      for (const LinkIndex link : found) {
        if (link != kNone && std::ranges::find(ways, link) == ways.end()) ways.push_back(link);
      }
    };
    add_ways(onwards);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const Next found = next(links_.to(ways[i]));
      if (!turns_fit(vls, ways[i], found)) return false;
      add_ways(found);
    }
    return true;
  }

  bool turns_fit(VlSet vls, LinkIndex in, const Next& onwards) {
    for (const LinkIndex out : onwards) {
      const LinkTurn turn = {in, out};
      if (out == kNone || turns_->add_path(vls, {&turn, 1})) continue;
      if (!turns_->loosen({}) || !turns_->add_path(vls, {&turn, 1})) return false;
    }
    return true;
  }

  // The VLs of packets that may come by: of all switches that send to this one over old and new
  // entries, itself included.
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
    return static_cast<VlSet>(vls);
  }

  enum Colour : std::uint8_t { kUnseen, kOnPath, kDone };

  const TransitionTask& task_;
  const Fabric& fabric_;
  Links links_;
  std::optional<FabricMatch> same_;
  std::optional<AllowedTurns> turns_;
  std::vector<std::uint32_t> senders_;
  std::vector<Colour> colour_;
  std::vector<std::uint32_t> stamp_;
  std::uint32_t last_stamp_ = 0;
  Lid lid_ = 0;
  SwitchIndex destination_ = kNone;
};

// Calls visit(LID of now) for the entries of two rows that differ.
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

Transition judge_transition(const TransitionTask& task, const ChangedEntries& changed,
                            const Workers& workers) {
  Transition result = {.was_judged = changed.list.size() == changed.count};
  if (changed.list.empty()) return result;
  Closure closure(task);
  const std::span<const ChangedEntry> changes = changed.list;
  for (std::size_t i = 0; i < changes.size();) {
    std::size_t end = i;
    while (end < changes.size() && changes[end].first == changes[i].first) ++end;
    closure.look_at(changes.subspan(i, end - i), result);
    workers.check_stop();
    i = end;
  }
  return result;
}

std::string describe(const Transition& transition) {
  const std::string when = "while switches have old and new rows";
  if (!transition.was_judged) return when + ": not judged, since much changes";
  if (transition.looping_lids == 0 && !transition.credit_loop) return when + ": no loop";
  std::string text = when + ", packets";
  if (transition.looping_lids > 0) {
    text += fmt::format(" to {} LIDs can go round in a circle", transition.looping_lids);
  }
  if (transition.credit_loop) {
    text += fmt::format(
        "{} can wait for each other in a circle, until they are dropped at the "
        "end of their time at the head of a queue (HOQ life)",
        transition.looping_lids > 0 ? ", and packets" : "");
  }
  return text;
}

}  // namespace weft
