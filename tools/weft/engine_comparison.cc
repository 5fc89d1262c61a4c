#include "tools/weft/engine_comparison.h"

#include <memory>

#include "common/base/error.h"
#include "common/session/session.h"
#include "plugins/engines.h"

namespace weft::tool {

EngineRow compare_engine(const EngineInfo& engine, const Fabric& fabric, const Options& options,
                         const LaneSettings& lanes, const Workers& workers) {
  EngineRow row = {std::string(engine.name)};
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  Session session(engine, all_engines());
  std::shared_ptr<const Verified> result;
  try {
    result = session.route({fabric, options, workers, lanes}, block.tables());
  } catch (const CannotRoute& refusal) {
    row.error = refusal.what();
    return row;
  }
  const Figures figures =
      measure({result->fabric, block.tables(), result->routing.lanes, result->routing.sl2vl.get()},
              workers);
  row.unreachable_pairs = result->verdict.unreachable_pairs;
  row.forwarding_loops = result->verdict.forwarding_loops;
  row.credit_loop = !result->verdict.credit_loop.empty();
  row.lanes = result->verdict.lanes_used;
  row.max_hops = figures.max_hops;
  row.mean_hops = figures.mean_hops;
  row.busiest_link = figures.max_link_load;
  row.mean_load = figures.mean_link_load;
  row.unused_links = figures.unused_links;
  row.route_ms = result->route_ms;
  row.verify_ms = result->verify_ms;
  return row;
}

}  // namespace weft::tool
