#include "common/state/routing_code.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "common/base/bytes.h"
#include "common/fabric/part.h"
#include "common/policy/chain_policy.h"
#include "common/state/fabric_code.h"

namespace weft {
namespace {

constexpr std::size_t kMostMasters = 16;
constexpr std::size_t kMostDimensions = 64;
constexpr std::size_t kLongestName = 64;

void write_map(ByteWriter& to, const Sl2Vl::Map& map) {
  for (const Vl vl : map) to.number(vl);
}

Sl2Vl::Map read_map(ByteReader& from) {
  Sl2Vl::Map map;
  for (Vl& vl : map) vl = from.number_up_to<Vl>(kDropVl);
  return map;
}

// Visits the pairs of a switch's ports in this order: for each in port, including 0, all out ports.
template <typename Visit>
void for_port_pairs(const Fabric& fabric, SwitchIndex s, Visit visit) {
  const unsigned ports = fabric.switches()[s].port_count;
  for (unsigned in = ports + 1; in-- > 0;) {
    for (unsigned out = ports; out > 0; --out) {
      visit(static_cast<PortNum>(in), static_cast<PortNum>(out));
    }
  }
}

void write_sl2vl(ByteWriter& to, const Fabric& fabric, const Sl2Vl& sl2vl) {
  to.count(sl2vl.maps().size());
  for (const Sl2Vl::Map& map : sl2vl.maps()) write_map(to, map);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for_port_pairs(fabric, s,
                   [&](PortNum in, PortNum out) { to.number(sl2vl.number(s, in, out)); });
  }
}

std::shared_ptr<const Sl2Vl> read_sl2vl(ByteReader& from, const Fabric& fabric) {
  std::vector<Sl2Vl::Map> maps(from.count(kSls));
  if (maps.empty()) ByteReader::refuse();
  for (Sl2Vl::Map& map : maps) map = read_map(from);
  auto sl2vl = std::make_shared<Sl2Vl>(maps.front());
  std::vector<Sl2Vl::Number> numbers;
  numbers.reserve(maps.size());
  for (const Sl2Vl::Map& map : maps) numbers.push_back(sl2vl->number_of(map));
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for_port_pairs(fabric, s, [&](PortNum in, PortNum out) {
      const auto number =
          from.number_up_to<Sl2Vl::Number>(static_cast<Sl2Vl::Number>(maps.size() - 1));
      if (numbers[number] != 0) sl2vl->set_number(s, in, out, numbers[number]);
    });
  }
  return sl2vl;
}

void write_master(ByteWriter& to, const MasterTree& master) {
  for (const MasterTree::Node& node : master.nodes) {
    to.number(node.parent);
    to.number(node.port);
    to.number(node.parent_port);
    to.number(node.depth);
    to.flag(node.in_tree);
  }
}

// Checks that the tree's links exist and lead to roots.
void check_master(const Fabric& fabric, const MasterTree& master) {
  for (SwitchIndex s = 0; s < master.nodes.size(); ++s) {
    const MasterTree::Node& node = master.nodes[s];
    if (node.parent == kNone) continue;
    const auto ports = fabric.ports(s);
    if (!node.in_tree || node.parent >= master.nodes.size() || node.port >= ports.size()) {
      ByteReader::refuse();
    }
    const Port& port = ports[node.port];
    const MasterTree::Node& parent = master.nodes[node.parent];
    if (port.kind != PeerKind::kSwitch || port.peer != node.parent ||
        port.peer_port != node.parent_port || !parent.in_tree ||
        node.depth != std::uint64_t{parent.depth} + 1) {
      ByteReader::refuse();
    }
  }
}

MasterTree read_master(ByteReader& from, const Fabric& fabric) {
  MasterTree master;
  master.nodes.resize(fabric.switch_count());
  for (MasterTree::Node& node : master.nodes) {
    node.parent = from.number<SwitchIndex>();
    node.port = from.number<PortNum>();
    node.parent_port = from.number<PortNum>();
    node.depth = from.number<std::uint32_t>();
    node.in_tree = from.flag();
  }
  check_master(fabric, master);
  return master;
}

void write_notes(ByteWriter& to, const RouteNotes& notes) {
  to.numbers<SwitchIndex>(notes.roots);
  to.numbers<std::uint32_t>(notes.orientation.place);
  to.numbers<EndPortIndex>(notes.ca_order);
  to.count(notes.coordinates.size());
  for (const std::vector<std::uint16_t>& of_switch : notes.coordinates) {
    to.numbers<std::uint16_t>(of_switch);
  }
  to.flag(notes.by_stored_hops);
}

bool is_order(std::span<const std::uint32_t> places) {
  std::vector<bool> taken(places.size());
  for (const std::uint32_t place : places) {
    if (place >= taken.size() || taken[place]) return false;
    taken[place] = true;
  }
  return true;
}

RouteNotes read_notes(ByteReader& from, const Fabric& fabric) {
  const std::uint32_t switches = fabric.switch_count();
  const auto for_all = [&](std::size_t count) { return count == 0 || count == switches; };
  RouteNotes notes;
  notes.roots = from.numbers<SwitchIndex>();
  notes.orientation.place = from.numbers<std::uint32_t>();
  notes.ca_order = from.numbers<EndPortIndex>();
  notes.coordinates.resize(from.count(4));
  for (std::vector<std::uint16_t>& of_switch : notes.coordinates) {
    of_switch = from.numbers<std::uint16_t>();
    if (of_switch.size() > kMostDimensions) ByteReader::refuse();
  }
  notes.by_stored_hops = from.flag();
  const bool roots_known =
      std::ranges::all_of(notes.roots, [&](SwitchIndex s) { return s < switches; });
  const bool cas_known = std::ranges::all_of(
      notes.ca_order, [&](EndPortIndex e) { return e == kNone || e < fabric.end_port_count(); });
  if (!roots_known || !cas_known || !for_all(notes.orientation.place.size()) ||
      !is_order(notes.orientation.place) || !for_all(notes.coordinates.size())) {
    ByteReader::refuse();
  }
  return notes;
}

