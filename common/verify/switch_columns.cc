#include "common/verify/switch_columns.h"

#include <algorithm>
#include <cstdint>

#include "common/base/types.h"

namespace weft {
namespace {

// A switch with sources counts as kWithSources + 1 senders. So one walk tells how many switches of
// both kinds lose packets: there are fewer than 2^16 switches.
constexpr std::uint32_t kWithSources = 1u << 16;
static_assert(kMaxUnicastLid < kWithSources);

}  // namespace

SwitchColumns walk_switch_columns(const FabricIndex& index, Rows rows,
                                  std::span<const Column> columns, const Workers& workers) {
  std::vector<std::uint32_t> senders;
  for (SwitchIndex s = 0; s < index.switch_count(); ++s) {
    senders.push_back(index.source_count(s) > 0 ? 1 + kWithSources : 1);
  }
  SwitchColumns walked;
  walked.results.resize(columns.size());
  walk_columns(index, rows, columns, senders, walked.results, nullptr, workers);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    ColumnResult& result = walked.results[i];
    const std::uint32_t beyond = index.senders_beyond(index.piece(columns[i].destination));
    if (result.lost / kWithSources > beyond) walked.unreached.push_back(i);
    result.lost %= kWithSources;
  }
  return walked;
}

std::vector<std::uint32_t> lost_switches(std::span<const ColumnResult> results) {
  const auto is_lost = [](const ColumnResult& result) { return result.lost > 0; };
  std::vector<std::uint32_t> lost;
  if (std::ranges::none_of(results, is_lost)) return lost;
  for (const ColumnResult& result : results)
    lost.push_back(static_cast<std::uint32_t>(result.lost));
  return lost;
}

}  // namespace weft
