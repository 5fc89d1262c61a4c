#include "common/stored/stored_tables.h"

#include "common/stored/stored_loading.h"
#include "common/stored/stored_sections.h"

namespace weft {

StoredTables read_stored_tables(const std::string& path, const Workers& workers,
                                std::vector<std::string>& warnings) {
  return load_stored_file<StoredSections>(path, workers, warnings);
}

StoredTables parse_stored_tables(std::string_view text, const std::string& source,
                                 const Workers& workers, std::vector<std::string>& warnings,
                                 std::uint64_t part) {
  return load_stored_text<StoredSections>(text, source, workers, warnings, part);
}

}  // namespace weft
