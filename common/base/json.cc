#include "common/base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/base/append.h"
#include "common/base/utf8.h"

namespace weft {
namespace {

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
    append(text, "\\u{:04x}", static_cast<unsigned>(c));
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
  while (!text.empty()) append_character(quoted, take_character(text));
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

std::string Json::line() const {
  std::string text;
  append_on_line(text);
  return text;
}

void Json::append_on_line(std::string& text) const {
  if (kind_ == Kind::kScalar) {
    text += scalar_;
    return;
  }
  text += kind_ == Kind::kArray ? '[' : '{';
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (i > 0) text += ", ";
    if (kind_ == Kind::kObject) text += quoted(keys_[i]) + ": ";
    values_[i].append_on_line(text);
  }
  text += kind_ == Kind::kArray ? ']' : '}';
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
