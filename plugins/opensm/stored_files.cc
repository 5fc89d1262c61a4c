#include "plugins/opensm/stored_files.h"

#include <fmt/format.h>

#include "common/base/error.h"
#include "common/options/option_table.h"

namespace weft {

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
  const char* const tables = options.lfts_file;
  const char* const hops = tables == nullptr ? options.lid_matrix_dump_file : nullptr;
  tables_.read(option("lfts_file").key, tables, read_stored_tables, workers, log);
  hops_.read(option("lid_matrix_dump_file").key, hops, read_stored_hops, workers, log);
}

}  // namespace weft
