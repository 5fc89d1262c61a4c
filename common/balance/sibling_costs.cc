#include "common/balance/sibling_costs.h"

#include "common/fabric/counts.h"

namespace weft {

SiblingCosts::SiblingCosts(const Fabric& fabric, const Links& links, std::uint32_t lids)
    : links_(links), price_(lids * fabric.end_port_count()) {
  for (const EndPort& port : fabric.end_ports()) {
    const LidRange of_port = lids_of(port);
    if (of_port.count < 2) continue;
    if (ports_.empty()) ports_.resize(fabric.max_lid() + std::size_t{1});
    for (const Lid lid : of_port) {
      ports_[lid] = {static_cast<Lid>(of_port.first), static_cast<std::uint16_t>(of_port.count)};
    }
  }
}

template <typename Visit>
void SiblingCosts::for_each_sibling(Lid lid, Chosen chosen, Visit visit) const {
  if (!any()) return;
  const OfPort& port = ports_[lid];
  const auto end = chosen == Chosen::kAll ? static_cast<unsigned>(port.first) + port.count : lid;
  for (unsigned other = port.first; port.count != 0 && other < end; ++other) {
    if (other != lid) visit(static_cast<Lid>(other));
  }
}

template <typename Visit>
void SiblingCosts::for_each_link(SwitchIndex at, Lid lid, Chosen chosen, ConstTables rows,
                                 Visit visit) const {
  for_each_sibling(lid, chosen, [&](Lid other) {
    for (SwitchIndex s = 0; s < links_.switch_count(); ++s) {
      const PortNum port = rows.row(s)[other];
      if (s != at && port != kNoPath) visit(links_.at(s, port));
    }
  });
}

void SiblingCosts::add(SwitchIndex at, Lid lid, Chosen chosen, ConstTables rows,
                       std::span<std::uint32_t> load) const {
  for_each_link(at, lid, chosen, rows, [&](LinkIndex link) { load[link] += price_; });
}

void SiblingCosts::remove(SwitchIndex at, Lid lid, Chosen chosen, ConstTables rows,
                          std::span<std::uint32_t> load) const {
  for_each_link(at, lid, chosen, rows, [&](LinkIndex link) { load[link] -= price_; });
}

std::bitset<256> SiblingCosts::ports_of_siblings(SwitchIndex s, Lid lid, ConstTables rows) const {
  std::bitset<256> ports;
  for_each_sibling(lid, Chosen::kAll, [&](Lid other) { ports.set(rows.row(s)[other]); });
  return ports;
}

}  // namespace weft
