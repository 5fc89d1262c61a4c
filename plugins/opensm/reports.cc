#include "plugins/opensm/reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>
#include <utility>

#include "common/base/text.h"
#include "common/dumps/ca_order_dump.h"
#include "common/dumps/lid_matrix.h"
#include "common/dumps/roots_dump.h"
#include "common/dumps/step_dumps.h"
#include "common/dumps/torus_dump.h"
#include "common/session/growth.h"
#include "plugins/opensm/guarded.h"
#include "plugins/opensm/hops.h"

namespace weft {
namespace {

struct BlockCount {
  std::size_t to_send = 0;
  std::size_t all = 0;
};

// OpenSM sends a block if it differs from the block sent before, or if the switch may have lost its
// table; or all blocks, for example if another subnet manager was master.
BlockCount count_blocks(const osm_subn_t& subnet, OsmSwitches switches, const Workers& workers) {
  Lid max_lid = 0;
  for (const osm_switch_t* sw : switches) max_lid = std::max(max_lid, sw->max_lid_ho);
  const std::size_t size = lft_row_size(max_lid);
  std::atomic<std::size_t> to_send = 0;
  workers.parallel_for(switches.size(), 64, [&](std::size_t first, std::size_t last) {
    std::size_t here = 0;
    for (std::size_t s = first; s < last; ++s) {
      const osm_switch_t& sw = *switches[s];
      const bool all = subnet.need_update != 0 || sw.need_update != 0 || sw.lft == nullptr;
      for (std::size_t b = 0; b < std::min<std::size_t>(size, sw.lft_size); b += kLftBlock) {
        if (all || std::memcmp(sw.lft + b, sw.new_lft + b, kLftBlock) != 0) ++here;
      }
    }
    to_send += here;
  });
  return {to_send, switches.size() * (size / kLftBlock)};
}

std::string describe_late(const LateLanes& late) {
  return fmt::format("SLs {} use other VLs than planned at {} ports between switches",
                     joined(late.sls, ", "), late.ports);
}

std::string describe_verdict(const Verified& result, const LateLanes& late) {
  const Verdict& verdict = result.verdict;
  std::string text;
  if (verdict.unreachable_pairs == 0) {
    text = "every pair is reached";
  } else {
    text =
        fmt::format("{} pairs have no path, {} of them because the topology does not connect them",
                    verdict.unreachable_pairs, verdict.disconnected_pairs);
  }
  if (const std::string kinds = describe(result.lost); !kinds.empty()) {
    text += fmt::format(", pairs without a path although links connect them: {}", kinds);
  }
  if (verdict.unreachable_switch_pairs != 0) {
    text += fmt::format(", {} pairs of switches have no path", verdict.unreachable_switch_pairs);
  }
  if (!verdict.credit_loop.empty()) {
    text += ", credit loops are possible";
  } else if (late.awaited) {
    text += fmt::format(
        ", not yet free of credit loops: {}, because OpenSM sets the operational VLs after it "
        "writes the SL2VL maps; Weft has requested a heavy sweep, which corrects this",
        describe_late(late));
  } else if (!late.sls.empty()) {
    text += fmt::format(", not yet free of credit loops: {}", describe_late(late));
  } else {
    text += ", free of credit loops";
    std::vector<std::string> exceptions;
    if (!verdict.credit_loop_reversed.empty()) exceptions.emplace_back("replies");
    if (!verdict.credit_loop_multicast.empty()) exceptions.emplace_back("multicast groups");
    if (!verdict.credit_loop_granted.empty()) exceptions.emplace_back("open connections");
    if (!exceptions.empty()) text += " but for " + joined(exceptions, " and ");
    // After a repair it may be safe all the same; the status file tells.
    const bool is_exact = verdict.evidence == nullptr || verdict.evidence->exact;
    if (is_exact && !verdict.safe_on_one_lane) text += ", but not if all packets use SL 0";
  }
  return text;
}

}  // namespace

std::string describe(const LostTables& lost) {
  if (!lost.has_any()) return {};
  std::vector<std::string> kinds;
  if (lost.maps != 0) {
    kinds.push_back(fmt::format(
        "the SL2VL maps of {} ports, where SLs {} may use other VLs than planned, so that "
        "credit loops are possible",
        lost.maps, joined(lost.sls, ", ")));
  }
  if (lost.arbitrations != 0) {
    kinds.push_back(fmt::format("the VL arbitration of {} ports", lost.arbitrations));
  }
  if (lost.forwarding != 0) {
    kinds.push_back(fmt::format("the forwarding tables of {} switches", lost.forwarding));
  }
  std::string_view what_to_do =
      "The next heavy sweep sends them again: if no line follows that all were taken, look for "
      "errors of these switches in OpenSM's log, and restart or replace them";
  if (lost.awaited) {
    what_to_do = "Weft has requested a heavy sweep, which sends them again";
  } else if (lost.is_optimized) {
    what_to_do = "With use_optimized_slvl TRUE OpenSM may not send a map again: set it to FALSE";
  }
  return fmt::format("switches did not take all tables that OpenSM sent: {}; for example {}. {}",
                     joined(kinds, "; "), lost.example, what_to_do);
}

void Reports::say_lost_tables(const LostTables& lost) {
  std::string sentence = describe(lost);
  if (sentence == said_lost_tables_) return;
  if (sentence.empty()) {
    log_.info("the switches have taken all tables that OpenSM sent");
  } else {
    log_.error(sentence);
  }
  said_lost_tables_ = std::move(sentence);
}

void Reports::say_plan(const PlanWatch::News& news) const {
  log_.warnings(news.warnings, news.warnings.size());
  const auto about = [](const std::vector<std::string>& sentences, std::string_view words) {
    std::vector<std::string> lines;
    lines.reserve(sentences.size());
    for (const std::string& sentence : sentences)
      lines.push_back(fmt::format("{}{}", words, sentence));
    return lines;
  };
  log_.warnings(about(news.otherwise, "differs from the plan: "), news.otherwise.size());
  constexpr std::size_t kShown = 10;
  for (std::size_t i = 0; i < std::min(kShown, news.as_planned.size()); ++i) {
    log_.info("no longer differs from the plan: " + news.as_planned[i]);
  }
  if (news.as_planned.size() > kShown) {
    log_.info(
        fmt::format("and {} more no longer differ from the plan", news.as_planned.size() - kShown));
  }
}

void Reports::say_drained(const Drained& drained, const std::string& why_taken_back) {
  if (why_taken_back != said_taken_back_ && !why_taken_back.empty()) {
    log_.error(fmt::format(
        "parts that were to be drained, or that flap, are in use, since without them: {}",
        why_taken_back));
  }
  said_taken_back_ = why_taken_back;
  const DrainNotes& service = drained.service;
  if (service.refused != said_service_.refused) {
    log_.warnings(service.refused, service.refused.size());
  }
  if (service.not_found != said_service_.not_found) {
    say_notes(service.not_found);  // as a rule it has been switched off
  }
  if (service.drained != said_service_.drained) {
    if (service.drained.empty() && service.not_found.empty())
      log_.info("nothing is drained any more");
    say_notes(service.drained);
  }
  said_service_ = service;
  if (const std::size_t releases = plugin_.link_watch().releases(); releases != said_releases_) {
    said_releases_ = releases;
    said_flapping_.clear();
    log_.info(
        fmt::format("{} flapping links and switches are still drained; the others have stayed up "
                    "and are used again",
                    drained.flapping.drained.size()));
  }
  const auto unsaid = [this](const std::vector<std::string>& sentences) {
    std::vector<std::string> others;
    std::ranges::copy_if(
        sentences, std::back_inserter(others),
        [this](const std::string& sentence) { return said_flapping_.insert(sentence).second; });
    return others;
  };
  const std::vector<std::string> refused = unsaid(drained.flapping.refused);
  log_.warnings(refused, refused.size());
  say_notes(unsaid(drained.flapping.drained));
}

void Reports::say_notes(const std::vector<std::string>& notes) {
  const std::size_t shown = std::min(notes.size(), kWarningsShown);
  for (std::size_t i = 0; i < shown; ++i) log_.info(notes[i]);
  if (notes.size() > shown) {
    log_.info(fmt::format("and {} more parts of this kind", notes.size() - shown));
  }
}

void Reports::say(const Verified& result, const LateLanes& late, OsmSwitches switches,
                  const Workers& workers, const Times& times) {
  if (!result.kept_because.empty()) {
    log_.error(
        fmt::format("no engine can route, so the active routes stay, repaired where possible: {}",
                    result.kept_because));
  }
  const bool is_resumed = plugin_.state_keeper().state() != nullptr;
  const bool is_repeated = result.change && result.change->repaired &&
                           result.change->why_moved.empty() && result.change->delta.is_nothing();
  if (result.change && (is_resumed || !is_repeated)) log_.info(describe(*result.change));
  say_credit_loops(result);
  say_lost_lanes(late);
  say_words(result.routing);
  const BlockCount blocks = count_blocks(plugin_.opensm().subn, switches, workers);
  log_.info(
      fmt::format("{} switches, {} LIDs routed in {:.1f} ms (snapshot {:.1f}, route {:.1f}, verify "
                  "{:.1f}), {} of "
                  "{} LFT blocks to send; {}",
                  result.fabric.switch_count(), result.fabric.lid_count(), times.total,
                  times.snapshot, result.route_ms, result.verify_ms, blocks.to_send, blocks.all,
                  describe_verdict(result, late)));
}

void Reports::say_credit_loops(const Verified& result) {
  const Verdict& verdict = result.verdict;
  std::vector<std::string> loops;
  if (!verdict.credit_loop.empty()) {
    loops.push_back(
        fmt::format("a credit loop is possible, because this engine does not prevent it: packets "
                    "can block each other in a cycle; for example: {}",
                    describe_cycle(result.fabric, verdict.credit_loop)));
  }
  if (!verdict.credit_loop_multicast.empty()) {
    loops.push_back(
        fmt::format("a credit loop is possible between multicast groups on SL 0 and unicast paths; "
                    "for example: {}",
                    describe_cycle(result.fabric, verdict.credit_loop_multicast)));
  }
  if (!verdict.credit_loop_granted.empty()) {
    loops.push_back(fmt::format(
        "a credit loop is possible with connections that keep their old SLs: those of {} pairs of "
        "a switch and a LID may still use SL {}, until they are reopened; for example: {}",
        result.pairs_at_risk, joined(numbers_in(result.sls_at_risk), ", "),
        describe_cycle(result.fabric, verdict.credit_loop_granted)));
  }
  if (loops == said_loops_) return;
  for (const std::string& loop : loops) log_.error(loop);
  said_loops_ = std::move(loops);
}

// An earlier sweep did not correct the lanes.
void Reports::say_lost_lanes(const LateLanes& late) {
  std::string lanes;
  if (!late.sls.empty() && !late.awaited) {
    lanes = fmt::format(
        "{}, for example {}: these ports do not accept the operational VLs that OpenSM sets, and "
        "credit loops are possible. Replace the hardware, or set max_op_vls to the VLs that these "
        "ports have",
        describe_late(late), late.example);
  }
  if (lanes == said_lanes_) return;
  if (!lanes.empty()) log_.error(lanes);
  said_lanes_ = std::move(lanes);
}

// Logs warnings and remarks only if they have changed.
void Reports::say_words(const Routing& routing) {
  if (routing.warnings != said_warnings_) {
    log_.warnings(routing.warnings, routing.warnings.size());
    said_warnings_ = routing.warnings;
  }
  if (routing.remarks != said_remarks_) {
    for (const std::string& remark : routing.remarks) log_.info(remark);
    said_remarks_ = routing.remarks;
  }
}

void Reports::say_idle(const Fabric& fabric, const Figures& figures,
                       std::string_view what_changes_it) {
  const std::vector<std::string> idle = describe_idle(fabric, figures);
  if (idle != said_idle_ && !idle.empty()) {
    log_.info(fmt::format("{}{}; {}", idle.front(),
                          idle.size() > 1 ? ", and other switches have such links" : "",
                          what_changes_it));
  }
  said_idle_ = idle;
}

void Reports::dump(const std::shared_ptr<const Verified>& result, OsmSwitches switches,
                   Tables tables, const Configuration& options) const {
  dump_ca_order(*result);
  if (!osm_log_is_active_v2(&plugin_.opensm().log, OSM_LOG_ROUTING, OSM_FILE_DUMP_C)) return;
  dump_hops(*result, switches, tables, options);
  dump_roots(*result);
  dump_torus(*result);
  dump_steps(result, tables, options.threads);
}

// Independent of log flags, as in stock.
void Reports::dump_ca_order(const Verified& result) const {
  const char* directory = stock_.dump_files_dir;
  if (result.routing.notes.ca_order.empty() || directory == nullptr) return;
  write_ca_order(result.fabric, result.routing.notes.ca_order,
                 fmt::format("{}/{}", directory, kCaOrderDump));
}

// OpenSM writes the dump itself.
void Reports::dump_hops(const Verified& result, OsmSwitches switches, Tables tables,
                        const Configuration& options) const {
  const Workers workers(options.threads, asked_to_stop);
  LidMatrix matrix(result.fabric, tables,
                   {result.routing.notes.orientation, result.routing.notes.by_stored_hops},
                   options.routing, workers);
  fill_hop_counts(result.fabric, matrix, switches, workers);
}

void Reports::dump_roots(const Verified& result) const {
  const char* directory = stock_.dump_files_dir;
  if (result.routing.notes.roots.empty() || directory == nullptr) return;
  write_roots_dump(result.fabric, result.routing.notes.roots,
                   fmt::format("{}/{}", directory, kRootsDump));
}

void Reports::dump_torus(const Verified& result) const {
  const char* directory = stock_.dump_files_dir;
  if (result.routing.notes.coordinates.empty() || directory == nullptr) return;
  write_torus_dump(result.fabric, result.routing.notes,
                   fmt::format("{}/{}", directory, kTorusDump));
}

// Writing takes longer than routing: done later, without OpenSM's lock.
void Reports::dump_steps(const std::shared_ptr<const Verified>& result, Tables tables,
                         unsigned threads) const {
  const char* directory = stock_.dump_files_dir;
  if (result->routing.steps.empty() || directory == nullptr) return;
  const auto copy = std::make_shared<TableBlock>(tables.row_count(), result->fabric.max_lid());
  for (SwitchIndex s = 0; s < tables.row_count(); ++s) {
    std::memcpy(copy->tables().row(s), tables.row(s), tables.row_size());
  }
  plugin_.after_routing([result, copy, folder = std::string(directory), threads, log = log_] {
    const Workers workers(threads, asked_to_stop);
    for (const RoutedStep& step : result->routing.steps) {
      if (workers.stopping()) return;
      guarded(log,
              [&] { write_step_dumps(result->fabric, copy->tables(), step, folder, workers); });
    }
  });
}

}  // namespace weft
