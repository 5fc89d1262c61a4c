#include "common/counters/link_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/base/text.h"
#include "common/fabric/congestion_watch.h"
#include "common/fabric/link_rate.h"

namespace weft {
namespace {

// Octets that a port can send in a tick of PortXmitWait.
constexpr double kTickOctets = CongestionLimits().tick;

// If the time is unknown, waits below this share of the octets that peers send do not count, nor
// waits below kLeastSeconds: on an almost idle link the share of waiting has no meaning.
constexpr double kLeastWait = 0.1;
constexpr double kLeastSeconds = 1;

std::vector<LinkMeasure> directions_of(const Fabric& fabric, const LinkKinds& kinds) {
  std::vector<LinkMeasure> links(fabric.all_ports().size() + fabric.end_port_count());
  const auto names = static_cast<std::uint32_t>(kinds.names.size());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const Port& port = ports[p];
      if (port.kind == PeerKind::kNothing) continue;
      const std::size_t place = fabric.switches()[s].first_port + p;
      LinkMeasure& link = links[place];
      link.from = {PeerKind::kSwitch, s, static_cast<PortNum>(p)};
      link.to = {port.kind, port.peer, port.peer_port};
      link.link = port.link;
      link.kind = port.kind == PeerKind::kSwitch ? kinds.of[place] : names;
      if (port.kind == PeerKind::kSwitch) continue;
      LinkMeasure& back = links[fabric.all_ports().size() + port.peer];
      back.from = link.to;
      back.to = link.from;
      back.link = port.link;
      back.kind = names + 1;
    }
  }
  return links;
}

std::vector<std::string> shared_names(const Fabric& fabric) {
  std::vector<std::pair<std::string_view, Guid>> nodes;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    nodes.emplace_back(trim(fabric.switch_name(s)), fabric.switches()[s].node_guid);
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    nodes.emplace_back(trim(fabric.end_port_name(e)), fabric.end_ports()[e].node_guid);
  }
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  std::vector<std::string> names;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const std::string_view name = nodes[i].first;
    const bool is_new = names.empty() || names.back() != name;
    if (nodes[i - 1].first == name && is_new) names.emplace_back(name);
  }
  return names;
}

struct Sum {
  double all = 0;
  std::size_t count = 0;
  void add(double value) {
    all += value;
    ++count;
  }
  double mean() const { return count > 0 ? all / static_cast<double>(count) : 0; }
};

// Octets that the port could send while it waited.
double waited_octets(const PortCounters& sender) {
  return static_cast<double>(sender.get(Counter::kXmitWait).value_or(0)) * kTickOctets;
}

void measure(LinkMeasure& link, const PortCounters& sender, const PortCounters& receiver,
             double seconds) {
  auto octets = sender.get(Counter::kXmitData);
  if (!octets) octets = receiver.get(Counter::kRcvData);
  if (octets) link.octets = static_cast<double>(*octets);
  const double capacity = octets_per_second(link.link) * seconds;
  if (link.octets && seconds > 0) link.used = std::min(*link.octets / capacity, 1.0);
  if (!sender.get(Counter::kXmitWait)) return;
  const double could_send = waited_octets(sender);
  if (seconds > 0) {
    link.waited = std::min(could_send / capacity, 1.0);
  } else if (could_send > 0) {
    link.waited = could_send / (could_send + link.octets.value_or(0));
  } else {
    link.waited = 0;
  }
}

}  // namespace

double octets_per_second(const LinkAttributes& link) { return data_rate(link) * 1e9 / 8; }

FabricMeasures measure_links(const Fabric& fabric, const CountedTraffic& counted,
                             std::span<const std::uint64_t> path_loads, const LinkKinds& kinds) {
  FabricMeasures all;
  all.kinds = kinds.names;
  all.kinds.insert(all.kinds.end(), {"to end ports", "from end ports"});
  all.links = directions_of(fabric, kinds);
  all.seconds = counted.seconds;
  all.shared_names = shared_names(fabric);
  const UsualRates usual = usual_rates(fabric);
  std::vector<Sum> sent(all.kinds.size()), led(all.kinds.size());
  for (std::size_t i = 0; i < all.links.size(); ++i) {
    LinkMeasure& link = all.links[i];
    if (link.kind == kNone) continue;
    const bool has_host =
        link.from.kind == PeerKind::kEndPort || link.to.kind == PeerKind::kEndPort;
    const double rate = octets_per_second(link.link);
    link.is_slow = data_rate(link.link) < (has_host ? usual.of_end_ports : usual.between_switches);
    link.paths = has_host ? 1 : path_loads[i];
    measure(link, counters_of(fabric, counted.counters, link.from),
            counters_of(fabric, counted.counters, link.to), all.seconds);
    if (link.octets) {
      ++all.measured;
      sent[link.kind].add(*link.octets / rate);
    }
    led[link.kind].add(static_cast<double>(link.paths) / rate);
  }
  for (LinkMeasure& link : all.links) {
    if (link.kind == kNone) continue;
    const double rate = octets_per_second(link.link);
    const double mean_sent = sent[link.kind].mean();
    const double mean_led = led[link.kind].mean();
    if (link.octets && mean_sent > 0) link.measured = *link.octets / rate / mean_sent;
    if (mean_led > 0) link.predicted = static_cast<double>(link.paths) / rate / mean_led;
    if (all.seconds > 0 || !link.waited) continue;
    const double could_send = waited_octets(counters_of(fabric, counted.counters, link.from));
    if (could_send < std::max(kLeastWait * mean_sent, kLeastSeconds) * rate) link.waited = 0;
  }
  return all;
}

DirectionIndex direction_from(const Fabric& fabric, const WireEnd& sender) {
  if (sender.kind == PeerKind::kEndPort) {
    return static_cast<DirectionIndex>(fabric.all_ports().size() + sender.index);
  }
  return fabric.switches()[sender.index].first_port + sender.port;
}

DirectionIndex opposite(const Fabric& fabric, const LinkMeasure& link) {
  return direction_from(fabric, link.to);
}

const PortCounters& counters_of(const Fabric& fabric, const FabricCounters& counters,
                                const WireEnd& port) {
  if (port.kind == PeerKind::kEndPort) return counters.end_ports[port.index];
  return counters.switch_ports[fabric.switches()[port.index].first_port + port.port];
}

std::string describe_end(const Fabric& fabric, const FabricMeasures& measures, const WireEnd& end) {
  const bool is_switch = end.kind == PeerKind::kSwitch;
  const std::string guid =
      fmt::format("0x{:016x}", is_switch ? fabric.switches()[end.index].node_guid
                                         : fabric.end_ports()[end.index].node_guid);
  std::string name(
      trim(is_switch ? fabric.switch_name(end.index) : fabric.end_port_name(end.index)));
  if (name.empty()) return fmt::format("{}[{}]", guid, end.port);
  if (std::ranges::binary_search(measures.shared_names, name)) name += fmt::format(" ({})", guid);
  return fmt::format("{}[{}]", on_one_line(name), end.port);
}

std::string describe_direction(const Fabric& fabric, const FabricMeasures& measures,
                               DirectionIndex direction) {
  const LinkMeasure& link = measures.links[direction];
  return describe_end(fabric, measures, link.from) + " -> " +
         describe_end(fabric, measures, link.to);
}

}  // namespace weft
