// The part of far_reader.cc that one worker does: a range of the file, line by line.
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

  // The sections of bytes [begin, end). Throws what ReadAt throws and std::bad_alloc.
  StoredRange<StoredChoices> read(std::uint64_t begin, std::uint64_t end);

  const LidGuids& lid_guids() const { return lid_guids_; }

 private:
  enum class Part { kBefore, kSwitch, kGroups, kEntries };
  struct Group {
    PortBits ports{};
    std::vector<unsigned> sub_groups;
    std::uint16_t number = 0;  // of its ports among the sets; 0: not there yet
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
  LidGuids lid_guids_;  // the file does not tell of any
  StoredRange<StoredChoices> range_;
  Part part_ = Part::kBefore;
  std::map<std::uint32_t, Group> groups_;      // of the switch
  std::map<PortBits, std::uint16_t> numbers_;  // of its sets
  std::vector<PortNum> row_;                   // its static entries, by LID
  std::vector<std::uint16_t> set_of_;          // by LID
  std::vector<bool> has_lid_;
  std::size_t row_end_ = 0;  // behind its largest LID
};

}  // namespace weft

#endif  // WEFT_STORED_FAR_SECTIONS_H_
