#include "common/stored/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "common/fabric/guid_index.h"
#include "common/stored/pipe_text.h"
#include "common/stored/stored_tables.h"

namespace weft {
namespace {

constexpr std::size_t kMostLids = kMaxUnicastLid + std::size_t{1};

// Copies the tables of the fabric's switches from those of the file.
class Copying {
 public:
  Copying(const StoredTables& stored, const Fabric& fabric)
      : stored_(stored), fabric_(fabric), is_ownerless_(kMostLids) {
    for (std::size_t lid = 1; lid < kMostLids; ++lid) {
      if (fabric.owner(static_cast<Lid>(lid)).kind == PeerKind::kNothing) unowned_.push_back(lid);
    }
  }

  TableBlock copy(std::vector<std::string>& warnings, OwnerlessEntries* ownerless) {
    TableBlock tables(fabric_.switch_count(), fabric_.max_lid());
    std::vector<bool> found(fabric_.switch_count(), false);
    for (const StoredTable& table : stored_.switches) {
      const SwitchIndex s = find_switch(fabric_, table.switch_guid);
      if (s == kNone) {
        note_unknown_switch(table);
        continue;
      }
      found[s] = true;
      note_strange(table);
      note_ownerless(table, s);
      const std::size_t size = std::min(table.row.size(), fabric_.max_lid() + std::size_t{1});
      std::copy_n(table.row.begin(), size, tables.tables().row(s));
    }
    warn(found, warnings);
    tell_ownerless(warnings, ownerless);
    return tables;
  }

 private:
  // Names the first unknown switch of the file.
  void note_unknown_switch(const StoredTable& table) {
    if (unknown_switches_++ != 0 && unknown_switch_line_ < table.line) return;
    unknown_switch_ = table.switch_guid;
    unknown_switch_line_ = table.line;
  }

  void note_strange(const StoredTable& table) {
    if (strange_entries_ == 0) strange_lid_ = table.strange_lid;
    strange_entries_ += table.strange_entries;
  }

  void note_ownerless(const StoredTable& table, SwitchIndex s) {
    for (const std::size_t lid : unowned_) {
      if (lid >= table.row.size()) break;
      if (table.row[lid] == kNoPath) continue;
      if (ownerless_.count++ == 0) {
        ownerless_.where = fmt::format("LID {} at {}", lid, fabric_.describe_switch(s));
      }
      is_ownerless_[lid] = true;
    }
  }
  void tell_ownerless(std::vector<std::string>& warnings, OwnerlessEntries* ownerless) {
    if (ownerless != nullptr) {
      for (std::size_t lid = 1; lid < kMostLids; ++lid) {
        if (is_ownerless_[lid]) ownerless_.lids.push_back(static_cast<Lid>(lid));
      }
      *ownerless = std::move(ownerless_);
    } else if (ownerless_.count != 0) {
      warnings.push_back(fmt::format(
          "{}: {} entries for LIDs that the fabric does not have were ignored, for {} among them",
          stored_.source, ownerless_.count, ownerless_.where));
    }
  }

  void warn(const std::vector<bool>& found, std::vector<std::string>& warnings) const {
    if (unknown_switches_ != 0) {
      warnings.push_back(fmt::format(
          "{}: the tables of {} switches that the fabric does not have were ignored, of 0x{:016x} "
          "among them",
          stored_.source, unknown_switches_, unknown_switch_));
    }
    if (strange_entries_ != 0) {
      warnings.push_back(fmt::format(
          "{}: {} entries for what are no unicast LIDs were ignored, for 0x{:x} among them",
          stored_.source, strange_entries_, strange_lid_));
    }
    const auto missing = std::count(found.begin(), found.end(), false);
    if (missing != 0) {
      const auto first = std::find(found.begin(), found.end(), false);
      warnings.push_back(fmt::format(
          "{}: the tables of {} switches are missing, of {} among them", stored_.source, missing,
          fabric_.describe_switch(static_cast<SwitchIndex>(first - found.begin()))));
    }
  }

  const StoredTables& stored_;
  const Fabric& fabric_;
  std::size_t unknown_switches_ = 0;
  Guid unknown_switch_ = 0;
  unsigned unknown_switch_line_ = 0;
  std::uint64_t strange_entries_ = 0;
  std::uint32_t strange_lid_ = 0;
  std::vector<std::size_t> unowned_;  // LIDs without an owner, ascending
  OwnerlessEntries ownerless_;
  std::vector<bool> is_ownerless_;  // by LID without an owner: true if it has an entry
};

}  // namespace

TableBlock read_tables(const std::string& path, const Fabric& fabric,
                       std::vector<std::string>& warnings, const Workers& workers,
                       OwnerlessEntries* ownerless) {
  if (const auto text = read_pipe_text(path)) {
    const StoredTables stored = parse_stored_tables(*text, path, workers, warnings);
    return tables_for(stored, fabric, warnings, ownerless);
  }
  return tables_for(read_stored_tables(path, workers, warnings), fabric, warnings, ownerless);
}

TableBlock parse_tables(std::string_view text, const std::string& source, const Fabric& fabric,
                        std::vector<std::string>& warnings) {
  const StoredTables stored = parse_stored_tables(text, source, Workers(1), warnings);
  return tables_for(stored, fabric, warnings);
}

TableBlock tables_for(const StoredTables& stored, const Fabric& fabric,
                      std::vector<std::string>& warnings, OwnerlessEntries* ownerless) {
  return Copying(stored, fabric).copy(warnings, ownerless);
}

}  // namespace weft
