#include "plugins/opensm/stored_files.h"

#include <fmt/format.h>

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

template <typename Content>
void StoredFiles::File<Content>::read(std::string_view option, const char* path, Reader* reader,
                                      const Workers& workers, const Log& log) {
  if (path == nullptr) {
    *this = {};
    return;
  }
  const FileStamp stamp = stamp_of(path);
  if (path == path_ && stamp == stamp_) return;

  std::vector<std::string> warnings;
  try {
    content = std::make_shared<const Content>(reader(path, workers, warnings));
  } catch (const BadInput& error) {
    log.error(fmt::format("{}: {}{}", option, error.what(),
                          content != nullptr ? "; what was read before stays" : ""));
  }
  log.warnings(warnings, warnings.size());
  path_ = path;
  stamp_ = stamp;
}

void StoredFiles::read(const osm_subn_opt_t& options, const Workers& workers, const Log& log) {
  const bool wanted = names_engine(options.routing_engine_names, "weft-file");
  const char* const tables = wanted ? options.lfts_file : nullptr;
  const char* const hops = wanted && tables == nullptr ? options.lid_matrix_dump_file : nullptr;
  tables_.read("lfts_file", tables, read_stored_tables, workers, log);
  hops_.read("lid_matrix_dump_file", hops, read_stored_hops, workers, log);
}

}  // namespace weft
