#include "common/balance/sibling_costs.h"

#include <algorithm>

#include "common/fabric/counts.h"

namespace weft {

namespace {

LidRange lids_with(const Fabric& fabric, Lid lid) {
  const LidOwner owner = fabric.owner(lid);
  return owner.kind == PeerKind::kEndPort ? lids_of(fabric.end_ports()[owner.index])
                                          : LidRange{lid, 1};
}

}  // namespace

bool have_several_lids(const Fabric& fabric) {
  return std::ranges::any_of(fabric.end_ports(),
                             [](const EndPort& port) { return lids_of(port).count > 1; });
}

std::bitset<256> ports_of_siblings(const Fabric& fabric, Lid lid, const PortNum* row) {
  std::bitset<256> ports;
  for (const Lid other : lids_with(fabric, lid)) {
    if (other != lid) ports.set(row[other]);
  }
  return ports;
}

SiblingCosts::SiblingCosts(const Fabric& fabric, const Links& links, std::uint32_t lids)
    : fabric_(fabric),
      links_(links),
      price_(lids * fabric.end_port_count()),
      any_(have_several_lids(fabric)) {}

template <typename Visit>
void SiblingCosts::for_each_link(SwitchIndex at, Lid lid, Chosen chosen, ConstTables rows,
                                 Visit visit) const {
  if (!any_) return;
  for (const Lid other : lids_with(fabric_, lid)) {
    if (other == lid || (chosen == Chosen::kLowerLids && other > lid)) continue;
    for (SwitchIndex s = 0; s < links_.switch_count(); ++s) {
      const PortNum port = rows.row(s)[other];
      if (s != at && port != kNoPath) visit(links_.at(s, port));
    }
  }
}

void SiblingCosts::add(SwitchIndex at, Lid lid, Chosen chosen, ConstTables rows,
                       std::span<std::uint32_t> load) const {
  for_each_link(at, lid, chosen, rows, [&](LinkIndex link) { load[link] += price_; });
}

void SiblingCosts::remove(SwitchIndex at, Lid lid, Chosen chosen, ConstTables rows,
                          std::span<std::uint32_t> load) const {
  for_each_link(at, lid, chosen, rows, [&](LinkIndex link) { load[link] -= price_; });
}

}  // namespace weft
