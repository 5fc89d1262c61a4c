#include "common/stored/stored_hops.h"

#include "common/stored/hop_sections.h"
#include "common/stored/stored_loading.h"

namespace weft {

StoredHops read_stored_hops(const std::string& path, const Workers& workers,
                            std::vector<std::string>& warnings) {
  return load_stored_file<HopSections>(path, workers, warnings);
}

StoredHops parse_stored_hops(std::string_view text, const std::string& source,
                             const Workers& workers, std::vector<std::string>& warnings,
                             std::uint64_t part) {
  return load_stored_text<HopSections>(text, source, workers, warnings, part);
}

}  // namespace weft
