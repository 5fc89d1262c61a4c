// Scanning text that came from outside, line by line, without copying it.
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

// Without the blanks (carriage returns among them) at both ends.
std::string_view trim(std::string_view text);

// The same up to a # that begins the text or has a blank before it.
std::string_view before_comment(std::string_view text);

// True if they differ at most in the case of ASCII letters.
bool same_in_any_case(std::string_view a, std::string_view b);

// Texts or whole numbers, with something between each and the next.
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

// What a character parts, without the blanks at both ends of each.
std::vector<std::string_view> between(char separator, std::string_view text);
// What commas part, without the blanks at both ends of each: of «a, b,» three, the last empty.
std::vector<std::string_view> between_commas(std::string_view text);

// The lines of a text, without the blanks (carriage returns among them) at both of their ends.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  // Goes to the next line; false if there is none.
  bool next();

  std::string_view line() const { return line_; }
  unsigned number() const { return number_; }  // of line(), from 1
  // True if line() is the last one and no newline ends it.
  bool unfinished() const { return unfinished_; }

 private:
  std::string_view rest_;
  std::string_view line_;
  unsigned number_ = 0;
  bool unfinished_ = false;
};

// Takes a line apart from left to right. Each eat and each number skips blanks first, and takes
// nothing if it does not find what it looks for.
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

  // An unsigned number, without sign or prefix. Nothing if there is no digit, or too many for T.
  template <std::unsigned_integral T>
  std::optional<T> number(int base = 10) {
    skip_blanks();
    return digits<T>(base);
  }
  // The same in hexadecimal behind 0x, in decimal otherwise.
  template <std::unsigned_integral T>
  std::optional<T> number_of_either_base() {
    return eat("0x") ? digits<T>(16) : digits<T>(10);
  }
  // The same as C writes numbers: hexadecimal behind 0x, octal behind 0, decimal otherwise.
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

  // What is left up to `end`, which is taken too; nothing if `end` does not come.
  std::optional<std::string_view> until(char end);
  // Everything up to the next blank, or to the next of `ends`; empty at the end.
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

// Counts the lines of a file that mean nothing to its reader, for one warning about all of them.
class IgnoredLines {
 public:
  void note(const Lines& lines) { note(lines.number(), lines.line()); }
  void note(unsigned number, std::string_view line);
  // Those of the next part of the file, whose lines were counted from 1; `before`: the lines before
  // that part.
  void append(const IgnoredLines& part, unsigned before);
  // Adds a warning, like «source:7: 'ibwarn: ...' is not understood and was ignored, as were 3 more
  // lines», if there were any.
  void warn(std::string_view source, std::vector<std::string>& warnings) const;

 private:
  unsigned count_ = 0;
  unsigned number_ = 0;
  std::string first_;  // in quotes
};

// A description as a part of a line. Control characters, C1 too, become blanks, so that a host's
// own description neither ends the line nor commands a terminal; what is no UTF-8 becomes U+FFFD.
std::string on_one_line(std::string_view description);

// The beginning of a text from outside, fit for a message: short, in quotes, no control characters.
std::string quote(std::string_view text);

// Throws BadInput with «source:line: reason».
[[noreturn]] void fail_at(std::string_view source, unsigned line, std::string_view reason);

}  // namespace weft

#endif  // WEFT_BASE_TEXT_H_
