#include "plugins/opensm/routing_engine.h"

#include <endian.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>

#include "common/base/stopwatch.h"
#include "common/base/unix_time.h"
#include "common/fabric/link_rate.h"
#include "common/patterns/patterns.h"
#include "common/patterns/throughput.h"
#include "common/policy/drained_groups.h"
#include "common/policy/guid_groups.h"
#include "plugins/engines.h"
#include "plugins/opensm/guarded.h"
#include "plugins/opensm/heavy_sweep.h"
#include "plugins/opensm/lane_tables.h"
#include "plugins/opensm/stock_options.h"

namespace weft {
namespace {

constexpr std::chrono::minutes kUntilRetry{1};

}  // namespace

void RoutingEngine::install(Plugin& plugin, const EngineInfo& engine, std::string_view name,
                            osm_routing_engine_t& slot) {
  slot.context = new RoutingEngine(plugin, engine, name, slot);
  slot.build_lid_matrices = build_lid_matrices;
  slot.ucast_build_fwd_tables = build_tables;
  slot.mcast_build_stree = build_multicast_tree;
  slot.destroy = destroy;
}

RoutingEngine::RoutingEngine(Plugin& plugin, const EngineInfo& engine, std::string_view name,
                             osm_routing_engine_t& slot)
    : plugin_(plugin),
      opensm_(plugin.opensm()),
      slot_(slot),
      name_(name),
      log_(opensm_.log, name),
      session_(engine, all_engines()),
      multicast_(opensm_, log_),
      lane_setup_(opensm_),
      sent_tables_(opensm_),
      reports_(plugin, log_) {}

// Weft needs no hop counts; build_tables does all the work.
int RoutingEngine::build_lid_matrices(void*) noexcept { return 0; }

int RoutingEngine::build_tables(void* context) noexcept {
  auto& engine = *static_cast<RoutingEngine*>(context);
  bool is_refused = false;
  std::string reason;
  const int status = guarded(engine.log_, -1, [&] {
    try {
      engine.route(is_refused);
    } catch (const std::exception& error) {
      const bool is_stopped = dynamic_cast<const Stopped*>(&error) != nullptr;
      if (is_stopped && engine.ends_as_is(error.what())) return 0;
      reason = reason_of(error);
      throw;
    }
    return 0;
  });
  if (status == 0) return 0;
  const bool is_kept = !is_refused && engine.keeps_active();
  guarded(engine.log_, [&] { engine.keep_failure(reason, is_kept); });
  return is_kept ? 0 : status;
}

// is_refused: set if the fabric cannot be routed, not even by the active routing.
void RoutingEngine::route(bool& is_refused) {
  const Stopwatch time;
  Configuration options = plugin_.options();
  take_stock_options(opensm_.subn.opt, options.routing);
  resume(options);
  Snapshot snapshot = take_snapshot(opensm_.subn);
  std::vector<DrainedPart> parts = parts_to_drain(snapshot, options);
  const std::vector<PortNum*> rows = new_rows(snapshot);
  const Tables tables(rows, lft_row_size(snapshot.fabric.max_lid()));
  clear_leftovers(snapshot.switches);
  // Includes the drained parts; null: nothing is drained.
  const auto whole = parts.empty() ? nullptr : std::make_shared<const Fabric>(snapshot.fabric);
  const bool has_routed = session_.last() != nullptr;
  const double snapshot_ms = time.ms();

  Routed routed;
  try {
    routed = route_rest(std::move(parts), whole.get(), snapshot, options, tables);
  } catch (const CannotRoute&) {
    is_refused = true;
    throw;
  }
  const std::shared_ptr<const Verified> result = routed.result;

  answer_for(result);
  multicast_.adopt(result, plugin_.drained());
  const bool is_part = result->change && (result->change->is_staged || result->change->left > 0);
  if (is_part || plugin_.is_without_discovery()) ask_for_heavy_sweep(opensm_);
  if (result->may_try_again) guarded(log_, [&] { try_again_later(); });
  wait_for_quiet(*result, has_routed, routed.rebalances, options);
  if (!result->change || !result->change->changes_nothing()) plugin_.state_keeper().outdate();

  // The session and path queries use these tables now, so OpenSM must not take another engine,
  // whatever fails. The next sweep adds the tasks again.
  guarded(log_, [&] { keep_state(options); });
  guarded(log_, [&] {
    plugin_.after_routing(
        [this, threads = options.threads] { session_.get_ready(Workers(threads, asked_to_stop)); });
    plugin_.after_routing([this, options] { watch_congestion(options); });
    plugin_.after_routing([this, result, what_changes_it = what_changes_idle_links(options)] {
      const std::shared_ptr<const Figures> figures = session_.figures();
      if (figures != nullptr) reports_.say_idle(result->fabric, *figures, what_changes_it);
    });
    plugin_.after_routing([this, result, whole, plan = options.plan_file] {
      const Fabric& fabric = whole == nullptr ? result->fabric : *whole;
      reports_.say_plan(plugin_.plan_watch().compare(plan, fabric));
    });
  });
  const double total_ms = time.ms();
  guarded(log_, [&] {
    const StockLanes& lanes = routed.lanes;
    const LateLanes late = lane_setup_.check(*result, lanes.settings.map, snapshot.switches);
    Warnings of_lanes;
    warn_of_qos(opensm_.subn.opt, lanes, *result, snapshot.switches, of_lanes);
    Status status;
    for (const Warnings* warnings : {&snapshot.warnings, &of_lanes}) {
      log_.warnings(warnings->sentences(), warnings->count());
      warnings->append_to(status.warnings, "the subnet", "warnings of this kind");
    }
    status.routing = result;
    status.times = {snapshot_ms, total_ms};
    status.late_sls = late.sls;
    status.service = routed.drained.service;
    status.flapping = routed.drained.flapping;
    keep_status(std::move(status), options);
    reports_.say_drained(routed.drained, routed.why_taken_back);
    reports_.say(*result, late, snapshot.switches, Workers(options.threads, asked_to_stop),
                 {snapshot_ms, total_ms});
    reports_.dump(result, snapshot.switches, tables, options);
  });
}

// Routes without the parts to drain. If the last engine of the list cannot, it routes with some of
// them: the others are asked in turn instead, so that an engine does not come and go with a
// flapping link. If it cannot route at all, the active routing is kept, without the parts that it
// does not use.
// whole: the fabric with the parts; null: that of the snapshot, without parts.
RoutingEngine::Routed RoutingEngine::route_rest(std::vector<DrainedPart> parts, const Fabric* whole,
                                                Snapshot& snapshot, const Configuration& options,
                                                Tables tables) {
  const bool is_last = slot_.next == nullptr;
  if (whole == nullptr || !is_last) {
    Drained drained = drain(whole != nullptr ? Fabric(*whole) : std::move(snapshot.fabric), parts);
    return route_without(parts, std::move(drained), snapshot, options, tables, is_last);
  }
  // Looked up only if not all parts can be drained: most sweeps need not.
  const auto in_use = [&] {
    const std::shared_ptr<const Verified> active = plugin_.granted().active();
    return parts_in_use(*whole, active == nullptr ? nullptr : &active->fabric, parts);
  };
  std::string why;
  std::vector<std::vector<PeerKind>> tried;              // the links of each try
  std::vector<std::vector<DrainedPart>> ways = {parts};  // the others follow if that fails
  for (std::size_t i = 0; i < ways.size(); ++i) {
    Drained drained = drain(*whole, ways[i]);
    std::vector<PeerKind> links;
    for (const Port& port : drained.fabric.all_ports()) links.push_back(port.kind);
    if (std::ranges::find(tried, links) != tried.end()) continue;
    tried.push_back(std::move(links));
    try {
      Routed routed = route_without(ways[i], std::move(drained), snapshot, options, tables, false);
      routed.why_taken_back = why;
      return routed;
    } catch (const Stopped&) {
      throw;
    } catch (const CannotRoute& error) {
      if (why.empty()) why = error.what();
      if (i == 0) ways = ways_to_drain(parts, in_use());
    } catch (const std::exception&) {
      break;  // the session keeps the active routing
    }
  }
  parts = take_back(parts, in_use());
  return route_without(parts, drain(*whole, parts), snapshot, options, tables, is_last);
}

RoutingEngine::Routed RoutingEngine::route_without(const std::vector<DrainedPart>& parts,
                                                   Drained drained, Snapshot& snapshot,
                                                   const Configuration& options, Tables tables,
                                                   bool last_in_list) {
  plugin_.drained() = std::make_shared<const std::vector<DrainedPart>>(parts);
  Routed routed;
  routed.drained = std::move(drained);
  snapshot.fabric = std::move(routed.drained.fabric);
  routed.lanes = stock_lanes(opensm_.subn.opt, snapshot);
  routed.rebalances = options.rebalance && is_quiet(options);
  const Workers workers(options.threads, asked_to_stop);
  RoutingTask task = {.fabric = std::move(snapshot.fabric),
                      .options = options.routing,
                      .workers = workers,
                      .lanes = routed.lanes.settings,
                      .reroute = plugin_.rerouting(),
                      .last_in_list = last_in_list,
                      .may_be_staged = options.stages == Stages::kTwo,
                      .most_entries = options.migrate,
                      .rebalances = routed.rebalances,
                      .worse_percent = options.rebalance_percent,
                      .granted = &plugin_.granted()};
  if (plugin_.has_read_back()) resume_from_tables(task, snapshot.switches);
  lead_off_busy_links(task, options);
  routed.result = session_.route(std::move(task), tables);
  return routed;
}

// Resumes from the state file, if it was read before this routing.
void RoutingEngine::resume(const Configuration& options) {
  const std::shared_ptr<const SessionState> state = plugin_.state_keeper().state();
  if (state == nullptr) return;
  GrantedSls& granted = plugin_.granted();
  if (granted.active() != state->last) {
    granted.resume(state->last, state->older);
    plugin_.link_watch().resume(state->lost_links);
  }
  const std::string& origin = plugin_.state_keeper().origin();
  if (state->engine != session_.engine().name) {
    log_.info(
        fmt::format("the state is of another engine, so if this one routes, all entries may change "
                    "at once, and only the SLs of open connections are kept: {}",
                    origin));
    return;
  }
  log_.info("resumed from " + origin);
  session_.resume(*state);
  start_waiting_for_quiet(options);  // what has changed meanwhile is not known
}

// Resumes from the tables in the switches, if they were read back.
void RoutingEngine::resume_from_tables(RoutingTask task, OsmSwitches switches) {
  std::vector<PortNum*> rows;
  for (const osm_switch_t* sw : switches) rows.push_back(sw->lft);
  const std::size_t row_size = lft_row_size(task.fabric.max_lid());
  try {
    const std::size_t missing = session_.resume_from(std::move(task), Tables(rows, row_size));
    log_.info(
        fmt::format("resumed from the forwarding tables in the switches; {} entries do not lead to "
                    "their destination and are repaired",
                    missing));
  } catch (const CannotRoute& error) {
    log_.info(
        fmt::format("the forwarding tables in the switches cannot be used: {}", error.what()));
  }
}

// Parts that the administrator names, and flapping links. Flaps are counted once for each
// discovery, for all engines.
std::vector<DrainedPart> RoutingEngine::parts_to_drain(const Snapshot& snapshot,
                                                       const Configuration& options) {
  LinkWatch& watch = plugin_.link_watch();
  if (plugin_.is_new_discovery()) {
    watch.observe(snapshot.fabric,
                  plugin_.has_activated_links() ? snapshot.renewed : std::vector<SwitchLink>{},
                  unix_now(), options.flaps);
  }
  wait_for_release(options.flaps);
  std::vector<DrainedPart> parts =
      expand_groups(options.drained, options.drained_groups.get(), snapshot.fabric,
                    Workers(options.threads, asked_to_stop));
  std::ranges::move(watch.held(), std::back_inserter(parts));
  return parts;
}

void RoutingEngine::wait_for_release(const FlapLimits& limits) const {
  guarded(log_, [&] {
    std::optional<Timer::Clock::time_point> when;
    if (const auto release = plugin_.link_watch().next_release(limits)) {
      const UnixSeconds now = unix_now();
      when = Timer::Clock::now() + std::chrono::seconds(*release > now ? *release - now : 0);
    }
    plugin_.sweep_timer().set(when);
  });
}

// Uses the current counters of the performance manager.
void RoutingEngine::lead_off_busy_links(RoutingTask& task, const Configuration& options) {
  if (!options.routing.congestion) return;
  const std::vector<LinkEnd> congested =
      plugin_.congestion_watch().congested(CongestionWatch::Clock::now());
  for (SwitchIndex s = 0; s < task.fabric.switch_count() && !congested.empty(); ++s) {
    const Guid guid = task.fabric.switches()[s].node_guid;
    for (auto link = std::ranges::lower_bound(congested, guid, {}, &LinkEnd::guid);
         link != congested.end() && link->guid == guid; ++link) {
      if (link->port < task.fabric.ports(s).size()) task.busy.push_back({s, link->port});
    }
  }
  task.share_to_lead_off = std::min(options.congestion.share, 100u);
}

void RoutingEngine::try_again_later() {
  plugin_.sweep_timer().set(Timer::Clock::now() + kUntilRetry);
}

void RoutingEngine::start_waiting_for_quiet(const Configuration& options) {
  constexpr std::uint64_t kLongest = 366ull * 86400;
  quiet_from_ =
      Timer::Clock::now() + std::chrono::seconds(std::min(options.rebalance_window, kLongest));
}

// Has the fabric been unchanged long enough to rebalance?
bool RoutingEngine::is_quiet(const Configuration& options) const {
  return options.rebalance_window == 0 || (quiet_from_ && Timer::Clock::now() >= *quiet_from_);
}

// Changes of links make the load uneven; so do the first hosts of a switch, and changes of many
// hosts: one in a hundred since the last rebalance. Single hosts start and stop all the time.
// If others have routed, it is not known what has changed.
void RoutingEngine::wait_for_quiet(const Verified& result, bool has_routed, bool rebalanced,
                                   const Configuration& options) {
  constexpr std::uint64_t kHosts = 100;
  const FabricDelta delta = result.change ? result.change->delta : FabricDelta{};
  const bool of_links = delta.lost_leaf_switches + delta.lost_switches + delta.new_switches +
                            delta.lost_parallel_links + delta.lost_bundles + delta.new_links >
                        0;
  const bool of_first_hosts = result.change && result.change->new_senders > 0;
  const bool is_unknown = has_routed && !result.change && session_.engine().repairable;
  hosts_changed_ += delta.lost_end_ports + delta.new_end_ports + delta.moved_end_ports;
  const bool of_hosts = hosts_changed_ * kHosts > result.fabric.end_port_count();
  if (rebalanced || !options.rebalance) {
    quiet_from_.reset();
    hosts_changed_ = 0;
  } else if (of_links || of_first_hosts || is_unknown || (of_hosts && !quiet_from_)) {
    start_waiting_for_quiet(options);
  }
  guarded(log_, [&] { plugin_.balance_timer().set(quiet_from_); });
}

std::string RoutingEngine::what_changes_idle_links(const Configuration& options) const {
  if (quiet_from_) {
    return fmt::format(
        "once the fabric has not changed for {} s, Weft rebalances: links that a full recompute "
        "uses get paths",
        options.rebalance_window);
  }
  return options.rebalance ? "a full recompute would leave as many idle"
                           : "weft_rebalance is FALSE, so only a reroute may use them";
}

// The links that the engine can route paths around, in the fabric of the last routing.
void RoutingEngine::watch_congestion(const Configuration& options) {
  std::vector<CongestionWatch::Link> links;
  const std::shared_ptr<const Verified> last = session_.last();
  const Avoidance* const avoidance =
      last == nullptr ? nullptr : session_.avoidance_of(last->routing);
  if (avoidance != nullptr && options.routing.congestion) {
    constexpr double kBytes = 1e9 / 8;  // per second at 1 Gb/s
    const Fabric& fabric = last->fabric;
    for (const auto& [s, port] : avoidance->links(fabric)) {
      links.push_back(
          {{fabric.switches()[s].node_guid, port}, data_rate(fabric.ports(s)[port].link) * kBytes});
    }
  }
  CongestionWatch& watch = plugin_.congestion_watch();
  watch.watch(links, options.congestion);
  plugin_.congestion_timer().set(watch.next_change(CongestionWatch::Clock::now()));
}

// Writes nothing if the state was written before, as after most sweeps.
void RoutingEngine::keep_state(const Configuration& options) {
  std::string directory = state_directory(options.state_dir);
  if (directory.empty()) return;
  plugin_.after_routing([this, directory = std::move(directory), older = plugin_.granted().older(),
                         threads = options.threads, lost_links = plugin_.link_watch().histories()] {
    SessionState state = session_.state();
    state.older = older;
    state.lost_links = lost_links;
    StateKeeper& keeper = plugin_.state_keeper();
    if (keeper.keeps(directory, state)) return;
    keeper.write(directory, std::move(state), threads);
  });
}

// Only for the status files: takes some tenths of a second with many hosts.
std::optional<double> RoutingEngine::delivered(const Verified& result,
                                               const Configuration& options) {
  const StatusPaths paths = status_paths(options);
  if (paths.json.empty() && paths.metrics.empty()) return std::nullopt;
  const Workers workers(options.threads, asked_to_stop);
  std::vector<std::string> said;  // by the session
  const Options with_nodes = with_nodes_of_groups(options.routing, result.fabric, workers, said);
  return measure_traffic(result.fabric, result.tables->tables(),
                         ranks_along(result.fabric, result.routing.notes.ca_order),
                         traffic_of(result.fabric, with_nodes), kTrafficFlows, workers)
      .part;
}

void RoutingEngine::keep_status(Status status, const Configuration& options) {
  plugin_.after_routing([this, status = std::move(status), options]() mutable {
    const LostTables lost = sent_tables_.check(*status.routing);
    reports_.say_lost_tables(lost);
    if (lost.has_any()) status.warnings.push_back(describe(lost));
    std::vector<Sl> late_sls;
    std::ranges::set_union(status.late_sls, lost.sls, std::back_inserter(late_sls));
    status.late_sls = std::move(late_sls);
    status.engine = name_;
    status.verdict = session_.verdict();
    status.baseline = session_.baseline();
    status.figures = session_.figures();
    status.delivered = delivered(*status.routing, options);
    status.generation = plugin_.state_keeper().generation();
    status.plan = plugin_.plan_watch().state();
    plugin_.status_keeper().add_success(status_paths(options), std::move(status));
  });
}

// is_kept: the active routing stays as it is.
void RoutingEngine::keep_failure(const std::string& reason, bool is_kept) {
  const StatusPaths paths = status_paths(plugin_.options());
  const std::string why = reason.empty() ? "an unknown error occurred" : reason;
  plugin_.status_keeper().add_failure(paths, std::string(name_), why,
                                      slot_.next == nullptr && !is_kept);
  if (!is_kept) return;
  auto kept = std::make_shared<Verified>(*answers_);
  kept->kept_because = why;
  Status status;
  status.engine = name_;
  status.verdict = std::shared_ptr<const Verdict>(kept, &kept->verdict);
  status.routing = std::move(kept);
  status.baseline = session_.baseline();
  status.generation = plugin_.state_keeper().generation();
  plugin_.status_keeper().add_success(paths, std::move(status));
}

// Sets the callbacks that this routing needs; null leaves the work to OpenSM. Without path_sl,
// OpenSM chooses the SL, as for its own engines with one lane. The callbacks of QoS tables are for
// routings with own SL2VL maps; others use OpenSM's lanes (lanes.h).
void RoutingEngine::answer_for(std::shared_ptr<const Verified> result) noexcept {
  const Routing& routing = result->routing;
  slot_.path_sl = std::holds_alternative<OneLane>(routing.lanes) ? nullptr : path_sl;
  slot_.update_sl2vl = routing.sl2vl == nullptr ? nullptr : update_sl2vl;
  slot_.update_vlarb = routing.sl2vl == nullptr ? nullptr : update_vlarb;
  answers_ = std::move(result);
}

// After a failure that says nothing about the fabric, such as a lack of memory, the last engine of
// the list leaves the switches the active routing: otherwise OpenSM would give them its own
// min-hop, without lanes and without a verdict. False if OpenSM does not have all of it. Allocates
// nothing.
bool RoutingEngine::keeps_active() noexcept {
  std::shared_ptr<const Verified> active = plugin_.granted().active();
  if (slot_.next != nullptr || active == nullptr || !has_all_tables(opensm_.subn)) return false;
  leave_as_is();
  if (active != answers_) answer_for(active);  // another engine of the list has made it
  multicast_.adopt(std::move(active), plugin_.drained());
  const bool comes_again = guarded(log_, false, [&] {
    try_again_later();
    return true;
  });
  log_.error(comes_again ? "the active routes stay as they are; the next attempt is in a minute"
                         : "the active routes stay as they are until the next sweep");
  return true;
}

// If OpenSM was asked to stop, it would try another engine before it ends, which takes time. False
// if OpenSM has sent no tables.
bool RoutingEngine::ends_as_is(const char* why) {
  if (!has_sent_tables(opensm_.subn)) return false;
  leave_as_is();
  log_.info(why);
  return true;
}

// If the new tables equal the live ones, OpenSM sends nothing.
void RoutingEngine::leave_as_is() noexcept {
  for_each_switch(opensm_.subn, [](const osm_switch_t& sw) {
    if (sw.lft != nullptr && sw.new_lft != nullptr) std::memcpy(sw.new_lft, sw.lft, sw.lft_size);
  });
}

// OpenSM clears the rows only once for all engines of the list.
void RoutingEngine::clear_leftovers(OsmSwitches switches) const {
  if (opensm_.routing_engine_list == &slot_) return;
  for (const osm_switch_t* sw : switches) {
    std::memset(sw->new_lft, kNoPath, sw->lft_size);
  }
}

std::uint8_t RoutingEngine::path_sl(void* context, std::uint8_t hint, ib_net16_t source,
                                    ib_net16_t destination) noexcept {
  const auto& engine = *static_cast<const RoutingEngine*>(context);
  return guarded(engine.log_, hint, [&]() -> std::uint8_t {
    if (engine.answers_ == nullptr) return hint;
    const Verified& active = *engine.answers_;
    const LidOwner owner = active.fabric.owner(be16toh(source));
    if (owner.kind == PeerKind::kNothing) return hint;
    const PathSource from =
        owner.kind == PeerKind::kSwitch
            ? PathSource{.sw = owner.index}
            : PathSource{active.fabric.end_ports()[owner.index].sw, owner.index};
    return weft::path_sl(active.routing.lanes, from, be16toh(destination), hint);
  });
}

void RoutingEngine::update_sl2vl(void* context, osm_physp_t* port, std::uint8_t in_port,
                                 std::uint8_t out_port, ib_slvl_table_t* table) noexcept {
  const auto& engine = *static_cast<const RoutingEngine*>(context);
  guarded(engine.log_, [&] {
    if (engine.answers_ != nullptr) fill_sl2vl(*engine.answers_, *port, in_port, out_port, *table);
  });
}

// OpenSM passes the number of the block, which has no effect here.
void RoutingEngine::update_vlarb(void* context, osm_physp_t* port, std::uint8_t port_number,
                                 ib_vl_arb_table_t* block, unsigned length, unsigned) noexcept {
  const auto& engine = *static_cast<const RoutingEngine*>(context);
  guarded(engine.log_, [&] {
    const VlArbEntries entries(block->vl_entry);
    if (engine.answers_ != nullptr) {
      fill_vl_arbitration(*engine.answers_, *port, port_number,
                          entries.first(std::min<std::size_t>(length, entries.size())));
    }
  });
}

ib_api_status_t RoutingEngine::build_multicast_tree(void* context, osm_mgrp_box_t* group) noexcept {
  auto& engine = *static_cast<RoutingEngine*>(context);
  return guarded(engine.log_, IB_ERROR, [&] {
    engine.multicast_.build(*group);
    return IB_SUCCESS;
  });
}

void RoutingEngine::destroy(void* context) noexcept { delete static_cast<RoutingEngine*>(context); }

}  // namespace weft
