// Tables (lfts_file) or hop counts (lid_matrix_dump_file) from a file.
#ifndef WEFT_PLUGINS_FILE_FILE_H_
#define WEFT_PLUGINS_FILE_FILE_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& file_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_FILE_FILE_H_
