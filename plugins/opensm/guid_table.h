// A small hash table with GUID keys.
#ifndef WEFT_PLUGINS_OPENSM_GUID_TABLE_H_
#define WEFT_PLUGINS_OPENSM_GUID_TABLE_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/base/types.h"

namespace weft {

// GUID -> number, open addressing. GUID 0 cannot be a key.
class GuidTable {
 public:
  explicit GuidTable(std::size_t expected)
      : slots_(std::bit_ceil(2 * expected + 16)), shift_(64 - std::countr_zero(slots_.size())) {}

  // The number stored for a GUID; kNone if there is none.
  std::uint32_t find(Guid guid) { return place(guid).guid == 0 ? kNone : place(guid).number; }

  // As find(), but stores `number` if the GUID is new. Second: is it new?
  std::pair<std::uint32_t, bool> find_or_insert(Guid guid, std::uint32_t number) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    Slot& slot = place(guid);
    if (slot.guid == guid) return {slot.number, false};
    slot = {guid, number};
    ++used_;
    return {number, true};
  }

 private:
  struct Slot {
    Guid guid = 0;
    std::uint32_t number = 0;
  };

  // The slot of the GUID, or the free slot for it.
  Slot& place(Guid guid) {
    std::size_t i = (guid * 0x9E3779B97F4A7C15u) >> shift_;
    while (slots_[i].guid != 0 && slots_[i].guid != guid) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    --shift_;
    for (const Slot& slot : old) {
      if (slot.guid != 0) place(slot.guid) = slot;
    }
  }

  std::vector<Slot> slots_;
  int shift_;
  std::size_t used_ = 0;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_GUID_TABLE_H_
