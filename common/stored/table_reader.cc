#include "common/stored/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "common/base/file.h"
#include "common/fabric/guid_index.h"
#include "common/stored/stored_tables.h"

namespace weft {
namespace {

// Of a pipe: 2,304 switches with 23,040 LIDs each make 3.5 GB with the comments that opensm adds.
constexpr std::size_t kLargestPipe = std::size_t{4} << 30;

// Copies the tables of the fabric's switches out of those of the file.
class Copying {
 public:
  Copying(const StoredTables& stored, const Fabric& fabric) : stored_(stored), fabric_(fabric) {}

  TableBlock copy(std::vector<std::string>& warnings) {
    TableBlock tables(fabric_.switch_count(), fabric_.max_lid());
    std::vector<bool> found(fabric_.switch_count(), false);
    for (const StoredTable& table : stored_.switches) {
      const SwitchIndex s = find_switch(fabric_, table.switch_guid);
      if (s == kNone) {
        note_unknown_switch(table);
        continue;
      }
      found[s] = true;
      note_unknown_lids(table);
      const std::size_t size = std::min(table.row.size(), fabric_.max_lid() + std::size_t{1});
      std::copy_n(table.row.begin(), size, tables.tables().row(s));
    }
    warn(found, warnings);
    return tables;
  }

 private:
  // Of several the first of the file is named.
  void note_unknown_switch(const StoredTable& table) {
    if (unknown_switches_++ != 0 && unknown_switch_line_ < table.line) return;
    unknown_switch_ = table.switch_guid;
    unknown_switch_line_ = table.line;
  }

  void note_unknown_lids(const StoredTable& table) {
    if (table.strange_entries != 0) note_unknown_lid(table.strange_entries, table.strange_lid);
    for (std::size_t lid = fabric_.max_lid() + std::size_t{1}; lid < table.row.size(); ++lid) {
      if (table.row[lid] != kNoPath) note_unknown_lid(1, static_cast<std::uint32_t>(lid));
    }
  }
  void note_unknown_lid(std::uint32_t count, std::uint32_t lid) {
    if (unknown_lids_ == 0) unknown_lid_ = lid;
    unknown_lids_ += count;
  }

  void warn(const std::vector<bool>& found, std::vector<std::string>& warnings) const {
    if (unknown_switches_ != 0) {
      warnings.push_back(fmt::format(
          "{}: the tables of {} switches that the fabric does not have were ignored, of 0x{:016x} "
          "among them",
          stored_.source, unknown_switches_, unknown_switch_));
    }
    if (unknown_lids_ != 0) {
      warnings.push_back(fmt::format(
          "{}: {} entries for LIDs that the fabric does not have were ignored, for 0x{:x} among "
          "them",
          stored_.source, unknown_lids_, unknown_lid_));
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
  std::uint64_t unknown_lids_ = 0;
  std::uint32_t unknown_lid_ = 0;
};

}  // namespace

TableBlock read_tables(const std::string& path, const Fabric& fabric,
                       std::vector<std::string>& warnings, const Workers& workers) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    return parse_tables(read_file(path, kLargestPipe), path, fabric, warnings);
  }
  const StoredTables stored = read_stored_tables(path, workers, warnings);
  return Copying(stored, fabric).copy(warnings);
}

TableBlock parse_tables(std::string_view text, const std::string& source, const Fabric& fabric,
                        std::vector<std::string>& warnings) {
  const StoredTables stored = parse_stored_tables(text, source, Workers(1), warnings);
  return Copying(stored, fabric).copy(warnings);
}

}  // namespace weft
