// The engine file: tables (lfts_file) or hop counts (lid_matrix_dump_file) from a file.
//
// Loads what OpenSM, Weft or an administrator has stored, as OpenSM's own engine `file` does
// (OpenSM, doc/modular-routing.txt): tables (lfts_file), or else hop counts
// (lid_matrix_dump_file), whose shortest paths are balanced as those of min-hop. The routes are
// verified like all others; the engine does not claim to be free of credit loops.
//
// Cost with S switches, L LIDs: O(S L) for the copy of tables; for hop counts as min-hop, but for
// the distances.
//
// Files are read before an engine is asked (common/stored: stored_tables.h, stored_hops.h); here
// their content is matched with the present fabric (resolve_tables.h, resolve_hops.h), whose
// LIDs and ports may differ. Data: for tables a row of bytes for each switch; for hops a set of
// ports for each pair of switches. Tests: tests/plugins/file and tests/common/stored.
#ifndef WEFT_PLUGINS_FILE_FILE_H_
#define WEFT_PLUGINS_FILE_FILE_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& file_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_FILE_FILE_H_
