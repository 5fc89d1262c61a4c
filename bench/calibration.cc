#include "bench/calibration.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "common/base/stopwatch.h"

namespace weft::bench {
namespace {

constexpr std::uint32_t kWords = 1u << 23;
constexpr unsigned kSteps = 1u << 20;

// One cycle through all words, which no prefetcher can follow: a linear congruential generator of
// full period (Hull and Dobell: an odd increment, and a multiplier that is 1 modulo 4).
std::vector<std::uint32_t> one_cycle() {
  std::vector<std::uint32_t> next(kWords);
  for (std::uint32_t i = 0; i < kWords; ++i) next[i] = (i * 1664525u + 1013904223u) % kWords;
  return next;
}

double walk_ms(const std::vector<std::uint32_t>& next) {
  const Stopwatch stopwatch;
  std::uint32_t at = 0;
  std::uint64_t mixed = 0;
  for (unsigned step = 0; step < kSteps; ++step) {
    at = next[at];
    for (int round = 0; round < 8; ++round) {
      mixed = (mixed ^ at) * 0x9E3779B97F4A7C15u;
      mixed ^= mixed >> 29;
    }
  }
  // Keeps the compiler from seeing that nobody wants the outcome.
  volatile std::uint64_t sink = mixed;
  static_cast<void>(sink);
  return stopwatch.ms();
}

}  // namespace

double calibration_ms() {
  const std::vector<std::uint32_t> next = one_cycle();
  std::array<double, 5> samples;
  for (double& sample : samples) sample = walk_ms(next);
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

}  // namespace weft::bench
