#include "common/verify/verify.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "common/fabric/counts.h"
#include "common/routing/multicast_turns.h"
#include "common/verify/column_walk.h"
#include "common/verify/dependencies.h"
#include "common/verify/destinations.h"
#include "common/verify/fabric_index.h"
#include "common/verify/findings.h"
#include "common/verify/lane_check.h"
#include "common/verify/switch_columns.h"
#include "common/verify/up_down_scan.h"

namespace weft {
namespace {

// The entries for LIDs of switches that are no destinations (they have no end ports), copied from
// the tables while their rows are in the cache. They are not scanned, since in a tree minimal paths
// to such LIDs are not up*/down*.
class SwitchEntries {
 public:
  SwitchEntries(const Fabric& fabric, const Destinations& destinations) {
    std::vector<bool> skipped(fabric.switch_count(), false);
    for (const SwitchIndex s : destinations.switches) skipped[s] = true;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (skipped[s]) continue;
      for (const Lid lid : lids_of(fabric.switches()[s])) {
        columns_.push_back({static_cast<std::uint32_t>(lids_.size()), s, 0});
        lids_.push_back(lid);
      }
    }
    // Longer than needed, so that no two rows begin in one cache set.
    const std::size_t width = lids_.size() + 64;
    entries_.resize(fabric.switch_count() * width);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      rows_.push_back(entries_.data() + s * width);
    }
  }

  void copy(SwitchIndex s, const PortNum* row) {
    PortNum* const to = rows_[s];
    for (std::size_t i = 0; i < lids_.size(); ++i) to[i] = row[lids_[i]];
  }

  Rows rows() const { return rows_; }
  std::span<const Lid> lids() const { return lids_; }
  std::span<const Column> columns() const { return columns_; }

 private:
  std::vector<Lid> lids_;
  std::vector<Column> columns_;
  std::vector<PortNum> entries_;
  std::vector<PortNum*> rows_;
};

class Verification {
 public:
  Verification(const RoutingView& view, const Workers& workers)
      : view_(view),
        workers_(workers),
        index_(view.fabric),
        destinations_(index_),
        directions_(index_),
        switch_entries_(view.fabric, destinations_) {
    const std::uint32_t switches = index_.switch_count();
    for (SwitchIndex s = 0; s < switches; ++s) rows_.push_back(view.tables.row(s));
    for (SwitchIndex s = 0; s < switches; ++s) end_port_senders_.push_back(index_.source_count(s));
    results_.pairs.resize(view.fabric.max_lid() + std::size_t{1});
    results_.switches.resize(results_.pairs.size());
    if (view.multicast != nullptr) {
      multicast_ = multicast_turns(view.fabric, index_.links(), *view.multicast);
    } else {
      multicast_.assign(view.multicast_turns.begin(), view.multicast_turns.end());
    }
  }

  Verdict run() {
    const bool one_lane = std::holds_alternative<OneLane>(view_.lanes) && view_.sl2vl == nullptr;
    const std::vector<bool> doubtful = scan_rows(one_lane);
    if (one_lane) {
      verify_one_lane(doubtful);
    } else {
      verify_lanes();
    }
    walk_switch_lids(doubtful);
    count();
    if (!verdict_.reaches_all() || verdict_.disconnected_pairs != 0 ||
        verdict_.unreachable_switch_pairs != 0) {
      verdict_.findings = find_examples(view_, index_, results_);
    }
    return std::move(verdict_);
  }

 private:
  // Reads every row once. Returns the doubtful destinations; without `scan` nothing.
  std::vector<bool> scan_rows(bool scan) {
    std::optional<UpDownScan> up_down;
    if (scan) up_down.emplace(index_, destinations_, directions_, workers_.threads());
    constexpr std::size_t kRows = 8;
    workers_.parallel_for(index_.switch_count(), kRows,
                          [&](unsigned worker, std::size_t first, std::size_t last) {
                            for (std::size_t s = first; s < last; ++s) {
                              const auto sw = static_cast<SwitchIndex>(s);
                              if (up_down) up_down->scan(worker, sw, rows_[s]);
                              switch_entries_.copy(sw, rows_[s]);
                            }
                          });
    return up_down ? up_down->doubtful() : std::vector<bool>(destinations_.count(), true);
  }

