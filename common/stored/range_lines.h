// The lines of one range of a file. Several readers each read a range.
// Tested by tests/common/stored/stored_tables_test.cc, tests/common/stored/stored_hops_test.cc.
#ifndef WEFT_STORED_RANGE_LINES_H_
#define WEFT_STORED_RANGE_LINES_H_

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/text.h"

namespace weft {

// Reads up to `bytes` bytes at an offset; fewer only at the end of the file. From any thread.
using ReadAt = std::function<std::size_t(std::uint64_t offset, char* to, std::size_t bytes)>;

// Thrown by readers of ranges: the reason and the line of the range.
struct Refused {
  std::string reason;
  unsigned line = 0;  // 0: the current line
};

template <typename... Arguments>
[[noreturn]] void refuse(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  throw Refused{fmt::format(format, std::forward<Arguments>(arguments)...)};
}

// A file consists of sections, each with a heading. A section belongs to the range in which its
// heading begins; lines before the first section belong to the first range.
class RangeLines {
 public:
  using IsHeading = bool (*)(std::string_view line);  // of a trimmed line

  explicit RangeLines(const ReadAt& read_at);

  // Goes before the first line of bytes [begin, end) of the file; false if the range has none.
  // Throws the exceptions of ReadAt, as next() does.
  bool start(std::uint64_t begin, std::uint64_t end, IsHeading is_heading);

  // Goes to the next line, also beyond the range; false at the end of the file. Throws Refused for
  // a line of more than 64 KiB.
  bool next();

  // The current line, with its newline if it has one; valid until next().
  std::string_view line() const { return line_; }
  // True if the current line begins a section.
  bool begins_section() const { return is_heading_(trim(line_)); }
  // True if it begins a section of the next range.
  bool is_behind(std::uint64_t end) const;
  // Lines that next() and skip() passed since start().
  unsigned count() const { return count_; }
  // Goes back before the current line.
  void unread();

  // The bytes after the current line that are in memory.
  std::string_view ahead() const { return {buffer_.data() + next_, filled_ - next_}; }
  // Skips this number of bytes of ahead(); they must be whole lines.
  void skip(std::size_t bytes, unsigned lines);

 private:
  bool refill();

  const ReadAt& read_at_;
  IsHeading is_heading_ = nullptr;
  std::vector<char> buffer_;  // of the file, from offset_ on
  std::uint64_t offset_ = 0;
  std::size_t filled_ = 0;
  std::size_t next_ = 0;        // offset of the next line
  std::size_t line_start_ = 0;  // offset of the current line
  std::string_view line_;
  unsigned count_ = 0;
};

// Refuses a line without its newline.
template <typename EndSection>
void require_whole_line(const RangeLines& lines, EndSection end_section) {
  if (lines.line().back() == '\n') return;
  // What is wrong with the section before is told first, as it is if a range ends there.
  if (lines.begins_section()) end_section();
  refuse("the file ends within this line: is it cut off?");
}

// Visits the trimmed lines of a range; each must be complete. Then ends the last section.
template <typename Visit, typename EndSection>
void for_each_whole_line(RangeLines& lines, std::uint64_t end, Visit visit,
                         EndSection end_section) {
  while (lines.next()) {
    if (lines.is_behind(end)) {
      lines.unread();
      break;
    }
    require_whole_line(lines, end_section);
    visit(trim(lines.line()));
  }
  end_section();
}

}  // namespace weft

#endif  // WEFT_STORED_RANGE_LINES_H_
