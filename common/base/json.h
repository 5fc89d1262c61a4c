// Builds a JSON document (RFC 8259) for output.
// Tested by tests/common/base/json_test.cc.
#ifndef WEFT_BASE_JSON_H_
#define WEFT_BASE_JSON_H_

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft {

// Objects keep the order of their keys. Not nlohmann's class, since the status file is written in
// opensm: the destructor of nlohmann's values allocates memory, and ends the process if that fails.
// Everything but destructors throws std::bad_alloc.
class Json {
 public:
  using Member = std::pair<std::string, Json>;

  // NOLINTBEGIN(google-explicit-constructor): so that values stand where a document is asked for
  Json(std::nullptr_t = nullptr) {}
  Json(std::initializer_list<Member> members);  // an object
  // Invalid UTF-8 in a text becomes U+FFFD.
  template <typename Text>
  requires std::convertible_to<Text, std::string_view> Json(const Text& text)
      : scalar_(quoted(text)) {}
  // Becomes null if it is not finite.
  Json(double value);
  Json(bool value) : scalar_(value ? "true" : "false") {}
  template <typename Integer>
  requires(std::integral<Integer> && !std::same_as<Integer, bool>) Json(Integer value)
      : scalar_(std::to_string(value)) {}
  template <typename Value>
  Json(const std::vector<Value>& values) : kind_(Kind::kArray) {
    for (const Value& value : values) push_back(value);
  }
  // NOLINTEND(google-explicit-constructor)
  static Json array() { return std::vector<Json>(); }

  // The value of a key, null if it is new. For an object, or null, which becomes an object.
  Json& operator[](std::string_view key);
  // For an array.
  void push_back(Json element) { values_.push_back(std::move(element)); }

  // One line per element and member, indented by two columns per level, with a final line feed.
  std::string text() const;
  // One line without a line feed.
  std::string line() const;

 private:
  enum class Kind { kScalar, kArray, kObject };

  static std::string quoted(std::string_view text);
  void append_to(std::string& text, std::size_t indent) const;
  void append_on_line(std::string& text) const;

  Kind kind_ = Kind::kScalar;
  std::string scalar_ = "null";    // as text
  std::vector<std::string> keys_;  // of an object's values
  std::vector<Json> values_;       // of an object or an array
};

}  // namespace weft

#endif  // WEFT_BASE_JSON_H_
