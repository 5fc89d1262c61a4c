#include "plugins/file/file.h"

#include "common/balance/balance.h"
#include "common/graph/switch_graph.h"
#include "common/stored/resolve_hops.h"
#include "common/stored/resolve_tables.h"

namespace weft {
namespace {

void route_by_hops(const RouteRequest& request, Tables rows, Routing& routing) {
  const Targets targets = targets_to_balance(request, SwitchGraph(request.fabric));
  const HopTable table = resolve_hops(*request.options.stored_hops, request.fabric,
                                      targets.switches, request.workers, routing.warnings);
  balance_as_asked(request, targets, table, rows);
  routing.notes.by_stored_hops = true;
}

Routing route_file(const RouteRequest& request, Tables rows) {
  const Options& options = request.options;
  Routing routing;
  if (options.stored_tables != nullptr) {
    resolve_tables(*options.stored_tables, request.fabric, request.workers, rows, routing.warnings);
  } else if (options.stored_hops != nullptr) {
    route_by_hops(request, rows, routing);
  } else {
    throw CannotRoute(
        "there is nothing to load: set lfts_file (a file like opensm-lfts.dump) or "
        "lid_matrix_dump_file (like opensm-lid-matrix.dump) to a readable file");
  }
  routing.multicast = plan_multicast(request.fabric);
  routing.unchecked = options.file_unchecked;
  return routing;
}

}  // namespace

const EngineInfo& file_engine() {
  static constexpr EngineInfo kEngine = {
      "file",
      "the tables of lfts_file, or hops of lid_matrix_dump_file; may have credit loops",
      Claims{},
      &route_file,
      /*other_names=*/{},
      /*repairable=*/false};
  return kEngine;
}

}  // namespace weft
