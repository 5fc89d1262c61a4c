// A session, and the SLs that were granted, as opensm has them from one sweep to the next.
#ifndef WEFT_TESTS_SUPPORT_ROUTED_SESSION_H_
#define WEFT_TESTS_SUPPORT_ROUTED_SESSION_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/session/session.h"
#include "plugins/engines.h"

namespace weft::test {

// One lane, or so many.
inline LaneSettings lane_settings(unsigned lanes) {
  if (lanes < 2) return {};
  LaneSettings settings{first_lanes(lanes)};
  settings.budget.vls = lanes;
  return settings;
}

class RoutedSession {
 public:
  explicit RoutedSession(const EngineInfo& engine, unsigned lanes = 1)
      : RoutedSession(engine, lane_settings(lanes)) {}
  RoutedSession(const EngineInfo& engine, LaneSettings lanes)
      : session_(engine, all_engines()), lanes_(std::move(lanes)) {}

  // Why it is refused; empty: it is not.
  std::string route(const Fabric& fabric, const Options& options = {}) {
    block_.emplace(fabric.switch_count(), fabric.max_lid());
    RoutingTask task = {fabric, options, workers_, lanes_};
    task.granted = &granted_;
    task.most_entries = most_entries_;
    task.rebalances = rebalances_;
    task.reroute = reroute_;
    task.last_in_list = is_last_in_list_;
    task.busy = busy_;
    task.share_to_lead_off = share_;
    try {
      last_ = session_.route(std::move(task), block_->tables());
    } catch (const CannotRoute& error) {
      return error.what();
    }
    return {};
  }

  // Why what switches hold is refused; empty: it is not.
  std::string resume_from(const Fabric& fabric, ConstTables rows, const Options& options = {}) {
    RoutingTask task = {fabric, options, Workers(1), lanes_};
    task.granted = &granted_;
    try {
      session_.resume_from(std::move(task), rows);
    } catch (const CannotRoute& error) {
      return error.what();
    }
    return {};
  }

  // RoutingTask::most_entries, from now on.
  void change_at_most(std::uint64_t entries) { most_entries_ = entries; }
  // RoutingTask::busy, from now on.
  void keep_off(std::vector<SendingPort> busy, unsigned share) {
    busy_ = std::move(busy);
    share_ = share;
  }
  // RoutingTask::rebalances, from now on.
  void rebalance(bool rebalances) { rebalances_ = rebalances; }
  // RoutingTask::reroute, from now on.
  void reroute(bool reroute) { reroute_ = reroute; }
  // So many lanes, from now on.
  void use_lanes(unsigned lanes) { lanes_ = lane_settings(lanes); }
  // RoutingTask::last_in_list, from now on: the active routing stays if the engine fails.
  void be_last_in_list() { is_last_in_list_ = true; }
  // With those, from now on.
  void work_with(Workers workers) { workers_ = std::move(workers); }

  const Verified& last() const { return *last_; }
  // The rows of the last call of route().
  ConstTables rows() { return block_->tables(); }
  void others_have_routed() { granted_.others_have_routed(); }
  void get_ready() { session_.get_ready(workers_); }
  std::shared_ptr<const Verdict> verdict() const { return session_.verdict(); }
  const GrantedSls& granted() const { return granted_; }

  SessionState state() const {
    SessionState state = session_.state();
    state.older = granted_.older();
    return state;
  }
  void resume(const SessionState& state) {
    granted_.resume(state.last, state.older);
    session_.resume(state);
  }

 private:
  Session session_;
  LaneSettings lanes_;
  GrantedSls granted_;
  std::uint64_t most_entries_ = 0;
  bool rebalances_ = false;
  bool reroute_ = false;
  bool is_last_in_list_ = false;
  std::vector<SendingPort> busy_;
  unsigned share_ = 0;
  Workers workers_{1};
  std::optional<TableBlock> block_;
  std::shared_ptr<const Verified> last_;
};

inline Figures figures_of(const Verified& routed) {
  return measure_loads({routed.fabric, routed.tables->tables(), routed.routing.lanes}, Workers(1));
}

// By switch the entries of all LIDs.
inline std::vector<std::vector<PortNum>> rows_of(const Verified& routed) {
  std::vector<std::vector<PortNum>> rows;
  for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
    const PortNum* const row = routed.tables->tables().row(s);
    rows.emplace_back(row, row + routed.fabric.max_lid() + 1);
  }
  return rows;
}

// By end port the SLs to all LIDs.
inline std::vector<std::vector<Sl>> sls_of(const Verified& routed) {
  std::vector<std::vector<Sl>> rows;
  for (EndPortIndex e = 0; e < routed.fabric.end_port_count(); ++e) {
    std::vector<Sl>& row = rows.emplace_back();
    for (unsigned lid = 0; lid <= routed.fabric.max_lid(); ++lid) {
      row.push_back(path_sl(routed.routing.lanes, {routed.fabric.end_ports()[e].sw, e},
                            static_cast<Lid>(lid), 0));
    }
  }
  return rows;
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_ROUTED_SESSION_H_
