#include "common/options/vl_arbitration.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace weft {
namespace {

constexpr VlSet kAllVls = 0xFFFF;

// A number and the character after it, which may be any.
unsigned read_number(const char*& text) {
  char* end = nullptr;
  const auto number = static_cast<unsigned>(std::strtoul(text, &end, 0));
  text = *end == '\0' ? end : end + 1;
  return number;
}

// The bits of the VLs below data_vls (15 or a power of two).
Vl mask_of(std::uint8_t data_vls) {
  return data_vls >= kDropVl ? Vl{15} : static_cast<Vl>(data_vls - 1);
}

}  // namespace

VlArbitration::VlArbitration(const char* high, const char* low)
    : high_(read(high)), low_(read(low)) {}

VlArbitration::Table VlArbitration::read(const char* list) {
  Table table;
  for (VlWeight& entry : table) {
    entry.vl = static_cast<std::uint8_t>(read_number(list) % kDropVl);
    entry.weight = static_cast<std::uint8_t>(read_number(list));
  }
  return table;
}

VlSet VlArbitration::served(VlArbitrationRoom room, std::uint8_t data_vls,
                            std::span<const VlSet> levels) const {
  VlSet served = 0;
  if (room.high + room.low == 0) return kAllVls;
  for (unsigned b = 0; b < kBlocks; ++b) {
    std::array<VlWeight, kBlock> entries;
    std::ranges::copy(block(b), entries.begin());
    const VlWeights written = VlWeights(entries).first(block_size(room, b));
    serve_levels_alike(levels, mask_of(data_vls), written);
    for (const VlWeight& entry : written) {
      if (entry.weight != 0) served = static_cast<VlSet>(served | 1u << entry.vl);
    }
  }
  return served;
}

bool VlArbitration::serves_alike(VlSet level) const {
  if (level == 0) return true;
  return std::ranges::all_of(std::array{&high_, &low_}, [level](const Table* table) {
    std::array<unsigned, kDropVl + 1> weights = {};
    for (const VlWeight& entry : *table) weights[entry.vl] += entry.weight;
    const unsigned first = weights[static_cast<unsigned>(std::countr_zero(level))];
    for (unsigned rest = level; rest != 0; rest &= rest - 1) {
      if (weights[static_cast<unsigned>(std::countr_zero(rest))] != first) return false;
    }
    return true;
  });
}

}  // namespace weft
