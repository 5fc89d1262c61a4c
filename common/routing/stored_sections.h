// The part of stored_tables.cc that one worker does: a range of the file, line by line.
#ifndef WEFT_ROUTING_STORED_SECTIONS_H_
#define WEFT_ROUTING_STORED_SECTIONS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/text.h"
#include "common/base/types.h"
#include "common/routing/stored_tables.h"

namespace weft {

// Reads up to `bytes` bytes at an offset; fewer only at the end. From any thread.
using ReadAt = std::function<std::size_t(std::uint64_t offset, char* to, std::size_t bytes)>;

// What the tables may still take, all workers together. Below zero: too much.
struct StoredBudget {
  std::atomic<std::int64_t> bytes;
  std::atomic<std::int64_t> switches;
};

// What there is in a range of a file. A section (a switch's table with its heading) belongs to the
// range in which its heading begins; lines before the first section belong to the first range.
struct StoredRange {
  struct Fault {
    unsigned line;
    std::string reason;
  };
  std::vector<StoredTable> switches;  // lines are counted from 1 here
  IgnoredLines ignored;
  unsigned lines = 0;
  bool has_section = false;    // of whatever kind
  std::optional<Fault> fault;  // nothing behind that line was read
};

// Whose each LID is, as one worker has read. Unknown, one port, or several: the order in which it
// is told does not matter.
class LidGuids {
 public:
  void note(Lid lid, Guid guid);
  void merge(const LidGuids& other);
  // 0 where unknown or contradicted; ends with the largest LID that was told of.
  std::vector<Guid> known() const;
  std::vector<Lid> contradicted() const;

 private:
  struct Told {
    Guid guid = 0;
    bool contradicted = false;
  };
  std::vector<Told> told_;  // by LID
};

// A worker. Lines of opensm-lfts.dump differ from section to section in the port alone, so that a
// line that is remembered from an earlier section need only be compared.
class StoredSections {
 public:
  StoredSections(const ReadAt& read_at, StoredBudget& budget);

  // The sections of bytes [begin, end). Throws what ReadAt throws and std::bad_alloc.
  StoredRange read(std::uint64_t begin, std::uint64_t end);

  const LidGuids& lid_guids() const { return lid_guids_; }

 private:
  // Where the entries that come belong.
  enum class Section { kUnnamed, kMulticast, kSwitch };
  // A line «0x0001 036 # ...», with its newline.
  struct Remembered {
    std::uint32_t offset;  // in remembered_text_
    std::uint16_t length;
    Lid lid;
  };

  bool refill();
  bool next_line();
  std::uint64_t line_offset() const { return offset_ + line_start_; }
  bool find_first_section(std::uint64_t begin, std::uint64_t end);

  void parse_lines(std::uint64_t end);
  void take_remembered_lines();
  void parse_line(std::string_view line);
  void begin_section(std::string_view line);
  void begin_switch(std::string_view guid, std::string_view lid);
  void parse_entry(std::string_view line);
  void enter(std::uint32_t lid, PortNum port);
  void remember(std::string_view line, Lid lid, PortNum port);
  void end_section();

  const ReadAt& read_at_;
  StoredBudget& budget_;

  std::vector<char> buffer_;  // of the file, from offset_ on
  std::uint64_t offset_ = 0;
  std::size_t filled_ = 0;
  std::size_t next_ = 0;        // the next line begins here
  std::size_t line_start_ = 0;  // the line at hand
  std::string_view line_;       // with its newline, if it has one

  LidGuids lid_guids_;
  std::vector<char> remembered_text_;
  std::vector<Remembered> remembered_;
  std::vector<std::uint32_t> remembered_index_;  // by LID; kNone
  std::size_t expected_ = 0;                     // index of the line that probably comes next

  StoredRange range_;
  Section section_ = Section::kUnnamed;
  unsigned section_line_ = 0;
  bool needs_footer_ = false;  // of the section: «N lids dumped»
  std::vector<PortNum> row_;   // of the switch, by LID
  std::size_t row_end_ = 0;    // behind its largest LID
};

}  // namespace weft

#endif  // WEFT_ROUTING_STORED_SECTIONS_H_
