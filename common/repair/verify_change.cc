#include "common/repair/verify_change.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/links.h"
#include "common/repair/fabric_delta.h"
#include "common/repair/repair.h"
#include "common/repair/translate.h"
#include "common/routing/multicast_turns.h"
#include "common/verify/dependencies.h"
#include "common/verify/fabric_index.h"
#include "common/verify/findings.h"
#include "common/verify/switch_columns.h"
#include "common/verify/up_down_scan.h"

namespace weft {
namespace {

// Does every end port reach every LID, without a loop of any kind? Groups may close loops on SLs
// other than 0.
bool is_good(const Verdict& verdict) {
  return verdict.unreachable_pairs == 0 && verdict.unreached.empty() &&
         verdict.forwarding_loops == 0 && verdict.credit_loop.empty() &&
         verdict.credit_loop_reversed.empty() && verdict.credit_loop_multicast.empty() &&
         verdict.credit_loop_granted.empty();
}

// Of so many entries one may change; with more verify() is as fast. It is slower if it follows
// packets, which it does unless all paths are up*/down*.
constexpr std::uint64_t kOneIn = 4096;
constexpr std::uint64_t kOneInFollowed = 128;
// In small fabrics so many may change in any case.
constexpr std::uint64_t kFewEntries = 1000;

class ChangeCheck {
 public:
  ChangeCheck(const ChangeTask& task, const Workers& workers)
      : task_(task),
        workers_(workers),
        fabric_(task.match.now()),
        index_(fabric_),
        links_(index_.links()),
        before_(*task.verdict.evidence),
        one_lane_(std::holds_alternative<OneLane>(task.lanes)) {
    for (const VlSet of_turn : before_.turns) vls_in_use_ |= of_turn;
    for (SwitchIndex b = 0; b < task.match.before().switch_count(); ++b) {
      if (task.match.switch_now(b) == kNone) lost_switches_.push_back(b);
    }
  }

  std::optional<VerifiedChange> run() {
    if (!is_good(task_.verdict) || !before_.vl_pairs.empty()) return {};
    if (!keeps_lanes() || !judges_groups()) return {};
    ChangedEntries changed = find_changed_entries(task_.match, task_.before, task_.now, workers_);
    VerifiedChange result = {{}, changed};
    Verdict& verdict = result.verdict;
    if (!add_others(changed) || !all_arrive(changed) || !count_switch_pairs(changed, verdict)) {
      return {};
    }
    auto evidence = evidence_with(changed);
    if (!evidence) return {};
    verdict.multicast_loop_sls = task_.verdict.multicast_loop_sls;
    verdict.lanes_used = task_.verdict.lanes_used;
    verdict.safe_on_one_lane = task_.verdict.safe_on_one_lane;
    if (verdict.safe_on_one_lane && !one_lane_ && !is_safe_on_one_lane(*evidence)) return {};
    verdict.evidence = std::make_shared<const TurnEvidence>(std::move(*evidence));
    return result;
  }

 private:
  // Is the VL of every packet that was there before the same, and do all links have it?
  bool keeps_lanes() const {
    if (one_lane_) return std::holds_alternative<OneLane>(task_.lanes_before);
    const auto* before = std::get_if<SlBySwitch>(&task_.lanes_before);
    const auto* now = std::get_if<SlBySwitch>(&task_.lanes);
    if (before == nullptr || now == nullptr || before->from_hint != 0 || now->from_hint != 0) {
      return false;
    }
    if (!before_.replies || !before_.granted || !task_.match.same_lids()) {
      return false;
    }
    const auto has_all = [this](const Link& l) { return vls_in_use_ >> l.data_vls == 0; };
    return std::ranges::all_of(links_.all(), has_all) &&
           count_changed_sls(task_.match, task_.lanes_before, task_.lanes, workers_) == 0;
  }

  // Do groups on each SL either close a loop already, or count in the evidence?
  bool judges_groups() const {
    const unsigned loops = task_.verdict.multicast_loop_sls;
    if (one_lane_ || loops == 0) return loops == 0;
    unsigned vls = 1u << task_.map[0];
    for (unsigned sl = 1; sl < kSls; ++sl) {
      if ((loops >> sl & 1) != 0) vls |= 1u << task_.map[sl];
    }
    return (loops & 1) == 0 && (vls_in_use_ & ~vls) == 0;
  }

