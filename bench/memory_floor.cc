// memory_floor SWITCHES MAX_LID: how long it takes to write the forwarding tables of such a fabric
// to memory, whatever is in them. That is the time of one memset (to «no path», as OpenSM does
// before a routing) and one memcpy (the routes) over all rows, in pages that the process has never
// touched: the physical limit of any routing engine. Prints the median of seven as one JSON object.
#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "common/base/stopwatch.h"
#include "common/base/types.h"
#include "common/routing/tables.h"

namespace {

// nullopt: no memory.
std::optional<double> write_tables_ms(std::size_t rows, const std::vector<weft::PortNum>& row) {
  const std::size_t bytes = rows * row.size();
  void* block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return std::nullopt;
  const weft::Stopwatch stopwatch;
  std::memset(block, weft::kNoPath, bytes);
  for (std::size_t r = 0; r < rows; ++r) {
    std::memcpy(static_cast<weft::PortNum*>(block) + r * row.size(), row.data(), row.size());
  }
  const double ms = stopwatch.ms();
  munmap(block, bytes);
  return ms;
}

std::optional<unsigned> number(std::string_view text, unsigned max) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value >= 1 && value <= max ? std::optional(value) : std::nullopt;
}

}  // namespace

int main(int argc, char** argv) {
  const auto switches = argc == 3 ? number(argv[1], weft::kMaxUnicastLid) : std::nullopt;
  const auto max_lid = argc == 3 ? number(argv[2], weft::kMaxUnicastLid) : std::nullopt;
  if (!switches || !max_lid) {
    fmt::print(stderr, "usage: memory_floor SWITCHES MAX_LID (each 1..{})\n", weft::kMaxUnicastLid);
    return 2;
  }
  const std::vector<weft::PortNum> row(weft::lft_row_size(static_cast<weft::Lid>(*max_lid)), 1);
  std::array<double, 7> samples;
  for (double& sample : samples) {
    const auto ms = write_tables_ms(*switches, row);
    if (!ms) {
      fmt::print(stderr, "memory_floor: there is not enough memory for these tables\n");
      return 1;
    }
    sample = *ms;
  }
  std::sort(samples.begin(), samples.end());
  fmt::print("{{\"bytes\": {}, \"ms\": {:.3f}}}\n", *switches * row.size(),
             samples[samples.size() / 2]);
  return 0;
}
