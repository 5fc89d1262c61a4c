// memory-floor SWITCHES MAX_LID [THREADS]: how long it takes to write the forwarding tables of such
// a fabric to memory, whatever is in them. That is the time of one memset (to «no path», as OpenSM
// does before a routing) and one memcpy (the routes) over all rows, in pages that the process has
// never touched: the physical limit of any routing engine. THREADS (1 by default) share the rows.
// Prints the median of seven as one JSON object.
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
#include "common/base/workers.h"
#include "common/routing/tables.h"

namespace {

// nullopt: no memory.
std::optional<double> write_tables_ms(std::size_t rows, const std::vector<weft::PortNum>& row,
                                      const weft::Workers& workers) {
  const std::size_t bytes = rows * row.size();
  void* block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return std::nullopt;
  auto* const tables = static_cast<weft::PortNum*>(block);
  const std::size_t share = (rows + workers.threads() - 1) / workers.threads();
  const weft::Stopwatch stopwatch;
  workers.parallel_for(rows, share, [&](std::size_t first, std::size_t last) {
    std::memset(tables + first * row.size(), weft::kNoPath, (last - first) * row.size());
    for (std::size_t r = first; r < last; ++r) {
      std::memcpy(tables + r * row.size(), row.data(), row.size());
    }
  });
  const double ms = stopwatch.ms();
  munmap(block, bytes);
  return ms;
}

// 0: no number from 1 to max.
unsigned number(std::string_view text, unsigned max) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value <= max ? value : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const bool complete = argc == 3 || argc == 4;
  const unsigned switches = complete ? number(argv[1], weft::kMaxUnicastLid) : 0;
  const unsigned max_lid = complete ? number(argv[2], weft::kMaxUnicastLid) : 0;
  const unsigned threads = argc == 4 ? number(argv[3], 1024) : 1;
  if (switches == 0 || max_lid == 0 || threads == 0) {
    fmt::print(stderr, "usage: memory-floor SWITCHES MAX_LID (each 1..{}) [THREADS (1..1024)]\n",
               weft::kMaxUnicastLid);
    return 2;
  }
  const weft::Workers workers(threads);
  const std::vector<weft::PortNum> row(weft::lft_row_size(static_cast<weft::Lid>(max_lid)), 1);
  std::array<double, 7> samples;
  for (double& sample : samples) {
    const auto ms = write_tables_ms(switches, row, workers);
    if (!ms) {
      fmt::print(stderr, "memory-floor: there is not enough memory for these tables\n");
      return 1;
    }
    sample = *ms;
  }
  std::sort(samples.begin(), samples.end());
  fmt::print("{{\"bytes\": {}, \"ms\": {:.3f}}}\n", switches * row.size(),
             samples[samples.size() / 2]);
  return 0;
}
