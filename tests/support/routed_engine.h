// What an engine with SL2VL maps of its own answers, and what verify says of it.
#ifndef WEFT_TESTS_SUPPORT_ROUTED_ENGINE_H_
#define WEFT_TESTS_SUPPORT_ROUTED_ENGINE_H_

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/error.h"
#include "common/routing/routing.h"
#include "common/verify/verify.h"
#include "plugins/engines.h"

namespace weft::test {

struct RoutedEngine {
  // vls: that the subnet has.
  RoutedEngine(const EngineInfo& engine, Fabric f, const Options& options, unsigned vls = 8,
               unsigned threads = 2)
      : fabric(std::move(f)), block(fabric.switch_count(), fabric.max_lid()) {
    const Workers workers(threads);
    LaneBudget lanes = first_lanes(vls);
    lanes.vls = vls;
    try {
      routing = engine.route({fabric, options, workers, lanes, all_engines()}, block.tables());
    } catch (const CannotRoute& error) {
      refusal = error.what();
      return;
    }
    verdict = verify(view(), workers);
  }

  RoutingView view() const {
    return {fabric, block.tables(), routing.lanes, routing.sl2vl.get(), &routing.multicast};
  }
  PortNum entry(SwitchIndex s, Lid lid) const { return block.tables().row(s)[lid]; }
  Sl sl(SwitchIndex from, Lid lid) const { return path_sl(routing.lanes, {from, kNone}, lid, 0); }
  // The switches of a path, first and last included.
  std::vector<SwitchIndex> path(SwitchIndex from, Lid lid) const {
    std::vector<SwitchIndex> switches = {from};
    const SwitchIndex to = fabric.destination_switch(lid);
    while (switches.back() != to && switches.size() < 20) {
      const PortNum port = entry(switches.back(), lid);
      if (port == kNoPath) break;
      switches.push_back(fabric.ports(switches.back())[port].peer);
    }
    return switches;
  }
  std::vector<std::vector<PortNum>> rows() const {
    std::vector<std::vector<PortNum>> result;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      const PortNum* const row = block.tables().row(s);
      result.emplace_back(row, row + fabric.max_lid() + 1);
    }
    return result;
  }
  // Do multicast groups close no credit loop with paths? They are to be on SL 0, of either level.
  bool groups_are_safe() const {
    const auto* const plan = std::get_if<SlBySwitch>(&routing.lanes);
    const bool has_levels = plan != nullptr && plan->from_hint != 0;
    return (verdict.multicast_loop_sls & (has_levels ? 0x101u : 1u)) == 0;
  }
  // What verify has against paths; empty: nothing.
  std::string faults() const {
    std::string text;
    for (const std::string& finding : verdict.findings) text += finding + "\n";
    if (!verdict.reaches_all()) text += "pairs without a path\n";
    if (verdict.unreachable_switch_pairs > 0) text += "switches without a path\n";
    if (routing.unrouted_pairs > 0) text += "pairs left out on purpose\n";
    if (!verdict.credit_loop.empty()) text += describe_cycle(fabric, verdict.credit_loop) + "\n";
    return text;
  }

  Fabric fabric;
  TableBlock block;
  std::string refusal;  // empty: it routed
  Routing routing;
  Verdict verdict;
};

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_ROUTED_ENGINE_H_
