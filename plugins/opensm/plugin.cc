#include "plugins/opensm/plugin.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "common/options/engine_list.h"
#include "common/policy/guid_groups.h"
#include "plugins/engines.h"
#include "plugins/opensm/guarded.h"
#include "plugins/opensm/heavy_sweep.h"
#include "plugins/opensm/layout.h"
#include "plugins/opensm/module.h"
#include "plugins/opensm/read_back.h"
#include "plugins/opensm/routing_engine.h"
#include "plugins/opensm/stock_options.h"

namespace weft {
namespace {

// Interval between checks of the SM state.
constexpr std::chrono::seconds kPause{1};

// What OpenSM holds for a loaded module. The first one passes the events on.
struct Module {
  std::shared_ptr<Plugin> plugin;
  bool is_first = false;
};
// Of the modules that are loaded. Only used by OpenSM's main thread.
std::weak_ptr<Plugin> loaded;

std::function<void()> sweep_of(osm_opensm_t& opensm) {
  return [&opensm] {
    if (!asked_to_stop()) ask_for_heavy_sweep(opensm);
  };
}

SmState sm_state_of(const osm_subn_t& subnet) {
  switch (subnet.sm_state) {
    case IB_SMINFO_STATE_MASTER:
      return SmState::kMaster;
    case IB_SMINFO_STATE_STANDBY:
      return SmState::kStandby;
    case IB_SMINFO_STATE_DISCOVERING:
      return SmState::kDiscovering;
    default:
      return SmState::kNotActive;
  }
}

}  // namespace

Plugin::Plugin(osm_opensm_t& opensm, std::string_view name,
               std::span<const EngineInfo* const> engines)
    : opensm_(opensm),
      name_(name),
      log_(opensm.log, name_),
      state_keeper_(log_),
      status_keeper_(log_),
      sweep_timer_(sweep_of(opensm)),
      balance_timer_(sweep_of(opensm)),
      congestion_timer_(sweep_of(opensm)),
      sm_state_timer_([this] { guarded(log_, [this] { watch_sm_state(); }); }) {
  add(engines);
}

void Plugin::add(std::span<const EngineInfo* const> engines) {
  const auto add_name = [&](const EngineInfo* engine, std::string registered_name) {
    // Another module of Weft registered the name: OpenSM would log an error.
    if (osm_routing_engine_type(registered_name.c_str()) != OSM_ROUTING_ENGINE_TYPE_UNKNOWN) return;
    registrations_.push_back({this, engine, std::move(registered_name)});
  };
  for (const EngineInfo* engine : engines) {
    add_name(engine, fmt::format("weft-{}", engine->name));
    for (const std::string_view other : engine->other_names) {
      if (!other.empty()) add_name(engine, std::string(other));
    }
    for (const VendorEngine& vendor : kVendorEngines) {
      if (vendor.engine == engine->name) add_name(engine, std::string(vendor.name));
    }
  }
}

Plugin::~Plugin() {
  guarded(log_, [this] { status_keeper_.set_sm_state(status_paths(options()), SmState::kEnded); });
}

void Plugin::register_engines() noexcept {
  for (; registered_ < registrations_.size(); ++registered_) {
    Registration& registration = registrations_[registered_];
    const external_routing_engine_module_t module = {registration.name.c_str(), &Plugin::setup,
                                                     &registration};
    if (osm_register_external_routing_engine(&opensm_, &module, &registration) != CL_SUCCESS) {
      Log(opensm_.log, registration.name).error("OpenSM did not register this routing engine");
    }
  }
}

int Plugin::setup(osm_routing_engine_t* slot, osm_opensm_t*) noexcept {
  const auto& registration = *static_cast<const Registration*>(slot->context);
  const Log log(registration.plugin->opensm_.log, registration.name);
  return guarded(log, -1, [&] {
    if (const VendorEngine* vendor = find_vendor_engine(registration.name)) {
      log.info(describe(*vendor));
    }
    RoutingEngine::install(*registration.plugin, *registration.engine, registration.name, *slot);
    return 0;
  });
}

void Plugin::read_options() {
  const char* configured = opensm_.subn.opt.config_file;
  const char* pairs = opensm_.subn.opt.event_plugin_options;
  const std::lock_guard reading(reader_mutex_);
  std::vector<std::string> errors = reader_.read(
      configured != nullptr ? configured : HAVE_DEFAULT_OPENSM_CONFIG_FILE, configured != nullptr,
      pairs != nullptr ? pairs : "", stock_files(opensm_.subn.opt));
  const Workers workers(reader_.options().threads, asked_to_stop);
  const bool has_chain = engine_in_use("chain");
  guarded(log_, [&] {
    if (has_chain || names_groups(reader_.options())) read_policy(has_chain, workers);
  });
  guarded(log_, [&] {
    if (needs_stored_files()) read_stored_files(workers);
  });
  {
    const std::lock_guard lock(mutex_);
    options_ = reader_.options();
    options_.routing.stored_tables = stored_files_.tables();
    options_.routing.stored_hops = stored_files_.hops();
    options_.drained_groups = policy_files_.policy();
    if (has_chain) options_.routing.chain = options_.drained_groups;
    if (names_groups(options_.routing)) options_.routing.port_groups = options_.drained_groups;
  }
  for (const std::string& error : errors) {
    const bool said = std::binary_search(last_errors_.begin(), last_errors_.end(), error);
    if (!said) log_.error(error);
  }
  std::sort(errors.begin(), errors.end());
  last_errors_ = std::move(errors);
}

// Does the administrator's list name this engine of a module?
bool Plugin::engine_in_use(std::string_view name) const {
  return std::any_of(registrations_.begin(), registrations_.end(),
                     [&](const Registration& registration) {
                       return registration.engine->name == name &&
                              names_engine(opensm_.subn.opt, registration.name);
                     });
}

bool Plugin::is_ours(const osm_routing_engine_t& slot) const {
  return slot.name != nullptr && std::ranges::find(registrations_, std::string_view(slot.name),
                                                   &Registration::name) != registrations_.end();
}

bool Plugin::is_named() const {
  return std::ranges::any_of(registrations_, [&](const Registration& registration) {
    return names_engine(opensm_.subn.opt, registration.name);
  });
}

void Plugin::say_what_is_asked() const {
  if (!is_named()) {
    const char* const list = opensm_.subn.opt.routing_engine_names;
    const bool has_list = list != nullptr && *list != '\0';
    // The list may name an engine of another module of Weft.
    const bool is_ours = std::ranges::any_of(all_engines(), [&](const EngineInfo* engine) {
      return std::ranges::any_of(engines_in(has_list ? list : ""), [&](std::string_view name) {
        return engine->is_registered_as(name);
      });
    });
    if (is_ours) return;
    log_.error(fmt::format(
        "routing_engine {} no engine of this plug-in: OpenSM routes with {} engine, and Weft does "
        "not verify those routes. Set routing_engine to weft, or for example to weft-updn",
        has_list ? fmt::format("is «{}» and names", list) : "is not set and names",
        has_list ? "its own" : "its own min-hop"));
    return;
  }
  if (opensm_.subn.opt.use_ucast_cache == 0) return;
  log_.info(
      "use_ucast_cache has no effect with Weft's engines: it would keep unverified tables active, "
      "even where their paths cross a lost switch");
}

// OpenSM assumes that its cache holds the routes of any engine. The cache is dropped between
// discovery and OpenSM's check of the cache. It is kept if OpenSM's own engine would route before
// all engines of Weft.
void Plugin::drop_unicast_cache() const {
  for (const osm_routing_engine_t* slot = opensm_.routing_engine_list; slot != nullptr;
       slot = slot->next) {
    if (is_ours(*slot)) return osm_ucast_cache_invalidate(&opensm_.sm.ucast_mgr);
    if (slot == opensm_.routing_engine_used) return;
  }
}

// Before the first routing as master, the tables in the switches and the newest state may be those
// of an earlier daemon or of another SM. Later they are those of this SM. An SM whose own port was
// down becomes master again, too; its last routing is out of date only after a standby, and says
// more than the tables.
void Plugin::find_active_routing() {
  const osm_subn_t& subnet = opensm_.subn;
  if (subnet.sm_state != IB_SMINFO_STATE_DISCOVERING && !subnet.first_time_master_sweep) return;
  has_read_back_ = false;
  // No lock is needed: only this thread changes the granted SLs.
  if (subnet.coming_out_of_standby) granted_.others_have_routed();
  const Configuration options = this->options();
  const std::string directory = state_directory(options.state_dir);
  const bool has_state =
      !directory.empty() && state_keeper_.read(directory, Workers(options.threads, asked_to_stop),
                                               subnet.coming_out_of_standby);
  // The master before is to find that this SM has routed since, even if nothing changes.
  if (subnet.coming_out_of_standby) state_keeper_.outdate();
  if (options.read_back && !has_state && granted_.active() == nullptr) read_back();
}

void Plugin::read_back() {
  constexpr std::chrono::seconds kLimit{30};
  const TablesReadBack read = read_tables_back(opensm_, kLimit);
  has_read_back_ = read.is_complete;
  if (read.is_complete) {
    log_.info(fmt::format("read the forwarding tables of {} switches back: {} blocks in {:.0f} ms",
                          read.switches, read.blocks, read.ms));
  } else if (!asked_to_stop()) {
    log_.error(
        fmt::format("the switches did not return their forwarding tables within {} s: all routes "
                    "are recomputed",
                    kLimit.count()));
  }
}

// Errors in the files are logged at every sweep: the active routes do not follow the files.
void Plugin::read_policy(bool has_chain, const Workers& workers) {
  const PolicyFiles::Report report =
      policy_files_.read(files_to_read(reader_.options(), has_chain), step_engine_names(), workers);
  log_.warnings(report.errors, report.errors.size());
  if (!report.errors.empty()) {
    const bool is_kept = policy_files_.policy() != nullptr;
    if (has_chain) {
      log_.error(is_kept
                     ? "the previous routing chain stays active until these errors are corrected"
                     : "there is no routing chain until these errors are corrected");
    } else {
      log_.error(
          is_kept ? "the previous port groups stay active until these errors are corrected"
                  : "there are only the predefined port groups until these errors are corrected");
    }
  }
  log_.warnings(report.warnings, report.warnings.size());
  for (const std::string& note : report.notes) log_.info(note);
}

// Steps of a chain use the tables of opensm.conf if their own files name none.
bool Plugin::needs_stored_files() const {
  const std::shared_ptr<const ChainPolicy> policy = policy_files_.policy();
  return engine_in_use("file") || (policy != nullptr && names_engine(*policy, "file"));
}

void Plugin::read_stored_files(const Workers& workers) {
  const osm_subn_opt_t& stock = opensm_.subn.opt;
  const StoredFiles::Report report =
      stored_files_.read(stock.lfts_file, stock.lid_matrix_dump_file, workers);
  for (const std::string& error : report.errors) log_.error(error);
  log_.warnings(report.warnings, report.warnings.size());
}

void Plugin::after_routing(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
}

void Plugin::run_tasks() {
  std::vector<std::function<void()>> tasks;
  {
    const std::lock_guard lock(mutex_);
    tasks.swap(tasks_);
  }
  for (const std::function<void()>& task : tasks) {
    guarded(log_, [&] { task(); });
  }
}

void Plugin::forget_tasks() {
  const std::lock_guard lock(mutex_);
  tasks_.clear();
}

// The engine that has routed; null: none. Without switches, OpenSM calls no engine and does not
// clear the one that it used last.
const osm_routing_engine_t* Plugin::engine_used() const noexcept {
  const osm_routing_engine_t* const used = opensm_.routing_engine_used;
  const bool is_known =
      used != nullptr && used->name != nullptr && !cl_is_qmap_empty(&opensm_.subn.sw_guid_tbl);
  return is_known ? used : nullptr;
}

// What the first routing resumes from is for no later one. If no engine was called (there are no
// switches, or no memory for their tables), that routing is still to come.
void Plugin::end_resuming() noexcept {
  const osm_routing_engine_t* const used = engine_used();
  const bool is_others = used != nullptr && !is_ours(*used);
  if (is_others) granted_.others_have_routed();
  if (discovered_anew_ && !is_others) return;
  state_keeper_.drop();
  has_read_back_ = false;
}

// OpenSM reports only some state changes; handing over is not reported. So Weft checks again until
// this SM is master and has routed.
void Plugin::watch_sm_state() {
  const SmState state = sm_state_of(opensm_.subn);
  status_keeper_.set_sm_state(status_paths(options()), state);
  const bool is_settled = state == SmState::kMaster && !discovered_;
  sm_state_timer_.set(is_settled ? std::nullopt : std::optional(Timer::Clock::now() + kPause));
}

Configuration Plugin::options() const {
  const std::lock_guard lock(mutex_);
  return options_;
}

// Runs on a thread of the performance manager, for each port read.
void Plugin::read_counters(const osm_epi_dc_event_t& event) {
  const auto when =
      congestion_watch_.add_data({event.port_id.node_guid, event.port_id.port_num}, event.xmit_data,
                                 event.time_diff_s, CongestionWatch::Clock::now());
  if (when) congestion_timer_.set(when);
}

void Plugin::read_counters(const osm_epi_pe_event_t& event) {
  const auto when =
      congestion_watch_.add_wait({event.port_id.node_guid, event.port_id.port_num}, event.xmit_wait,
                                 event.time_diff_s, CongestionWatch::Clock::now());
  if (when) congestion_timer_.set(when);
}

void Plugin::report(osm_epi_event_id_t event, const void* data) noexcept {
  switch (event) {
    case OSM_EVENT_ID_PORT_DATA_COUNTERS:
      guarded(log_, [&] { read_counters(*static_cast<const osm_epi_dc_event_t*>(data)); });
      break;
    case OSM_EVENT_ID_PORT_ERRORS:
      guarded(log_, [&] { read_counters(*static_cast<const osm_epi_pe_event_t*>(data)); });
      break;
    case OSM_EVENT_ID_HEAVY_SWEEP_START:
      // OpenSM clears the flag before the routing.
      if (opensm_.subn.force_reroute) reroute_asked_ = true;
      break;
    case OSM_EVENT_ID_HEAVY_SWEEP_DONE:
      discovered_ = true;
      discovered_anew_ = true;
      forget_tasks();
      status_keeper_.begin();
      guarded(log_, [this] { sm_state_timer_.set(Timer::Clock::now() + kPause); });
      drop_unicast_cache();
      // Not at HEAVY_SWEEP_START: after a SIGHUP during discovery, OpenSM discovers again without
      // an event.
      guarded(log_, [this] { read_options(); });
      guarded(log_, [this] { find_active_routing(); });
      break;
    case OSM_EVENT_ID_STATE_CHANGE:
      guarded(log_, [this] { watch_sm_state(); });
      break;
    case OSM_EVENT_ID_UCAST_ROUTING_DONE:
      discovered_ = false;
      reroute_asked_ = false;
      has_routed_ = true;
      guarded(log_, [this] { run_tasks(); });
      end_resuming();
      guarded(log_, [this] {
        const osm_routing_engine_t* const used = engine_used();
        status_keeper_.finish(status_paths(options()), used != nullptr ? used->name : "");
      });
      break;
    default:
      break;
  }
}

void* create_plugin(osm_opensm_t* opensm, std::string_view name,
                    std::span<const EngineInfo* const> engines) noexcept {
  if (!has_our_layout(*opensm)) {
    report_foreign_layout(name);
    return nullptr;
  }
  return guarded(Log(opensm->log, name), static_cast<void*>(nullptr), [&]() -> void* {
    auto module = std::make_unique<Module>();
    module->plugin = loaded.lock();
    module->is_first = module->plugin == nullptr || &module->plugin->opensm() != opensm;
    bool has_said = false;
    if (module->is_first) {
      loaded = module->plugin = std::make_shared<Plugin>(*opensm, name, engines);
    } else {
      has_said = module->plugin->is_named();
      module->plugin->add(engines);
    }
    module->plugin->read_options();
    if (!has_said) module->plugin->say_what_is_asked();
    module->plugin->register_engines();
    return module.release();
  });
}

void destroy_plugin(void* module) noexcept { delete static_cast<Module*>(module); }

void report_to_plugin(void* module, osm_epi_event_id_t event, void* data) noexcept {
  const auto& [plugin, is_first] = *static_cast<Module*>(module);
  if (is_first) plugin->report(event, data);
}

}  // namespace weft
