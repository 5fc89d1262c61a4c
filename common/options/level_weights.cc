#include "common/options/level_weights.h"

#include <algorithm>
#include <bit>

namespace weft {
namespace {

constexpr unsigned kMostWeight = 255;

bool has(VlSet vls, unsigned vl) { return (vls >> vl & 1) != 0; }

VlSet folded(VlSet vls, Vl mask) {
  unsigned result = 0;
  for (unsigned vl = 0; vl <= kDropVl; ++vl) {
    if (has(vls, vl)) result |= 1u << (vl & mask);
  }
  return static_cast<VlSet>(result);
}

void serve_alike(VlSet vls, VlWeights block) {
  const auto is_theirs = [vls](const VlWeight& entry) { return has(vls, entry.vl); };
  unsigned sum = 0;
  unsigned room = 0;
  for (const VlWeight& entry : block) {
    if (is_theirs(entry)) sum += entry.weight;
    if (is_theirs(entry) || entry.weight == 0) ++room;
  }
  const auto count = static_cast<unsigned>(std::popcount(vls));
  if (sum == 0 || room < count) return;
  const unsigned each = std::min((sum + count - 1) / count, kMostWeight);
  unsigned rest = vls;
  for (VlWeight& entry : block) {
    if (!is_theirs(entry)) continue;
    const bool is_first = has(static_cast<VlSet>(rest), entry.vl);
    rest &= ~(1u << entry.vl);
    entry.weight = is_first ? static_cast<std::uint8_t>(each) : std::uint8_t{0};
  }
  for (VlWeight& entry : block) {
    if (rest == 0 || entry.weight != 0) continue;
    entry = {static_cast<std::uint8_t>(std::countr_zero(rest)), static_cast<std::uint8_t>(each)};
    rest &= rest - 1;
  }
}

}  // namespace

void serve_levels_alike(std::span<const VlSet> levels, Vl vl_mask, VlWeights block) {
  for (VlWeight& entry : block) entry.vl &= vl_mask;
  for (const VlSet level : levels) serve_alike(folded(level, vl_mask), block);
}

void serve_by_level(std::span<const VlSet> levels, VlWeights block) {
  std::size_t kept = 0;
  for (const VlWeight entry : block) {
    const auto level = std::ranges::find_if(
        levels, [&](VlSet vls) { return std::countr_zero(vls) == int{entry.vl}; });
    if (level == levels.end()) continue;
    block[kept++] = {static_cast<std::uint8_t>(level - levels.begin()), entry.weight};
  }
  std::ranges::fill(block.subspan(kept), VlWeight{});
}

}  // namespace weft
