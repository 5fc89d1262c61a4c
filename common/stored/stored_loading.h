// Reads a large stored file with a section for each switch, by all workers in parallel.
// Tested by tests/common/stored/stored_tables_test.cc, tests/common/stored/stored_hops_test.cc.
#ifndef WEFT_STORED_STORED_LOADING_H_
#define WEFT_STORED_STORED_LOADING_H_

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/regular_file.h"
#include "common/base/text.h"
#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/stored/lid_guids.h"
#include "common/stored/range_lines.h"
#include "common/stored/stored_tables.h"

namespace weft {

// Memory left for tables, shared by all workers. Below zero: exceeded.
struct StoredBudget {
  std::atomic<std::int64_t> bytes;
  std::atomic<std::int64_t> switches;
};

// The content of a range of a file; lines are counted from 1 in the range.
template <typename Table>
struct StoredRange {
  struct Fault {
    unsigned line;
    std::string reason;
  };
  std::vector<Table> switches;
  IgnoredLines ignored;
  unsigned lines = 0;
  bool has_section = false;    // of any kind
  std::optional<Fault> fault;  // reading ended at this line
};

// The tables that parse() reads into a range; a Refused becomes the range's fault.
template <typename Table, typename Parse>
StoredRange<Table> read_range(const RangeLines& lines, StoredRange<Table>& range, Parse parse) {
  try {
    parse();
  } catch (Refused& refused) {
    range.fault = {refused.line != 0 ? refused.line : lines.count(), std::move(refused.reason)};
  }
  range.lines = lines.count();
  return std::move(range);
}

// Sections is a worker: read() returns the StoredRange of a part of the file; lid_guids() returns
// the port GUIDs of all LIDs that it has read; kNoSections is the message for a file without
// sections. A Table has a switch_guid and its first line. A File is the result: source, tables by
// GUID, each switch once, and port GUIDs by LID (0: unknown).
template <typename Sections>
class StoredLoading {
 public:
  using Table = typename Sections::Table;
  using File = typename Sections::File;

  // part: bytes per range. The arguments must outlive this object.
  StoredLoading(const ReadAt& read_at, std::uint64_t size, std::uint64_t part,
                const std::string& source, const Workers& workers)
      : read_at_(read_at), size_(size), part_(part), source_(source), workers_(workers) {
    // A table never takes more memory than its file, except small tables of sparse LIDs.
    constexpr std::uint64_t kFreeBytes = std::uint64_t{256} << 20;
    budget_.bytes = static_cast<std::int64_t>(std::max(size, kFreeBytes));
    budget_.switches = kMostStoredSwitches;
  }

  // Throws BadInput with file and line, Stopped and std::bad_alloc.
  File load(std::vector<std::string>& warnings) {
    ranges_.resize(size_ / part_ + 1);
    read_ranges();
    number_lines();
    std::vector<Table> switches = all_switches();
    ignored_.warn(source_, warnings);
    lid_guids_.warn(source_, warnings);
    return {source_, std::move(switches), lid_guids_.known()};
  }

 private:
  void read_ranges() {
    std::vector<std::unique_ptr<Sections>> readers(workers_.threads());
    std::mutex mutex;
    std::size_t first_fault = ranges_.size();
    workers_.parallel_for(ranges_.size(), 1, [&](unsigned worker, std::size_t i, std::size_t) {
      {
        // Ranges are taken in ascending order, so all ranges before a fault are read.
        const std::lock_guard lock(mutex);
        if (i > first_fault) return;
      }
      if (readers[worker] == nullptr) {
        readers[worker] = std::make_unique<Sections>(read_at_, budget_);
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

  // Counts lines from the beginning of the file, up to the first fault.
  void number_lines() {
    unsigned before = 0;
    bool has_section = false;
    for (StoredRange<Table>& range : ranges_) {
      for (Table& table : range.switches) table.line += before;
      if (range.fault) {
        require_distinct(all_switches());
        fail_at(source_, before + range.fault->line, range.fault->reason);
      }
      ignored_.append(range.ignored, before);
      before += range.lines;
      has_section |= range.has_section;
    }
    if (has_section) return;
    throw BadInput(fmt::format("{}: {}", source_, Sections::kNoSections));
  }

  // Moves the tables out of the ranges, up to a fault.
  std::vector<Table> all_switches() {
    std::vector<Table> all;
    for (StoredRange<Table>& range : ranges_) {
      std::move(range.switches.begin(), range.switches.end(), std::back_inserter(all));
      if (range.fault) break;
    }
    std::sort(all.begin(), all.end(), [](const Table& a, const Table& b) {
      return std::pair(a.switch_guid, a.line) < std::pair(b.switch_guid, b.line);
    });
    require_distinct(all);
    return all;
  }

  // Throws with the first line of the file that repeats a switch.
  void require_distinct(const std::vector<Table>& sorted) const {
    const Table* again = nullptr;
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

  const ReadAt& read_at_;
  std::uint64_t size_;
  std::uint64_t part_;
  const std::string& source_;
  const Workers& workers_;
  StoredBudget budget_{};
  std::vector<StoredRange<Table>> ranges_;
  LidGuids lid_guids_;
  IgnoredLines ignored_;
};

// Reads a file of at most kLargestStoredTables, which must not change while reading.
template <typename Sections>
typename Sections::File load_stored_file(const std::string& path, const Workers& workers,
                                         std::vector<std::string>& warnings) {
  const RegularFile file(path, kLargestStoredTables);
  const ReadAt read_at = [&file](std::uint64_t offset, char* to, std::size_t bytes) {
    return file.read_at(offset, to, bytes);
  };
  auto stored =
      StoredLoading<Sections>(read_at, file.size(), kStoredPart, path, workers).load(warnings);
  file.require_unchanged();
  return stored;
}

// Reads a text; ranges have `part` bytes.
template <typename Sections>
typename Sections::File load_stored_text(std::string_view text, const std::string& source,
                                         const Workers& workers, std::vector<std::string>& warnings,
                                         std::uint64_t part) {
  const ReadAt read_at = [text](std::uint64_t offset, char* to, std::size_t bytes) {
    if (offset >= text.size()) return std::size_t{0};
    const std::size_t got = std::min(bytes, text.size() - offset);
    std::memcpy(to, text.data() + offset, got);
    return got;
  };
  return StoredLoading<Sections>(read_at, text.size(), part, source, workers).load(warnings);
}

}  // namespace weft

#endif  // WEFT_STORED_STORED_LOADING_H_
