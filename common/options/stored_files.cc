#include "common/options/stored_files.h"

#include <fmt/format.h>

#include "common/base/error.h"
#include "common/options/option_table.h"

namespace weft {

template <typename Content>
void StoredFiles::File<Content>::read(std::string_view option, const char* path, Reader* reader,
                                      const Workers& workers, Report& report) {
  if (path == nullptr) {
    *this = {};
    return;
  }
  const FileStamp stamp = stamp_of(path);
  if (path == path_ && stamp == stamp_) return;

  try {
    content = std::make_shared<const Content>(reader(path, workers, report.warnings));
  } catch (const BadInput& error) {
    report.errors.push_back(
        fmt::format("{}: {}{}", option, error.what(),
                    content != nullptr ? "; the previous content stays active" : ""));
  }
  path_ = path;
  stamp_ = stamp;
}

StoredFiles::Report StoredFiles::read(const char* lfts_file, const char* lid_matrix_dump_file,
                                      const Workers& workers) {
  Report report;
  const char* const hops = lfts_file == nullptr ? lid_matrix_dump_file : nullptr;
  tables_.read(option("lfts_file").key, lfts_file, read_stored_tables, workers, report);
  hops_.read(option("lid_matrix_dump_file").key, hops, read_stored_hops, workers, report);
  return report;
}

}  // namespace weft
