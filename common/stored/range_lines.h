// The lines of a range of a file, for one of several readers that share the file out.
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

// Reads up to `bytes` bytes at an offset; fewer only at the end. From any thread.
using ReadAt = std::function<std::size_t(std::uint64_t offset, char* to, std::size_t bytes)>;

// What readers of ranges throw among themselves: what is wrong, and in which of their lines.
struct Refused {
  std::string reason;
  unsigned line = 0;  // 0: the one at hand
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
  // Throws what ReadAt throws, as next() does.
  bool start(std::uint64_t begin, std::uint64_t end, IsHeading is_heading);

  // Goes to the next line, whether or not it is of the range; false at the end of the file. Throws
  // Refused for a line of more than 64 KiB.
  bool next();

  // The line at hand, with its newline if it has one, up to the next call of next().
  std::string_view line() const { return line_; }
  // Does the line at hand begin a section of the next range?
  bool is_behind(std::uint64_t end) const;
  // Lines that next() and skip() went to since start().
  unsigned count() const { return count_; }
  // Goes back before the line at hand.
  void unread();

  // What comes next, as far as it is in memory.
  std::string_view ahead() const { return {buffer_.data() + next_, filled_ - next_}; }
  // Goes behind so many bytes of it, which are whole lines.
  void skip(std::size_t bytes, unsigned lines);

 private:
  bool refill();

  const ReadAt& read_at_;
  IsHeading is_heading_ = nullptr;
  std::vector<char> buffer_;  // of the file, from offset_ on
  std::uint64_t offset_ = 0;
  std::size_t filled_ = 0;
  std::size_t next_ = 0;        // the next line begins here
  std::size_t line_start_ = 0;  // the line at hand
  std::string_view line_;
  unsigned count_ = 0;
};

// Visits the lines of a range up to its end, trimmed, each of which has to be whole.
template <typename Visit>
void for_each_whole_line(RangeLines& lines, std::uint64_t end, Visit visit) {
  while (lines.next()) {
    if (lines.is_behind(end)) return lines.unread();
    if (lines.line().back() != '\n') refuse("the file ends within this line: is it cut off?");
    visit(trim(lines.line()));
  }
}

}  // namespace weft

#endif  // WEFT_STORED_RANGE_LINES_H_
