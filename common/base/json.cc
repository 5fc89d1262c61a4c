#include "common/base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace weft {
namespace {

// Of the character of UTF-8 that `text` begins with (RFC 3629, section 4); 0: of none.
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  // The shortest form, no half of a pair of UTF-16, none above U+10FFFF.
  const unsigned least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const unsigned most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (byte(1) < least || byte(1) > most) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80) return 0;
  }
  return length;
}

void append_character(std::string& text, std::string_view character) {
  const char c = character.front();
  if (c == '"' || c == '\\') {
    text += '\\';
    text += c;
  } else if (c == '\n') {
    text += "\\n";
  } else if (c == '\t') {
    text += "\\t";
  } else if (static_cast<unsigned char>(c) < ' ') {
    fmt::format_to(std::back_inserter(text), "\\u{:04x}", static_cast<unsigned>(c));
  } else {
    text += character;
  }
}

}  // namespace

Json::Json(std::initializer_list<Member> members) : kind_(Kind::kObject) {
  for (const auto& [key, value] : members) {
    keys_.push_back(key);
    values_.push_back(value);
  }
}

Json::Json(double value) : scalar_(std::isfinite(value) ? fmt::format("{}", value) : "null") {}

std::string Json::quoted(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    append_character(quoted, length == 0 ? "\xef\xbf\xbd" : text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return quoted + '"';
}

Json& Json::operator[](std::string_view key) {
  kind_ = Kind::kObject;
  const auto at = std::find(keys_.begin(), keys_.end(), key);
  if (at != keys_.end()) return values_[static_cast<std::size_t>(at - keys_.begin())];
  keys_.emplace_back(key);
  return values_.emplace_back();
}

std::string Json::text() const {
  std::string text;
  append_to(text, 0);
  return text + '\n';
}

void Json::append_to(std::string& text, std::size_t indent) const {
  if (kind_ == Kind::kScalar) {
    text += scalar_;
    return;
  }
  text += kind_ == Kind::kArray ? '[' : '{';
  for (std::size_t i = 0; i < values_.size(); ++i) {
    text += i == 0 ? "\n" : ",\n";
    text.append(indent + 2, ' ');
    if (kind_ == Kind::kObject) text += quoted(keys_[i]) + ": ";
    values_[i].append_to(text, indent + 2);
  }
  if (!values_.empty()) text.append(1, '\n').append(indent, ' ');
  text += kind_ == Kind::kArray ? ']' : '}';
}

}  // namespace weft
