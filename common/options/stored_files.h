// The files of OpenSM's options that hold whole tables: large, and seldom changed.
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

// lfts_file, or lid_matrix_dump_file without it.
class StoredFiles {
 public:
  struct Report {
    std::vector<std::string> errors;    // what was read before stays
    std::vector<std::string> warnings;  // of what was read now
  };

  // Reads the file if it is not the one that was read last, in the state that it had. Reports what
  // is wrong once for each state. Each is a path, or null for none. Throws std::bad_alloc and
  // Stopped; the file is read again next time then.
  Report read(const char* lfts_file, const char* lid_matrix_dump_file, const Workers& workers);

  // Null: none could be read so far, or none is wanted.
  std::shared_ptr<const StoredTables> tables() const { return tables_.content; }
  std::shared_ptr<const StoredHops> hops() const { return hops_.content; }

 private:
  template <typename Content>
  class File {
   public:
    using Reader = Content(const std::string& path, const Workers& workers,
                           std::vector<std::string>& warnings);
    // path: null for none.
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
