#include "plugins/auto/islands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "common/base/error.h"
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

class Islands {
 public:
  Islands(const RouteRequest& request, const std::vector<FabricPart>& parts, Tables rows)
      : request_(request),
        parts_(parts),
        rows_(rows),
        owners_(request.fabric.max_lid() + std::size_t{1}, kNobody) {}

  Routing route(Routing (*route_one)(const RouteRequest& request, Tables rows)) {
    for (const FabricPart& part : parts_) {
      const Fabric& fabric = part.fabric;
      TableBlock block(fabric.switch_count(), fabric.max_lid());
      const Options options = options_within(request_.options, request_.fabric, part);
      routed_.push_back(route_one(
          {fabric, options, request_.workers, request_.lanes, request_.engines}, block.tables()));
      take(part, std::as_const(block).tables());
    }
    take_lanes();
    return std::move(result_);
  }

 private:
  void take(const FabricPart& part, ConstTables tables) {
    const Routing& routing = routed_.back();
    const auto island = static_cast<std::uint32_t>(routed_.size() - 1);
    for (SwitchIndex i = 0; i < part.fabric.switch_count(); ++i) {
      std::copy_n(tables.row(i), part.fabric.max_lid() + std::size_t{1},
                  rows_.row(part.switches[i]));
    }
    for (std::size_t lid = 1; lid <= part.fabric.max_lid(); ++lid) {
      if (part.has_lid(static_cast<Lid>(lid))) owners_[lid] = island;
    }
    for (const std::string& warning : routing.warnings) {
      result_.warnings.push_back(fmt::format("island {}: {}", island + 1, warning));
    }
    // A remark about one island must not become a line of opensm.conf for all.
    for (const std::string& remark : routing.remarks) {
      const std::string said = remark.substr(0, remark.find("; «routing_engine"));
      result_.remarks.push_back(fmt::format("island {}: {}", island + 1, said));
    }
    result_.unrouted_pairs += routing.unrouted_pairs;
    result_.may_have_credit_loops |= routing.may_have_credit_loops;
  }

  void take_lanes() {
    std::vector<StepLanes> lanes;
    bool has_maps = false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      lanes.push_back({routed_[i].lanes, places_in(parts_[i], request_.fabric.switch_count())});
      if (routed_[i].sl2vl == nullptr) continue;
      for (const Routing& other : routed_) {
        if (&other == &routed_[i] || std::holds_alternative<OneLane>(other.lanes)) continue;
        throw CannotRoute("the SL2VL maps of one island leave no virtual lanes for another");
      }
      has_maps = true;
      result_.sl2vl = sl2vl_of_whole(*routed_[i].sl2vl, parts_[i]);
      result_.qos_levels = routed_[i].qos_levels;
    }
    result_.lanes =
        *join_lanes(request_.fabric, rows_, lanes, owners_, has_maps ? all_sls() : request_.lanes,
                    /*apart=*/false, request_.workers);
    take_choice();
  }

  void take_choice() {
    EngineChoice choice;
    std::vector<std::string> shapes;
    std::vector<std::string> engines;
    std::vector<std::string> reasons;
    for (Routing& routing : routed_) {
      const EngineChoice& of_one = *routing.choice;
      shapes.push_back(of_one.fabric);
      engines.push_back(of_one.engine);
      reasons.push_back(of_one.reason);
      choice.trials.insert(choice.trials.end(), of_one.trials.begin(), of_one.trials.end());
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
  std::vector<Routing> routed_;
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
