#include "common/repair/repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bitset>
#include <compare>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/links.h"
#include "common/graph/pieces.h"
#include "common/repair/allowed_turns.h"
#include "common/repair/column_repair.h"
#include "common/repair/kept_steps.h"
#include "common/repair/pair_lanes.h"
#include "common/repair/translate.h"
#include "common/repair/turns_in_use.h"
#include "common/routing/kept_trees.h"
#include "common/routing/multicast_turns.h"

namespace weft {
namespace {

// Number of columns between two checks for a request to stop.
constexpr std::size_t kColumns = 64;
// The most pairs with other lanes for which another run is worth its time.
constexpr std::size_t kFewPairs = 64;
// With more LIDs that have no path on the lanes, another order of the columns does not help.
constexpr std::size_t kFewLost = 16;

// A forwarding entry that no longer leads to a neighbour.
struct Seed {
  Lid lid;
  SwitchIndex s;
  SwitchIndex led_to;  // kNone: to no switch, or to one that is gone

  // NOLINTNEXTLINE(modernize-use-nullptr): what is compared with 0 where this is used is no pointer
  friend auto operator<=>(const Seed&, const Seed&) = default;
};

class Repair {
 public:
  Repair(const RepairTask& task, Tables rows)
      : task_(task),
        start_(task.to_baseline ? *task.baseline : task.accepted),
        fabric_(start_.match.now()),
        links_(fabric_),
        rows_(rows) {}

  Routing run() {
    try {
      return run_for_few_lanes();
    } catch (const CannotRoute&) {
      const bool one_lane = std::holds_alternative<OneLane>(start_.routing.lanes);
      if (!one_lane || !task_.takes_lanes || task_.lanes.lanes.size() < 2) throw;
    }
    leaves_one_lane_ = true;
    first_.clear();
    fill_no_path(rows_);
    return run_for_few_lanes();
  }

 private:
  // Open connections keep their SLs, so pairs with other lanes are unsafe. If there are only a few
  // such pairs, repairs once more with their columns first, and keeps the run with fewer of them.
  // LIDs without a path may find turns, too, before others have taken theirs.
  Routing run_for_few_lanes() {
    keeps_lost_ = true;
    Routing routing = run_once();
    keeps_lost_ = false;
    if (!lost_.empty()) {
      first_ = lost_;
      first_.insert(first_.end(), with_other_lanes_in_.begin(), with_other_lanes_in_.end());
      std::ranges::sort(first_);
      return run_again();
    }
    const std::size_t pairs = with_other_lanes_;
    if (pairs == 0 || pairs > kFewPairs || task_.granted.empty()) return routing;
    first_.swap(with_other_lanes_in_);
    try {
      routing = run_again();
      if (with_other_lanes_ <= pairs) return routing;
    } catch (const CannotRoute&) {  // the first columns took turns that later columns need
    }
    first_.clear();
    return run_again();
  }

  Routing run_again() {
    fill_no_path(rows_);
    return run_once();
  }

  Routing run_once() {
    lost_.clear();
    with_other_lanes_in_.clear();
    with_other_lanes_ = 0;
    Routing routing = start_from(start_);
    if (leaves_one_lane_) {
      routing.lanes =
          sl_by_switch(fabric_.switch_count(), fabric_.max_lid(), task_.lanes.lanes.front().sl);
    }
    // On one lane all packets are on VL 0.
    const bool one_lane = std::holds_alternative<OneLane>(routing.lanes);
    const Sl2Vl same_everywhere(one_lane ? Sl2Vl::kIdentity : task_.map);
    const Sl2Vl& sl2vl = routing.sl2vl != nullptr ? *routing.sl2vl : same_everywhere;
    AllowedTurns turns = start_.evidence == nullptr
                             ? AllowedTurns(links_)
                             : AllowedTurns(*start_.evidence, start_.match, links_, sl2vl);
    if (task_.baseline != nullptr) {
      const EarlierRouting& other = task_.to_baseline ? task_.accepted : *task_.baseline;
      const bool joined = start_.evidence == nullptr ||
                          (other.evidence != nullptr && turns.add(*other.evidence, other.match));
      if (!task_.to_baseline && joined) fill_from_baseline(routing.lanes);
    }
    if (task_.to_baseline) keep_active_sls(routing.lanes);
    siblings_ = find_siblings();
    if (auto* lanes = std::get_if<SlBySwitch>(&routing.lanes)) {
      add_sls_to_new_lids(*lanes);
      leave_sl_0(*lanes);
    }
    if (task_.trees_first) routing.multicast = kept_trees(turns);
    repair_columns(find_seeds(), turns, routing);
    if (!task_.trees_first) routing.multicast = kept_trees(turns);
    return routing;
  }

