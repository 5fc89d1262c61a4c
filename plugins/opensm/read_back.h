// The forwarding tables that switches hold, whoever sent them.
// Tested by tests/plugins/opensm/read_back_test.cc.
#ifndef WEFT_PLUGINS_OPENSM_READ_BACK_H_
#define WEFT_PLUGINS_OPENSM_READ_BACK_H_

#include <chrono>
#include <cstddef>

#include "plugins/opensm/opensm.h"

namespace weft {

struct TablesReadBack {
  std::size_t switches = 0;
  std::size_t blocks = 0;  // asked for; those without an answer are kNoPath
  double ms = 0;
  bool is_complete = false;  // else the limit was reached, or opensm is to end
};

// Asks all switches for their LFTs, by SubnGet, as far as LinearFDBTop says that they go. OpenSM
// puts the answers where it keeps what it sent (osm_switch_t::lft), and sends no more requests at a
// time than its max_wire_smps. For the thread that sweeps, right after the discovery, without
// OpenSM's lock; what has no answer yet at the limit OpenSM itself waits for. Throws
// std::bad_alloc.
TablesReadBack read_tables_back(osm_opensm_t& opensm, std::chrono::milliseconds limit);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_READ_BACK_H_
