#include "common/routing/resolve_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "common/fabric/guid_index.h"

namespace weft {
namespace {

// Counts things, and names the first few.
class Named {
 public:
  template <typename Describe>
  void note(Describe describe) {
    constexpr unsigned kNamed = 4;
    if (++count_ > kNamed) return;
    names_ += fmt::format("{}{}", count_ == 1 ? "" : ", ", describe());
  }
  std::uint64_t count() const { return count_; }
  // «3: a, b, c», or «17, among them a, b, c, d».
  std::string text() const {
    return fmt::format("{}{}{}", count_, count_ <= 4 ? ": " : ", among them ", names_);
  }

 private:
  std::uint64_t count_ = 0;
  std::string names_;
};

// LIDs of one owner in the fabric.
struct LidRange {
  Lid first = 0;
  unsigned count = 0;  // 0: the fabric does not have the owner, or it has no LID
};

class Resolution {
 public:
  Resolution(const StoredTables& stored, const Fabric& fabric, const Workers& workers, Tables rows,
             std::vector<std::string>& warnings)
      : stored_(stored),
        fabric_(fabric),
        workers_(workers),
        rows_(rows),
        warnings_(warnings),
        owners_(stored.port_guids),
        stored_lid_(fabric.max_lid() + std::size_t{1}, 0) {}

  void run() {
    find_tables();
    find_owners();
    find_lids();
    copy();
    say_what_is_missing();
  }

 private:
  void warn(const Named& named, std::string_view what) {
    if (named.count() == 0) return;
    warnings_.push_back(fmt::format("{}: {} {}", stored_.source, what, named.text()));
  }

  // Tables by switch, the fabric's and the file's, both in the order of GUIDs.
  void find_tables() {
    Named unknown;
    Named missing;
    tables_.assign(fabric_.switch_count(), nullptr);
    for (const StoredTable& table : stored_.switches) {
      const SwitchIndex s = find_switch(fabric_, table.switch_guid);
      if (s != kNone) {
        tables_[s] = &table;
      } else {
        unknown.note([&] { return fmt::format("0x{:016x}", table.switch_guid); });
      }
    }
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (tables_[s] == nullptr) missing.note([&] { return fabric_.describe_switch(s); });
    }
    warn(unknown, "switches that the fabric does not have are skipped,");
    warn(missing, "there are no tables of switches of the fabric,");
  }

  // Which port or switch each stored LID was of, by GUID.
  void find_owners() {
    std::size_t lids = stored_.port_guids.size();
    for (const StoredTable& table : stored_.switches) {
      lids = std::max({lids, table.row.size(), table.switch_lid + std::size_t{1}});
    }
    owners_.resize(lids, 0);
    for (const StoredTable& table : stored_.switches) {
      // The GUID of a switch's port 0 may be another one than that of the node.
      if (table.switch_lid != 0) owners_[table.switch_lid] = table.switch_guid;
    }
  }

  LidRange lids_now(Guid guid) const {
    if (const EndPortIndex e = find_end_port(fabric_, guid); e != kNone) {
      const EndPort& port = fabric_.end_ports()[e];
      return {port.lid, port.lid == 0 ? 0 : 1u << port.lmc};
    }
    if (const SwitchIndex s = find_switch(fabric_, guid); s != kNone) {
      const Switch& sw = fabric_.switches()[s];
      return {sw.lid, sw.lid == 0 ? 0 : 1u << sw.lmc};
    }
    return {};
  }

  // Fills stored_lid_.
  void find_lids() {
    std::vector<std::pair<Guid, Lid>> by_owner;  // LIDs of each owner are in ascending order
    for (std::size_t lid = 1; lid < owners_.size(); ++lid) {
      if (owners_[lid] != 0) by_owner.emplace_back(owners_[lid], static_cast<Lid>(lid));
    }
    std::sort(by_owner.begin(), by_owner.end());
    Named gone;
    for (std::size_t first = 0; first < by_owner.size();) {
      std::size_t end = first + 1;
      while (end < by_owner.size() && by_owner[end].first == by_owner[first].first) ++end;
      place(std::span(by_owner).subspan(first, end - first), gone);
      first = end;
    }
    warn(gone, "ports that the fabric does not have, or not with that many LIDs, are skipped,");
    for (std::size_t lid = 1; lid < owners_.size() && lid < stored_lid_.size(); ++lid) {
      if (owners_[lid] == 0 && stored_lid_[lid] == 0 && is_owned(lid)) {
        stored_lid_[lid] = static_cast<Lid>(lid);
      }
    }
  }