  // Adds all entries for new LIDs, all entries of new switches and of new senders, and those that
  // no longer lead to the same neighbour. False if there are too many.
  bool add_others(ChangedEntries& changed) const {
    const std::uint64_t all = fabric_.switch_count() * std::uint64_t{fabric_.max_lid()};
    const bool is_followed = before_.ranks.empty();
    const std::uint64_t most =
        std::min(ChangedEntries::kMost,
                 std::max(kFewEntries, all / (is_followed ? kOneInFollowed : kOneIn)));
    if (changed.count > most) return false;
    std::vector<Lid> in_use;
    std::vector<Lid> new_lids;
    for (std::size_t l = 1; l <= fabric_.max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      if (fabric_.destination_switch(lid) == kNone) continue;
      in_use.push_back(lid);
      if (task_.match.lid_before(lid) == 0) new_lids.push_back(lid);
    }
    // A changed entry of a LID that is not in use does not matter.
    std::erase_if(changed.list, [&](const ChangedEntry& entry) {
      return fabric_.destination_switch(entry.first) == kNone;
    });
    const std::vector<std::uint32_t> sent_before = sources_by_switch(task_.match.before());
    const std::vector<std::uint32_t> sends = sources_by_switch(fabric_);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const SwitchIndex b = task_.match.switch_before(s);
      const bool is_new = b == kNone || (sends[s] > 0 && sent_before[b] == 0);
      const std::bitset<256> moved = is_new ? std::bitset<256>() : moved_ports(s);
      if (!is_new && moved.none() && new_lids.empty()) continue;
      const PortNum* const row = task_.now.row(s);
      for (const Lid lid : is_new || moved.any() ? in_use : new_lids) {
        if (is_new || moved[row[lid]] || task_.match.lid_before(lid) == 0) {
          changed.list.emplace_back(lid, s);
        }
      }
      if (changed.list.size() > most) return false;
    }
    std::ranges::sort(changed.list);
    changed.list.erase(std::unique(changed.list.begin(), changed.list.end()), changed.list.end());
    changed.count = changed.list.size();
    return true;
  }

  // The ports of a switch by which entries no longer lead to the same neighbour.
  std::bitset<256> moved_ports(SwitchIndex s) const {
    std::bitset<256> moved;
    for (std::size_t p = 1; p < moved.size(); ++p) {
      moved[p] =
          p < fabric_.ports(s).size() && !task_.match.keeps_neighbour(s, static_cast<PortNum>(p));
    }
    const SwitchIndex b = task_.match.switch_before(s);
    for (std::size_t p = fabric_.ports(s).size(); p < task_.match.before().ports(b).size(); ++p) {
      moved[p] = true;
    }
    return moved;
  }

  // Do packets to LIDs of end ports arrive, from all switches whose entries for them changed?
  bool all_arrive(const ChangedEntries& changed) const {
    return std::ranges::all_of(changed.list, [this](const ChangedEntry& entry) {
      const LidOwner owner = fabric_.owner(entry.first);
      return owner.kind != PeerKind::kEndPort ||
             arrives(entry.second, entry.first, fabric_.end_ports()[owner.index]);
    });
  }

  bool arrives(SwitchIndex s, Lid lid, const EndPort& owner) const {
    for (std::uint32_t hops = 0; s != owner.sw; ++hops) {
      const PortNum port = task_.now.row(s)[lid];
      if (port >= fabric_.ports(s).size() || hops > fabric_.switch_count()) return false;
      const LinkIndex link = links_.at(s, port);
      if (link == kNone) return false;
      s = links_.to(link);
    }
    return task_.now.row(s)[lid] == owner.switch_port;
  }

  // Walks to the LIDs of switches that have changed entries. False if a switch with sources has no
  // path. evidence_with() finds the loops.
  bool count_switch_pairs(const ChangedEntries& changed, Verdict& verdict) const {
    const std::vector<std::uint32_t>& lost_before = task_.verdict.lost_switches;
    const auto has_changed = [&](Lid lid) {
      const auto first = std::ranges::lower_bound(changed.list, lid, {}, &ChangedEntry::first);
      return first != changed.list.end() && first->first == lid;
    };
    LidResults results;
    results.pairs.resize(fabric_.max_lid() + std::size_t{1});
    results.switches.resize(results.pairs.size());
    std::vector<Column> columns;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      for (const Lid lid : lids_of(fabric_.switches()[s])) {
        if (has_changed(lid)) {
          columns.push_back({lid, s, 0});
        } else if (!lost_before.empty()) {
          const Lid before = task_.match.lid_before(lid);
          results.switches[lid].lost = lost_before[before] - lost_by_lost_switches(before);
        }
      }
    }
    if (columns.empty() && lost_before.empty()) return true;

