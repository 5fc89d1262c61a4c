// Forwarding tables from files, for a Fabric whose LIDs they were made for.
#ifndef WEFT_STORED_TABLE_READER_H_
#define WEFT_STORED_TABLE_READER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"
#include "common/stored/stored_tables.h"

namespace weft {

// Entries of tables for LIDs that nobody in the fabric has.
struct OwnerlessEntries {
  std::uint64_t count = 0;
  std::string where;      // of one of them, like «LID 5 at leaf-1 (0x...)»
  std::vector<Lid> lids;  // in ascending order, each once
};

// Reads the formats of StoredTables. Switches are matched by node GUID; LIDs are those of the file,
// whatever port GUIDs it names. LIDs without an entry have kNoPath; so have all LIDs of a switch
// that the file lacks, and a warning says so, as one does of switches that the fabric does not
// have; and of LIDs that it does not have, unless `ownerless` takes them. Ports are as in the file,
// whether or not the switch has them. Throws what read_stored_tables throws; but what is no regular
// file, or is gzipped, is read as well, up to 4 GiB.
TableBlock read_tables(const std::string& path, const Fabric& fabric,
                       std::vector<std::string>& warnings, const Workers& workers = Workers(1),
                       OwnerlessEntries* ownerless = nullptr);

// The same of a text; source is what messages begin with.
TableBlock parse_tables(std::string_view text, const std::string& source, const Fabric& fabric,
                        std::vector<std::string>& warnings);

// The same of tables that somebody has.
TableBlock tables_for(const StoredTables& stored, const Fabric& fabric,
                      std::vector<std::string>& warnings, OwnerlessEntries* ownerless = nullptr);

}  // namespace weft

#endif  // WEFT_STORED_TABLE_READER_H_
