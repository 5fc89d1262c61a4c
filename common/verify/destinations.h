// LIDs by the switch of their owner.
// Tested by tests/common/verify/verify_test.cc, tests/common/verify/up_down_scan_test.cc.
#ifndef WEFT_VERIFY_DESTINATIONS_H_
#define WEFT_VERIFY_DESTINATIONS_H_

#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/verify/column_tile.h"
#include "common/verify/fabric_index.h"

namespace weft {

// Destinations are the switches that have end ports with LIDs, in the order of their lowest LID, so
// that rows are read forwards. The LIDs of a destination are those of its end ports, with path
// bits, and then the switch's own.
struct Destinations {
  explicit Destinations(const FabricIndex& index);

  std::size_t count() const { return switches.size(); }

  // Adds the LIDs of a destination's end ports, or of the switch itself, to a list of columns.
  void add_end_ports(std::size_t d, std::vector<Column>& columns) const {
    add(d, first[d], end_ports_end[d], columns);
  }
  void add_switch(std::size_t d, std::vector<Column>& columns) const {
    add(d, end_ports_end[d], first[d + 1], columns);
  }

  std::vector<SwitchIndex> switches;
  std::vector<std::uint32_t> first;          // of a destination in `lids`; count() + 1
  std::vector<std::uint32_t> end_ports_end;  // of a destination: where its end ports' LIDs end
  std::vector<Lid> lids;
  std::vector<PortNum> right;  // by position in `lids`: the right entry at the destination

 private:
  void add(std::size_t d, std::uint32_t begin, std::uint32_t end,
           std::vector<Column>& columns) const {
    for (std::uint32_t i = begin; i < end; ++i) columns.push_back({lids[i], switches[d], right[i]});
  }
};

}  // namespace weft

#endif  // WEFT_VERIFY_DESTINATIONS_H_
