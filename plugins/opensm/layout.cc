#include "plugins/opensm/layout.h"

#include <syslog.h>

#include <cstdio>

namespace weft {

bool has_our_layout(const osm_opensm_t& opensm) noexcept {
  const auto belongs = [&](const auto& part) {
    return part.p_subn == &opensm.subn && part.p_log == &opensm.log && part.p_lock == &opensm.lock;
  };
  return opensm.subn.p_osm == &opensm && belongs(opensm.sm) && belongs(opensm.sa);
}

void report_foreign_layout(std::string_view plugin) noexcept {
  char line[512];
  std::snprintf(line, sizeof(line),
                "%.*s is disabled: this opensm was built with other configure options "
                "(--enable-debug, --disable-perf-mgr) than the %s that Weft was built for, so its "
                "structures have another layout; rebuild Weft with the headers of this opensm",
                static_cast<int>(plugin.size()), plugin.data(), OSM_VERSION);
  std::fprintf(stderr, "%s\n", line);
  syslog(LOG_DAEMON | LOG_ERR, "%s", line);
}

}  // namespace weft
