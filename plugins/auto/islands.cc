#include "plugins/auto/islands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "common/base/text.h"
#include "common/fabric/port_selection.h"
#include "common/graph/pieces.h"
#include "common/routing/choice.h"
#include "common/routing/part_lanes.h"
#include "common/routing/part_options.h"
#include "common/topology/fabric_shape.h"

namespace weft {
namespace {

bool has_link(const Fabric& fabric, SwitchIndex s) {
  return std::ranges::any_of(fabric.ports(s), [&](const Port& port) {
    return port.kind == PeerKind::kSwitch && port.peer != s;
  });
}

FabricPart part_of(const Fabric& fabric, const std::vector<char>& is_in) {
  PortSelection switch_ports(fabric);
  PortSelection end_ports(fabric);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t port = 0; is_in[s] != 0 && port < fabric.ports(s).size(); ++port) {
      switch_ports.add_switch_port(fabric, s, static_cast<PortNum>(port));
    }
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (is_in[fabric.end_ports()[e].sw] != 0) end_ports.add_end_port(e);
  }
  return take_part(fabric, switch_ports, end_ports, std::nullopt);
}

using RouteOne = Routing (*)(const RouteRequest& request, Tables rows);

// Can both islands have their lanes? Switches and end ports without SL2VL maps of their own have
// the base map.
bool go_together(const Routing& a, const Routing& b) {
  if (a.sl2vl == nullptr && b.sl2vl == nullptr) return true;
  if (a.sl2vl == nullptr) return std::holds_alternative<OneLane>(a.lanes);
  if (b.sl2vl == nullptr) return std::holds_alternative<OneLane>(b.lanes);
  const auto* const a_lanes = std::get_if<SlBySwitch>(&a.lanes);
  const auto* const b_lanes = std::get_if<SlBySwitch>(&b.lanes);
  const bool same_hints =
      a_lanes == nullptr || b_lanes == nullptr || a_lanes->from_hint == b_lanes->from_hint;
  return same_hints && a.sl2vl->base() == b.sl2vl->base() && a.qos_levels == b.qos_levels;
}

class Islands {
 public:
  Islands(const RouteRequest& request, const std::vector<FabricPart>& parts, Tables rows)
      : request_(request),
        parts_(parts),
        rows_(rows),
        owners_(request.fabric.max_lid() + std::size_t{1}, kNobody) {}

  Routing route(RouteOne route_one) {
    islands_.resize(parts_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      islands_[i].engines.assign(request_.engines.begin(), request_.engines.end());
      route_island(i, route_one);
    }
    while (const auto conflict = find_conflict()) {
      refuse(conflict->first, conflict->second);
      route_island(conflict->first, route_one);
    }
    for (std::size_t i = 0; i < parts_.size(); ++i) take_words(i);
    take_lanes();
    take_multicast();
    take_choice();
    return std::move(result_);
  }

 private:
  struct Island {
    std::vector<const EngineInfo*> engines = {};  // that it may have
    std::vector<EngineTrial> refused = {};        // of engines that it may not have
    Routing routing = {};
  };

  void route_island(std::size_t i, RouteOne route_one) {
    const FabricPart& part = parts_[i];
    TableBlock block(part.fabric.switch_count(), part.fabric.max_lid());
    const Options options = options_within(request_.options, request_.fabric, part);
    islands_[i].routing =
        route_one({part.fabric, options, request_.workers, request_.lanes, islands_[i].engines},
                  block.tables());
    const ConstTables tables = std::as_const(block).tables();
    for (SwitchIndex s = 0; s < part.fabric.switch_count(); ++s) {
      std::copy_n(tables.row(s), part.fabric.max_lid() + std::size_t{1},
                  rows_.row(part.switches[s]));
    }
    for (std::size_t lid = 1; lid <= part.fabric.max_lid(); ++lid) {
      if (part.has_lid(static_cast<Lid>(lid))) owners_[lid] = static_cast<std::uint32_t>(i);
    }
  }