void write_step(ByteWriter& to, const RoutedStep& step) {
  to.number(step.id);
  to.text(step.engine);
  to.flag(step.part != nullptr);
  if (step.part != nullptr) {
    to.text(encode_fabric(step.part->fabric));
    to.numbers<SwitchIndex>(step.part->switches);
    to.numbers<EndPortIndex>(step.part->end_ports);
  }
  write_notes(to, step.notes);
}

// True for ascending indices into the whole fabric.
bool is_selection(std::span<const std::uint32_t> indices, std::size_t count, std::size_t whole) {
  return indices.size() == count && std::ranges::is_sorted(indices, std::ranges::less_equal()) &&
         (indices.empty() || indices.back() < whole);
}

std::shared_ptr<const FabricPart> read_part(ByteReader& from, const Fabric& whole) {
  auto part = std::make_shared<FabricPart>();
  part->fabric = decode_fabric(from.text());
  part->switches = from.numbers<SwitchIndex>();
  part->end_ports = from.numbers<EndPortIndex>();
  if (!is_selection(part->switches, part->fabric.switch_count(), whole.switch_count()) ||
      !is_selection(part->end_ports, part->fabric.end_port_count(), whole.end_port_count())) {
    ByteReader::refuse();
  }
  return part;
}

RoutedStep read_step(ByteReader& from, const Fabric& whole) {
  RoutedStep step;
  step.id = from.number<std::uint64_t>();
  step.engine = from.text();
  if (from.flag()) step.part = read_part(from, whole);
  step.notes = read_notes(from, step.part == nullptr ? whole : step.part->fabric);
  return step;
}

}  // namespace

std::string encode_routing(const Fabric& fabric, const Routing& routing) {
  ByteWriter to;
  to.flag(routing.sl2vl != nullptr);
  if (routing.sl2vl != nullptr) write_sl2vl(to, fabric, *routing.sl2vl);
  to.numbers<VlSet>(routing.qos_levels);
  to.count(routing.multicast.masters.size());
  for (const MasterTree& master : routing.multicast.masters) write_master(to, master);
  to.number(routing.unrouted_pairs);
  to.flag(routing.may_have_credit_loops);
  to.flag(routing.unchecked);
  write_notes(to, routing.notes);
  to.count(routing.steps.size());
  for (const RoutedStep& step : routing.steps) write_step(to, step);
  // Only auto sets this field; other files keep their old format.
  if (!routing.notes.engine.empty()) to.text(routing.notes.engine);
  return to.take();
}

Routing decode_routing(const Fabric& fabric, std::string_view bytes) {
  ByteReader from(bytes);
  Routing routing;
  if (from.flag()) routing.sl2vl = read_sl2vl(from, fabric);
  routing.qos_levels = from.numbers<VlSet>();
  const std::size_t masters = from.count(1);
  const std::size_t most_levels = kSls;
  if (masters > kMostMasters || routing.qos_levels.size() > most_levels) ByteReader::refuse();
  for (std::size_t m = 0; m < masters; ++m) {
    routing.multicast.masters.push_back(read_master(from, fabric));
  }
  routing.unrouted_pairs = from.number<std::uint64_t>();
  routing.may_have_credit_loops = from.flag();
  routing.unchecked = from.flag();
  routing.notes = read_notes(from, fabric);
  const std::size_t steps = from.count(1);
  if (steps > kMostSteps) ByteReader::refuse();
  for (std::size_t k = 0; k < steps; ++k) routing.steps.push_back(read_step(from, fabric));
  if (from.has_more()) routing.notes.engine = from.text();
  if (routing.notes.engine.size() > kLongestName) ByteReader::refuse();
  from.finish();
  return routing;
}

std::string encode_lanes(const LaneBudget& budget) {
  ByteWriter to;
  to.count(budget.lanes.size());
  for (const Lane& lane : budget.lanes) {
    to.number(lane.sl);
    to.number(lane.vl);
  }
  to.number(std::uint32_t{budget.vls});
  return to.take();
}

LaneBudget decode_lanes(std::string_view bytes) {
  ByteReader from(bytes);
  LaneBudget budget;
  budget.lanes.resize(from.count(2));
  SlSet sls = 0;
  int last_vl = -1;
  for (Lane& lane : budget.lanes) {
    lane.sl = from.number_up_to<Sl>(kSls - 1);
    lane.vl = from.number_up_to<Vl>(kDropVl - 1);
    if ((sls >> lane.sl & 1) != 0 || lane.vl <= last_vl) ByteReader::refuse();
    sls = static_cast<SlSet>(sls | 1u << lane.sl);
    last_vl = lane.vl;
  }
  budget.vls = from.number_up_to<std::uint32_t>(kDropVl);
  if (budget.lanes.empty() || budget.vls == 0) ByteReader::refuse();
  from.finish();
  return budget;
}

}  // namespace weft
