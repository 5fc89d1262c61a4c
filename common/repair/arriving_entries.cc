#include "common/repair/arriving_entries.h"

#include <algorithm>
#include <cstdint>
#include <mutex>

namespace weft {
namespace {

// Follows packets to one LID at a time.
class ArrivingColumn {
 public:
  ArrivingColumn(const Fabric& fabric, ConstTables rows) : fabric_(fabric), rows_(rows) {}

  // By switch: whether its entry leads to the owner of the LID, if the entry of the owner's switch
  // is right.
  const std::vector<bool>& arriving(Lid lid) {
    const std::uint32_t switches = fabric_.switch_count();
    arrives_.assign(switches, false);
    is_known_.assign(switches, false);
    const SwitchIndex to = fabric_.destination_switch(lid);
    is_known_[to] = true;
    arrives_[to] = true;
    for (SwitchIndex s = 0; s < switches; ++s) {
      way_.clear();
      SwitchIndex at = s;
      // A switch that a path meets twice is on a forwarding loop: its packets do not arrive.
      for (; at != kNone && !is_known_[at]; at = next(at, lid)) {
        is_known_[at] = true;
        way_.push_back(at);
      }
      const bool arrives = at != kNone && arrives_[at];
      for (const SwitchIndex passed : way_) arrives_[passed] = arrives;
    }
    arrives_[to] = rows_.row(to)[lid] == last_port(lid);
    return arrives_;
  }

 private:
  PortNum last_port(Lid lid) const {
    const LidOwner owner = fabric_.owner(lid);
    return owner.kind == PeerKind::kSwitch ? PortNum{0}
                                           : fabric_.end_ports()[owner.index].switch_port;
  }

  SwitchIndex next(SwitchIndex s, Lid lid) const {
    const PortNum port = rows_.row(s)[lid];
    if (port == 0 || port >= fabric_.ports(s).size()) return kNone;
    const Port& out = fabric_.ports(s)[port];
    return out.kind == PeerKind::kSwitch ? out.peer : kNone;
  }

  const Fabric& fabric_;
  ConstTables rows_;
  std::vector<bool> arrives_, is_known_;
  std::vector<SwitchIndex> way_;
};

}  // namespace

ArrivingEntries find_arriving(const Fabric& fabric, ConstTables rows, const Workers& workers) {
  ArrivingEntries found;
  found.tables = std::make_shared<TableBlock>(rows, fabric.max_lid(), workers);
  const Tables kept = found.tables->tables();
  std::vector<Lid> lids;
  for (std::size_t l = 1; l <= fabric.max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    if (fabric.destination_switch(lid) != kNone) lids.push_back(lid);
  }
  found.wanted = lids.size() * fabric.switch_count();
  std::vector<bool> has_tables;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const Lid own = fabric.switches()[s].lid;
    has_tables.push_back(own == 0 || rows.row(s)[own] == 0);
  }
  std::mutex mutex;  // of found.missing
  workers.parallel_for(lids.size(), kLftBlock, [&](std::size_t first, std::size_t last) {
    ArrivingColumn column(fabric, rows);
    std::vector<std::pair<Lid, SwitchIndex>> missing;
    for (std::size_t i = first; i < last; ++i) {
      const Lid lid = lids[i];
      const bool is_end_port = fabric.owner(lid).kind == PeerKind::kEndPort;
      const std::vector<bool>& arriving = column.arriving(lid);
      for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
        if (arriving[s]) continue;
        PortNum& entry = kept.row(s)[lid];
        if (entry != kNoPath || is_end_port || !has_tables[s]) missing.emplace_back(lid, s);
        entry = kNoPath;
      }
    }
    const std::lock_guard lock(mutex);
    found.missing.insert(found.missing.end(), missing.begin(), missing.end());
  });
  std::ranges::sort(found.missing);
  return found;
}

}  // namespace weft
