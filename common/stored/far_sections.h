// One worker of far_reader.cc: reads a range of the file line by line.
// Tested by tests/common/stored/far_reader_test.cc.
#ifndef WEFT_STORED_FAR_SECTIONS_H_
#define WEFT_STORED_FAR_SECTIONS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "common/base/text.h"
#include "common/base/types.h"
#include "common/stored/far_reader.h"
#include "common/stored/lid_guids.h"
#include "common/stored/range_lines.h"
#include "common/stored/stored_loading.h"

namespace weft {

class FarSections {
 public:
  using Table = StoredChoices;
  using File = StoredFar;
  static constexpr std::string_view kNoSections =
      "there are no tables of adaptive routing in it as in ibdiagnet2.far: no line begins with "
      "'Switch 0x'";

  FarSections(const ReadAt& read_at, StoredBudget& budget);

  // Returns the sections of bytes [begin, end). Throws std::bad_alloc and the exceptions of ReadAt.
  StoredRange<StoredChoices> read(std::uint64_t begin, std::uint64_t end);

  const LidGuids& lid_guids() const { return lid_guids_; }

 private:
  enum class Part { kBefore, kSwitch, kGroups, kEntries };
  struct Group {
    PortBits ports{};
    std::vector<unsigned> sub_groups;
    std::uint16_t number = 0;  // of its ports among the sets; 0: not assigned
  };

  void parse_line(std::string_view line);
  void begin_switch(std::string_view line);
  void begin_groups();
  void begin_entries();
  void parse_table_number(std::string_view text) const;
  void parse_group(std::string_view line);
  void parse_entry(std::string_view line);
  void enter(Lid lid, PortNum fixed, std::uint16_t set);
  std::uint16_t choices_of(std::uint32_t group, PortNum fixed);
  std::uint16_t number_of(const PortBits& ports);
  void end_section();
  void clear();

  StoredBudget& budget_;
  RangeLines lines_;
  LidGuids lid_guids_;  // stays empty: the file does not have them
  StoredRange<StoredChoices> range_;
  Part part_ = Part::kBefore;
  std::map<std::uint32_t, Group> groups_;      // of the switch
  std::map<PortBits, std::uint16_t> numbers_;  // of the switch's sets
  std::vector<PortNum> row_;                   // static entries of the switch, by LID
  std::vector<std::uint16_t> set_of_;          // by LID
  std::vector<bool> has_lid_;
  std::size_t row_end_ = 0;  // one above its largest LID
};

}  // namespace weft

#endif  // WEFT_STORED_FAR_SECTIONS_H_
