// Verifies multicast tables of switches: the entries of each group must be a tree.
#ifndef WEFT_VERIFY_MULTICAST_GROUPS_H_
#define WEFT_VERIFY_MULTICAST_GROUPS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/verify/port_choices.h"

namespace weft {

// A switch sends the packets of a group out by all these ports, except the port that they came by.
struct MulticastEntry {
  SwitchIndex sw;
  PortBits ports;  // whether or not the switch has them; 0: the switch itself
};

struct MulticastGroup {
  Lid mlid;                             // 0xC000..0xFFFE
  std::vector<MulticastEntry> entries;  // by switch, each once
};

struct MulticastVerdict {
  std::uint64_t groups = 0;
  // Groups whose packets can loop: they have more links than a tree.
  std::uint64_t looping_groups = 0;
  // Groups whose members (ports that lead to end ports, and switches themselves) are not all in one
  // tree.
  std::uint64_t split_groups = 0;
  // Ports to a switch that does not send back by the same link, or has no entry, over all groups.
  std::uint64_t one_way_links = 0;
  // Ports without a link, over all groups: harmless.
  std::uint64_t dead_ports = 0;
  // Up to 8 sentences, each with an example of an error.
  std::vector<std::string> findings;

  bool is_good() const { return looping_groups == 0 && split_groups == 0 && one_way_links == 0; }
};

// Cost: O(S + ports) a group.
MulticastVerdict verify_multicast(const Fabric& fabric, const std::vector<MulticastGroup>& groups);

// The turns of the groups' packets, in ascending order, without repetition.
std::vector<LinkTurn> turns_of(const Links& links, const std::vector<MulticastGroup>& groups);

}  // namespace weft

#endif  // WEFT_VERIFY_MULTICAST_GROUPS_H_