  Routing start_from(const EarlierRouting& before) const {
    Routing routing;
    translate_tables(before.match, before.tables, nullptr, task_.workers, rows_);
    routing.lanes = translate_lanes(before.match, before.routing.lanes);
    routing.sl2vl = translate_sl2vl(before.match, before.routing.sl2vl);
    routing.qos_levels = before.routing.qos_levels;
    routing.notes = translate_notes(before.match, before.routing.notes);
    routing.unrouted_pairs = before.routing.unrouted_pairs;
    routing.warnings = before.routing.warnings;
    routing.remarks = before.routing.remarks;
    routing.may_have_credit_loops = before.routing.may_have_credit_loops;
    routing.steps = task_.steps;
    return routing;
  }

  // Groups are on SL 0.
  MulticastPlan kept_trees(AllowedTurns& turns) const {
    const auto take = [&](std::span<const LinkTurn> taken) {
      return turns.add_turns(SlSet{1}, taken);
    };
    return keep_trees(start_.routing.multicast, start_.match.before(), fabric_, links_, take).plan;
  }

  // The turns of the active multicast trees whose links are still there.
  std::vector<LinkTurn> turns_of_trees() const {
    const Links before(start_.match.before());
    const std::vector<LinkIndex> links = start_.match.links_now(before, links_);
    std::vector<LinkTurn> turns;
    for (const LinkTurn turn :
         multicast_turns(start_.match.before(), before, start_.routing.multicast)) {
      const LinkTurn here = {links[turn.from], links[turn.to]};
      if (here.from != kNone && here.to != kNone) turns.push_back(here);
    }
    return turns;
  }

  // Takes the columns of LIDs that have come back from the baseline.
  void fill_from_baseline(LanePlan& lanes) {
    from_baseline_.resize(fabric_.max_lid() + std::size_t{1});
    for (std::size_t l = 1; l < from_baseline_.size(); ++l) {
      const auto lid = static_cast<Lid>(l);
      if (task_.accepted.match.lid_before(lid) != 0 || task_.baseline->match.lid_before(lid) == 0) {
        continue;
      }
      from_baseline_[l] = true;
      translate_lanes_to(lid, task_.baseline->match, task_.baseline->routing.lanes, lanes);
    }
    translate_tables(task_.baseline->match, task_.baseline->tables, &task_.accepted.match,
                     task_.workers, rows_);
  }

  // LIDs and switches that the baseline does not have keep the SLs of their open connections.
  void keep_active_sls(LanePlan& lanes) const {
    const auto* const sls = std::get_if<SlBySwitch>(&task_.accepted.routing.lanes);
    auto* const to = std::get_if<SlBySwitch>(&lanes);
    if (sls == nullptr || to == nullptr) return;
    LanePlan active = translate_lanes(task_.accepted.match, *sls);
    std::vector<std::vector<Sl>>& rows = std::get<SlBySwitch>(active).rows;
    for (SwitchIndex s = 0; s < rows.size(); ++s) {
      if (rows[s].empty()) continue;
      if (to->rows[s].empty()) {
        to->rows[s] = std::move(rows[s]);
        continue;
      }
      for (std::size_t l = 1; l < rows[s].size(); ++l) {
        if (start_.match.lid_before(static_cast<Lid>(l)) == 0) to->rows[s][l] = rows[s][l];
      }
    }
  }

  // By LID, of those that `start_` does not have: the LID with the same path bits of another end
  // port of the same switch, which it has; 0: there is none.
  std::vector<Lid> find_siblings() const {
    const auto starts_with = [this](Lid lid) { return start_.match.lid_before(lid) != 0; };
    std::vector<EndPortIndex> known(fabric_.switch_count(), kNone);  // by switch: a port of it
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      const EndPort& port = fabric_.end_ports()[e];
      if (port.lid != 0 && starts_with(port.lid)) known[port.sw] = e;
    }
    std::vector<Lid> siblings(fabric_.max_lid() + std::size_t{1});
    for (const EndPort& port : fabric_.end_ports()) {
      if (known[port.sw] == kNone) continue;
      const LidRange others = lids_of(fabric_.end_ports()[known[port.sw]]);
      for (const Lid lid : lids_of(port)) {
        if (starts_with(lid)) continue;
        const std::uint32_t same_bits = others.first + std::uint32_t{lid} - port.lid;
        siblings[lid] = others.contains(same_bits) ? static_cast<Lid>(same_bits) : others.first;
      }
    }
    return siblings;
  }

