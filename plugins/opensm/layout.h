// Checks whether OpenSM's structures have the layout of the headers at compile time. opensm
// compares only version strings; an opensm with other configure options (--enable-debug,
// --disable-perf-mgr) has the same version and other offsets.
#ifndef WEFT_PLUGINS_OPENSM_LAYOUT_H_
#define WEFT_PLUGINS_OPENSM_LAYOUT_H_

#include <string_view>

#include "plugins/opensm/opensm.h"

namespace weft {

// Compares pointers between OpenSM's structures, from all parts of them, and accesses nothing else.
bool has_our_layout(const osm_opensm_t& opensm) noexcept;

// Writes one line to standard error and one to syslog: the position of OpenSM's log is not known.
void report_foreign_layout(std::string_view plugin) noexcept;

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_LAYOUT_H_
