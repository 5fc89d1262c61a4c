// Faults in the cabling of a fabric, as sentences for those who repair cables: swapped and wrongly
// plugged cables, missing links and rails, switches with too few links, and links that are slower
// than others of their kind. Uses the fabric alone; an irregular design is no fault (odd_links.h).
#ifndef WEFT_CABLING_CABLING_H_
#define WEFT_CABLING_CABLING_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/topology/fabric_shape.h"

namespace weft {

enum class CablingKind : std::uint8_t {
  kSwapped,    // two cables, each in the place of the other
  kMoved,      // a cable that leads to the wrong switch
  kForeign,    // a cable between switches that should not be linked
  kExtra,      // more cables than peers have
  kMissing,    // fewer links than peers have
  kNoSwitch,   // a switch is missing
  kFewLinks,   // a switch with far fewer links than its peers
  kElsewhere,  // a switch with links to other switches than those of its peers
  kDown,       // cables without a link
  kSlow,       // a link that is slower than others of its kind
  kRail,       // a port of a host that is on the wrong rail
  kNoRail,     // a host with fewer ports than most
  kNames,      // nodes with the same name
  kPieces      // islands of the fabric
};
// As in JSON: «swapped», «moved», ...
std::string_view name_of(CablingKind kind);

// One end of a cable, or a whole node.
struct CableEnd {
  PeerKind kind = PeerKind::kSwitch;
  std::uint32_t index = kNone;  // of the switch, or the end port
  PortNum port = 0;             // 0: not known, or the whole node

  friend bool operator==(const CableEnd&, const CableEnd&) = default;
};

struct CablingFinding {
  CablingKind kind;
  bool is_fault;    // false: a remark; costs no bandwidth
  double lost = 0;  // Gb/s of data lost, in one direction
  std::vector<CableEnd> ends;
  std::string what;    // a sentence without its full stop
  std::string remedy;  // what to do; empty: nothing
};

struct Cabling {
  FabricShape shape;
  // True if at least three of four links fit the shape: then single links are judged by it.
  bool are_links_judged = false;
  std::string describe_tree;         // of a tree: its completeness, as of describe_fit; else empty
  std::size_t rails = 0;             // ports that most hosts have
  bool are_rails_separate = false;   // each on its own leaf switches (rail_places.h)
  std::vector<std::size_t> chassis;  // switch counts of systems with several, ascending
  std::vector<CablingFinding> findings;  // the worst first: faults by lost bandwidth, then the rest

  std::size_t faults() const;
};

// Cost: that of recognise() and find_odd_links(). Throws Stopped and std::bad_alloc.
Cabling judge_cabling(const Fabric& fabric, const Workers& workers);

}  // namespace weft

#endif  // WEFT_CABLING_CABLING_H_