  // An island whose SL2VL maps leave no lanes to another, and the other.
  std::optional<std::pair<std::size_t, std::size_t>> find_conflict() const {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      for (std::size_t other = 0; other < parts_.size(); ++other) {
        if (islands_[i].routing.sl2vl == nullptr) continue;
        if (go_together(islands_[i].routing, islands_[other].routing)) continue;
        return std::pair(i, other);
      }
    }
    return std::nullopt;
  }

  // Its engine, so that it gets the next one.
  void refuse(std::size_t i, std::size_t other) {
    Island& island = islands_[i];
    const EngineChoice& choice = *island.routing.choice;
    EngineTrial trial = *std::ranges::find(choice.trials, choice.engine, &EngineTrial::engine);
    trial.refusal = fmt::format("its SL2VL maps leave no virtual lanes for island {}", other + 1);
    result_.remarks.push_back(
        fmt::format("island {}: not by {}: {}", i + 1, trial.engine, trial.refusal));
    std::erase_if(island.engines,
                  [&](const EngineInfo* engine) { return engine->name == trial.engine; });
    island.refused.push_back(std::move(trial));
  }

  void take_words(std::size_t i) {
    const Routing& routing = islands_[i].routing;
    for (const std::string& warning : routing.warnings) {
      result_.warnings.push_back(fmt::format("island {}: {}", i + 1, warning));
    }
    // A remark about one island must not become a line of opensm.conf for all.
    for (const std::string& remark : routing.remarks) {
      const std::string said = remark.substr(0, remark.find("; «routing_engine"));
      result_.remarks.push_back(fmt::format("island {}: {}", i + 1, said));
    }
    result_.unrouted_pairs += routing.unrouted_pairs;
    result_.may_have_credit_loops |= routing.may_have_credit_loops;
  }

  void take_lanes() {
    std::vector<StepLanes> lanes;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Routing& routing = islands_[i].routing;
      lanes.push_back({routing.lanes, places_in(parts_[i], request_.fabric.switch_count())});
      if (routing.sl2vl != nullptr) take_maps(i);
    }
    result_.lanes = *join_lanes(request_.fabric, rows_, lanes, owners_,
                                result_.sl2vl != nullptr ? all_sls() : request_.lanes,
                                /*apart=*/false, request_.workers);
  }

  void take_maps(std::size_t i) {
    const FabricPart& part = parts_[i];
    const Sl2Vl& own = *islands_[i].routing.sl2vl;
    Sl2Vl joined = result_.sl2vl != nullptr ? *result_.sl2vl : Sl2Vl(own.base());
    for (SwitchIndex s = 0; s < part.fabric.switch_count(); ++s) {
      const std::size_t ports = part.fabric.ports(s).size();
      for (std::size_t out = ports; out-- > 1;) {
        for (std::size_t in = ports; in-- > 0;) {
          const auto in_port = static_cast<PortNum>(in);
          const auto out_port = static_cast<PortNum>(out);
          if (own.number(s, in_port, out_port) == 0) continue;
          joined.set(part.switches[s], in_port, out_port, own.map(s, in_port, out_port));
        }
      }
    }
    result_.sl2vl = std::make_shared<const Sl2Vl>(std::move(joined));
    result_.qos_levels = islands_[i].routing.qos_levels;
  }

  // As many master trees as the island with most has; the others use theirs several times.
  void take_multicast() {
    std::vector<MasterTree>& masters = result_.multicast.masters;
    for (const Island& island : islands_) {
      masters.resize(std::max(masters.size(), island.routing.multicast.masters.size()));
    }
    for (std::size_t m = 0; m < masters.size(); ++m) {
      masters[m].nodes.resize(request_.fabric.switch_count());
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        const std::vector<MasterTree>& own = islands_[i].routing.multicast.masters;
        if (!own.empty()) add_tree(own[m % own.size()], parts_[i], masters[m]);
      }
    }
  }

  static void add_tree(const MasterTree& tree, const FabricPart& part, MasterTree& whole) {
    for (SwitchIndex s = 0; s < tree.nodes.size(); ++s) {
      MasterTree::Node node = tree.nodes[s];
      if (node.parent != kNone) node.parent = part.switches[node.parent];
      whole.nodes[part.switches[s]] = node;
    }
  }

  void take_choice() {
    EngineChoice choice;
    std::vector<std::string> shapes;
    std::vector<std::string> engines;
    std::vector<std::string> reasons;
    for (const Island& island : islands_) {
      const EngineChoice& of_one = *island.routing.choice;
      shapes.push_back(of_one.fabric);
      engines.push_back(of_one.engine);
      reasons.push_back(of_one.reason);
      std::ranges::copy(island.refused, std::back_inserter(choice.trials));
      std::ranges::copy(of_one.trials, std::back_inserter(choice.trials));
    }
    choice.fabric = fmt::format("{} islands: {}", parts_.size(), joined(shapes, "; "));
    choice.engine = joined(engines, "+");
    choice.reason = joined(reasons, "; ");
    result_.notes.engine = choice.engine;
    result_.choice = std::make_shared<const EngineChoice>(std::move(choice));
  }

  const RouteRequest& request_;
  const std::vector<FabricPart>& parts_;
  Tables rows_;
  std::vector<std::uint32_t> owners_;  // by LID: its island
  std::vector<Island> islands_;
  Routing result_;
};

}  // namespace

std::vector<FabricPart> find_islands(const Fabric& fabric, const Workers& workers) {
  const Pieces pieces = find_pieces(fabric);
  std::vector<char> has_links(pieces.count);
  std::vector<char> has_hosts(pieces.count);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (has_link(fabric, s)) has_links[pieces.of[s]] = 1;
  }
  for (const EndPort& end : fabric.end_ports()) {
    if (end.lid != 0) has_hosts[pieces.of[end.sw]] = 1;
  }
  std::uint32_t count = 0;
  for (std::uint32_t piece = 0; piece < pieces.count; ++piece) {
    count += has_links[piece] != 0 && has_hosts[piece] != 0 ? 1 : 0;
  }
  if (count < 2) return {};
  std::vector<FabricPart> islands;
  std::vector<char> is_in(fabric.switch_count());
  std::vector<char> is_left(fabric.switch_count(), 1);
  for (std::uint32_t piece = 0; piece < pieces.count; ++piece) {
    if (has_links[piece] == 0 || has_hosts[piece] == 0) continue;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      is_in[s] = pieces.of[s] == piece ? 1 : 0;
      if (is_in[s] != 0) is_left[s] = 0;
    }
    islands.push_back(part_of(fabric, is_in));
  }
  const bool are_trees = std::ranges::all_of(islands, [&](const FabricPart& part) {
    return recognise(part.fabric, {}, workers).kind == ShapeKind::kTree;
  });
  if (are_trees) return {};
  if (std::ranges::count(is_left, 1) > 0) islands.push_back(part_of(fabric, is_left));
  return islands;
}

Routing route_islands(const RouteRequest& request, const std::vector<FabricPart>& islands,
                      Routing (*route_one)(const RouteRequest& request, Tables rows), Tables rows) {
  return Islands(request, islands, rows).route(route_one);
}

}  // namespace weft
