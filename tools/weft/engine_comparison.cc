#include "tools/weft/engine_comparison.h"

#include <memory>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/policy/guid_groups.h"
#include "common/session/session.h"
#include "plugins/engines.h"
#include "tools/weft/load.h"
#include "tools/weft/ranks.h"

namespace weft::tool {

JobTraffic job_traffic(const Fabric& fabric, const Options& options, const Workers& workers) {
  std::vector<std::string> warnings;
  const Options resolved = with_nodes_of_groups(options, fabric, workers, warnings);
  warn_all(warnings);
  return {Placement(leaf_order(fabric, workers)), traffic_of(fabric, resolved)};
}

EngineRow row_of(std::string name, const RoutingView& view, const Verdict& verdict,
                 const JobTraffic& traffic, const Workers& workers) {
  const Figures figures = measure(view, workers);
  EngineRow row = {std::move(name)};
  row.unreachable_pairs = verdict.unreachable_pairs;
  row.disconnected_pairs = verdict.disconnected_pairs;
  row.forwarding_loops = verdict.forwarding_loops;
  row.credit_loop = !verdict.credit_loop.empty();
  row.lanes = verdict.lanes_used;
  row.max_hops = figures.max_hops;
  row.mean_hops = figures.mean_hops;
  row.busiest_link = figures.max_link_load;
  row.mean_load = figures.mean_link_load;
  row.unused_links = figures.unused_links;
  row.traffic = measure_traffic(view.fabric, view.tables, traffic.ranks, traffic.traffic,
                                kTrafficFlows, workers);
  return row;
}

EngineRow compare_engine(const EngineInfo& engine, const Fabric& fabric, const Options& options,
                         const LaneSettings& lanes, const JobTraffic& traffic,
                         const Workers& workers,
                         const std::function<void(const RoutingView&)>& look) {
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  Session session(engine, all_engines());
  std::shared_ptr<const Verified> result;
  try {
    result = session.route({fabric, options, workers, lanes}, block.tables());
  } catch (const CannotRoute& refusal) {
    return {std::string(engine.name), refusal.what()};
  }
  const RoutingView view = {result->fabric, block.tables(), result->routing.lanes,
                            result->routing.sl2vl.get()};
  EngineRow row = row_of(std::string(engine.name), view, result->verdict, traffic, workers);
  row.route_ms = result->route_ms;
  row.verify_ms = result->verify_ms;
  if (look) look(view);
  return row;
}

}  // namespace weft::tool
