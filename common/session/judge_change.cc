#include "common/session/judge_change.h"

#include <algorithm>
#include <utility>

#include "common/repair/repair.h"
#include "common/repair/translate.h"
#include "common/session/acceptance.h"

namespace weft {
namespace {

// Makes the tables of a first stage: the old ones, without the entries of unsafe LIDs that change.
// Switches with these tables drop packets to such LIDs. When the switches then get the new tables,
// packets to such LIDs take only turns of the new tables. rows: filled with kNoPath.
void hold_back(const FabricMatch& match, ConstTables before, const ChangedEntries& changed,
               std::span<const Lid> unsafe, const Workers& workers, Tables rows) {
  translate_tables(match, before, nullptr, workers, rows);
  for (const auto& [lid, s] : changed.list) {
    if (std::ranges::binary_search(unsafe, lid)) rows.row(s)[lid] = kNoPath;
  }
}

}  // namespace

void judge_change(const EngineInfo& engine, const RoutingTask& task,
                  std::span<const LanePlan> granted, const Verified& before,
                  std::optional<ChangedEntries> known, Verified& result, Tables rows) {
  Change& change = *result.change;
  const FabricMatch match(before.fabric, result.fabric);
  change.sls = count_changed_sls(match, before.routing.lanes, result.routing.lanes, task.workers);
  ChangedEntries changed =
      known ? std::move(*known)
            : find_changed_entries(match, before.tables->tables(), rows, task.workers);
  change.entries = changed.count;
  changed = with_moved_lids(match, before.tables->tables(), rows, std::move(changed));
  // Not judged if packets change their VLs on the path, or if the routing has own SL2VL maps.
  const TurnEvidence* evidence =
      engine.claims.credit_loop_free ? result.verdict.evidence.get() : nullptr;
  const bool has_own_vls = result.routing.sl2vl != nullptr;
  if (evidence != nullptr && (has_own_vls || !evidence->vl_pairs.empty())) evidence = nullptr;
  change.transition = judge_transition({match, before.tables->tables(), rows, result.routing.lanes,
                                        granted, task.lanes.map, evidence},
                                       changed, task.workers);
  if (is_claimed(engine, result.routing) && evidence == nullptr) {
    change.transition.was_judged = false;
  }
  if (!task.may_be_staged || change.transition.unsafe.empty() || !match.keeps_lids() ||
      !result.kept_because.empty()) {
    return;
  }
  fill_no_path(rows);
  hold_back(match, before.tables->tables(), changed, change.transition.unsafe, task.workers, rows);
  change.is_staged = true;
}

}  // namespace weft
