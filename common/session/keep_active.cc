#include "common/session/keep_active.h"

#include <fmt/format.h>

#include <utility>

#include "common/base/error.h"
#include "common/repair/fabric_delta.h"
#include "common/repair/fabric_match.h"
#include "common/repair/move_columns.h"
#include "common/repair/repair.h"
#include "common/session/acceptance.h"

namespace weft {
namespace {

Routing repair_active(const KeepActiveTask& given, const FabricMatch& match, bool may_lose_pairs,
                      Tables rows) {
  const auto& [engine, task, granted, active, missing] = given;
  fill_no_path(rows);
  const TurnEvidence* const evidence = active.verdict.evidence.get();
  return repair({.accepted = {match, active.tables->tables(), active.routing, evidence, {}},
                 .baseline = nullptr,
                 .lanes = task.lanes.budget,
                 .map = task.lanes.map,
                 .granted = granted.plans,
                 .new_lids = granted.new_lids,
                 .new_senders = granted.new_senders,
                 .may_lose_pairs = may_lose_pairs,
                 .missing = missing,
                 .workers = task.workers},
                rows);
}

}  // namespace

bool migrate_some_lids(const KeepActiveTask& given, Verified& result, Tables rows) {
  const auto& [engine, task, granted, active, missing] = given;
  if (task.most_entries == 0 || engine.steps_now != nullptr || !engine.repairable) return false;
  const TableBlock wanted(rows, result.fabric.max_lid(), task.workers);
  Verified whole;
  const auto swap_all = [&] {
    std::swap(whole.routing, result.routing);
    std::swap(whole.verdict, result.verdict);
    std::swap(whole.lost, result.lost);
  };
  swap_all();
  try {
    const FabricMatch match(active.fabric, result.fabric);
    result.routing = repair_active(given, match, false, rows);
    result.change->left = move_columns(whole.routing, wanted.tables(), task.most_entries,
                                       task.workers, result.routing, rows);
    if (result.change->left > 0) {
      // auto is to give the rest to the same engine.
      result.routing.notes.engine = whole.routing.notes.engine;
      if (!result.routing.sl2vl) check_sls(result.fabric, result.routing.lanes, task.lanes.budget);
      judge_or_refuse(engine, task, granted, rows, result);
      return true;
    }
  } catch (const Stopped&) {
    throw;
  } catch (const CannotRoute& error) {
    result.change->left = 0;
    whole.routing.warnings.push_back(fmt::format("{}: {}", kHasNoEffect, error.what()));
  }
  swap_all();
  copy_rows(wanted.tables(), rows);
  return false;
}

void keep_active(const KeepActiveTask& given, Verified& result, Tables rows) {
  const FabricMatch match(given.active.fabric, result.fabric);
  result.routing = repair_active(given, match, true, rows);
  Change& change = result.change.emplace();
  change.delta = find_delta(match);
  change.repaired = true;
  judge(given.task, given.granted, rows, result);
  if (result.verdict.forwarding_loops > 0) {
    throw CannotRoute(result.kept_because +
                      "; the active tables cannot stay either, because they have forwarding loops");
  }
}

}  // namespace weft
