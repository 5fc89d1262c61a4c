#include "common/base/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/base/error.h"
#include "common/base/utf8.h"

namespace weft {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view before_comment(std::string_view text) {
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    if (at == 0 || is_blank(text[at - 1])) return trim(text.substr(0, at));
  }
  return trim(text);
}

bool same_in_any_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool Lines::next() {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find('\n');
  unfinished_ = end == std::string_view::npos;
  line_ = trim(rest_.substr(0, end));
  rest_ = unfinished_ ? std::string_view{} : rest_.substr(end + 1);
  ++number_;
  return true;
}

std::optional<std::string_view> Scanner::until(char end) {
  const std::size_t at = rest_.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view taken = rest_.substr(0, at);
  rest_.remove_prefix(at + 1);
  return taken;
}

std::string_view Scanner::word(std::string_view ends) {
  skip_blanks();
  const std::string_view taken = rest_.substr(0, rest_.find_first_of(ends));
  rest_.remove_prefix(taken.size());
  return taken;
}

void IgnoredLines::note(unsigned number, std::string_view line) {
  if (++count_ > 1) return;
  number_ = number;
  first_ = quote(line);
}

void IgnoredLines::append(const IgnoredLines& part, unsigned before) {
  if (count_ == 0 && part.count_ != 0) {
    number_ = before + part.number_;
    first_ = part.first_;
  }
  count_ += part.count_;
}

void IgnoredLines::warn(std::string_view source, std::vector<std::string>& warnings) const {
  if (count_ == 0) return;
  warnings.push_back(
      fmt::format("{}:{}: {} is not understood and was ignored", source, number_, first_));
  if (count_ > 1) warnings.back() += fmt::format(", as were {} more lines", count_ - 1);
}

std::string quote(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return fmt::format("'{}{}'", on_one_line(text.substr(0, kLongest)),
                     text.size() > kLongest ? "..." : "");
}

void fail_at(std::string_view source, unsigned line, std::string_view reason) {
  throw BadInput(fmt::format("{}:{}: {}", source, line, reason));
}

std::string on_one_line(std::string_view description) {
  std::string clean;
  while (!description.empty()) {
    const std::string_view character = take_character(description);
    const char32_t point = code_point(character);
    const bool is_control = point < 0x20 || (point >= 0x7F && point < 0xA0);
    clean += is_control ? " " : character;
  }
  return clean;
}

std::vector<std::string_view> between(char separator, std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(separator, first), text.size());
    parts.push_back(trim(text.substr(first, end - first)));
    first = end + 1;
  }
  return parts;
}

std::vector<std::string_view> between_commas(std::string_view text) { return between(',', text); }

}  // namespace weft
