#include "common/export/hostlist.h"

#include <charconv>
#include <cstddef>
#include <cstdint>

namespace weft {
namespace {

// At most this number of digits at the end of a name are its number; the rest is text.
constexpr std::size_t kMostDigits = 9;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A name split into text and number.
struct Parts {
  std::string_view text;
  std::string_view digits;  // empty: no number
  std::uint32_t number = 0;

  explicit Parts(std::string_view name) {
    std::size_t begin = name.size();
    while (begin > 0 && name.size() - begin < kMostDigits && is_digit(name[begin - 1])) --begin;
    // A name of digits only gets no brackets.
    if (begin == 0) begin = name.size();
    text = name.substr(0, begin);
    digits = name.substr(begin);
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
  }

  bool shares_brackets(const Parts& next) const {
    return !digits.empty() && !next.digits.empty() && text == next.text;
  }
  bool has_zeros() const { return digits.size() > 1 && digits.front() == '0'; }
};

// Returns the end of the range that begins at `first`; all names share brackets. Leading zeros fix
// the width of all numbers of a range.
std::size_t end_of_range(std::span<const std::string> names, std::size_t first, std::size_t end) {
  const Parts head(names[first]);
  std::size_t next = first + 1;
  for (std::uint32_t number = head.number; next < end; ++next) {
    const Parts parts(names[next]);
    const bool same_width = parts.digits.size() == head.digits.size();
    const bool fits = same_width || (!head.has_zeros() && !parts.has_zeros());
    if (parts.number != ++number || !fits) break;
  }
  return next;
}

}  // namespace

std::string hostlist(std::span<const std::string> names) {
  std::string list;
  for (std::size_t first = 0; first < names.size();) {
    const Parts head(names[first]);
    std::size_t end = first + 1;
    while (end < names.size() && head.shares_brackets(Parts(names[end]))) ++end;
    if (!list.empty()) list += ',';
    if (end - first == 1) {
      list += names[first];
    } else {
      (list += head.text) += '[';
      for (std::size_t i = first; i < end;) {
        const std::size_t next = end_of_range(names, i, end);
        if (i > first) list += ',';
        list += Parts(names[i]).digits;
        if (next - i > 1) (list += '-') += Parts(names[next - 1]).digits;
        i = next;
      }
      list += ']';
    }
    first = end;
  }
  return list;
}

}  // namespace weft
