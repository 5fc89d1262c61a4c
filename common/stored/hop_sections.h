// One worker of stored_hops.cc: reads a range of the file line by line.
// Tested by tests/common/stored/stored_hops_test.cc.
#ifndef WEFT_STORED_HOP_SECTIONS_H_
#define WEFT_STORED_HOP_SECTIONS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/stored/lid_guids.h"
#include "common/stored/range_lines.h"
#include "common/stored/stored_hops.h"
#include "common/stored/stored_loading.h"

namespace weft {

class HopSections {
 public:
  using Table = StoredHopTable;
  using File = StoredHops;
  static constexpr std::string_view kNoSections =
      "there are no hop counts in it as in opensm-lid-matrix.dump: no line begins with 'Switch: "
      "guid 0x'";

  HopSections(const ReadAt& read_at, StoredBudget& budget);

  // Returns the sections of bytes [begin, end). Throws std::bad_alloc and the exceptions of ReadAt.
  StoredRange<StoredHopTable> read(std::uint64_t begin, std::uint64_t end);

  const LidGuids& lid_guids() const { return lid_guids_; }

 private:
  void parse_line(std::string_view line);
  void begin_section(std::string_view line);
  void parse_entry(std::string_view line);
  std::string_view parse_hops(std::string_view text);
  void enter(Lid lid);
  void end_section();

  StoredBudget& budget_;
  RangeLines lines_;
  LidGuids lid_guids_;
  StoredRange<StoredHopTable> range_;
  StoredHopTable table_;                  // of the current section
  std::vector<bool> has_lid_;             // of the current section, by LID
  std::array<std::uint8_t, 256> hops_{};  // of the current line, by column
  std::size_t columns_ = 0;               // of the current line
};

}  // namespace weft

#endif  // WEFT_STORED_HOP_SECTIONS_H_
