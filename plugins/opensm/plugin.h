// Plugin: all modules of Weft that an opensm has loaded. It registers their engines and holds what
// these share.
#ifndef WEFT_PLUGINS_OPENSM_PLUGIN_H_
#define WEFT_PLUGINS_OPENSM_PLUGIN_H_

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "common/fabric/congestion_watch.h"
#include "common/fabric/drain.h"
#include "common/fabric/link_watch.h"
#include "common/options/option_reader.h"
#include "common/options/stored_files.h"
#include "common/plan/plan_watch.h"
#include "common/policy/policy_files.h"
#include "common/routing/routing.h"
#include "common/session/granted_sls.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/opensm.h"
#include "plugins/opensm/state_keeper.h"
#include "plugins/opensm/status_keeper.h"
#include "plugins/opensm/timer.h"

namespace weft {

// For Workers: was opensm asked to end?
inline bool asked_to_stop() { return osm_exit_flag != 0; }

class Plugin {
 public:
  // name: of the first module, for the log. engines: of this module.
  Plugin(osm_opensm_t& opensm, std::string_view name, std::span<const EngineInfo* const> engines);
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;
  ~Plugin();

  // Adds the engines of another module. Throws std::bad_alloc.
  void add(std::span<const EngineInfo* const> engines);
  // Does the administrator's list name an engine?
  bool is_named() const;

  // Registers the engines that were added since the last call, under each of their names that is
  // free. Allocates nothing; a registered engine refers to this object.
  void register_engines() noexcept;

  // Reads the options again. Call it without OpenSM's lock.
  void read_options();

  // Logs that no engine is listed; otherwise logs the effect of use_ucast_cache.
  void say_what_is_asked() const;

  // Handles an event of OpenSM, from any thread. data: as OpenSM sends it.
  void report(osm_epi_event_id_t event, const void* data) noexcept;

  osm_opensm_t& opensm() const { return opensm_; }
  const Log& log() const { return log_; }
  // The options as last read, without OpenSM's own options, which may change at any time.
  Configuration options() const;

  // Did the administrator ask for the current routing by the console's `reroute`? OpenSM then
  // routes without a discovery; with force_heavy_sweep or after errors, in a heavy sweep.
  bool rerouting() const { return reroute_asked_ || is_without_discovery(); }
  // Then OpenSM does not build the trees of multicast groups.
  bool is_without_discovery() const { return !discovered_; }

  // SLs that path queries were answered with, by all engines of the module. Only under OpenSM's
  // exclusive lock.
  GrantedSls& granted() { return granted_; }

  // The performance manager's counters of links, and the sweep that routes paths around congested
  // links or back. From any thread.
  CongestionWatch& congestion_watch() { return congestion_watch_; }
  Timer& congestion_timer() { return congestion_timer_; }

  // Only in tasks of after_routing().
  PlanWatch& plan_watch() { return plan_watch_; }

  // This and the following: only under OpenSM's exclusive lock.
  LinkWatch& link_watch() { return link_watch_; }
  // The parts that the last routing left out, of any engine of the list; null: none yet.
  std::shared_ptr<const std::vector<DrainedPart>>& drained() { return drained_; }
  Timer& sweep_timer() { return sweep_timer_; }
  // The sweep that rebalances after the fabric has not changed for a time.
  Timer& balance_timer() { return balance_timer_; }
  // Was the subnet discovered since the last call?
  bool is_new_discovery() { return discovered_anew_.exchange(false); }
  // Has any engine routed since the last call? Else links are not up yet, since OpenSM activates
  // them after that.
  bool has_activated_links() { return has_routed_.exchange(false); }

  StatusKeeper& status_keeper() { return status_keeper_; }

  // The state file. Its state is only for the current routing.
  StateKeeper& state_keeper() { return state_keeper_; }

  // True if OpenSM's copies of the tables were read from the switches and no state of their routing
  // exists. Only for the current routing.
  bool has_read_back() const { return has_read_back_; }

  // Runs a task after OpenSM has sent the tables of the current routing, without a lock. The task
  // is dropped if OpenSM discovers the subnet again before.
  void after_routing(std::function<void()> task);

 private:
  // The context that OpenSM returns to setup.
  struct Registration {
    Plugin* plugin;
    const EngineInfo* engine;
    std::string name;
  };
  static int setup(osm_routing_engine_t* slot, osm_opensm_t* opensm) noexcept;

  bool engine_in_use(std::string_view name) const;
  bool is_ours(const osm_routing_engine_t& slot) const;
  void drop_unicast_cache() const;
  void find_active_routing();
  void read_back();
  void read_policy(bool has_chain, const Workers& workers);
  bool needs_stored_files() const;
  void read_stored_files(const Workers& workers);
  const osm_routing_engine_t* engine_used() const noexcept;
  void end_resuming() noexcept;
  void watch_sm_state();
  void run_tasks();
  void forget_tasks();
  void read_counters(const osm_epi_dc_event_t& event);
  void read_counters(const osm_epi_pe_event_t& event);

  osm_opensm_t& opensm_;
  std::string name_;  // a module may be unloaded before the others
  Log log_;
  std::deque<Registration> registrations_;  // OpenSM refers to these
  std::size_t registered_ = 0;              // so many of them were offered to OpenSM
  GrantedSls granted_;
  PlanWatch plan_watch_;
  LinkWatch link_watch_;
  std::shared_ptr<const std::vector<DrainedPart>> drained_;
  CongestionWatch congestion_watch_;
  StateKeeper state_keeper_;
  StatusKeeper status_keeper_;
  std::atomic<bool> discovered_ = false;  // since the last routing
  std::atomic<bool> discovered_anew_ = false;
  std::atomic<bool> has_routed_ = false;
  bool has_read_back_ = false;               // only used by the sweeping thread
  std::atomic<bool> reroute_asked_ = false;  // by the heavy sweep of the current discovery
  // Reading may wait for a file system; a routing must not wait for it.
  std::mutex reader_mutex_;
  OptionReader reader_;
  PolicyFiles policy_files_;
  StoredFiles stored_files_;
  std::vector<std::string> last_errors_;  // sorted; logged at an earlier sweep
  mutable std::mutex mutex_;              // for the members below
  Configuration options_;
  std::vector<std::function<void()>> tasks_;
  // Last, so that their threads end before the members that they use are destroyed.
  Timer sweep_timer_;
  Timer balance_timer_;
  Timer congestion_timer_;
  Timer sm_state_timer_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_PLUGIN_H_
