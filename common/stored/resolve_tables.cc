#include "common/stored/resolve_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "common/fabric/counts.h"
#include "common/stored/stored_lids.h"

namespace weft {
namespace {

class Resolution {
 public:
  Resolution(const StoredTables& stored, const Fabric& fabric, const Workers& workers, Tables rows,
             std::vector<std::string>& warnings)
      : stored_(stored), fabric_(fabric), workers_(workers), rows_(rows), warnings_(warnings) {}

  void run() {
    tables_ = find_stored_switches(stored_, fabric_, warnings_);
    stored_lid_ = find_stored_lids(fabric_, owners(), stored_.source, warnings_);
    copy();
    say_what_is_missing();
  }

 private:
  // The GUID of the port or switch of each stored LID.
  std::vector<Guid> owners() const {
    std::size_t lids = 0;
    for (const StoredTable& table : stored_.switches) lids = std::max(lids, table.row.size());
    return stored_owners(stored_, lids);
  }

  bool is_owned(std::size_t lid) const {
    return fabric_.owner(static_cast<Lid>(lid)).kind != PeerKind::kNothing;
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
    std::array<PortNum, 256> leads{};  // kNoPath: the port has no link
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
      if (port == 0 && lids_of(sw).contains(static_cast<std::uint32_t>(lid))) {
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
      warn_of(stored_.source, switches,
              fmt::format("{} entries lead to ports that do not exist or have no link, and "
                          "are left out, at switches",
                          entries),
              warnings_);
    }
    Named lids;
    for (std::size_t lid = 1; lid < stored_lid_.size(); ++lid) {
      const bool found = std::any_of(has_entry_.begin(), has_entry_.end(),
                                     [lid](const auto& of_worker) { return of_worker[lid] != 0; });
      if (!found && is_owned(lid)) {
        lids.note([&] { return fabric_.describe_lid(static_cast<Lid>(lid)); });
      }
    }
    warn_of(stored_.source, lids, "there are no entries for LIDs of the fabric,", warnings_);
  }

  struct DeadEnds {
    std::uint32_t count = 0;
    Lid lid = 0;  // of the first entry
    PortNum port = 0;
  };

  const StoredTables& stored_;
  const Fabric& fabric_;
  const Workers& workers_;
  Tables rows_;
  std::vector<std::string>& warnings_;
  std::vector<const StoredTable*> tables_;    // by switch; null: missing in the file
  std::vector<Lid> stored_lid_;               // by LID; 0: none
  std::vector<DeadEnds> dead_ends_;           // by switch
  std::vector<std::vector<char>> has_entry_;  // by worker and LID: true if any switch has an entry
};

}  // namespace

void resolve_tables(const StoredTables& stored, const Fabric& fabric, const Workers& workers,
                    Tables rows, std::vector<std::string>& warnings) {
  Resolution(stored, fabric, workers, rows, warnings).run();
}

}  // namespace weft
