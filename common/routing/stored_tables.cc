#include "common/routing/stored_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

#include "common/base/error.h"
#include "common/base/regular_file.h"
#include "common/base/text.h"
#include "common/routing/stored_sections.h"

namespace weft {
namespace {

// No table takes more memory than its file, but for small ones of sparse LIDs.
constexpr std::uint64_t kFreeBytes = std::uint64_t{256} << 20;

class Loading {
 public:
  Loading(const ReadAt& read_at, std::uint64_t size, std::uint64_t part, const std::string& source,
          const Workers& workers)
      : read_at_(read_at), size_(size), part_(part), source_(source), workers_(workers) {
    budget_.bytes = static_cast<std::int64_t>(std::max(size, kFreeBytes));
    budget_.switches = kMostStoredSwitches;
  }

  StoredTables load(std::vector<std::string>& warnings) {
    ranges_.resize(size_ / part_ + 1);
    read_ranges();
    number_lines();
    StoredTables tables;
    tables.source = source_;
    tables.switches = all_switches();
    ignored_.warn(source_, warnings);
    warn_of_contradictions(warnings);
    tables.port_guids = lid_guids_.known();
    return tables;
  }

 private:
  void read_ranges() {
    std::vector<std::unique_ptr<StoredSections>> readers(workers_.threads());
    std::mutex mutex;
    std::size_t first_fault = ranges_.size();
    workers_.parallel_for(ranges_.size(), 1, [&](unsigned worker, std::size_t i, std::size_t) {
      {
        // Ranges are handed out in ascending order: those before a fault are all read.
        const std::lock_guard lock(mutex);
        if (i > first_fault) return;
      }
      if (readers[worker] == nullptr) {
        readers[worker] = std::make_unique<StoredSections>(read_at_, budget_);
      }
      ranges_[i] = readers[worker]->read(i * part_, std::min((i + 1) * part_, size_));
      if (!ranges_[i].fault) return;
      const std::lock_guard lock(mutex);
      first_fault = std::min(first_fault, i);
    });
    for (const auto& reader : readers) {
      if (reader != nullptr) lid_guids_.merge(reader->lid_guids());
    }
  }

  // Counts lines from the beginning of the file, and stops at the first fault.
  void number_lines() {
    unsigned before = 0;
    bool has_section = false;
    for (StoredRange& range : ranges_) {
      for (StoredTable& table : range.switches) table.line += before;
      if (range.fault) {
        require_distinct(all_switches());
        fail_at(source_, before + range.fault->line, range.fault->reason);
      }
      ignored_.append(range.ignored, before);
      before += range.lines;
      has_section |= range.has_section;
    }
    if (has_section) return;
    throw BadInput(
        fmt::format("{}: there are no forwarding tables in it in a known format: neither as in "
                    "opensm-lfts.dump, or as dump_fts prints them, nor as in opensm.fdbs",
                    source_));
  }

  // Takes the tables out of the ranges, up to a fault.
  std::vector<StoredTable> all_switches() {
    std::vector<StoredTable> all;
    for (StoredRange& range : ranges_) {
      std::move(range.switches.begin(), range.switches.end(), std::back_inserter(all));
      if (range.fault) break;
    }
    std::sort(all.begin(), all.end(), [](const StoredTable& a, const StoredTable& b) {
      return std::pair(a.switch_guid, a.line) < std::pair(b.switch_guid, b.line);
    });
    require_distinct(all);
    return all;
  }

  // Names the first line of the file that begins a switch's table again.
  void require_distinct(const std::vector<StoredTable>& sorted) const {
    const StoredTable* again = nullptr;
    unsigned before = 0;
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      if (sorted[i].switch_guid != sorted[i - 1].switch_guid) continue;
      if (again != nullptr && again->line < sorted[i].line) continue;
      again = &sorted[i];
      before = sorted[i - 1].line;
    }
    if (again == nullptr) return;
    fail_at(source_, again->line,
            fmt::format("the table of switch 0x{:016x} began in line {} already",
                        again->switch_guid, before));
  }

  void warn_of_contradictions(std::vector<std::string>& warnings) const {
    const std::vector<Lid> lids = lid_guids_.contradicted();
    if (lids.empty()) return;
    warnings.push_back(fmt::format(
        "{}: different lines name different ports for {} LIDs, 0x{:x} among them: these are taken "
        "as they stand",
        source_, lids.size(), lids.front()));
  }

  const ReadAt& read_at_;
  std::uint64_t size_;
  std::uint64_t part_;
  const std::string& source_;
  const Workers& workers_;
  StoredBudget budget_{};
  std::vector<StoredRange> ranges_;
  LidGuids lid_guids_;
  IgnoredLines ignored_;
};

}  // namespace

StoredTables read_stored_tables(const std::string& path, const Workers& workers,
                                std::vector<std::string>& warnings) {
  const RegularFile file(path, kLargestStoredTables);
  const ReadAt read_at = [&file](std::uint64_t offset, char* to, std::size_t bytes) {
    return file.read_at(offset, to, bytes);
  };
  StoredTables tables = Loading(read_at, file.size(), kStoredPart, path, workers).load(warnings);
  file.require_unchanged();
  return tables;
}

StoredTables parse_stored_tables(std::string_view text, const std::string& source,
                                 const Workers& workers, std::vector<std::string>& warnings,
                                 std::uint64_t part) {
  const ReadAt read_at = [text](std::uint64_t offset, char* to, std::size_t bytes) {
    if (offset >= text.size()) return std::size_t{0};
    const std::size_t got = std::min(bytes, text.size() - offset);
    std::memcpy(to, text.data() + offset, got);
    return got;
  };
  return Loading(read_at, text.size(), part, source, workers).load(warnings);
}

}  // namespace weft