    std::vector<const PortNum*> rows;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) rows.push_back(task_.now.row(s));
    const SwitchColumns walked = walk_switch_columns(index_, rows, columns, workers_);
    if (!walked.unreached.empty()) return false;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      results.switches[columns[i].entry] = walked.results[i];
    }
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const Lid lid = fabric_.switches()[s].lid;
      if (lid == 0) continue;
      verdict.unreachable_switch_pairs +=
          results.switches[lid].lost -
          (fabric_.switch_count() - index_.piece_switches(index_.piece(s)));
    }
    verdict.lost_switches = lost_switches(results.switches);
    if (verdict.unreachable_switch_pairs == 0) return true;
    verdict.findings = find_examples({fabric_, task_.now, task_.lanes}, index_, results);
    return true;
  }

  // How many of the switches that are gone had no path to the LID of a switch.
  std::uint32_t lost_by_lost_switches(Lid lid) const {
    const Fabric& before = task_.match.before();
    const SwitchIndex destination = before.destination_switch(lid);
    std::uint32_t lost = 0;
    for (SwitchIndex s : lost_switches_) {
      while (s != kNone && s != destination) {
        const PortNum port = task_.before.row(s)[lid];
        const bool leads_on =
            port < before.ports(s).size() && before.ports(s)[port].kind == PeerKind::kSwitch;
        s = leads_on ? before.ports(s)[port].peer : kNone;
      }
      if (s == kNone || task_.before.row(s)[lid] != 0) ++lost;
    }
    return lost;
  }

  // The evidence of before with the turns of the changes; nothing if it does not cover these.
  std::optional<TurnEvidence> evidence_with(const ChangedEntries& changed) const {
    TurnEvidence evidence = translate_evidence(before_, task_.match, links_);
    if (evidence.ranks.empty()) evidence.turns.resize(links_.turn_count());
    std::vector<TurnOnVls> of_groups;
    const VlSet vls = vls_of_groups();
    for (const LinkTurn turn : multicast_turns(fabric_, links_, task_.multicast)) {
      of_groups.emplace_back(turn, vls);
    }
    std::vector<TurnOnVls> new_turns;
    const Transition transition = judge_transition({.match = task_.match,
                                                    .before = task_.before,
                                                    .now = task_.now,
                                                    .lanes = task_.lanes,
                                                    .granted = task_.granted,
                                                    .map = task_.map,
                                                    .evidence = &evidence,
                                                    .only_new = true,
                                                    .replies = !one_lane_,
                                                    .of_groups = of_groups},
                                                   changed, workers_, &new_turns);
    if (transition != Transition{.was_judged = true}) return {};
    // A VL on which no packet had a turn: neither its groups nor the links without it are judged.
    unsigned new_vls = 0;
    for (const auto& [turn, on] : new_turns) new_vls |= on;
    if (!one_lane_ && (new_vls & ~vls_in_use_) != 0) return {};
    // verify() takes the ranks of the fabric as it is now.
    const bool has_same_ranks =
        !evidence.ranks.empty() && evidence.ranks == Directions(index_).ranks;
    if (has_same_ranks && new_turns.empty()) return evidence;
    if (!evidence.ranks.empty()) evidence = all_up_down(evidence.ranks);
    for (const auto& [turn, on] : new_turns) evidence.turns[links_.turn(turn.from, turn.to)] |= on;
    const bool changes_nothing =
        new_turns.empty() && changed.list.empty() && find_delta(task_.match).is_nothing();
    evidence.exact = before_.exact && changes_nothing;
    return evidence;
  }

  // All turns that are up*/down* by the ranks.
  TurnEvidence all_up_down(const std::vector<std::uint32_t>& ranks) const {
    std::vector<char> goes_up;
    for (const Link& link : links_.all()) goes_up.push_back(leads_up(ranks, link.from, link.to));
    TurnEvidence evidence = {.turns = std::vector<std::uint16_t>(links_.turn_count())};
    links_.for_each_turn([&](LinkTurn turn, std::uint64_t number) {
      evidence.turns[number] = goes_up[turn.from] != 0 || goes_up[turn.to] == 0 ? 1 : 0;
    });
    return evidence;
  }

  // As verify() judges groups: on SL 0, and on the SLs of paths where they close no loop.
  VlSet vls_of_groups() const {
    if (one_lane_) return 1;
    const unsigned of_sl_0 = task_.map[0] == kDropVl ? 0 : 1u << task_.map[0];
    const bool on_all = task_.verdict.multicast_loop_sls == 0;
    return static_cast<VlSet>(of_sl_0 | (on_all ? vls_in_use_ : 0));
  }

  bool is_safe_on_one_lane(const TurnEvidence& evidence) const {
    if (!evidence.ranks.empty()) return true;
    Dependencies all(links_, 1);
    links_.for_each_turn([&](LinkTurn turn, std::uint64_t number) {
      if (evidence.turns[number] != 0) all.add(turn.from, 0, turn.to, 0);
    });
    return all.acyclic();
  }

  const ChangeTask& task_;
  const Workers& workers_;
  const Fabric& fabric_;
  FabricIndex index_;
  const Links& links_;
  const TurnEvidence& before_;
  bool one_lane_;
  unsigned vls_in_use_ = 0;                 // those on which packets had turns
  std::vector<SwitchIndex> lost_switches_;  // by the indices of before
};

}  // namespace

std::optional<VerifiedChange> verify_change(const ChangeTask& task, const Workers& workers) {
  return ChangeCheck(task, workers).run();
}

}  // namespace weft
