// Places the ranks of a pattern.
// Tested by tests/e2e/test_ranks.py.
#ifndef WEFT_TOOLS_WEFT_RANKS_H_
#define WEFT_TOOLS_WEFT_RANKS_H_

#include <span>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/patterns/placement.h"
#include "tools/weft/command_syntax.h"

namespace weft::tool {

// From the command line.
struct RankArguments {
  std::string file;
  std::string slurm_list;
  std::string order;
  std::string rail;
};

struct Ranks {
  Placement placement;
  std::string order;  // file (or list), engine (its own), ftree, host, guid
};

// Adds --ranks, --ranks-from-slurm, --order and --rail, and returns them. The arguments must live
// until the line is parsed.
std::vector<OptionSyntax> add_rank_options(CommandSyntax command, RankArguments& arguments);

// ca_order: of the engine, empty if it has none. Prints warnings on standard error. Throws
// BadInput, and CannotRoute if the order of ftree is requested but ftree cannot route.
Ranks place_ranks(const RankArguments& arguments, const Fabric& fabric,
                  std::span<const EndPortIndex> ca_order, const Workers& workers);

// True if the command line names ranks, or an order of ranks.
bool names_ranks(const RankArguments& arguments);

// All CAs in the order of leaf switches: as ftree numbers them if it can route the fabric, else by
// switch. Throws Stopped and std::bad_alloc.
std::vector<EndPortIndex> leaf_order(const Fabric& fabric, const Workers& workers);

// « in the order of the file», for reports.
std::string describe_order(const std::string& order);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_RANKS_H_
