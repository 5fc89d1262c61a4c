// A JSON document (RFC 8259) that is put together to be written.
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

// Objects keep the order of their keys. Our own, since the status file is written within opensm:
// the destructor of nlohmann's values takes memory, and where there is none it ends the process.
// Everything but destructors throws std::bad_alloc.
class Json {
 public:
  using Member = std::pair<std::string, Json>;

  // NOLINTBEGIN(google-explicit-constructor): so that values stand where a document is asked for
  Json(std::nullptr_t = nullptr) {}
  Json(std::initializer_list<Member> members);  // an object
  // What is no UTF-8 in a text is U+FFFD.
  template <typename Text>
  requires std::convertible_to<Text, std::string_view> Json(const Text& text)
      : scalar_(quoted(text)) {}
  // Not a finite number: null.
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

  // Of an object, or of null, which becomes one; null if there was none with that key.
  Json& operator[](std::string_view key);
  // To an array.
  void push_back(Json element) { values_.push_back(std::move(element)); }

  // A line for each element and each member, those inside two columns to the right, and a line feed
  // at the end.
  std::string text() const;
  // All of it on one line, without a line feed.
  std::string line() const;

 private:
  enum class Kind { kScalar, kArray, kObject };

  static std::string quoted(std::string_view text);
  void append_to(std::string& text, std::size_t indent) const;
  void append_on_line(std::string& text) const;

  Kind kind_ = Kind::kScalar;
  std::string scalar_ = "null";    // as it is written
  std::vector<std::string> keys_;  // of an object's values
  std::vector<Json> values_;       // of an object, or elements
};

}  // namespace weft

#endif  // WEFT_BASE_JSON_H_
