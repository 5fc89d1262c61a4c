// What verify looks up in a fabric: the directed links between switches by number, the islands, and
// the end ports of each switch that send.
#ifndef WEFT_VERIFY_FABRIC_INDEX_H_
#define WEFT_VERIFY_FABRIC_INDEX_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/graph/pieces.h"

namespace weft {

// The next switch of an entry that leads to no switch.
inline constexpr SwitchIndex kDeadEnd = kNone;
inline constexpr SwitchIndex kArrived = kNone - 1;

// Cost: O(ports). The fabric must outlive it.
class FabricIndex {
 public:
  explicit FabricIndex(const Fabric& fabric);

  const Fabric& fabric() const { return fabric_; }
  std::uint32_t switch_count() const { return fabric_.switch_count(); }

  const Links& links() const { return links_; }

  // A switch has a slot for each port, and one more for all entries that name no port of it.
  std::uint32_t first_slot(SwitchIndex s) const { return first_slot_[s]; }
  PortNum clamp(SwitchIndex s, PortNum entry) const { return std::min(entry, beyond_[s]); }
  SwitchIndex slot_next(std::uint32_t slot) const { return slot_next_[slot]; }    // or kDeadEnd
  std::uint32_t slot_link(std::uint32_t slot) const { return slot_link_[slot]; }  // or kNone

  // End ports of a switch that have a LID (sources_by_switch), in ascending order; positions in
  // sources() run from first_source(s).
  std::span<const EndPortIndex> sources() const { return sources_; }
  std::uint32_t first_source(SwitchIndex s) const { return first_source_[s]; }
  std::uint32_t source_count(SwitchIndex s) const {
    return first_source_[s + 1] - first_source_[s];
  }

  // Islands: pieces of the fabric that no link connects.
  std::uint32_t piece(SwitchIndex s) const { return pieces_.of[s]; }
  std::uint32_t piece_count() const { return pieces_.count; }
  std::uint32_t piece_switches(std::uint32_t piece) const { return piece_switches_[piece]; }
  std::uint32_t piece_end_ports(std::uint32_t piece) const { return piece_end_ports_[piece]; }
  // The number of switches with sources outside of a piece.
  std::uint32_t senders_beyond(std::uint32_t piece) const {
    return senders_ - piece_senders_[piece];
  }

 private:
  void number_slots();
  void sort_sources();
  void count_pieces();

  const Fabric& fabric_;
  Pieces pieces_;
  Links links_;
  std::vector<std::uint32_t> first_slot_;  // S
  std::vector<PortNum> beyond_;            // S: port_count + 1
  std::vector<SwitchIndex> slot_next_;
  std::vector<std::uint32_t> slot_link_;
  std::vector<std::uint32_t> first_source_;  // S + 1
  std::vector<EndPortIndex> sources_;
  std::vector<std::uint32_t> piece_switches_;
  std::vector<std::uint32_t> piece_end_ports_;
  std::vector<std::uint32_t> piece_senders_;
  std::uint32_t senders_ = 0;
};

}  // namespace weft

#endif  // WEFT_VERIFY_FABRIC_INDEX_H_
