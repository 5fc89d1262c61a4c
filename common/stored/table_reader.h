// Reads forwarding tables for a Fabric with the same LIDs.
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

// Entries for LIDs that no port of the fabric has.
struct OwnerlessEntries {
  std::uint64_t count = 0;
  std::string where;      // one of them: «LID 5 at leaf-1 (0x...)»
  std::vector<Lid> lids;  // ascending, each once
};

// Reads the formats of StoredTables. Switches are matched by node GUID; LIDs are those of the file,
// and its port GUIDs are ignored. LIDs without an entry have kNoPath, and so have all LIDs of a
// switch that the file lacks. Warnings report switches that the file lacks, switches that the
// fabric does not have, and LIDs that the fabric does not have, unless `ownerless` receives these.
// Ports are as in the file, also those that the switch does not have. Throws the exceptions of
// read_stored_tables(), but also reads gzipped files and files that are not regular, up to 4 GiB.
TableBlock read_tables(const std::string& path, const Fabric& fabric,
                       std::vector<std::string>& warnings, const Workers& workers = Workers(1),
                       OwnerlessEntries* ownerless = nullptr);

// As read_tables(), for a text; source: prefix of messages.
TableBlock parse_tables(std::string_view text, const std::string& source, const Fabric& fabric,
                        std::vector<std::string>& warnings);

// As read_tables(), for tables in memory.
TableBlock tables_for(const StoredTables& stored, const Fabric& fabric,
                      std::vector<std::string>& warnings, OwnerlessEntries* ownerless = nullptr);

}  // namespace weft

#endif  // WEFT_STORED_TABLE_READER_H_
