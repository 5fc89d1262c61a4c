// One worker of stored_tables.cc: reads a range of the file line by line.
// Tested by tests/common/stored/stored_tables_test.cc.
#ifndef WEFT_STORED_STORED_SECTIONS_H_
#define WEFT_STORED_STORED_SECTIONS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/stored/lid_guids.h"
#include "common/stored/range_lines.h"
#include "common/stored/stored_loading.h"
#include "common/stored/stored_tables.h"

namespace weft {

// A worker. Lines of opensm-lfts.dump only differ in the port from section to section, so a line is
// compared with the remembered line of an earlier section instead of parsed.
class StoredSections {
 public:
  using Table = StoredTable;
  using File = StoredTables;
  static constexpr std::string_view kNoSections =
      "there are no forwarding tables in it in a known format: neither as in opensm-lfts.dump, or "
      "as dump_fts prints them, nor as in opensm.fdbs";

  StoredSections(const ReadAt& read_at, StoredBudget& budget);

  // Returns the sections of bytes [begin, end). Throws std::bad_alloc and the exceptions of ReadAt.
  StoredRange<StoredTable> read(std::uint64_t begin, std::uint64_t end);

  const LidGuids& lid_guids() const { return lid_guids_; }

 private:
  // The kind of the current section.
  enum class Section { kUnnamed, kMulticast, kSwitch };
  // A line «0x0001 036 # ...», with its newline.
  struct Remembered {
    std::uint32_t offset;  // in remembered_text_
    std::uint16_t length;
    Lid lid;
  };

  void parse_lines(std::uint64_t end);
  void take_remembered_lines();
  void parse_line(std::string_view line);
  void begin_section(std::string_view line);
  void require_common_table(std::string_view text) const;
  void begin_switch(std::string_view guid, std::string_view lid);
  void parse_entry(std::string_view line);
  void enter(std::uint32_t lid, PortNum port);
  void remember(std::string_view line, Lid lid, PortNum port);
  void end_section();

  StoredBudget& budget_;
  RangeLines lines_;
  LidGuids lid_guids_;
  std::vector<char> remembered_text_;
  std::vector<Remembered> remembered_;
  std::vector<std::uint32_t> remembered_index_;  // by LID; kNone
  std::size_t expected_ = 0;                     // index of the line that is expected next

  StoredRange<StoredTable> range_;
  Section section_ = Section::kUnnamed;
  unsigned section_line_ = 0;
  bool needs_footer_ = false;  // the section must end with «N lids dumped»
  std::vector<PortNum> row_;   // of the switch, by LID
  std::size_t row_end_ = 0;    // one above its largest LID
};

}  // namespace weft

#endif  // WEFT_STORED_STORED_SECTIONS_H_
