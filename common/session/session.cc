#include "common/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "common/base/stopwatch.h"
#include "common/policy/guid_groups.h"
#include "common/policy/options_digest.h"
#include "common/repair/arriving_entries.h"
#include "common/repair/fabric_delta.h"
#include "common/repair/kept_steps.h"
#include "common/repair/masters_beside.h"
#include "common/repair/translate.h"
#include "common/repair/verify_change.h"
#include "common/session/acceptance.h"
#include "common/session/growth.h"
#include "common/session/judge_change.h"
#include "common/session/keep_active.h"
#include "common/session/keep_balanced.h"

namespace weft {
namespace {

// Fills the rows with kNoPath unless the routing was accepted.
class Refill {
 public:
  explicit Refill(Tables rows) : rows_(rows) {}
  ~Refill() {
    if (!accepted_) fill_no_path(rows_);
  }
  Refill(const Refill&) = delete;
  Refill& operator=(const Refill&) = delete;
  void accept() { accepted_ = true; }

 private:
  Tables rows_;
  bool accepted_ = false;
};

// Shares the routing.
std::shared_ptr<const Verdict> verdict_of(const std::shared_ptr<const Verified>& routing) {
  return {routing, &routing->verdict};
}

// Do packets take the same turns with both?
bool have_same_turns(const Verified& a, const Verified& b) {
  return a.tables == b.tables && a.routing.lanes == b.routing.lanes &&
         a.routing.multicast == b.routing.multicast;
}

constexpr const char* kOtherOptions = "the options have changed";
constexpr const char* kMuchIsNew = "a large part of the fabric is new";
constexpr std::uint64_t kPartIsLeft = 0;  // in place of a digest: of a change in steps

}  // namespace

std::string why_anew(const RoutingTask& task, const Options* last_options) {
  if (!task.options.keep_routes) return "weft_keep_routes is FALSE";
  if (last_options != nullptr && *last_options != task.options) return kOtherOptions;
  return task.reroute ? "the administrator requested a reroute" : "";
}

// granted_ is empty between two routings.
Session::Session(const Session& other)
    : engine_(other.engine_),
      engines_(other.engines_),
      last_options_(other.last_options_),
      last_lanes_(other.last_lanes_),
      resumed_options_(other.resumed_options_),
      rest_renews_baseline_(other.rest_renews_baseline_),
      baseline_(other.baseline_),
      at_rest_(other.at_rest_),
      baseline_figures_(other.baseline_figures_),
      last_figures_(other.last_figures_),
      last_verdict_(other.last_verdict_),
      baseline_evidence_(other.baseline_evidence_),
      last_older_(other.last_older_),
      own_granted_(other.own_granted_),
      missing_(other.missing_),
      last_(other.last()) {}

std::shared_ptr<const Verified> Session::route(RoutingTask task, Tables rows) {
  task.reroute = reroute_is_due_ = task.reroute || reroute_is_due_;
  // The lanes are counted on links between switches. Where the SM's own switch is cut off there is
  // none, and the routing that returns with the links has its lanes.
  if (at_rest_ != nullptr && !has_links_between_switches(task.fabric)) task.lanes = last_lanes_;
  std::string anew = why_anew(task, last_options_ ? &*last_options_ : nullptr);
  bool is_rest = false;
  if (anew.empty() && resumed_options_ && *resumed_options_ != digest_of(task.options)) {
    is_rest = *resumed_options_ == kPartIsLeft;
    anew = is_rest ? "the rest of the last change follows" : kOtherOptions;
  }
  if (anew.empty() && has_other_lmc_than_baseline(task.fabric)) anew = "the LMC has changed";
  const bool stay_close = anew.empty();
  Refill refill(rows);
  auto result = std::make_shared<Verified>();
  result->fabric = std::move(task.fabric);
  const GrantedSls& granted = granted_of(task);
  const std::shared_ptr<const Verified> active = granted.active();
  granted_ = granted.in(result->fabric);
  changed_.reset();
  // Paths cannot return to SLs that have no lane any more.
  Settlement settlement = {.made_with = {},
                           .renews_baseline = is_rest ? rest_renews_baseline_
                                                      : !stay_close || task.lanes != last_lanes_};
  if (!stay_close && at_rest_ != nullptr) {
    Change& change = result->change.emplace();
    change.delta = find_delta(FabricMatch(at_rest_->fabric, result->fabric));
    change.why_anew = anew;
  }
  const auto to_keep = [&] {
    // Moves off congested links do not stay.
    KeepActiveTask keep = {engine_, task, granted_, active == last_ ? *at_rest_ : *active};
    const bool is_same = result->change && result->change->delta.is_nothing();
    if (active == last_ && is_same) keep.missing = missing_;
    return keep;
  };
  try {
    if (!stay_close || !try_repair(*result, task, rows)) {
      run_engine(*result, task, chosen_before(task, result->fabric), rows);
      settlement.is_recomputed = true;
    } else {
      settlement.is_recomputed = !result->change->repaired;
      settlement.is_rebalanced = !result->change->repaired || result->change->is_even ||
                                 !result->change->why_moved.empty();
    }
    const bool is_part = result->change && !result->change->repaired && active != nullptr &&
                         migrate_some_lids(to_keep(), *result, rows);
    // If a part is left, the next routing calls the engine again.
    if (!is_part) settlement.made_with = task.options;
  } catch (const Stopped&) {
    throw;
  } catch (const std::exception& failure) {
    const bool is_refused = dynamic_cast<const CannotRoute*>(&failure) != nullptr;
    if (is_refused) reroute_is_due_ = false;
    if (!task.last_in_list || active == nullptr) throw;
    result->kept_because = reason_of(failure);
    result->may_try_again = !is_refused;
  }
  if (!result->kept_because.empty()) {
    changed_.reset();
    keep_active(to_keep(), *result, rows);
  }

  if (result->change) result->change->new_senders = granted_.new_senders.size();
  copy_tables(*result, task, rows);
  const std::shared_ptr<Verified> at_rest = result;
  if (!task.busy.empty()) result = avoid_busy_links(at_rest, task, rows);
  if (result->change && active != nullptr) {
    const bool was_moved = result != at_rest || !result->change->why_moved.empty();
    if (was_moved || !result->change->repaired) changed_.reset();
    judge_change(engine_, task, granted_.plans, *active, std::move(changed_), *result, rows);
  }
  if (active == nullptr) result->change.reset();  // what the switches have is not known
  settle(at_rest, result, task, std::move(settlement));
  refill.accept();
  return result;
}

void Session::adopt(RoutingTask task, LanePlan lanes, ConstTables rows) {
  check_sls(task.fabric, lanes, task.lanes.budget);
  auto result = std::make_shared<Verified>();
  result->fabric = std::move(task.fabric);
  result->routing.lanes = std::move(lanes);
  judge_or_refuse(engine_, task, granted_, rows, *result);
  result->routing.multicast =
      plan_masters_beside(result->fabric, result->verdict.evidence.get(), task.lanes.map[0]);
  judge(task, granted_, rows, *result);
  copy_tables(*result, task, rows);
  settle(result, result, task, {task.options, /*renews_baseline=*/true});
}

std::size_t Session::resume_from(RoutingTask task, ConstTables rows) {
  if (const std::string anew = why_anew(task, nullptr); !anew.empty()) throw CannotRoute(anew);
  if (!engine_.repairable || engine_.steps_now != nullptr) {
    throw CannotRoute(
        fmt::format("{} cannot resume from tables that it did not compute", engine_.name));
  }
  auto result = std::make_shared<Verified>();
  result->fabric = std::move(task.fabric);
  ArrivingEntries found = find_arriving(result->fabric, rows, task.workers);
  constexpr std::size_t kShare = 8;
  if (found.missing.size() > found.wanted / kShare) {
    throw CannotRoute(fmt::format("{} of {} entries do not lead to their destination",
                                  found.missing.size(), found.wanted));
  }
  result->tables = found.tables;
  granted_ = granted_of(task).in(result->fabric);
  judge(task, granted_, found.tables->tables(), *result);
  if (is_claimed(engine_, result->routing) && !result->verdict.credit_loop.empty()) {
    throw CannotRoute(fmt::format("on one lane they have a credit loop: {}",
                                  describe_cycle(result->fabric, result->verdict.credit_loop)));
  }
  result->routing.multicast =
      plan_masters_beside(result->fabric, result->verdict.evidence.get(), task.lanes.map[0]);
  settle(result, result, task, {task.options, /*renews_baseline=*/true});
  missing_ = std::move(found.missing);
  return missing_.size();
}

SessionState Session::state() const {
  return {.engine = std::string(engine_.name),
          .options = last_options_ ? digest_of(*last_options_) : resumed_options_.value_or(0),
          .lanes = last_lanes_,
          .last = at_rest_,
          .baseline = baseline_,
          .older = nullptr};
}

void Session::resume(const SessionState& state) {
  last_options_.reset();
  resumed_options_ = state.options;
  last_lanes_ = state.lanes;
  baseline_ = state.baseline;
  baseline_figures_ = last_figures_ = nullptr;
  last_older_ = state.older;
  last_verdict_ = verdict_of(state.last);
  baseline_evidence_.reset();
  if (baseline_ != nullptr && baseline_ != state.last) {
    baseline_evidence_ = baseline_->verdict.evidence;
  }
  missing_.clear();
  at_rest_ = state.last;
  const std::lock_guard lock(mutex_);
  last_ = state.last;
}

// False, with the reason in the result, if the engine has to recompute; then rows are filled with
// kNoPath.
bool Session::try_repair(Verified& result, const RoutingTask& task, Tables rows) {
  if (!engine_.repairable || baseline_ == nullptr) return false;
  Change& change = result.change.emplace();
  const FabricMatch match(at_rest_->fabric, result.fabric);
  const FabricMatch from_baseline(baseline_->fabric, result.fabric);
  change.delta = find_delta(match);
  try {
    if (has_grown_much(from_baseline)) throw CannotRoute(kMuchIsNew);
    if (task.lanes != last_lanes_) throw CannotRoute("the virtual lanes have changed");
    run_repair(result, task, match, from_baseline, rows);
    change.repaired = true;
    std::erase_if(result.routing.warnings,
                  [](const std::string& said) { return said.starts_with(kHasNoEffect); });
    // Links that are new to the baseline were looked at when they came.
    const bool has_new = change.delta.has_new_links() && count_links(from_baseline).added > 0;
    if (has_new || task.rebalances || !change.delta.is_nothing()) {
      std::erase_if(result.routing.remarks,
                    [](const std::string& remark) { return remark.starts_with(kIsUneven); });
    }
    if (has_new || task.rebalances) {
      const auto recompute = [&](Verified& recomputed, bool has_new_links, Tables block) {
        // As of chosen_before(): the lanes are the same, and there are not many more hosts.
        const std::string chosen = has_new_links ? "" : at_rest_->routing.notes.engine;
        run_engine(recomputed, task, chosen, block);
      };
      keep_balanced({engine_, task, granted_, from_baseline, recompute}, result, rows);
    }
    return true;
  } catch (const Stopped&) {
    throw;
  } catch (const CannotRoute& failure) {
    change.why_anew = failure.what();
  }
  fill_no_path(rows);
  return false;
}

// match, from_baseline: the fabric of the last routing, and that of the baseline, with this one.
void Session::run_repair(Verified& result, const RoutingTask& task, const FabricMatch& match,
                         const FabricMatch& from_baseline, Tables rows) {
  const Stopwatch time;
  get_ready(task.workers);
  if (is_claimed(engine_, at_rest_->routing) && last_verdict_->evidence == nullptr) {
    throw CannotRoute("packets change their virtual lane on the path");
  }
  const auto earlier = [&](const FabricMatch& fabrics, const Verified& routing,
                           const TurnEvidence* evidence, const Figures& figures) {
    return EarlierRouting{fabrics, routing.tables->tables(), routing.routing,
                          engine_.claims.credit_loop_free ? evidence : nullptr, figures.link_load};
  };
  const EarlierRouting baseline =
      earlier(from_baseline, *baseline_, baseline_evidence_->get(), *baseline_figures_);
  // The missing entries are by indices of the last fabric.
  if (!missing_.empty() && !result.change->delta.is_nothing()) {
    throw CannotRoute("the fabric has changed since the tables were read back");
  }
  std::vector<RoutedStep> steps = steps_now(result.fabric, task, match, from_baseline);
  const std::vector<RoutedStep>& steps_of_baseline = baseline_->routing.steps;
  const bool has_baseline =
      baseline_ != at_rest_ && find_moved(from_baseline, steps_of_baseline, steps).empty();
  const FabricDelta& delta = result.change->delta;
  const bool was_kept = steps.size() != at_rest_->routing.steps.size();
  // Else what could not be made from the baseline would be tried again whenever a host changes.
  const bool is_back = at_rest_->kept_because.empty()
                           ? !delta.is_nothing() && !find_delta(from_baseline).has_lost()
                           : !find_delta(from_baseline).has_lost_links();
  const bool to_baseline = has_baseline && (delta.has_new_links() || was_kept || is_back);
  const bool has_many_new = to_baseline ? has_many_new_lids({&from_baseline})
                                        : has_many_new_lids({&match, &from_baseline});
  if (has_many_new) throw CannotRoute(kMuchIsNew);
  const auto lacks_paths = [&](const Verified& routing) {
    return !at_rest_->kept_because.empty() && routing.lost.between_end_ports() > 0;
  };
  constexpr const char* kLacksPaths = "the routes that stayed lack paths";
  if (!to_baseline && lacks_paths(*at_rest_)) throw CannotRoute(kLacksPaths);
  translate_step_notes(to_baseline ? from_baseline : match,
                       to_baseline ? steps_of_baseline : at_rest_->routing.steps, steps);
  result.routing =
      repair({.accepted = earlier(match, *at_rest_, last_verdict_->evidence.get(), *last_figures_),
              .baseline = has_baseline ? &baseline : nullptr,
              .to_baseline = to_baseline,
              .lanes = task.lanes.budget,
              .map = task.lanes.map,
              .granted = granted_.plans,
              .new_lids = granted_.new_lids,
              .new_senders = granted_.new_senders,
              .takes_lanes = takes_lanes(),
              .missing = missing_,
              .workers = task.workers,
              .steps = std::move(steps)},
             rows);
  result.route_ms = time.ms();
  if (!verify_by_change(result, task, match, rows)) {
    judge_or_refuse(engine_, task, granted_, rows, result);
  }
  if (lacks_paths(result)) throw CannotRoute(kLacksPaths);
}

// Verifies a repaired routing by what differs from the last one. False, and nothing is changed, if
// that is not enough. match: the fabric of the last routing and this one.
bool Session::verify_by_change(Verified& result, const RoutingTask& task, const FabricMatch& match,
                               ConstTables rows) {
  const Stopwatch time;
  // Else SLs were granted that the last verdict does not cover, or switches have other tables, or
  // the verdict may be of other lanes.
  const bool is_active = granted_of(task).active() == at_rest_ && at_rest_->kept_because.empty();
  if (!is_active || last_verdict_->evidence == nullptr || at_rest_->routing.sl2vl != nullptr ||
      result.routing.sl2vl != nullptr) {
    return false;
  }
  auto verified = verify_change({.match = match,
                                 .before = at_rest_->tables->tables(),
                                 .lanes_before = at_rest_->routing.lanes,
                                 .verdict = *last_verdict_,
                                 .now = rows,
                                 .lanes = result.routing.lanes,
                                 .multicast = result.routing.multicast,
                                 .granted = granted_.plans,
                                 .map = task.lanes.map},
                                task.workers);
  if (!verified) return false;
  result.verdict = std::move(verified->verdict);
  result.verify_ms = time.ms();
  changed_ = std::move(verified->changed);
  return true;
}

// The steps of the last routing, or of the baseline if the last routing was kept without steps;
// without their notes. The matches are those of run_repair().
std::vector<RoutedStep> Session::steps_now(const Fabric& fabric, const RoutingTask& task,
                                           const FabricMatch& match,
                                           const FabricMatch& from_baseline) const {
  if (engine_.steps_now == nullptr) return {};
  const bool was_kept = at_rest_->routing.steps.empty();
  const std::vector<RoutedStep>& before = (was_kept ? baseline_ : at_rest_)->routing.steps;
  std::vector<RoutedStep> steps =
      engine_.steps_now({fabric, task.options, task.workers, task.lanes.budget, engines_}, before);
  const std::string moved = find_moved(was_kept ? from_baseline : match, before, steps);
  if (!moved.empty()) throw CannotRoute(moved);
  return steps;
}

// Does the engine, or the engine that auto chose, take more lanes if one is not enough?
bool Session::takes_lanes() const {
  const std::string& chosen = at_rest_->routing.notes.engine;
  const auto is_chosen = [&](const EngineInfo* engine) {
    return engine->name == chosen && engine->claims.takes_lanes;
  };
  return engine_.claims.takes_lanes || std::ranges::any_of(engines_, is_chosen);
}

// A full recompute for another LMC, or the first part of one, renews the baseline; routes that stay
// because the engine failed do not.
bool Session::has_other_lmc_than_baseline(const Fabric& fabric) const {
  return baseline_ != nullptr && has_another_lmc(baseline_->fabric, fabric);
}

// True if nearly all entries would change in a repair, so that a full recompute is faster.
bool Session::has_grown_much(const FabricMatch& from_baseline) const {
  constexpr std::uint32_t kShare = 4;
  const auto [before, links, added] = count_links(from_baseline);
  const bool has_chosen = !at_rest_->routing.notes.engine.empty();
  return added > links / kShare || (has_chosen && has_many_new_hosts(from_baseline));
}

void Session::get_ready(const Workers& workers) {
  const auto measured = [&](const Verified& routing) {
    return std::make_shared<const Figures>(
        measure_loads({routing.fabric, routing.tables->tables(), routing.routing.lanes}, workers));
  };
  if (baseline_ == nullptr || !engine_.repairable) return;
  if (const auto& evidence = last_verdict_->evidence; evidence != nullptr && !evidence->exact) {
    last_verdict_ =
        std::make_shared<const Verdict>(verdict_in_full(*at_rest_, last_older_.get(), workers));
  }
  if (last_figures_ == nullptr) last_figures_ = measured(*at_rest_);
  const bool is_last = baseline_ == at_rest_;
  if (is_last) baseline_figures_ = last_figures_;
  if (baseline_figures_ == nullptr) baseline_figures_ = measured(*baseline_);
  if (!baseline_evidence_) {
    baseline_evidence_ = is_last && last_older_ == nullptr
                             ? last_verdict_->evidence
                             : verdict_in_full(*baseline_, nullptr, workers).evidence;
  }
}

// granted: as of GrantedSls::older().
Verdict Session::verdict_in_full(const Verified& routing, const std::vector<LanePlan>* granted,
                                 const Workers& workers) const {
  const Sl2Vl sl2vl(last_lanes_.map);
  std::span<const LanePlan> plans;
  if (granted != nullptr) plans = *granted;
  return verify(view_of(routing.fabric, routing.tables->tables(), routing.routing, sl2vl, plans),
                workers);
}

// If nothing has changed, the tables of the last routing are shared.
void Session::copy_tables(Verified& result, const RoutingTask& task, ConstTables rows) const {
  const bool same = at_rest_ != nullptr && result.change && result.change->delta.is_nothing() &&
                    result.change->repaired &&
                    equal_rows(at_rest_->tables->tables(), rows, result.fabric.max_lid());
  result.tables =
      same ? at_rest_->tables
           : std::make_shared<const TableBlock>(rows, result.fabric.max_lid(), task.workers);
}

const Avoidance* Session::avoidance_of(const Routing& routing) const {
  const auto taken = std::ranges::find(engines_, routing.notes.engine, &EngineInfo::name);
  return taken == engines_.end() ? engine_.avoidance : (*taken)->avoidance;
}

// Moves paths off busy links. If the result is good, returns it with its tables in the rows. Else
// the rows stay as they are. What is said of congestion is not in `at_rest`, which repairs copy.
std::shared_ptr<Verified> Session::avoid_busy_links(const std::shared_ptr<Verified>& at_rest,
                                                    const RoutingTask& task, Tables rows) const {
  const Avoidance* const avoidance = avoidance_of(at_rest->routing);
  if (avoidance == nullptr || !at_rest->kept_because.empty()) return at_rest;
  const AvoidanceResult given = avoidance->avoid(
      {at_rest->fabric, at_rest->routing, task.busy, task.share_to_lead_off, task.workers}, rows);
  if (given.entries == 0 && given.unrelieved == 0) return at_rest;
  auto result = std::make_shared<Verified>(*at_rest);
  if (given.unrelieved > 0) {
    result->routing.remarks.push_back(
        fmt::format("for {} congested paths between groups all alternatives are congested too",
                    given.unrelieved));
  }
  if (given.entries == 0) return result;
  try {
    judge_or_refuse(engine_, task, granted_, rows, *result);
    if (!result->verdict.credit_loop_multicast.empty() &&
        at_rest->verdict.credit_loop_multicast.empty()) {
      throw CannotRoute("multicast groups would close a credit loop");
    }
  } catch (const Stopped&) {
    throw;
  } catch (const CannotRoute& refusal) {
    copy_rows(at_rest->tables->tables(), rows);
    result = std::make_shared<Verified>(*at_rest);
    result->routing.warnings.push_back(
        fmt::format("paths do not avoid the congested links: {}", refusal.what()));
    return result;
  }
  result->tables = std::make_shared<const TableBlock>(rows, result->fabric.max_lid(), task.workers);
  result->routing.remarks.push_back(fmt::format(
      "{} paths between groups avoid congested links: {} entries", given.relieved, given.entries));
  return result;
}

// Stores what the next routing starts from: all of it, or nothing if it throws.
void Session::settle(const std::shared_ptr<Verified>& at_rest,
                     const std::shared_ptr<Verified>& result, const RoutingTask& task,
                     Settlement given) {
  const bool renews_baseline =
      given.renews_baseline || baseline_ == nullptr || is_baseline(*result, given);
  LaneSettings lanes = task.lanes;
  GrantedPlans before = std::exchange(granted_, {});
  before.set_new_pairs(result->fabric, result->routing.lanes);
  GrantedSls& granted = granted_of(task);
  granted.grant(result, std::move(before.plans));
  if (!result->verdict.credit_loop_granted.empty()) {
    result->pairs_at_risk = granted.pairs();
    result->sls_at_risk = granted.sls();
  }

  if (at_rest_ == nullptr || at_rest->tables != at_rest_->tables) last_figures_ = nullptr;
  last_verdict_ = verdict_of(at_rest);
  last_older_ = granted.older();
  if (at_rest->kept_because.empty()) {
    reroute_is_due_ = false;
    resumed_options_ = given.made_with ? std::nullopt : std::optional(kPartIsLeft);
    rest_renews_baseline_ = renews_baseline;
    last_options_ = std::move(given.made_with);
    last_lanes_ = std::move(lanes);
  }
  if (at_rest->kept_because.empty() && renews_baseline) {
    if (baseline_ == nullptr || !have_same_turns(*baseline_, *at_rest)) baseline_evidence_.reset();
    baseline_ = at_rest;
    baseline_figures_ = last_figures_;
  }
  missing_.clear();
  at_rest_ = at_rest;
  const std::lock_guard lock(mutex_);
  last_ = result;
}

// Is it the routing of the most complete fabric? If it is rebalanced, also that of a fabric that
// lacks something but has as many links: else the moved paths would move back when something
// returns, and what has been replaced would count as new for ever. Likewise if a large part is new:
// else it would be in every routing.
bool Session::is_baseline(const Verified& routing, const Settlement& given) const {
  const FabricMatch match(baseline_->fabric, routing.fabric);
  if (has_grown_much(match) || (given.is_recomputed && has_many_new_lids({&match}))) return true;
  if (!find_delta(match).has_lost()) return true;
  if (!given.is_rebalanced) return false;
  const LinkCounts counts = count_links(match);
  return counts.links >= counts.before;
}

// For auto: the engine that it chose before; empty: auto has to choose, because the fabric has new
// parts.
std::string_view Session::chosen_before(const RoutingTask& task, const Fabric& fabric) const {
  if (at_rest_ == nullptr || baseline_ == nullptr || at_rest_->routing.notes.engine.empty())
    return {};
  if (task.reroute || task.lanes != last_lanes_ || has_other_lmc_than_baseline(fabric)) return {};
  const FabricMatch from_baseline(baseline_->fabric, fabric);
  if (count_links(from_baseline).added > 0 || has_many_new_hosts(from_baseline)) return {};
  return at_rest_->routing.notes.engine;
}

// chosen: from chosen_before(), or empty.
void Session::run_engine(Verified& result, const RoutingTask& task, std::string_view chosen,
                         Tables rows) const {
  const Stopwatch time;
  std::vector<std::string> warnings;
  const Options options = with_nodes_of_groups(task.options, result.fabric, task.workers, warnings);
  result.routing = engine_.route(
      {result.fabric, options, task.workers, task.lanes.budget, engines_, chosen}, rows);
  result.routing.warnings.insert(result.routing.warnings.begin(), warnings.begin(), warnings.end());
  result.route_ms = time.ms();
  judge_or_refuse(engine_, task, granted_, rows, result);
}

std::shared_ptr<const Verdict> Session::verdict() const {
  return last_ == at_rest_ ? last_verdict_ : verdict_of(last_);
}

std::shared_ptr<const Verified> Session::last() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

}  // namespace weft
