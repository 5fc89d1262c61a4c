// Reads the files of OpenSM's options that hold whole tables: they are large and seldom change.
#ifndef WEFT_OPTIONS_STORED_FILES_H_
#define WEFT_OPTIONS_STORED_FILES_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/regular_file.h"
#include "common/base/workers.h"
#include "common/stored/stored_hops.h"
#include "common/stored/stored_tables.h"

namespace weft {

// lfts_file; without it lid_matrix_dump_file.
class StoredFiles {
 public:
  struct Report {
    std::vector<std::string> errors;    // the previous content stays
    std::vector<std::string> warnings;  // about the files read now
  };

  // Reads the file unless path and state are those of the last reading. Reports an error once for
  // each state. The arguments are paths; null: none. Throws std::bad_alloc and Stopped; the next
  // call then reads the file again.
  Report read(const char* lfts_file, const char* lid_matrix_dump_file, const Workers& workers);

  // Null: not configured, or not readable so far.
  std::shared_ptr<const StoredTables> tables() const { return tables_.content; }
  std::shared_ptr<const StoredHops> hops() const { return hops_.content; }

 private:
  template <typename Content>
  class File {
   public:
    using Reader = Content(const std::string& path, const Workers& workers,
                           std::vector<std::string>& warnings);
    // path: null: none.
    void read(std::string_view option, const char* path, Reader* reader, const Workers& workers,
              Report& report);
    std::shared_ptr<const Content> content;

   private:
    std::string path_;
    FileStamp stamp_;
  };

  File<StoredTables> tables_;
  File<StoredHops> hops_;
};

}  // namespace weft

#endif  // WEFT_OPTIONS_STORED_FILES_H_
