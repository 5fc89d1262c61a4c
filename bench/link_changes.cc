#include "bench/link_changes.h"

#include <vector>

namespace weft::bench {
namespace {

// Adds the switches whose packets to a LID come to those of `over`: against the direction of the
// tables, so a forwarding loop cannot hold it up. in_over: by switch, as `over`.
void add_those_before(const Fabric& fabric, ConstTables tables, Lid lid,
                      std::vector<SwitchIndex>& over, std::vector<bool>& in_over) {
  for (std::size_t i = 0; i < over.size(); ++i) {
    for (const Port& port : fabric.ports(over[i])) {
      if (port.kind != PeerKind::kSwitch || in_over[port.peer]) continue;
      if (tables.row(port.peer)[lid] != port.peer_port) continue;
      in_over[port.peer] = true;
      over.push_back(port.peer);
    }
  }
}

}  // namespace

std::optional<LinkEnds> find_lost_link(const Fabric& fabric, const Fabric& degraded) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      if (port.kind != PeerKind::kSwitch || degraded.ports(s)[p].kind == PeerKind::kSwitch)
        continue;
      return LinkEnds{s, static_cast<PortNum>(p), port.peer, port.peer_port};
    }
  }
  return std::nullopt;
}

LinkChanges count_link_changes(const Fabric& fabric, const LinkEnds& link, ConstTables before,
                               ConstTables after) {
  LinkChanges changes;
  std::vector<SwitchIndex> over;
  std::vector<bool> in_over(fabric.switch_count(), false);
  const auto use = [&](SwitchIndex s, PortNum port, Lid lid) {
    if (before.row(s)[lid] != port) return;
    ++changes.used;
    if (in_over[s]) return;
    in_over[s] = true;
    over.push_back(s);
  };
  const std::size_t lids = fabric.max_lid() + std::size_t{1};
  for (std::size_t l = 1; l < lids; ++l) {
    const auto lid = static_cast<Lid>(l);
    use(link.a, link.port_a, lid);
    use(link.b, link.port_b, lid);
    add_those_before(fabric, before, lid, over, in_over);
    changes.led_over += over.size();
    for (const SwitchIndex s : over) in_over[s] = false;
    over.clear();
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t lid = 1; lid < lids; ++lid) {
      if (before.row(s)[lid] == after.row(s)[lid]) continue;
      ++changes.changed;
      if (after.row(s)[lid] == kNoPath) ++changes.without_path;
    }
  }
  return changes;
}

}  // namespace weft::bench
