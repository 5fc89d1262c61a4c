// Routes that were stored before, by OpenSM, by Weft or by hand (lfts_file), as OpenSM's own engine
// `file` loads them. They are verified like all others; nothing is known of credit loops.
//
// Cost with S switches, L LIDs: O(S L) for the copy.
#include "plugins/file/file.h"

#include "common/routing/resolve_tables.h"

namespace weft {
namespace {

Routing route(const RouteRequest& request, Tables rows) {
  if (request.options.stored_tables == nullptr) {
    throw CannotRoute(
        "there are no tables to load: set lfts_file to a file like opensm-lfts.dump that can be "
        "read (lid_matrix_dump_file alone gives distances, not paths)");
  }
  Routing routing;
  resolve_tables(*request.options.stored_tables, request.fabric, request.workers, rows,
                 routing.warnings);
  routing.multicast = plan_multicast(request.fabric);
  routing.unchecked = request.options.file_unchecked;
  return routing;
}

}  // namespace

const EngineInfo& file_engine() {
  static constexpr EngineInfo kEngine = {"file", "the tables of lfts_file; may have credit loops",
                                         Claims{}, &route};
  return kEngine;
}

}  // namespace weft
