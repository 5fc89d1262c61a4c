#include "common/whatif/trials.h"

#include <fmt/format.h>

#include <utility>

#include "common/base/error.h"
#include "common/base/stopwatch.h"
#include "common/fabric/guid_index.h"
#include "common/whatif/newly_lost.h"

namespace weft {
namespace {

std::vector<std::uint64_t> measured(const Verified& routing, const Workers& workers) {
  return measure_loads({routing.fabric, routing.tables->tables(), routing.routing.lanes}, workers)
      .link_load;
}

}  // namespace

Trials::Trials(const TrialBase& base, Session& session, const Workers& workers)
    : base_(base),
      session_(session),
      before_(session.last()),
      names_(before_->fabric),
      load_before_(measured(*before_, workers)),
      summary_before_(summarise(before_->fabric, load_before_)) {
  session.get_ready(workers);
}

std::string Trials::busiest_before() const {
  return name_of_busiest(before_->fabric, summary_before_);
}

Outcome Trials::run(const Failure& failure, const Workers& workers) const {
  const Stopwatch time;
  Outcome outcome = {.kind = failure.kind,
                     .name = failure.name,
                     .busiest_before = summary_before_.most,
                     .mean_before = summary_before_.mean};
  RoutingTask task = {base_.drain(fabric_after(base_.whole, failure)), base_.options, workers,
                      base_.lanes};
  task.reroute = !failure.added.empty();
  TableBlock block(task.fabric.switch_count(), task.fabric.max_lid());
  Session session = session_.fork();
  try {
    judge(*session.route(std::move(task), block.tables()), workers, outcome);
  } catch (const Stopped&) {
    throw;
  } catch (const CannotRoute& refusal) {
    outcome.error = refusal.what();
  }
  outcome.time_ms = time.ms();
  return outcome;
}

void Trials::judge(const Verified& after, const Workers& workers, Outcome& outcome) const {
  const FabricMatch match(before_->fabric, after.fabric);
  const ConstTables tables_before = before_->tables->tables();
  const ConstTables tables = after.tables->tables();
  const ChangedEntries changed = find_changed_entries(match, tables_before, tables, workers);
  const std::vector<std::uint64_t> load =
      changed.list.size() == changed.count
          ? loads_after(match, {tables_before, load_before_}, tables, changed.list)
          : measured(after, workers);
  const LoadSummary summary = summarise(after.fabric, load);
  const NewlyLost lost = count_newly_lost(match, tables_before, tables, after.verdict);
  outcome.entries = changed.count;
  outcome.sls =
      after.change ? after.change->sls
                   : count_changed_sls(match, before_->routing.lanes, after.routing.lanes, workers);
  outcome.lost_pairs = lost.pairs;
  outcome.disconnected = lost.disconnected;
  outcome.unreachable = after.verdict.unreachable_pairs;
  outcome.busiest_after = summary.most;
  outcome.busiest_name = name_of_busiest(after.fabric, summary);
  outcome.mean_after = summary.mean;
  outcome.repaired = after.change && after.change->repaired;
  if (after.change) outcome.why_anew = after.change->why_anew;
  if (!after.change) outcome.why_anew = "tables of this engine are never repaired";
  if (outcome.kind == FailureKind::kAdd) outcome.why_anew = "paths use added links at once";
  outcome.credit_loop = !after.verdict.credit_loop.empty();
  outcome.credit_loop_multicast = !after.verdict.credit_loop_multicast.empty();
  outcome.lanes = after.verdict.lanes_used;
}

// Uses the names from before the failure, since it adds no switch.
std::string Trials::name_of_busiest(const Fabric& fabric, const LoadSummary& summary) const {
  if (summary.sw == kNone) return {};
  const Port& port = fabric.ports(summary.sw)[summary.port];
  const auto named = [&](SwitchIndex s, PortNum p) {
    const Guid guid = fabric.switches()[s].node_guid;
    return names_.of(SwitchPort{find_switch(before_->fabric, guid), p});
  };
  return fmt::format("{} -> {}", named(summary.sw, summary.port), named(port.peer, port.peer_port));
}

}  // namespace weft