  bool is_owned(std::size_t lid) const {
    return fabric_.owner(static_cast<Lid>(lid)).kind != PeerKind::kNothing;
  }

  // The stored LIDs of one owner.
  void place(std::span<const std::pair<Guid, Lid>> lids, Named& gone) {
    const LidRange now = lids_now(lids.front().first);
    const unsigned first = lids.front().second;
    bool all_placed = true;
    for (const auto& [guid, lid] : lids) {
      const unsigned bit = lid - first;
      if (bit < now.count) {
        stored_lid_[now.first + bit] = lid;
      } else {
        all_placed = false;
      }
    }
    if (all_placed) return;
    gone.note([&] { return fmt::format("0x{:016x} (LID {})", lids.front().first, first); });
  }

  void copy() {
    constexpr std::size_t kRows = 16;
    dead_ends_.resize(fabric_.switch_count());
    has_entry_.assign(workers_.threads(), std::vector<char>(stored_lid_.size(), 0));
    workers_.parallel_for(fabric_.switch_count(), kRows,
                          [&](unsigned worker, std::size_t first, std::size_t last) {
                            for (std::size_t s = first; s < last; ++s) {
                              if (tables_[s] != nullptr)
                                copy_row(static_cast<SwitchIndex>(s), has_entry_[worker]);
                            }
                          });
  }

  void copy_row(SwitchIndex s, std::vector<char>& has_entry) {
    const auto ports = fabric_.ports(s);
    std::array<PortNum, 256> leads{};  // kNoPath for ports that lead nowhere
    leads.fill(kNoPath);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kNothing) leads[p] = static_cast<PortNum>(p);
    }
    const std::vector<PortNum>& from = tables_[s]->row;
    PortNum* const to = rows_.row(s);
    const Switch& sw = fabric_.switches()[s];
    for (std::size_t lid = 1; lid < stored_lid_.size(); ++lid) {
      const std::size_t stored_lid = stored_lid_[lid];
      // LID 0 has no entry.
      const PortNum port = stored_lid < from.size() ? from[stored_lid] : kNoPath;
      has_entry[lid] |= port != kNoPath ? 1 : 0;
      to[lid] = leads[port];
      if (leads[port] == port) continue;
      if (port == 0 && sw.lid != 0 && lid - sw.lid < 1u << sw.lmc) {
        to[lid] = 0;
      } else if (dead_ends_[s].count++ == 0) {
        dead_ends_[s].lid = static_cast<Lid>(lid);
        dead_ends_[s].port = port;
      }
    }
  }

  void say_what_is_missing() {
    std::uint64_t entries = 0;
    Named switches;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const DeadEnds& found = dead_ends_[s];
      if (found.count == 0) continue;
      entries += found.count;
      switches.note([&] {
        return fmt::format("{} port {} for {}", fabric_.describe_switch(s), found.port,
                           fabric_.describe_lid(found.lid));
      });
    }
    if (entries != 0) {
      warn(switches, fmt::format("{} entries lead to ports that do not exist or have no link, and "
                                 "are left out, at switches",
                                 entries));
    }
    Named lids;
    for (std::size_t lid = 1; lid < stored_lid_.size(); ++lid) {
      const bool found = std::any_of(has_entry_.begin(), has_entry_.end(),
                                     [lid](const auto& of_worker) { return of_worker[lid] != 0; });
      if (!found && is_owned(lid)) {
        lids.note([&] { return fabric_.describe_lid(static_cast<Lid>(lid)); });
      }
    }
    warn(lids, "there are no entries for LIDs of the fabric,");
  }

  struct DeadEnds {
    std::uint32_t count = 0;
    Lid lid = 0;  // of the first one
    PortNum port = 0;
  };

  const StoredTables& stored_;
  const Fabric& fabric_;
  const Workers& workers_;
  Tables rows_;
  std::vector<std::string>& warnings_;
  std::vector<const StoredTable*> tables_;    // by switch; null: not in the file
  std::vector<Guid> owners_;                  // by stored LID; 0: unknown
  std::vector<Lid> stored_lid_;               // by LID; 0: none
  std::vector<DeadEnds> dead_ends_;           // by switch
  std::vector<std::vector<char>> has_entry_;  // by worker and LID: does any switch have one?
};

}  // namespace

void resolve_tables(const StoredTables& stored, const Fabric& fabric, const Workers& workers,
                    Tables rows, std::vector<std::string>& warnings) {
  Resolution(stored, fabric, workers, rows, warnings).run();
}

}  // namespace weft
