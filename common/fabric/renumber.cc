#include "common/fabric/renumber.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "common/base/error.h"

namespace weft {

// Writes addresses into a copy of a fabric.
class LidGiver {
 public:
  explicit LidGiver(const Fabric& fabric) : fabric_(fabric) {}

  void forget_all() {
    fabric_.owners_.assign(1, {});  // LID 0 has no owner
    fabric_.lid_count_ = 0;
    for (Switch& sw : fabric_.switches_) sw.lid = 0;
    for (EndPort& port : fabric_.end_ports_) port.lid = 0;
  }

  // Gives LIDs to all nodes without one: switch by switch, first the switch, then its end ports by
  // port number.
  void give(std::uint8_t lmc, bool lmc_esp0) {
    if (fabric_.owners_.empty()) fabric_.owners_.resize(1);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (Switch& sw = fabric_.switches_[s]; sw.lid == 0) {
        sw.lmc = lmc_esp0 && sw.enhanced_port0 ? lmc : std::uint8_t{0};
        sw.lid = take(sw.lmc, {PeerKind::kSwitch, s});
      }
      for (const Port& port : fabric_.ports(s)) {
        if (port.kind != PeerKind::kEndPort) continue;
        EndPort& end_port = fabric_.end_ports_[port.peer];
        if (end_port.lid != 0) continue;
        end_port.lmc = lmc;
        end_port.lid = take(lmc, {PeerKind::kEndPort, port.peer});
      }
    }
  }

  void widen(EndPortIndex e, std::uint8_t lmc) {
    EndPort& port = fabric_.end_ports_[e];
    const std::uint32_t count = 1u << lmc;
    if (port.lid % count != 0 || port.lid + count - 1 > kMaxUnicastLid) {
      throw BadInput(fmt::format("{} has LID {}, which cannot be a base LID with LMC {}",
                                 fabric_.describe_end_port(e), port.lid, lmc));
    }
    if (fabric_.owners_.size() < port.lid + count) fabric_.owners_.resize(port.lid + count);
    for (std::uint32_t lid = port.lid; lid < port.lid + count; ++lid) {
      LidOwner& owner = fabric_.owners_[lid];
      if (owner.kind == PeerKind::kEndPort && owner.index == e) continue;
      if (owner.kind != PeerKind::kNothing) {
        throw BadInput(fmt::format("with LMC {}, {} would also be a LID of {}", lmc,
                                   fabric_.describe_lid(static_cast<Lid>(lid)),
                                   fabric_.describe_end_port(e)));
      }
      owner = {PeerKind::kEndPort, e};
      ++fabric_.lid_count_;
    }
    port.lmc = lmc;
  }

  void narrow(EndPortIndex e) {
    EndPort& port = fabric_.end_ports_[e];
    if (port.lid == 0 || port.lmc == 0) return;
    const std::uint32_t count = 1u << port.lmc;
    std::fill_n(fabric_.owners_.begin() + port.lid + 1, count - 1, LidOwner{});
    fabric_.lid_count_ -= count - 1;
    port.lmc = 0;
  }

  void forget_free_lids_at_the_end() {
    std::vector<LidOwner>& owners = fabric_.owners_;
    while (!owners.empty() && owners.back().kind == PeerKind::kNothing) owners.pop_back();
  }

  Fabric take_fabric() { return std::move(fabric_); }

 private:
  // Takes 2^bits LIDs and returns the first.
  Lid take(std::uint8_t bits, LidOwner owner) {
    std::vector<LidOwner>& owners = fabric_.owners_;
    const std::size_t count = std::size_t{1} << bits;
    std::size_t first = (owners.size() + count - 1) / count * count;
    if (first + count > kMaxUnicastLid + std::size_t{1}) {
      first = first_gap(count);
    } else {
      owners.resize(first + count);
    }
    std::fill_n(owners.begin() + static_cast<std::ptrdiff_t>(first), count, owner);
    fabric_.lid_count_ += static_cast<std::uint32_t>(count);
    return static_cast<Lid>(first);
  }

  // Later calls search from there: only ports of one size are many.
  std::size_t first_gap(std::size_t count) {
    const std::vector<LidOwner>& owners = fabric_.owners_;
    for (std::size_t first = (gap_ + count - 1) / count * count; first + count <= owners.size();
         first += count) {
      const auto begin = owners.begin() + static_cast<std::ptrdiff_t>(first);
      if (first != 0 && std::all_of(begin, begin + static_cast<std::ptrdiff_t>(count),
                                    [](LidOwner o) { return o.kind == PeerKind::kNothing; })) {
        gap_ = first + count;
        return first;
      }
    }
    throw BadInput(
        fmt::format("{} switches and {} end ports need more than the {} LIDs that a subnet has",
                    fabric_.switch_count(), fabric_.end_port_count(), kMaxUnicastLid));
  }

  Fabric fabric_;
  std::size_t gap_ = 1;
};

Fabric with_new_lids(const Fabric& fabric, std::uint8_t lmc, bool lmc_esp0) {
  LidGiver giver(fabric);
  giver.forget_all();
  giver.give(lmc, lmc_esp0);
  return giver.take_fabric();
}

Fabric with_missing_lids(const Fabric& fabric) {
  std::uint8_t lmc = 0;
  for (const EndPort& port : fabric.end_ports()) {
    if (port.lid != 0) lmc = std::max(lmc, port.lmc);
  }
  LidGiver giver(fabric);
  giver.give(lmc, false);
  return giver.take_fabric();
}

Fabric with_lmc(const Fabric& fabric, std::uint8_t lmc) {
  LidGiver giver(fabric);
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (fabric.end_ports()[e].lid != 0 && fabric.end_ports()[e].lmc < lmc) giver.widen(e, lmc);
  }
  return giver.take_fabric();
}

Fabric with_base_lids(const Fabric& fabric) {
  LidGiver giver(fabric);
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) giver.narrow(e);
  giver.forget_free_lids_at_the_end();
  return giver.take_fabric();
}

std::uint32_t count_without_lid(const Fabric& fabric) {
  const auto without = [](const auto& node) { return node.lid == 0; };
  return static_cast<std::uint32_t>(
      std::count_if(fabric.switches().begin(), fabric.switches().end(), without) +
      std::count_if(fabric.end_ports().begin(), fabric.end_ports().end(), without));
}

bool without_lids(const Fabric& fabric) { return fabric.max_lid() == 0; }

}  // namespace weft
