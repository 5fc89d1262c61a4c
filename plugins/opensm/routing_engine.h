// RoutingEngine: an engine of Weft in a slot of OpenSM's list.
#ifndef WEFT_PLUGINS_OPENSM_ROUTING_ENGINE_H_
#define WEFT_PLUGINS_OPENSM_ROUTING_ENGINE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/drain.h"
#include "common/fabric/link_watch.h"
#include "common/session/session.h"
#include "common/session/status.h"
#include "plugins/opensm/lane_setup.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/multicast.h"
#include "plugins/opensm/opensm.h"
#include "plugins/opensm/plugin.h"
#include "plugins/opensm/reports.h"
#include "plugins/opensm/sent_tables.h"
#include "plugins/opensm/snapshot.h"
#include "plugins/opensm/stock_options.h"

namespace weft {

class RoutingEngine {
 public:
  // Sets the callbacks of a slot in OpenSM's list, which then owns the new object. name: as
  // registered; name, plug-in and slot must outlive the object. Throws std::bad_alloc.
  static void install(Plugin& plugin, const EngineInfo& engine, std::string_view name,
                      osm_routing_engine_t& slot);

 private:
  RoutingEngine(Plugin& plugin, const EngineInfo& engine, std::string_view name,
                osm_routing_engine_t& slot);

  // OpenSM's callbacks. path_sl runs under OpenSM's shared lock, the others under its exclusive
  // lock.
  static int build_lid_matrices(void* context) noexcept;
  static int build_tables(void* context) noexcept;
  static std::uint8_t path_sl(void* context, std::uint8_t hint, ib_net16_t source,
                              ib_net16_t destination) noexcept;
  static void update_sl2vl(void* context, osm_physp_t* port, std::uint8_t in_port,
                           std::uint8_t out_port, ib_slvl_table_t* table) noexcept;
  static void update_vlarb(void* context, osm_physp_t* port, std::uint8_t port_number,
                           ib_vl_arb_table_t* block, unsigned length, unsigned number) noexcept;
  static ib_api_status_t build_multicast_tree(void* context, osm_mgrp_box_t* group) noexcept;
  static void destroy(void* context) noexcept;

  // A routing, and what it was made of.
  struct Routed {
    std::shared_ptr<const Verified> result;
    StockLanes lanes;
    Drained drained;             // without the fabric
    bool rebalances = false;     // as of RoutingTask
    std::string why_taken_back;  // why parts stay in use that could be drained; empty: none do
  };

  void route(bool& is_refused);
  Routed route_rest(std::vector<DrainedPart> parts, const Fabric* whole, Snapshot& snapshot,
                    const Configuration& options, Tables tables);
  Routed route_without(const std::vector<DrainedPart>& parts, Drained drained, Snapshot& snapshot,
                       const Configuration& options, Tables tables, bool last_in_list);
  void resume(const Configuration& options);
  void resume_from_tables(RoutingTask task, OsmSwitches switches);
  std::vector<DrainedPart> parts_to_drain(const Snapshot& snapshot, const Configuration& options);
  void wait_for_release(const FlapLimits& limits) const;
  void start_waiting_for_quiet(const Configuration& options);
  bool is_quiet(const Configuration& options) const;
  void wait_for_quiet(const Verified& result, bool has_routed, bool rebalanced,
                      const Configuration& options);
  std::string what_changes_idle_links(const Configuration& options) const;
  void lead_off_busy_links(RoutingTask& task, const Configuration& options);
  void watch_congestion(const Configuration& options);
  void keep_state(const Configuration& options);
  static std::optional<double> delivered(const Verified& result, const Configuration& options);
  void keep_status(Status status, const Configuration& options);
  void keep_failure(const std::string& reason, bool is_kept);
  void answer_for(std::shared_ptr<const Verified> result) noexcept;
  bool keeps_active() noexcept;
  bool ends_as_is(const char* why);
  void try_again_later();
  void leave_as_is() noexcept;
  void clear_leftovers(OsmSwitches switches) const;

  Plugin& plugin_;
  osm_opensm_t& opensm_;
  osm_routing_engine_t& slot_;
  std::string_view name_;
  Log log_;
  Session session_;
  // The active routing, by which the callbacks answer. Changed under OpenSM's exclusive lock.
  std::shared_ptr<const Verified> answers_;
  // From this time on, good paths may be moved if nothing changes before.
  std::optional<Timer::Clock::time_point> quiet_from_;
  std::uint64_t hosts_changed_ = 0;  // since the last rebalance
  MulticastTrees multicast_;
  LaneSetup lane_setup_;
  SentTables sent_tables_;
  Reports reports_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_ROUTING_ENGINE_H_
