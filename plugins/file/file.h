// The engine file: tables (lfts_file) or hop counts (lid_matrix_dump_file) from a file.
//
// What was stored before, by OpenSM, by Weft or by hand, as OpenSM's own engine `file` loads it
// (OpenSM, doc/modular-routing.txt): tables (lfts_file), or else hop counts
// (lid_matrix_dump_file), whose shortest paths are balanced as min-hop's are. The routes are
// verified like all others; nothing is known of credit loops.
//
// Cost with S switches, L LIDs: O(S L) for the copy of tables; for hop counts as min-hop, but for
// the distances.
//
// Reading is done before an engine is asked (common/stored: stored_tables.h, stored_hops.h); here
// what was read is held against the fabric as it is now (resolve_tables.h, resolve_hops.h), whose
// LIDs and ports may be others. Data: a row of bytes a switch for tables; for hops a set of ports
// for each pair of switches. Tests: tests/plugins/file and tests/common/stored.
#ifndef WEFT_PLUGINS_FILE_FILE_H_
#define WEFT_PLUGINS_FILE_FILE_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& file_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_FILE_FILE_H_
