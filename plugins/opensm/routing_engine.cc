#include "plugins/opensm/routing_engine.h"

#include <endian.h>
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>
#include <variant>

#include "common/dumps/ca_order_dump.h"
#include "common/dumps/lid_matrix.h"
#include "common/dumps/roots_dump.h"
#include "common/dumps/step_dumps.h"
#include "plugins/engines.h"
#include "plugins/opensm/guarded.h"
#include "plugins/opensm/hops.h"
#include "plugins/opensm/stock_options.h"

namespace weft {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct BlockCount {
  std::size_t changed = 0;
  std::size_t all = 0;
};

// How many blocks OpenSM will send because they differ from what it sent before.
BlockCount count_blocks(const Snapshot& snapshot, Lid max_lid, const Workers& workers) {
  const std::size_t size = lft_row_size(max_lid);
  std::atomic<std::size_t> changed = 0;
  workers.parallel_for(snapshot.switches.size(), 64, [&](std::size_t first, std::size_t last) {
    std::size_t here = 0;
    for (std::size_t s = first; s < last; ++s) {
      const osm_switch_t& sw = *snapshot.switches[s];
      for (std::size_t b = 0; b < size; b += kLftBlock) {
        if (sw.lft == nullptr || std::memcmp(sw.lft + b, sw.new_lft + b, kLftBlock) != 0) ++here;
      }
    }
    changed += here;
  });
  return {changed, snapshot.switches.size() * (size / kLftBlock)};
}

std::string describe_verdict(const Verdict& verdict) {
  std::string text;
  if (verdict.unreachable_pairs == 0) {
    text = "every pair is reached";
  } else {
    text =
        fmt::format("{} pairs have no path, {} of them because the topology does not connect them",
                    verdict.unreachable_pairs, verdict.disconnected_pairs);
  }
  if (verdict.unreachable_switch_pairs != 0) {
    text += fmt::format(", {} pairs of switches have no path", verdict.unreachable_switch_pairs);
  }
  if (!verdict.credit_loop.empty()) {
    text += ", credit loops are possible";
  } else if (!verdict.credit_loop_reversed.empty()) {
    text += ", free of credit loops but for replies";
  } else {
    text += ", free of credit loops";
  }
  return text;
}

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
      log_(opensm_.log, name),
      session_(engine, all_engines()),
      multicast_(opensm_, log_) {}

// Weft has no use for hop counts, and everything is done in build_tables.
int RoutingEngine::build_lid_matrices(void*) noexcept { return 0; }

int RoutingEngine::build_tables(void* context) noexcept {
  auto& engine = *static_cast<RoutingEngine*>(context);
  return guarded(engine.log_, -1, [&engine] {
    engine.route();
    return 0;
  });
}

void RoutingEngine::route() {
  const Clock::time_point start = Clock::now();
  BridgeOptions options = plugin_.options();
  take_stock_options(opensm_.subn.opt, options.routing);
  Snapshot snapshot = take_snapshot(opensm_.subn);
  const Lid max_lid = snapshot.fabric.max_lid();
  const std::vector<PortNum*> rows = new_rows(snapshot);
  const std::optional<Live> live = live_tables(snapshot);
  clear_leftovers(snapshot);
  const Workers workers(options.threads, asked_to_stop);
  const LaneSettings lanes = stock_lanes(opensm_.subn.opt, snapshot.fabric);
  const double snapshot_ms = ms_since(start);

  const Tables tables(rows, lft_row_size(max_lid));
  std::shared_ptr<const Verified> result;
  try {
    result = session_.route({.fabric = std::move(snapshot.fabric),
                             .options = options.routing,
                             .workers = workers,
                             .lanes = lanes,
                             .live = live ? &*live : nullptr,
                             .reroute = plugin_.rerouting(),
                             .last_in_list = slot_.next == nullptr},
                            tables);
  } catch (const Stopped& stopped) {
    // OpenSM would go on to another engine, for as long as that takes, before it ends.
    if (!live) throw;
    leave_as_is(snapshot);
    log_.info(stopped.what());
    return;
  }

  // Left unset, OpenSM chooses the SL, as its own engines of one lane let it do.
  // update_sl2vl is never set: lanes are those of OpenSM's own SL2VL maps (lanes.h).
  slot_.path_sl = std::holds_alternative<OneLane>(result->routing.lanes) ? nullptr : path_sl;
  multicast_.adopt(result);

  // The tables are good whatever becomes of the words about them.
  const double total_ms = ms_since(start);
  guarded(log_, false, [&] {
    describe(snapshot, *result, workers, snapshot_ms, total_ms);
    dump_ca_order(*result);
    if (osm_log_is_active_v2(&opensm_.log, OSM_LOG_ROUTING, OSM_FILE_DUMP_C)) {
      dump_hops(snapshot, *result, tables, options.routing, workers);
      dump_roots(*result);
      dump_steps(result, tables, options.threads);
    }
    return true;
  });
}

// With tables that equal the live ones OpenSM has nothing to send.
void RoutingEngine::leave_as_is(const Snapshot& snapshot) const {
  for (const osm_switch_t* sw : snapshot.switches) {
    if (sw->lft != nullptr) std::memcpy(sw->new_lft, sw->lft, sw->lft_size);
  }
}

// OpenSM clears the rows once for its whole list of engines.
void RoutingEngine::clear_leftovers(const Snapshot& snapshot) const {
  if (opensm_.routing_engine_list == &slot_) return;
  for (const osm_switch_t* sw : snapshot.switches) {
    std::memset(sw->new_lft, kNoPath, sw->lft_size);
  }
}

void RoutingEngine::describe(const Snapshot& snapshot, const Verified& result,
                             const Workers& workers, double snapshot_ms, double total_ms) {
  log_.warnings(snapshot.warnings.sentences(), snapshot.warnings.count());
  if (!result.kept_because.empty()) {
    log_.error(
        fmt::format("the live tables were kept, which are still good: {}", result.kept_because));
  }
  report_credit_loop(result);
  report_words(result.routing);
  const BlockCount blocks = count_blocks(snapshot, result.fabric.max_lid(), workers);
  log_.info(
      fmt::format("{} switches, {} LIDs routed in {:.1f} ms (snapshot {:.1f}, route {:.1f}, verify "
                  "{:.1f}), {} of "
                  "{} LFT blocks changed; {}",
                  result.fabric.switch_count(), result.fabric.lid_count(), total_ms, snapshot_ms,
                  result.route_ms, result.verify_ms, blocks.changed, blocks.all,
                  describe_verdict(result.verdict)));
}

// OpenSM writes them.
void RoutingEngine::dump_hops(const Snapshot& snapshot, const Verified& result, Tables tables,
                              const Options& options, const Workers& workers) const {
  LidMatrix matrix(result.fabric, tables,
                   {result.routing.orientation, result.routing.by_stored_hops}, options, workers);
  fill_hop_counts(result.fabric, matrix, snapshot.switches, workers);
}

// Whatever the log flags are, as in stock.
void RoutingEngine::dump_ca_order(const Verified& result) const {
  const char* directory = opensm_.subn.opt.dump_files_dir;
  if (result.routing.ca_order.empty() || directory == nullptr) return;
  write_ca_order(result.fabric, result.routing.ca_order,
                 fmt::format("{}/{}", directory, kCaOrderDump));
}

void RoutingEngine::dump_roots(const Verified& result) const {
  const char* directory = opensm_.subn.opt.dump_files_dir;
  if (result.routing.roots.empty() || directory == nullptr) return;
  write_roots_dump(result.fabric, result.routing.roots,
                   fmt::format("{}/{}", directory, kRootsDump));
}

// Writing them takes longer than routing: OpenSM's lock is not held meanwhile.
void RoutingEngine::dump_steps(const std::shared_ptr<const Verified>& result, Tables tables,
                               unsigned threads) const {
  const char* directory = opensm_.subn.opt.dump_files_dir;
  if (result->routing.steps.empty() || directory == nullptr) return;
  const auto copy = std::make_shared<TableBlock>(tables.row_count(), result->fabric.max_lid());
  for (SwitchIndex s = 0; s < tables.row_count(); ++s) {
    std::memcpy(copy->tables().row(s), tables.row(s), tables.row_size());
  }
  plugin_.after_routing([result, copy, folder = std::string(directory), threads, log = log_] {
    const Workers workers(threads, asked_to_stop);
    for (const RoutedStep& step : result->routing.steps) {
      if (workers.stopping()) return;
      guarded(log, false, [&] {
        write_step_dumps(result->fabric, copy->tables(), step, folder, workers);
        return true;
      });
    }
  });
}

void RoutingEngine::report_credit_loop(const Verified& result) {
  std::string loop = result.verdict.credit_loop.empty()
                         ? std::string()
                         : describe_cycle(result.fabric, result.verdict.credit_loop);
  if (loop == reported_loop_) return;
  if (!loop.empty()) {
    log_.error(
        fmt::format("packets can wait for each other in a circle, a credit loop, which this "
                    "engine does not prevent; for example: {}",
                    loop));
  }
  reported_loop_ = std::move(loop);
}

// What has not changed is not said again at every sweep.
void RoutingEngine::report_words(const Routing& routing) {
  if (routing.warnings != reported_warnings_) {
    log_.warnings(routing.warnings, routing.warnings.size());
    reported_warnings_ = routing.warnings;
  }
  if (routing.remarks != reported_remarks_) {
    for (const std::string& remark : routing.remarks) log_.info(remark);
    reported_remarks_ = routing.remarks;
  }
}

std::uint8_t RoutingEngine::path_sl(void* context, std::uint8_t hint, ib_net16_t source,
                                    ib_net16_t destination) noexcept {
  const auto& engine = *static_cast<const RoutingEngine*>(context);
  return guarded(engine.log_, hint, [&]() -> std::uint8_t {
    const std::shared_ptr<const Verified> last = engine.session_.last();
    if (last == nullptr) return hint;
    const LidOwner owner = last->fabric.owner(be16toh(source));
    if (owner.kind == PeerKind::kNothing) return hint;
    const PathSource from = owner.kind == PeerKind::kSwitch
                                ? PathSource{.sw = owner.index}
                                : PathSource{last->fabric.end_ports()[owner.index].sw, owner.index};
    return weft::path_sl(last->routing.lanes, from, be16toh(destination), hint);
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
