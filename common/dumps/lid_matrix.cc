#include "common/dumps/lid_matrix.h"

#include <algorithm>
#include <array>

#include "common/balance/port_settings.h"
#include "common/base/append.h"
#include "common/graph/switch_graph.h"
#include "common/stored/resolve_hops.h"

namespace weft {
namespace {

// The largest number of hops that OpenSM can store.
constexpr unsigned kMostHops = kNoStoredHops - 1;

std::vector<SwitchIndex> switches_by_lid(const Fabric& fabric) {
  std::vector<SwitchIndex> switches;
  for (unsigned lid = 1; lid <= fabric.max_lid(); ++lid) {
    const LidOwner owner = fabric.owner(static_cast<Lid>(lid));
    if (owner.kind == PeerKind::kSwitch && fabric.switches()[owner.index].lid == lid) {
      switches.push_back(owner.index);
    }
  }
  return switches;
}

HopTable hop_table(const Fabric& fabric, PathKind kind, const Options& options,
                   std::span<const SwitchIndex> destinations, const Workers& workers) {
  if (kind.by_stored_hops && options.stored_hops != nullptr) {
    std::vector<std::string> said_when_routing;
    return resolve_hops(*options.stored_hops, fabric, destinations, workers, said_when_routing);
  }
  const SwitchGraph graph(fabric);
  if (!kind.orientation.place.empty()) {
    return up_down_hop_table(graph, kind.orientation, destinations, workers);
  }
  return shortest_hop_table(fabric, graph, PortSettings(fabric, options).hop_weight, destinations,
                            workers);
}

}  // namespace

LidMatrix::LidMatrix(const Fabric& fabric, ConstTables tables, PathKind kind,
                     const Options& options, const Workers& workers)
    : fabric_(fabric),
      tables_(tables),
      by_stored_hops_(kind.by_stored_hops && options.stored_hops != nullptr),
      destinations_(switches_by_lid(fabric)),
      position_(fabric.switch_count(), kNone),
      table_(hop_table(fabric, kind, options, destinations_, workers)) {
  for (std::uint32_t i = 0; i < destinations_.size(); ++i) position_[destinations_[i]] = i;
  if (by_stored_hops_) {
    candidates_.emplace(fabric, table_, destinations_.size());
    sets_.resize(destinations_.size() * candidates_->words());
  }
}

void LidMatrix::go_to(SwitchIndex s) {
  columns_ = fabric_.ports(s).size();
  hops_.assign(destinations_.size() * columns_, kNoStoredHops);
  if (position_[s] != kNone) add(position_[s], 0, 0);
  if (by_stored_hops_) {
    add_candidates(s);
    return;
  }
  add_neighbours(s);
  if (!table_.orientation.place.empty()) add_further_paths(s);
}

void LidMatrix::add(std::size_t destination, PortNum port, unsigned hops) {
  std::uint8_t* const row = hops_.data() + destination * columns_;
  row[port] = static_cast<std::uint8_t>(hops);
  row[0] = std::min(row[0], row[port]);
}

// Adds only the candidates with the fewest hops, as the engine uses them.
void LidMatrix::add_candidates(SwitchIndex s) {
  candidates_->fill(s, 0, destinations_.size(), sets_.data());
  const std::size_t words = candidates_->words();
  std::array<PortNum, 256> ports{};
  for (std::size_t i = 0; i < destinations_.size(); ++i) {
    const PortSet set(sets_.data() + i * words, words);
    for (unsigned n = list_ports(set, ports.data()); n > 0; --n) {
      add(i, ports[n - 1], table_.hops(s, i));
    }
  }
}

void LidMatrix::add_neighbours(SwitchIndex s) {
  const bool oriented = !table_.orientation.place.empty();
  const auto ports = fabric_.ports(s);
  for (std::size_t p = 1; p < ports.size(); ++p) {
    if (ports[p].kind != PeerKind::kSwitch || ports[p].peer == s) continue;
    const bool down = oriented && !table_.orientation.goes_up(s, ports[p].peer);
    const unsigned step =
        table_.weights.empty() ? 1 : table_.weights[fabric_.switches()[s].first_port + p];
    const std::span<const Hops> behind = table_.distances.from(ports[p].peer);
    for (std::size_t i = 0; i < destinations_.size(); ++i) {
      // A path must not go down and then up.
      if (behind[i] == kFar || (down && behind[i] >= kUpFirst)) continue;
      const unsigned hops = table_.hops(ports[p].peer, i) + step;
      if (hops <= kMostHops) add(i, static_cast<PortNum>(p), hops);
    }
  }
}

// Paths to end ports of a switch that the engine found where its rule allows none.
void LidMatrix::add_further_paths(SwitchIndex s) {
  for (const EndPort& port : fabric_.end_ports()) {
    const std::uint32_t i = position_[port.sw];
    if (port.lid == 0 || i == kNone || table_.distances.from(s)[i] != kFar) continue;
    const unsigned hops = follow(s, port.sw, port.lid);
    if (hops > 0) add(i, tables_.row(s)[port.lid], hops);
  }
}

// Hops along the tables; 0: the entries do not lead to the destination.
unsigned LidMatrix::follow(SwitchIndex s, SwitchIndex destination, Lid lid) const {
  for (unsigned hops = 0; hops <= kMostHops; ++hops) {
    if (s == destination) return hops;
    const PortNum port = tables_.row(s)[lid];
    const auto ports = fabric_.ports(s);
    if (port >= ports.size() || ports[port].kind != PeerKind::kSwitch) return 0;
    s = ports[port].peer;
  }
  return 0;
}

void write_lid_matrix(const Fabric& fabric, LidMatrix& matrix, const std::string& path,
                      Existing existing, const Workers& workers) {
  NewFile file(path, existing);
  std::string& text = file.buffer();
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    workers.check_stop();
    append(text, "Switch: guid 0x{:016x}\n", fabric.switches()[s].node_guid);
    matrix.go_to(s);
    for (std::size_t i = 0; i < matrix.destinations().size(); ++i) {
      const std::span<const std::uint8_t> hops = matrix.hops(i);
      if (hops[0] == kNoStoredHops) continue;
      const Switch& to = fabric.switches()[matrix.destinations()[i]];
      append(text, "0x{:04x}:", to.lid);
      for (const std::uint8_t n : hops) append(text, " {:02x}", n);
      append(text, " # portguid 0x{:016x}\n", to.node_guid);
      file.flush_if_full();
    }
  }
  file.commit();
}

}  // namespace weft
