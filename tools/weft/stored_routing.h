// Reads a routing and its fabric from files.
// Tested by tests/e2e/test_diff.py, tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_STORED_ROUTING_H_
#define WEFT_TOOLS_WEFT_STORED_ROUTING_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"
#include "common/routing/tables.h"
#include "common/stored/table_reader.h"

namespace weft::tool {

struct StoredRouting {
  Fabric fabric;
  TableBlock tables;
  LanePlan lanes;                     // OneLane or SlByPath
  std::vector<std::string> warnings;  // sentences about the files
};

// Options for reading a folder.
struct StoredRoutingOptions {
  std::optional<unsigned> lmc;  // of its end ports; the files do not have it
  std::uint8_t data_vls = 8;
};

// Reads a folder that `weft route -o` or a running opensm wrote: opensm-subnet.lst,
// opensm-lfts.dump, and psl.txt if it exists. Verifies only what the readers check. Throws
// BadInput: a missing or invalid file, entries for LIDs without an owner.
StoredRouting load_stored_routing(const std::string& directory, const StoredRoutingOptions& options,
                                  const Workers& workers);

bool have_owners(const Fabric& fabric, const std::vector<Lid>& lids);

// A sentence about tables with entries for LIDs that the fabric does not have; empty: none. tables,
// fabric_file: names in the message.
std::string describe_ownerless(const std::string& tables, const std::string& fabric_file,
                               const Fabric& fabric, const OwnerlessEntries& ownerless);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_STORED_ROUTING_H_
