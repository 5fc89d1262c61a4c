// Is OpenSM's memory laid out as the headers say that this was compiled with? opensm compares
// version strings, but one that was configured in another way (--enable-debug,
// --disable-perf-mgr) has the same version and other offsets.
#ifndef WEFT_PLUGINS_OPENSM_LAYOUT_H_
#define WEFT_PLUGINS_OPENSM_LAYOUT_H_

#include <string_view>

#include "plugins/opensm/opensm.h"

namespace weft {

// Compares pointers that OpenSM has set from one of its structures to another, all over them, and
// touches nothing else.
bool has_our_layout(const osm_opensm_t& opensm) noexcept;

// A line on standard error and one in syslog: where the log of OpenSM is, is not known.
void report_foreign_layout(std::string_view plugin) noexcept;

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_LAYOUT_H_
