// Links by what they carry, for whoever wonders which cable it is.
// Tested by tests/common/verify/link_uses_test.cc.
#ifndef WEFT_VERIFY_LINK_USES_H_
#define WEFT_VERIFY_LINK_USES_H_

#include <cstddef>
#include <cstdint>
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
  double time = 0;          // that the paths take, in those of a link of the usual rate: a slow
                            // link takes longer

  friend bool operator==(const LinkUse&, const LinkUse&) = default;
};

struct LinkUses {
  // What most cables between switches have, in Gb/s of data; of equally many the faster. 0: there
  // is none.
  std::uint16_t usual_rate = 0;
  double max_time = 0;
  double mean_time = 0;  // over all directed links, as Figures::mean_link_load
  // All directed links between two switches that have paths, those that take longest first.
  std::vector<LinkUse> busiest;
  // Those that have none, by switch and port.
  std::vector<LinkUse> unused;
  // Cables that are slower than usual, or than both of their ends allow, each once: between
  // switches from the end of the smaller GUID, those of end ports (whose usual rate is that of most
  // of them) from the switch's.
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

// Pairs whose paths share a link: every end port with a LID of these switches sends to every one of
// these LIDs, but to none of its own.
struct PairBundle {
  std::vector<SwitchIndex> from;  // ascending; each has such end ports
  std::vector<Lid> to;            // of end ports, ascending
};

// All pairs whose paths go out by a port of a switch, each in one bundle; LIDs with the same
// senders are in the same one, and bundles are in the order of their first LIDs. Cost: O(S) for
// each LID with an entry for that port.
std::vector<PairBundle> pairs_over(const Fabric& fabric, ConstTables tables, SwitchIndex sw,
                                   PortNum port);

// Who sends over a link, and to whom. Both sum up to the link's load.
struct LinkSharers {
  std::vector<SenderUse> senders;  // end ports, those with the most paths first
  std::vector<LidUse> lids;        // of end ports, likewise
};

// Those whose paths go out by a port of a switch. Cost: that of pairs_over(), and O(E log E).
LinkSharers sharers_of(const Fabric& fabric, ConstTables tables, SwitchIndex sw, PortNum port);

// sharers_of(...).lids alone.
std::vector<LidUse> lids_over(const Fabric& fabric, ConstTables tables, SwitchIndex sw,
                              PortNum port);

}  // namespace weft

#endif  // WEFT_VERIFY_LINK_USES_H_
