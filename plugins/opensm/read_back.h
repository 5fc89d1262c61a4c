// Reads the forwarding tables in the switches, from any sender.
// Tested by tests/plugins/opensm/read_back_test.cc.
#ifndef WEFT_PLUGINS_OPENSM_READ_BACK_H_
#define WEFT_PLUGINS_OPENSM_READ_BACK_H_

#include <chrono>
#include <cstddef>

#include "plugins/opensm/opensm.h"

namespace weft {

struct TablesReadBack {
  std::size_t switches = 0;
  std::size_t blocks = 0;  // requested; blocks without an answer are kNoPath
  double ms = 0;
  bool is_complete = false;  // false: the time limit was reached, or opensm is to end
};

// Asks all switches for their LFTs by SubnGet, up to LinearFDBTop. OpenSM stores the answers in its
// copy of sent tables (osm_switch_t::lft) and has at most max_wire_smps requests in flight. Call it
// on the sweeping thread, right after discovery, without OpenSM's lock; OpenSM itself waits for
// answers that are missing at the limit. Throws std::bad_alloc.
TablesReadBack read_tables_back(osm_opensm_t& opensm, std::chrono::milliseconds limit);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_READ_BACK_H_
