// Encodes numbers and texts as consecutive bytes; numbers are little endian.
#ifndef WEFT_BASE_BYTES_H_
#define WEFT_BASE_BYTES_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/error.h"

namespace weft {

class ByteWriter {
 public:
  template <std::unsigned_integral Number>
  void number(Number value) {
    for (std::size_t i = 0; i < sizeof(Number); ++i) {
      bytes_.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFF));
    }
  }
  void flag(bool value) { number(std::uint8_t{value}); }
  // Writes the number of the elements that follow.
  void count(std::size_t value) { number(static_cast<std::uint32_t>(value)); }
  void text(std::string_view value) {
    count(value.size());
    bytes_ += value;
  }
  template <std::unsigned_integral Number>
  void numbers(std::span<const Number> values) {
    count(values.size());
    for (const Number value : values) number(value);
  }

  std::string take() { return std::exchange(bytes_, {}); }

 private:
  std::string bytes_;
};

// Reads the output of a ByteWriter. Does not trust it: each call throws BadInput if the bytes are
// not valid for it.
class ByteReader {
 public:
  // The bytes must outlive it.
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <std::unsigned_integral Number>
  Number number() {
    const std::string_view from = take(sizeof(Number));
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
    }
    return static_cast<Number>(value);
  }
  // A number; throws if it is above `largest`.
  template <std::unsigned_integral Number>
  Number number_up_to(Number largest) {
    const auto value = number<Number>();
    if (value > largest) refuse();
    return value;
  }
  bool flag() { return number_up_to<std::uint8_t>(1) == 1; }
  // A number of elements; throws if they do not fit into the rest with `least` (>= 1) bytes each.
  std::size_t count(std::size_t least) {
    const auto value = number<std::uint32_t>();
    if (value > rest_.size() / least) refuse();
    return value;
  }
  std::string_view text() { return take(count(1)); }
  // Numbers; throws if one is above `largest`.
  template <std::unsigned_integral Number>
  std::vector<Number> numbers(Number largest = static_cast<Number>(-1)) {
    std::vector<Number> values(count(sizeof(Number)));
    for (Number& value : values) value = number_up_to(largest);
    return values;
  }

  bool has_more() const { return !rest_.empty(); }
  // Throws BadInput if bytes are left.
  void finish() const {
    if (has_more()) refuse();
  }
  [[noreturn]] static void refuse() { throw BadInput("its content makes no sense"); }

 private:
  std::string_view take(std::size_t bytes) {
    if (bytes > rest_.size()) refuse();
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }

  std::string_view rest_;
};

}  // namespace weft

#endif  // WEFT_BASE_BYTES_H_