  // A new LID gets the SLs of its sibling: packets take the same ways, and so do replies from that
  // switch.
  void add_sls_to_new_lids(SlBySwitch& lanes) const {
    for (std::size_t l = 1; l < siblings_.size(); ++l) {
      const auto lid = static_cast<Lid>(l);
      if (siblings_[l] != 0 && is_new(lid) && !is_active(lid)) take_sls_of_sibling(lid, lanes);
    }
  }
  void take_sls_of_sibling(Lid lid, SlBySwitch& lanes) const {
    for (std::vector<Sl>& row : lanes.rows) {
      if (!row.empty()) row[lid] = row[siblings_[lid]];
    }
  }

  // All ways of its sibling, and the SLs: their turns are in use on these.
  void take_ways_of_sibling(Lid lid, LanePlan& lanes) {
    const SwitchIndex to = fabric_.destination_switch(lid);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (s != to) rows_.row(s)[lid] = rows_.row(s)[siblings_[lid]];
    }
    if (auto* const sls = std::get_if<SlBySwitch>(&lanes)) take_sls_of_sibling(lid, *sls);
  }

  // Pairs that are new are on SL 0, which may have no lane.
  void leave_sl_0(SlBySwitch& lanes) const {
    const auto has_sl_0 = [](std::span<const Lane> all) {
      return std::ranges::count(all, Sl{0}, &Lane::sl) > 0;
    };
    if (has_sl_0(task_.lanes.lanes) || has_sl_0(task_.reserve)) return;
    for (std::vector<Sl>& row : lanes.rows) {
      row.resize(fabric_.max_lid() + std::size_t{1});
      std::ranges::replace(row, Sl{0}, task_.lanes.lanes.front().sl);
    }
  }

  bool is_from_baseline(Lid lid) const { return !from_baseline_.empty() && from_baseline_[lid]; }
  bool is_active(Lid lid) const { return task_.accepted.match.lid_before(lid) != 0; }
  bool is_new(Lid lid) const { return start_.match.lid_before(lid) == 0 && !is_from_baseline(lid); }

