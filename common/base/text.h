// Scans text from outside line by line, without copying it.
#ifndef WEFT_BASE_TEXT_H_
#define WEFT_BASE_TEXT_H_

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"

namespace weft {

inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\n';
}

// The text without blanks (including carriage returns) at both ends.
std::string_view trim(std::string_view text);

// trim() of the text before the first # that is at the beginning or after a blank.
std::string_view before_comment(std::string_view text);

// True if the texts are equal but for the case of ASCII letters.
bool same_in_any_case(std::string_view a, std::string_view b);

// Joins texts or whole numbers with a separator.
template <typename Range>
std::string joined(const Range& items, std::string_view between) {
  std::string text;
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) text += between;
    is_first = false;
    if constexpr (std::convertible_to<decltype(item), std::string_view>) {
      text += item;
    } else {
      text += std::to_string(item);
    }
  }
  return text;
}

// The parts between separators, each without blanks at both ends.
std::vector<std::string_view> between(char separator, std::string_view text);
// The parts between commas, each without blanks at both ends: three for «a, b,», the last one
// empty.
std::vector<std::string_view> between_commas(std::string_view text);

// The lines of a text, each without blanks (including carriage returns) at both ends.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  // Goes to the next line; false if there is none.
  bool next();

  std::string_view line() const { return line_; }
  unsigned number() const { return number_; }  // of line(), from 1
  // True if line() is the last one and has no newline.
  bool unfinished() const { return unfinished_; }

 private:
  std::string_view rest_;
  std::string_view line_;
  unsigned number_ = 0;
  bool unfinished_ = false;
};

// Parses a line from left to right. Each eat and each number skips blanks first; it takes nothing
// if the line does not continue as expected.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  std::string_view rest() const { return rest_; }

  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t'))
      rest_.remove_prefix(1);
  }
  bool at_end() {
    skip_blanks();
    return rest_.empty();
  }
  bool eat(char c) {
    skip_blanks();
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool eat(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  // An unsigned number without sign or prefix. Nothing if there is no digit, or the number is too
  // large for T.
  template <std::unsigned_integral T>
  std::optional<T> number(int base = 10) {
    skip_blanks();
    return digits<T>(base);
  }
  // As number(), hexadecimal with 0x, otherwise decimal.
  template <std::unsigned_integral T>
  std::optional<T> number_of_either_base() {
    return eat("0x") ? digits<T>(16) : digits<T>(10);
  }
  // As number(), in C's format: hexadecimal with 0x, octal with 0, otherwise decimal.
  template <std::unsigned_integral T>
  std::optional<T> number_as_in_c() {
    if (eat("0x") || eat("0X")) return digits<T>(16);
    return digits<T>(rest_.starts_with('0') ? 8 : 10);
  }
  // A hexadecimal GUID, with or without 0x.
  std::optional<Guid> guid() {
    eat("0x");
    return digits<Guid>(16);
  }

  // The text up to `end`; takes `end` too. Nothing if there is no `end`.
  std::optional<std::string_view> until(char end);
  // The text up to the next character of `ends`; empty at the end.
  std::string_view word(std::string_view ends = " \t");

 private:
  template <std::unsigned_integral T>
  std::optional<T> digits(int base) {
    T value{};
    const auto [end, error] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, base);
    if (error != std::errc{}) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::string_view rest_;
};

// Counts ignored lines of a file, for one warning.
class IgnoredLines {
 public:
  void note(const Lines& lines) { note(lines.number(), lines.line()); }
  void note(unsigned number, std::string_view line);
  // Adds the ignored lines of the next part of the file, whose lines were counted from 1; `before`:
  // number of lines before that part.
  void append(const IgnoredLines& part, unsigned before);
  // Adds a warning if there were any: «source:7: 'ibwarn: ...' is not understood and was ignored,
  // as were 3 more lines».
  void warn(std::string_view source, std::vector<std::string>& warnings) const;

 private:
  unsigned count_ = 0;
  unsigned number_ = 0;
  std::string first_;  // in quotes
};

// Makes a description safe in a line of text. Control characters, including C1, become blanks: a
// host's description must not end the line or control a terminal. Invalid UTF-8 becomes U+FFFD.
std::string on_one_line(std::string_view description);

// The beginning of a text from outside for a message: short, in quotes, without control characters.
std::string quote(std::string_view text);

// Throws BadInput with «source:line: reason».
[[noreturn]] void fail_at(std::string_view source, unsigned line, std::string_view reason);

}  // namespace weft

#endif  // WEFT_BASE_TEXT_H_
