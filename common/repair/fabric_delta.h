// FabricDelta: what has changed in a fabric since its routing was accepted, in words of
// administrators.
#ifndef WEFT_REPAIR_FABRIC_DELTA_H_
#define WEFT_REPAIR_FABRIC_DELTA_H_

#include <cstdint>
#include <string>

#include "common/repair/fabric_match.h"

namespace weft {

// Counts of what is lost and new, identified by GUIDs and ports. The links and end ports of a lost
// or new switch are not counted.
struct FabricDelta {
  std::uint32_t lost_leaf_switches = 0;  // those that had end ports
  std::uint32_t lost_switches = 0;       // all others
  std::uint32_t new_switches = 0;
  std::uint32_t lost_parallel_links = 0;  // between switches that another link still connects
  std::uint32_t lost_bundles = 0;         // pairs of switches that are no longer linked
  std::uint32_t new_links = 0;            // between switches
  std::uint32_t lost_end_ports = 0;
  std::uint32_t new_end_ports = 0;
  std::uint32_t moved_end_ports = 0;  // at another port
  std::uint32_t changed_lids = 0;     // switches and end ports that have another LID or LMC

  // Is anything new, or in another place?
  bool has_new() const {
    return new_switches + new_links + new_end_ports + moved_end_ports + changed_lids > 0;
  }
  // Are links between switches new?
  bool has_new_links() const { return new_switches + new_links > 0; }
  // Are switches, or links between them, lost?
  bool has_lost_links() const {
    return lost_leaf_switches + lost_switches + lost_parallel_links + lost_bundles > 0;
  }
  // Is anything lost, or no longer in its place?
  bool has_lost() const { return has_lost_links() || lost_end_ports > 0; }
  bool is_nothing() const { return *this == FabricDelta{}; }

  friend bool operator==(const FabricDelta&, const FabricDelta&) = default;
};

// Cost: O(ports).
FabricDelta find_delta(const FabricMatch& match);

// «1 leaf switch lost, 2 end ports new»; «nothing».
std::string describe(const FabricDelta& delta);

}  // namespace weft

#endif  // WEFT_REPAIR_FABRIC_DELTA_H_
