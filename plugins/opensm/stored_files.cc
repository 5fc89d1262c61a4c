#include "plugins/opensm/stored_files.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "common/base/error.h"

namespace weft {
namespace {

// routing_engine names engines separated by commas and blanks.
bool names_engine(const char* list, std::string_view engine) {
  constexpr std::string_view kSeparators = ", \t\n";
  std::string_view rest = list != nullptr ? list : "";
  while (true) {
    const std::size_t first = rest.find_first_not_of(kSeparators);
    if (first == std::string_view::npos) return false;
    rest.remove_prefix(first);
    const std::string_view name = rest.substr(0, rest.find_first_of(kSeparators));
    if (name == engine) return true;
    rest.remove_prefix(name.size());
  }
}

}  // namespace

void StoredFiles::read(const osm_subn_opt_t& options, const Workers& workers, const Log& log) {
  if (options.lfts_file == nullptr || !names_engine(options.routing_engine_names, "weft-file")) {
    *this = {};
    return;
  }
  const std::string path = options.lfts_file;
  const FileStamp stamp = stamp_of(path);
  if (path == path_ && stamp == stamp_) return;

  std::vector<std::string> warnings;
  try {
    tables_ = std::make_shared<const StoredTables>(read_stored_tables(path, workers, warnings));
  } catch (const BadInput& error) {
    log.error(fmt::format("lfts_file: {}{}", error.what(),
                          tables_ != nullptr ? "; the tables that were read before stay" : ""));
  }
  log.warnings(warnings, warnings.size());
  path_ = path;
  stamp_ = stamp;
}

}  // namespace weft
