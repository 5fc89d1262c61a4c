#include "common/counters/snapshot_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/counters/counter_names.h"

namespace weft {
namespace {

constexpr std::uint64_t kAllPorts = 255;  // perfquery's sum of all ports

// 64-bit values from here on are none: ibdiagnet writes 2^64 - 1 or 2^64 - 2 for a counter that the
// port does not have, and some CAs return numbers below 0.
constexpr std::uint64_t kNotThere = std::uint64_t{1} << 63;
constexpr std::uint64_t kMostWords = ~std::uint64_t{0} / kWordOctets;

}  // namespace

SnapshotBuilder::SnapshotBuilder(const Fabric& fabric, const std::string& source)
    : fabric_(fabric), source_(source), nodes_(fabric) {
  snapshot_.source = source;
  snapshot_.counters = FabricCounters(fabric);
}

void SnapshotBuilder::begin_port(Guid guid, std::uint64_t port, unsigned line) {
  port_ = nullptr;
  if (port == kAllPorts) return begin_sum(line);
  if (const SwitchIndex s = find_switch(fabric_, guid); s != kNone) {
    const Switch& sw = fabric_.switches()[s];
    if (port > sw.port_count) return unknown_.note(line);
    port_ = &snapshot_.counters.switch_ports[sw.first_port + port];
    return;
  }
  const auto has_number = [&](EndPortIndex e) { return fabric_.end_ports()[e].port_num == port; };
  EndPortIndex found = find_end_port(fabric_, guid);
  if (found == kNone || !has_number(found)) {
    const auto ports = nodes_.of(guid);
    const auto entry = std::ranges::find_if(ports, has_number, &EndPortsOfNodes::Entry::second);
    if (entry == ports.end()) return unknown_.note(line);
    found = entry->second;
  }
  port_ = &snapshot_.counters.end_ports[found];
}

void SnapshotBuilder::begin_port_at(Lid lid, std::uint64_t port, unsigned line) {
  port_ = nullptr;
  const LidOwner owner = fabric_.owner(lid);
  if (owner.kind == PeerKind::kNothing) return unknown_.note(line);
  const bool is_switch = owner.kind == PeerKind::kSwitch;
  begin_port(is_switch ? fabric_.switches()[owner.index].node_guid
                       : fabric_.end_ports()[owner.index].node_guid,
             port, line);
}

void SnapshotBuilder::begin_sum(unsigned line) {
  port_ = nullptr;
  sums_.note(line);
}

void SnapshotBuilder::set(Counter counter, std::uint64_t value, bool wide, unsigned line) {
  if (port_ == nullptr || (wide && value >= kNotThere)) return;
  if (port_->get(counter)) {
    if (port_->is_wide(counter) == wide) {
      fail_at(source_, line,
              "a counter of this port stands further up, too: a file is of one time, write those "
              "of another into another one");
    }
    if (!wide) return;
  }
  if (port_->is_empty()) ++snapshot_.ports;
  bool is_full = is_full_value(counter, value, wide);
  if (is_data(counter)) {
    is_full = is_full || value > kMostWords;
    value = std::min(value, kMostWords) * kWordOctets;
  }
  port_->set(counter, value, wide, is_full);
}

std::size_t SnapshotBuilder::node_count() const {
  return fabric_.switch_count() + nodes_.groups().size();
}

void SnapshotBuilder::rest_is_zero(std::span<const Counter> counters) {
  const auto fill = [&](PortCounters& port) {
    if (port.is_empty()) ++snapshot_.ports;
    for (const Counter counter : counters) {
      if (!port.get(counter)) port.set(counter, 0, false, false);
    }
  };
  for (std::size_t i = 0; i < fabric_.all_ports().size(); ++i) {
    const bool has_link = fabric_.all_ports()[i].kind != PeerKind::kNothing;
    if (has_link && !counters.empty()) fill(snapshot_.counters.switch_ports[i]);
  }
  for (PortCounters& port : snapshot_.counters.end_ports) {
    if (!counters.empty()) fill(port);
  }
}

void SnapshotBuilder::note_time(UnixSeconds time) {
  snapshot_.time = std::max(snapshot_.time.value_or(0), time);
}

CounterSnapshot SnapshotBuilder::build(std::vector<std::string>& warnings) {
  if (unknown_.count > 0) {
    warnings.push_back(
        fmt::format("{}:{}: this is no port of the fabric, and left out{}", source_, unknown_.line,
                    unknown_.count > 1 ? fmt::format(", as are {} more", unknown_.count - 1) : ""));
  }
  if (sums_.count > 0) {
    warnings.push_back(fmt::format(
        "{}:{}: this is a sum over all ports of a node, which says nothing of a link, and left "
        "out{}; perfquery -l prints ports",
        source_, sums_.line,
        sums_.count > 1 ? fmt::format(", as are {} more", sums_.count - 1) : ""));
  }
  if (snapshot_.ports == 0) {
    throw BadInput(fmt::format("{}: there is no counter of a port of the fabric", source_));
  }
  return std::move(snapshot_);
}

}  // namespace weft