  std::vector<Seed> find_seeds() {
    std::vector<Seed> seeds;
    std::vector<Lid> from_baseline;
    std::vector<Lid> others;
    for (std::size_t l = 1; l <= fabric_.max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      if (fabric_.destination_switch(lid) == kNone) continue;
      if (is_new(lid)) {
        seed_new_lid(lid, seeds);
      } else {
        (is_from_baseline(lid) ? from_baseline : others).push_back(lid);
      }
    }
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      add_seeds(start_.match, s, others, seeds);
      if (!from_baseline.empty()) add_seeds(task_.baseline->match, s, from_baseline, seeds);
    }
    // Where the missing entries led is not known. No neighbour counts as lost, since then entries
    // of other switches would change.
    for (const auto& [lid, s] : task_.missing) add_seed(lid, s, s, seeds);
    return seeds;
  }

  void seed_new_lid(Lid lid, std::vector<Seed>& seeds) {
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) add_seed(lid, s, kNone, seeds);
  }

  // The switch of the LID's owner gets the owner's port at once; any other switch is broken.
  void add_seed(Lid lid, SwitchIndex s, SwitchIndex led_to, std::vector<Seed>& seeds) {
    if (s != fabric_.destination_switch(lid)) return seeds.push_back({lid, s, led_to});
    const LidOwner owner = fabric_.owner(lid);
    rows_.row(s)[lid] =
        owner.kind == PeerKind::kSwitch ? PortNum{0} : fabric_.end_ports()[owner.index].switch_port;
  }

  // For LIDs whose entries at a switch come from the earlier fabric of this match.
  void add_seeds(const FabricMatch& match, SwitchIndex s, const std::vector<Lid>& lids,
                 std::vector<Seed>& seeds) {
    const SwitchIndex b = match.switch_before(s);
    std::bitset<256> lost;
    for (std::size_t p = 1; b != kNone && p < match.before().ports(b).size(); ++p) {
      lost[p] = match.lost_link(b, static_cast<PortNum>(p));
    }
    if (b == kNone) lost[kNoPath] = true;
    if (lost.none()) return;
    PortNum* const row = rows_.row(s);
    for (const Lid lid : lids) {
      if (!lost[row[lid]] || fabric_.destination_switch(lid) == s) continue;
      const Port* const port = row[lid] == kNoPath ? nullptr : &match.before().ports(b)[row[lid]];
      row[lid] = kNoPath;
      seeds.push_back({lid, s,
                       port != nullptr && port->kind == PeerKind::kSwitch
                           ? match.switch_now(port->peer)
                           : kNone});
    }
  }

  PortNum active_port(SwitchIndex s, Lid lid) const {
    const FabricMatch& match = task_.accepted.match;
    const SwitchIndex b = match.switch_before(s);
    const Lid before = match.lid_before(lid);
    if (b == kNone || before == 0) return kNoPath;
    const PortNum port = task_.accepted.tables.row(b)[before];
    const bool is_there = port < fabric_.ports(s).size() && match.keeps_neighbour(s, port);
    return is_there ? port : kNoPath;
  }

  void repair_columns(std::vector<Seed> seeds, AllowedTurns& turns, Routing& routing) {
    const bool replies = start_.evidence != nullptr && start_.evidence->replies;
    PairLanes lanes(fabric_, task_.lanes, task_.reserve, task_.granted, replies, routing.lanes);
    lanes.set_new(task_.new_lids, task_.new_senders);
    const auto keep_turns_in_use = [&] {
      turns.keep_only(turns_in_use(fabric_, links_, lanes, rows_), turns_of_trees());
    };
    if (leaves_one_lane_) keep_turns_in_use();
    std::vector<std::uint64_t> loads = loads_by_link();
    ColumnRepair columns(fabric_, links_, turns, lanes, loads, routing.notes.orientation,
                         routing.steps,
                         {[this](SwitchIndex s, Lid lid) { return active_port(s, lid); },
                          task_.to_baseline, task_.sparing},
                         rows_);
    columns.before_making_way(keep_turns_in_use);
    add_new_senders(columns, seeds);
    std::sort(seeds.begin(), seeds.end());
    seeds.erase(std::unique(seeds.begin(), seeds.end()), seeds.end());
    std::stable_partition(seeds.begin(), seeds.end(), [&](const Seed& seed) {
      return std::ranges::binary_search(first_, seed.lid);
    });
    std::vector<ColumnRepair::Seed> switches;
    std::vector<Lid> without_ways;  // of their own
    std::size_t done = 0;
    for (std::size_t i = 0; i < seeds.size();) {
      const Lid lid = seeds[i].lid;
      switches.clear();
      for (; i < seeds.size() && seeds[i].lid == lid; ++i) {
        switches.push_back({seeds[i].s, seeds[i].led_to});
      }
      const bool has_sibling = siblings_[lid] != 0 && task_.steps.empty();
      if (columns.repair(lid, switches, /*alone=*/has_sibling && !is_active(lid)) > 0) {
        has_sibling ? without_ways.push_back(lid) : check_lost(lid);
      }
      if (++done % kColumns == 0) task_.workers.check_stop();
      if (columns.with_other_lanes() == 0) continue;
      with_other_lanes_ += columns.with_other_lanes();
      with_other_lanes_in_.push_back(lid);
    }
    for (const Lid lid : without_ways) {
      take_ways_of_sibling(lid, routing.lanes);
      check_lost(lid);
    }
  }

  std::vector<std::uint64_t> loads_by_link() const {
    std::vector<std::uint64_t> loads(links_.count());
    for (LinkIndex link = 0; link < loads.size(); ++link) {
      const SwitchIndex b = start_.match.switch_before(links_[link].from);
      if (!start_.match.keeps_neighbour(links_[link].from, links_[link].port)) continue;
      const std::size_t position =
          start_.match.before().switches()[b].first_port + std::size_t{links_[link].port};
      if (position < start_.link_load.size()) loads[link] = start_.link_load[position];
    }
    return loads;
  }

  // The evidence does not cover packets of switches that had no end ports before. Their paths stay
  // if their turns are allowed.
  void add_new_senders(ColumnRepair& columns, std::vector<Seed>& seeds) const {
    if (start_.evidence == nullptr) return;
    const std::vector<std::uint32_t> before = sources_by_switch(start_.match.before());
    const std::vector<std::uint32_t> now = sources_by_switch(fabric_);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const SwitchIndex b = start_.match.switch_before(s);
      if (now[s] == 0 || b == kNone || before[b] > 0) continue;
      for (std::size_t l = 1; l <= fabric_.max_lid(); ++l) {
        const auto lid = static_cast<Lid>(l);
        if (fabric_.owner(lid).kind != PeerKind::kEndPort || is_new(lid)) continue;
        if (columns.vouch(s, lid)) continue;
        rows_.row(s)[lid] = kNoPath;
        seeds.push_back({lid, s, kNone});
      }
    }
  }

  // Called if switches with end ports have no path to a LID. Throws if the repair lost a path:
  // links lead there, the LID is that of an end port, and there was a path before.
  void check_lost(Lid lid) {
    const LidOwner owner = fabric_.owner(lid);
    if (owner.kind != PeerKind::kEndPort || task_.may_lose_pairs) return;
    if (!pieces_) pieces_ = find_pieces(fabric_);
    const SwitchIndex to = fabric_.destination_switch(lid);
    for (const EndPort& from : fabric_.end_ports()) {
      if (from.lid == 0 || rows_.row(from.sw)[lid] != kNoPath) continue;
      if (pieces_->of[from.sw] != pieces_->of[to]) continue;
      const EarlierRouting& before = is_from_baseline(lid) ? *task_.baseline : start_;
      const SwitchIndex s = before.match.switch_before(from.sw);
      if (!is_new(lid) && s != kNone && task_.missing.empty() &&
          before.tables.row(s)[before.match.lid_before(lid)] == kNoPath) {
        continue;
      }
      if (keeps_lost_ && lost_.size() < kFewLost) {
        lost_.push_back(lid);
        return;
      }
      const bool has_part = part_of_path(task_.steps, from.sw, lid) != nullptr;
      throw CannotRoute(
          fmt::format("{} has no path to {} that keeps its virtual lane free of credit loops{}",
                      fabric_.describe_switch(from.sw), fabric_.describe_lid(lid),
                      has_part ? ", inside the topology of its step" : ""));
    }
  }

  const RepairTask& task_;
  const EarlierRouting& start_;
  const Fabric& fabric_;
  Links links_;
  Tables rows_;
  std::vector<bool> from_baseline_;  // by LID; empty: no LID is
  std::vector<Lid> siblings_;        // find_siblings()
  bool leaves_one_lane_ = false;
  std::vector<Lid> first_;  // LIDs whose columns are repaired first; ascending
  bool keeps_lost_ = false;
  // Of the last run:
  std::vector<Lid> lost_;  // with keeps_lost_: LIDs to which some paths are missing
  std::vector<Lid> with_other_lanes_in_;
  std::size_t with_other_lanes_ = 0;  // pairs
  std::optional<Pieces> pieces_;
};

}  // namespace

