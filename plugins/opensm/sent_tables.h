// Checks whether the switches have taken the tables that OpenSM sent after a routing.
//
// OpenSM clears its copy of a table before it sends the table, and fills the copy from the answer.
// If the switch refuses the table, or if no answer comes, the switch keeps what it had, and OpenSM
// sends the table again in the next heavy sweep, which may be days away.
#ifndef WEFT_PLUGINS_OPENSM_SENT_TABLES_H_
#define WEFT_PLUGINS_OPENSM_SENT_TABLES_H_

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "common/session/session.h"
#include "plugins/opensm/opensm.h"

namespace weft {

struct LostTables {
  // Of SL2VL maps, those of out ports between switches: the SLs in use, ascending, that may be on
  // other VLs than the routing assumes, and the number of ports. With use_optimized_slvl OpenSM
  // clears the copy of one port, which may lead to a host.
  std::vector<Sl> sls;
  std::size_t maps = 0;
  std::size_t arbitrations = 0;  // ports with a missing block of VL arbitration
  std::size_t forwarding = 0;    // switches with missing blocks of the LFT
  std::string example;           // one of these ports and switches
  bool awaited = false;          // a heavy sweep that sends them again was asked for
  bool is_optimized = false;     // use_optimized_slvl: it may not send a map again

  bool has_any() const { return maps + arbitrations + forwarding > 0; }
};

class SentTables {
 public:
  explicit SentTables(osm_opensm_t& opensm) : opensm_(opensm) {}

  // Call it after OpenSM has sent the tables of `routing` and has waited for the answers, on the
  // sweeping thread and without OpenSM's lock. Asks OpenSM for another heavy sweep if a table is
  // missing that was not when it last asked, but not after two routings in a row. Cost: a
  // comparison of all LFTs; with QoS, a cache line for each port and, if the routing has lanes, for
  // each pair of an in port and an out port of a switch. Throws std::bad_alloc.
  LostTables check(const Verified& routing);

 private:
  osm_opensm_t& opensm_;
  std::set<std::string> awaited_;  // tables for which a sweep was asked, while they are missing
  bool has_asked_ = false;         // after the last routing
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_SENT_TABLES_H_
