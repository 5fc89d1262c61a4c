// VL arbitration from OpenSM's QoS options: which VLs of a port can send.
//
// With QoS, OpenSM writes the tables qos_swe_vlarb_high and qos_swe_vlarb_low into every external
// port of every switch, up to the size of the port's tables. A VL without weight in both tables
// sends nothing: packets that an SL2VL map sends to this VL never leave the switch. The limit of
// the high table only determines how long the low table waits. Engines with QoS levels change the
// blocks of the tables before OpenSM writes them (level_weights.h).
#ifndef WEFT_OPTIONS_VL_ARBITRATION_H_
#define WEFT_OPTIONS_VL_ARBITRATION_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "common/options/level_weights.h"
#include "common/options/stock_conf.h"
#include "common/routing/sl2vl.h"

namespace weft {

// The number of entries in a port's tables.
struct VlArbitrationRoom {
  std::uint8_t high;
  std::uint8_t low;
};

class VlArbitration {
 public:
  // Lists of VL:weight with commas, parsed like OpenSM does.
  VlArbitration(const char* high, const char* low);
  explicit VlArbitration(const QosTables& tables)
      : VlArbitration(tables.vlarb_high.c_str(), tables.vlarb_low.c_str()) {}

  // The VLs on which a port with this number of data VLs can send; all if it has no tables. levels:
  // Routing::qos_levels of the routing for which the tables are written.
  VlSet served(VlArbitrationRoom room, std::uint8_t data_vls,
               std::span<const VlSet> levels = {}) const;

  // The blocks as OpenSM numbers them: 0 and 1 of the low table, 2 and 3 of the high one. Before
  // the changes for QoS levels; VLs are not masked.
  static constexpr unsigned kBlocks = 4;
  std::span<const VlWeight> block(unsigned number) const {
    const Table& table = number < 2 ? low_ : high_;
    return std::span(table).subspan(number % 2 * kBlock, kBlock);
  }
  // The entries of a block that OpenSM writes, 0..32. Of a table of 64 entries it writes 32, since
  // it takes the second block to have entries % 32.
  static std::size_t block_size(VlArbitrationRoom room, unsigned number) {
    const std::size_t entries = number < 2 ? room.low : room.high;
    if (number % 2 == 0) return std::min(entries, kBlock);
    return entries <= kBlock ? 0 : entries % kBlock;
  }

  // True if all VLs of a level have the same weight in both tables.
  bool serves_alike(VlSet level) const;

 private:
  static constexpr std::size_t kBlock = 32;  // entries that OpenSM writes together
  using Table = std::array<VlWeight, 2 * kBlock>;
  static Table read(const char* list);

  Table high_;
  Table low_;
};

}  // namespace weft

#endif  // WEFT_OPTIONS_VL_ARBITRATION_H_
