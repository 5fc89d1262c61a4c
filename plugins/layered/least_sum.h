// The least of some sums, several at a time. Processors have a minimum of several doubles at once
// everywhere, one of 64-bit integers not, so integers are doubles here.
#ifndef WEFT_PLUGINS_LAYERED_LEAST_SUM_H_
#define WEFT_PLUGINS_LAYERED_LEAST_SUM_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

namespace weft {

// What numbers are to be multiplied by; a power of two.
inline constexpr std::uint32_t kLeastSumFactor = 256;

// The least of numbers[n] + 256 * multiplied[n], n in 0..count - 1. Exact if numbers are integers
// and no sum exceeds 2^53. count: at least 4. Cost: some 2 instructions for each sum.
inline double least_sum(const double* numbers, const std::uint32_t* multiplied,
                        std::uint32_t count) {
  using Two = double __attribute__((vector_size(16)));
  using Four = std::uint32_t __attribute__((vector_size(16)));
  // 0x43b00000 and an integer are the upper and the lower half of the double 2^60 + 256 * integer.
  constexpr double kOffset = 0x1p60;
  constexpr std::uint32_t kUpper = 0x43b00000;
  static_assert(std::numeric_limits<double>::is_iec559 && kLeastSumFactor == 1u << (60 - 52) &&
                std::endian::native == std::endian::little);
  const Four upper = {kUpper, kUpper, kUpper, kUpper};

  constexpr double kMost = std::numeric_limits<double>::infinity();
  Two least[2] = {{kMost, kMost}, {kMost, kMost}};
  for (std::uint32_t n = 0; n < count; n += 4) {
    const std::uint32_t at = std::min(n, count - 4);  // some twice rather than some beyond the end
    Two first;
    Two second;
    Four lower;
    std::memcpy(&first, numbers + at, sizeof first);
    std::memcpy(&second, numbers + at + 2, sizeof second);
    std::memcpy(&lower, multiplied + at, sizeof lower);
    first += reinterpret_cast<Two>(__builtin_shufflevector(lower, upper, 0, 4, 1, 5)) - kOffset;
    second += reinterpret_cast<Two>(__builtin_shufflevector(lower, upper, 2, 6, 3, 7)) - kOffset;
    least[0] = first < least[0] ? first : least[0];
    least[1] = second < least[1] ? second : least[1];
  }
  least[0] = least[1] < least[0] ? least[1] : least[0];
  return std::min(least[0][0], least[0][1]);
}

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_LEAST_SUM_H_