  // The LIDs of those destinations whose flag has this value.
  std::vector<Column> columns(const std::vector<bool>& flags, bool value) const {
    std::vector<Column> columns;
    for (std::size_t d = 0; d < destinations_.count(); ++d) {
      if (flags[d] == value) destinations_.add_end_ports(d, columns);
    }
    return columns;
  }

  void verify_one_lane(const std::vector<bool>& doubtful) {
    verdict_.lanes_used = 1;
    const std::vector<Column> suspects = columns(doubtful, true);
    const bool multicast_turns_up =
        std::any_of(multicast_.begin(), multicast_.end(),
                    [&](LinkTurn turn) { return directions_.turns_up(turn.from, turn.to); });
    if (suspects.empty() && !multicast_turns_up) {
      assume_right(columns(doubtful, false));
      prove({.ranks = directions_.ranks});
      verdict_.safe_on_one_lane = true;
      return;
    }
    Dependencies dependencies(index_.links(), 1);
    walk(suspects, dependencies);
    // All other dependencies are up*/down*. If these are too, there is no cycle.
    if (!multicast_turns_up && !turns_up(dependencies)) {
      assume_right(columns(doubtful, false));
      prove({.ranks = directions_.ranks});
      verdict_.safe_on_one_lane = true;
      return;
    }
    walk(columns(doubtful, false), dependencies);
    const auto channels = [&](const std::vector<std::uint32_t>& cycle) {
      std::vector<Channel> found;
      for (const std::uint32_t c : cycle) {
        const Link& link = index_.links()[c];
        found.push_back({link.from, link.port, 0});
      }
      return found;
    };
    verdict_.credit_loop = channels(dependencies.find_cycle());
    verdict_.credit_loop_reversed = verdict_.credit_loop;
    verdict_.safe_on_one_lane = verdict_.credit_loop.empty();
    if (!verdict_.safe_on_one_lane) return;
    TurnEvidence evidence{.turns = turns_in(dependencies)};
    if (!multicast_.empty()) {
      for (const auto& [from, to] : multicast_) dependencies.add(from, 0, to, 0);
      verdict_.credit_loop_multicast = channels(dependencies.find_cycle());
      if (verdict_.credit_loop_multicast.empty()) {
        evidence.turns = turns_in(dependencies);
      } else {
        verdict_.multicast_loop_sls = 0xFFFF;
      }
    }
    prove(std::move(evidence));
  }

  void prove(TurnEvidence evidence) {
    verdict_.evidence = std::make_shared<const TurnEvidence>(std::move(evidence));
  }

  // All packets are on VL 0.
  std::vector<std::uint16_t> turns_in(const Dependencies& dependencies) const {
    std::vector<std::uint16_t> turns(index_.links().turn_count());
    for (LinkIndex link = 0; link < index_.links().count(); ++link) {
      dependencies.for_each_next(
          link, [&](LinkIndex next) { turns[index_.links().turn(link, next)] = 1; });
    }
    return turns;
  }

  bool turns_up(const Dependencies& dependencies) const {
    bool found = false;
    for (std::uint32_t link = 0; link < index_.links().count() && !found; ++link) {
      dependencies.for_each_next(
          link, [&](std::uint32_t next) { found |= directions_.turns_up(link, next); });
    }
    return found;
  }

