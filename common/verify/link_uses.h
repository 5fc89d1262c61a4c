// Links and their load, with names, for administrators who look for a cable.
// Tested by tests/common/verify/link_uses_test.cc.
#ifndef WEFT_VERIFY_LINK_USES_H_
#define WEFT_VERIFY_LINK_USES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/verify/verify.h"

namespace weft {

// A link between two switches, in the direction out of a port; or that of an end port.
struct LinkUse {
  SwitchIndex sw = kNone;
  PortNum port = 0;
  std::uint64_t paths = 0;  // pairs of end ports, as of Figures::link_load
  double time = 0;          // paths x usual rate / rate of the link

  friend bool operator==(const LinkUse&, const LinkUse&) = default;
};

struct LinkUses {
  // The most frequent rate of cables between switches, in Gb/s of data; among equally frequent
  // rates the fastest. 0: there are no cables.
  std::uint16_t usual_rate = 0;
  double max_time = 0;
  double mean_time = 0;  // over all directed links, as Figures::mean_link_load
  // All directed links between two switches that have paths, the longest time first.
  std::vector<LinkUse> busiest;
  // Directed links without paths, by switch and port.
  std::vector<LinkUse> unused;
  // Cables that are slower than usual, or than both of their ends allow, each once. A cable between
  // switches is listed at the end with the smaller GUID, a cable to an end port at the switch; the
  // usual rate of cables to end ports is their most frequent one.
  std::vector<LinkUse> slow;
};

// load: Figures::link_load. Cost: O(links log links).
LinkUses find_link_uses(const Fabric& fabric, const std::vector<std::uint64_t>& load);

struct LidUse {
  Lid lid = 0;
  std::uint64_t paths = 0;

  friend bool operator==(const LidUse&, const LidUse&) = default;
};

struct SenderUse {
  EndPortIndex end_port = kNone;
  std::uint64_t paths = 0;

  friend bool operator==(const SenderUse&, const SenderUse&) = default;
};

// Pairs whose paths share a link: every end port with a LID, of these switches, sends to each of
// these LIDs, except its own.
struct PairBundle {
  std::vector<SwitchIndex> from;  // ascending; each has such end ports
  std::vector<Lid> to;            // of end ports, ascending
};

// All pairs whose paths leave a switch by a port, each in one bundle. LIDs with the same senders
// are in one bundle; bundles are in the order of their first LIDs. Cost: O(S) for each LID with an
// entry for that port.
std::vector<PairBundle> pairs_over(const Fabric& fabric, ConstTables tables, SwitchIndex sw,
                                   PortNum port);

// The senders and the destinations of the paths over a link. Each list sums up to the link's load.
struct LinkSharers {
  std::vector<SenderUse> senders;  // end ports, those with the most paths first
  std::vector<LidUse> lids;        // of end ports, likewise
};

// For the link out of a port of a switch. Cost: that of pairs_over(), and O(E log E).
LinkSharers sharers_of(const Fabric& fabric, ConstTables tables, SwitchIndex sw, PortNum port);

// The destinations of the paths over a link.
struct LidsOfLink {
  std::size_t count = 0;
  std::vector<LidUse> first;  // of end ports, those with the most paths; at most so many
};

// By position in links, which are between switches, each once. most: of each list. Cost: O(S) for
// each LID that one of the links leads to, whatever the number of links.
std::vector<LidsOfLink> lids_over(const Fabric& fabric, ConstTables tables,
                                  std::span<const LinkUse> links, std::size_t most);

}  // namespace weft

#endif  // WEFT_VERIFY_LINK_USES_H_
