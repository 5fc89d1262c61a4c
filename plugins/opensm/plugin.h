// Plugin: one loaded module. It registers the module's engines, and holds what they share.
#ifndef WEFT_PLUGINS_OPENSM_PLUGIN_H_
#define WEFT_PLUGINS_OPENSM_PLUGIN_H_

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "common/fabric/congestion_watch.h"
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

// Workers' question: has opensm been asked to end?
inline bool asked_to_stop() { return osm_exit_flag != 0; }

class Plugin {
 public:
  Plugin(osm_opensm_t& opensm, std::string_view name, std::span<const EngineInfo* const> engines);
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;
  ~Plugin();

  // Registers its engines, under each of their names that no other module has registered. Allocates
  // nothing: an engine that is registered refers to this object.
  void register_engines() noexcept;

  // Reads the options again. Not under OpenSM's lock.
  void read_options();

  // Says that no engine of this module is listed, or, if one is, what becomes of use_ucast_cache.
  void say_what_is_asked() const;

  // An event of OpenSM's, from any thread. data: what OpenSM sends with it.
  void report(osm_epi_event_id_t event, const void* data) noexcept;

  osm_opensm_t& opensm() const { return opensm_; }
  const Log& log() const { return log_; }
  // As they were read last; OpenSM's own, which may change at any time, are not among them.
  Configuration options() const;

  // Is the routing at hand one that the administrator asked for with the console's `reroute`?
  // OpenSM does that without a discovery of the subnet, or, with force_heavy_sweep and after
  // errors, in a heavy sweep.
  bool rerouting() const { return reroute_asked_ || !discovered_; }

  // What path queries were answered with, whichever of the module's engines routed. Under OpenSM's
  // exclusive lock alone.
  GrantedSls& granted() { return granted_; }

  // What the performance manager's counters say of links, and the sweep that leads paths off those
  // that are congested, or back. From any thread.
  CongestionWatch& congestion_watch() { return congestion_watch_; }
  Timer& congestion_timer() { return congestion_timer_; }

  // In tasks of after_routing() alone.
  PlanWatch& plan_watch() { return plan_watch_; }

  // Under OpenSM's exclusive lock alone, as is what follows.
  LinkWatch& link_watch() { return link_watch_; }
  Timer& sweep_timer() { return sweep_timer_; }
  // The sweep that evens out the load, once the fabric has been as it is for a time.
  Timer& balance_timer() { return balance_timer_; }
  // Was the subnet discovered since this was asked last?
  bool is_new_discovery() { return discovered_anew_.exchange(false); }

  StatusKeeper& status_keeper() { return status_keeper_; }

  // The state file. What was read of it is for the routing at hand alone.
  StateKeeper& state_keeper() { return state_keeper_; }

  // Are OpenSM's copies of the tables in the switches what these hold, and is there no state of the
  // routing that they are from? For the routing at hand alone.
  bool has_read_back() const { return has_read_back_; }

  // Does something as soon as OpenSM has sent the tables of the routing at hand, and holds no lock.
  // It is forgotten if OpenSM does not come to that before it discovers the subnet again.
  void after_routing(std::function<void()> task);

 private:
  // Passed to OpenSM, and back to setup.
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
  void read_policy(const Workers& workers);
  bool needs_stored_files() const;
  void read_stored_files(const Workers& workers);
  void finish_status();
  void watch_sm_state();
  void run_tasks();
  void forget_tasks();
  void read_counters(const osm_epi_dc_event_t& event);
  void read_counters(const osm_epi_pe_event_t& event);

  osm_opensm_t& opensm_;
  Log log_;
  std::vector<Registration> registrations_;
  GrantedSls granted_;
  PlanWatch plan_watch_;
  LinkWatch link_watch_;
  Timer sweep_timer_;
  Timer balance_timer_;
  CongestionWatch congestion_watch_;
  Timer congestion_timer_;
  StateKeeper state_keeper_;
  StatusKeeper status_keeper_;
  Timer sm_state_timer_;
  std::atomic<bool> discovered_ = false;  // since the last routing
  std::atomic<bool> discovered_anew_ = false;
  bool has_read_back_ = false;               // written and read by the thread that sweeps alone
  std::atomic<bool> reroute_asked_ = false;  // by the heavy sweep that discovered it
  // Reading may wait for a file system; a routing must not wait for reading.
  std::mutex reader_mutex_;
  OptionReader reader_;
  PolicyFiles policy_files_;
  StoredFiles stored_files_;
  std::vector<std::string> last_errors_;  // sorted; said at an earlier sweep
  mutable std::mutex mutex_;              // of what follows
  Configuration options_;
  std::vector<std::function<void()>> tasks_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_PLUGIN_H_