std::uint64_t count_changed_sls(const FabricMatch& match, const LanePlan& before,
                                const LanePlan& now, const Workers& workers) {
  if (std::holds_alternative<OneLane>(before) && std::holds_alternative<OneLane>(now)) return 0;
  const std::vector<std::uint32_t> end_ports = sources_by_switch(match.now());
  const std::vector<std::uint32_t> end_ports_before = sources_by_switch(match.before());
  const auto* rows_before = std::get_if<SlBySwitch>(&before);
  const auto* rows_now = std::get_if<SlBySwitch>(&now);
  const bool rows_tell = rows_before != nullptr && rows_now != nullptr && match.same_lids();
  std::atomic<std::uint64_t> changed = 0;
  workers.parallel_for(end_ports.size(), 16, [&](std::size_t first, std::size_t last) {
    std::uint64_t here = 0;
    for (auto s = static_cast<SwitchIndex>(first); s < last; ++s) {
      const SwitchIndex b = match.switch_before(s);
      if (b == kNone || end_ports[s] == 0 || end_ports_before[b] == 0) continue;
      const bool has_rows = rows_tell && s < rows_now->rows.size() && b < rows_before->rows.size();
      if (has_rows && rows_now->rows[s] == rows_before->rows[b]) continue;
      for (std::size_t l = 1; l <= match.now().max_lid(); ++l) {
        const auto lid = static_cast<Lid>(l);
        if (match.lid_before(lid) == 0) continue;
        if (match.now().owner(lid).kind != PeerKind::kEndPort) continue;
        here +=
            path_sl(now, {.sw = s}, lid, 0) != path_sl(before, {.sw = b}, match.lid_before(lid), 0)
                ? 1
                : 0;
      }
    }
    changed += here;
  });
  return changed;
}

Routing repair(const RepairTask& task, Tables rows) { return Repair(task, rows).run(); }

}  // namespace weft
