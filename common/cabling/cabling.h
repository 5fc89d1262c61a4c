// What is wrong with the cabling of a fabric, in words for who has to go to the racks: which cables
// have changed places or lead where they do not belong, which links, switches' links and rails are
// missing, and which links are slower than their like. Found from the fabric alone; what is
// irregular by design is no fault (odd_links.h).
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
  kSwapped,    // two cables that have changed places
  kMoved,      // a cable that leads to another switch than it should
  kForeign,    // a cable where none belongs
  kExtra,      // a cable more than its peers have
  kMissing,    // links that peers have
  kFewLinks,   // a switch with far fewer links than its peers
  kElsewhere,  // a switch whose links lead elsewhere than those of its peers
  kSlow,       // a link that is slower than its like
  kRail,       // a port of a host that is on another rail than the other hosts'
  kNoRail,     // a host with fewer ports than most
  kNames,      // nodes that names do not tell apart
  kPieces      // parts that no link joins
};
// «swapped», «moved», ...: of JSON.
std::string_view name_of(CablingKind kind);

// An end of a cable, or a whole node.
struct CableEnd {
  PeerKind kind = PeerKind::kSwitch;
  std::uint32_t index = kNone;  // of the switch, or the end port
  PortNum port = 0;             // 0: not known, or the whole node

  friend bool operator==(const CableEnd&, const CableEnd&) = default;
};

struct CablingFinding {
  CablingKind kind;
  bool is_fault;    // false: good to know, and costs no bandwidth
  double lost = 0;  // Gb/s of data that it costs, in one direction
  std::vector<CableEnd> ends;
  std::string what;    // a sentence without its full stop
  std::string remedy;  // what to do; empty: nothing
};

struct Cabling {
  FabricShape shape;
  // Do so many links fit the shape, three of four, that single ones can be held against it?
  bool are_links_judged = false;
  std::string describe_tree;         // of a tree: how whole it is, as describe_fit; else empty
  std::size_t rails = 0;             // ports that most hosts have
  bool are_rails_separate = false;   // on leaf switches of their own (rail_places.h)
  std::vector<std::size_t> chassis;  // switches of each system that has several, in ascending order
  std::vector<CablingFinding> findings;  // the worst first: faults by what they cost, then the rest

  std::size_t faults() const;
};

// Cost: that of recognise() and find_odd_links(). Throws Stopped and std::bad_alloc.
Cabling judge_cabling(const Fabric& fabric, const Workers& workers);

}  // namespace weft

#endif  // WEFT_CABLING_CABLING_H_
