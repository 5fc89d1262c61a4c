// Forwarding tables in a file, as raw bytes, so that tables of two engines (or of an earlier day)
// can be set side by side.
#ifndef WEFT_BENCH_TABLE_FILE_H_
#define WEFT_BENCH_TABLE_FILE_H_

#include <string>

#include "common/fabric/fabric.h"
#include "common/routing/tables.h"
#include "plugins/opensm/opensm.h"

namespace weft::bench {

// Writes every switch's new_lft, LIDs 0..max_lid_ho. Layout: "WEFTLFT1", then for each switch its
// node GUID (8 bytes), the number of entries (4 bytes) and the entries; integers in this machine's
// order. Throws std::runtime_error if the file cannot be written.
void save_new_tables(const osm_opensm_t& osm, const std::string& path);

// The tables of exactly this fabric's switches. Entries beyond a row in the file are kNoPath,
// entries beyond the fabric's last LID are dropped. Throws std::runtime_error if the file cannot be
// read, is cut short, or names other switches.
TableBlock load_tables(const Fabric& fabric, const std::string& path);

}  // namespace weft::bench

#endif  // WEFT_BENCH_TABLE_FILE_H_