  void walk(const std::vector<Column>& columns, Dependencies& dependencies) {
    std::vector<ColumnResult> results(columns.size());
    walk_columns(index_, rows_, columns, end_port_senders_, results, &dependencies, workers_);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      results_.pairs[columns[i].entry] = results[i];
    }
  }

  // Only packets are lost to whose destination no links lead.
  void assume_right(const std::vector<Column>& columns) {
    for (const Column& c : columns) results_.pairs[c.entry].lost = disconnected(c.destination);
  }

  std::uint64_t disconnected(SwitchIndex destination) const {
    return index_.sources().size() - index_.piece_end_ports(index_.piece(destination));
  }

  void verify_lanes() {
    const std::vector<Column> all = columns(std::vector<bool>(destinations_.count(), true), true);
    std::vector<ColumnResult> results(all.size());
    LaneVerdict lanes = check_lanes(view_, index_, rows_, multicast_, all, results, workers_);
    for (std::size_t i = 0; i < all.size(); ++i) results_.pairs[all[i].entry] = results[i];
    verdict_.credit_loop = std::move(lanes.credit_loop);
    verdict_.credit_loop_reversed = std::move(lanes.credit_loop_reversed);
    verdict_.credit_loop_multicast = std::move(lanes.credit_loop_multicast);
    verdict_.credit_loop_granted = std::move(lanes.credit_loop_granted);
    verdict_.safe_on_one_lane = lanes.safe_on_one_lane;
    verdict_.multicast_loop_sls = lanes.multicast_loop_sls;
    verdict_.lanes_used = lanes.lanes_used;
    if (!lanes.evidence.turns.empty() || !lanes.evidence.vl_pairs.empty())
      prove(std::move(lanes.evidence));
  }

  void walk_switch_lids(const std::vector<bool>& doubtful) {
    const auto copied = switch_entries_.columns();
    const auto lid_of_copy = [&](std::size_t i) { return switch_entries_.lids()[i]; };
    take(walk_switch_columns(index_, switch_entries_.rows(), copied, workers_), lid_of_copy);
    std::vector<Column> suspects;
    std::vector<Column> right;
    for (std::size_t d = 0; d < destinations_.count(); ++d) {
      destinations_.add_switch(d, doubtful[d] ? suspects : right);
    }
    for (const Column& c : right) {
      results_.switches[c.entry].lost = disconnected_switches(c.destination);
    }
    const auto lid_of_suspect = [&](std::size_t i) { return static_cast<Lid>(suspects[i].entry); };
    take(walk_switch_columns(index_, rows_, suspects, workers_), lid_of_suspect);
  }

  // lid: of a column, by its position.
  template <typename LidOf>
  void take(const SwitchColumns& walked, LidOf lid) {
    for (std::size_t i = 0; i < walked.results.size(); ++i) {
      results_.switches[lid(i)] = walked.results[i];
    }
    for (const std::size_t i : walked.unreached) verdict_.unreached.push_back(lid(i));
  }

  std::uint64_t disconnected_switches(SwitchIndex destination) const {
    return index_.switch_count() - index_.piece_switches(index_.piece(destination));
  }

  void count() {
    for (std::size_t d = 0; d < destinations_.count(); ++d) {
      const std::uint64_t lids = destinations_.end_ports_end[d] - destinations_.first[d];
      const std::uint64_t expected = disconnected(destinations_.switches[d]);
      verdict_.disconnected_pairs += lids * expected;
      for (std::uint32_t i = destinations_.first[d]; i < destinations_.end_ports_end[d]; ++i) {
        const Lid lid = destinations_.lids[i];
        if (results_.pairs[lid].lost > expected) verdict_.unreached.push_back(lid);
      }
    }
    std::ranges::sort(verdict_.unreached);
    for (const ColumnResult& result : results_.pairs) {
      verdict_.unreachable_pairs += result.lost;
      verdict_.forwarding_loops += result.loops;
    }
    for (const ColumnResult& result : results_.switches) {
      verdict_.forwarding_loops += result.loops;
    }
    for (SwitchIndex s = 0; s < index_.switch_count(); ++s) {
      const Lid lid = view_.fabric.switches()[s].lid;
      if (lid == 0) continue;
      verdict_.unreachable_switch_pairs += results_.switches[lid].lost - disconnected_switches(s);
    }
    verdict_.lost_switches = lost_switches(results_.switches);
  }

  const RoutingView& view_;
  const Workers& workers_;
  FabricIndex index_;
  Destinations destinations_;
  Directions directions_;
  SwitchEntries switch_entries_;
  std::vector<const PortNum*> rows_;
  std::vector<std::uint32_t> end_port_senders_;
  std::vector<LinkTurn> multicast_;
  LidResults results_;
  Verdict verdict_;
};

}  // namespace

Verdict verify(const RoutingView& view, const Workers& workers) {
  return Verification(view, workers).run();
}

}  // namespace weft
