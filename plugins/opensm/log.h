// Writes sentences to OpenSM's log.
#ifndef WEFT_PLUGINS_OPENSM_LOG_H_
#define WEFT_PLUGINS_OPENSM_LOG_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/warnings.h"
#include "plugins/opensm/opensm.h"

namespace weft {

// Each line begins with the name of a plug-in or engine. Thread-safe; allocates no memory, so it
// can be used when memory is exhausted. Replaces control characters and cuts long lines.
class Log {
 public:
  // Both must outlive the Log.
  Log(osm_log_t& log, std::string_view name) : log_(&log), name_(name) {}

  void error(std::string_view sentence) const noexcept { write(OSM_LOG_ERROR, sentence); }
  void info(std::string_view sentence) const noexcept { write(OSM_LOG_INFO, sentence); }

  // Writes the first ten sentences as separate lines, and the number of the others.
  void warnings(const std::vector<std::string>& sentences, std::size_t count) const noexcept;

 private:
  void write(osm_log_level_t level, std::string_view sentence) const noexcept;

  osm_log_t* log_;
  std::string_view name_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_LOG_H_
