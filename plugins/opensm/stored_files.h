// The files of OpenSM's options that hold whole tables: large, and seldom changed.
#ifndef WEFT_PLUGINS_OPENSM_STORED_FILES_H_
#define WEFT_PLUGINS_OPENSM_STORED_FILES_H_

#include <memory>
#include <string>

#include "common/base/regular_file.h"
#include "common/base/workers.h"
#include "common/routing/stored_tables.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/opensm.h"

namespace weft {

// lfts_file, if the engine `file` of Weft's is configured.
class StoredFiles {
 public:
  // Reads the file if it is not the one that was read last, in the state that it had. Says in the
  // log what is wrong, once for each state; the tables that were read before stay then. Not under
  // OpenSM's lock. Throws std::bad_alloc and Stopped; the file is read again next time then.
  void read(const osm_subn_opt_t& options, const Workers& workers, const Log& log);

  // Null: none could be read so far, or none is wanted.
  std::shared_ptr<const StoredTables> tables() const { return tables_; }

 private:
  std::string path_;
  FileStamp stamp_;
  std::shared_ptr<const StoredTables> tables_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_STORED_FILES_H_
