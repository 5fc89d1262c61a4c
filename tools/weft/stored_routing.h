// A routing in files, beside the fabric that it is of.
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

// What a folder is read with.
struct StoredRoutingOptions {
  std::optional<unsigned> lmc;  // of its end ports, which the files do not say
  std::uint8_t data_vls = 8;
};

// Reads what `weft route -o` or a running opensm wrote into a folder: opensm-subnet.lst,
// opensm-lfts.dump, and psl.txt if it is there. Nothing in it is verified beyond what its readers
// say. Throws BadInput: a file that is missing or broken, entries for LIDs that nobody has.
StoredRouting load_stored_routing(const std::string& directory, const StoredRoutingOptions& options,
                                  const Workers& workers);

bool have_owners(const Fabric& fabric, const std::vector<Lid>& lids);

// A sentence about what is wrong with tables that do not belong to a fabric; empty if each LID that
// has entries is somebody's. tables, fabric_file: as messages call them.
std::string describe_ownerless(const std::string& tables, const std::string& fabric_file,
                               const Fabric& fabric, const OwnerlessEntries& ownerless);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_STORED_ROUTING_H_
