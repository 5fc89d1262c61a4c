#include "common/fabric/renumber.h"

#include <fmt/format.h>

#include <vector>

#include "common/base/error.h"

namespace weft {

Fabric with_new_lids(const Fabric& fabric, std::uint8_t lmc, bool lmc_esp0) {
  Fabric renumbered = fabric;
  std::vector<LidOwner>& owners = renumbered.owners_;
  owners.assign(1, {});  // LID 0 is nobody's
  renumbered.lid_count_ = 0;
  // Returns the first of 2^bits LIDs.
  const auto take = [&](std::uint8_t bits, LidOwner owner) {
    const std::uint32_t count = 1u << bits;
    const std::size_t first = (owners.size() + count - 1) / count * count;
    owners.resize(first);
    owners.resize(first + count, owner);
    renumbered.lid_count_ += count;
    return static_cast<Lid>(first);
  };
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    Switch& sw = renumbered.switches_[s];
    sw.lmc = lmc_esp0 && sw.enhanced_port0 ? lmc : std::uint8_t{0};
    sw.lid = take(sw.lmc, {PeerKind::kSwitch, s});
    for (const Port& port : fabric.ports(s)) {
      if (port.kind != PeerKind::kEndPort) continue;
      EndPort& end_port = renumbered.end_ports_[port.peer];
      end_port.lmc = lmc;
      end_port.lid = take(lmc, {PeerKind::kEndPort, port.peer});
    }
    if (owners.size() > std::size_t{kMaxUnicastLid} + 1) {
      throw BadInput(fmt::format(
          "{} switches and {} end ports with LMC {} need more than the {} LIDs that a subnet has",
          fabric.switch_count(), fabric.end_port_count(), lmc, kMaxUnicastLid));
    }
  }
  return renumbered;
}

bool without_lids(const Fabric& fabric) { return fabric.max_lid() == 0; }

}  // namespace weft
