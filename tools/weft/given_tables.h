// Reads a fabric and forwarding tables from the files that a command line names, or from the live
// fabric.
// Tested by tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_GIVEN_TABLES_H_
#define WEFT_TOOLS_WEFT_GIVEN_TABLES_H_

#include <optional>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"
#include "common/routing/tables.h"
#include "common/verify/multicast_groups.h"
#include "common/verify/port_choices.h"
#include "common/verify/verify.h"
#include "tools/weft/command_syntax.h"
#include "tools/weft/live_subnet.h"

namespace weft::tool {

struct TableArguments {
  std::string fabric;
  std::string tables;
  std::string far;  // instead of tables
  std::string mcfdbs;
  std::string path_sls;
  std::string sl2vl;
  std::optional<unsigned> lmc;
  std::optional<unsigned> lanes;
  bool keep_lids = false;
  bool is_live = false;  // instead of all files
  LiveArguments live;
};

// Adds FABRIC, then options. Returns --lfts.
OptionSyntax add_table_options(CommandSyntax command, TableArguments& arguments);

// Adds --far and --mcfdbs, for a command that checks choices and multicast.
void add_check_options(CommandSyntax command, TableArguments& arguments);

struct GivenTables {
  Fabric fabric;
  TableBlock block;  // with --far the static entries
  LanePlan lanes = OneLane{};
  std::optional<Sl2Vl> sl2vl = {};
  std::string error = {};  // about entries for LIDs without an owner; empty: none
  // A sentence about the parts of a live fabric that did not answer; empty: all did.
  std::string missing = {};

  std::optional<PortChoices> choices = {};                    // from --far
  std::optional<std::vector<MulticastGroup>> multicast = {};  // from --mcfdbs
  std::vector<LinkTurn> multicast_turns = {};

  // One of both; empty: neither.
  const std::string& fault() const { return error.empty() ? missing : error; }
  RoutingView view() const {
    return {fabric, block.tables(), lanes, sl2vl ? &*sl2vl : nullptr, nullptr, {}, multicast_turns};
  }
};

// Reads them; prints warnings on standard error. remarks: about the fabric's file, also if a later
// step throws. Throws BadInput.
GivenTables read_given_tables(const TableArguments& arguments, std::vector<std::string>& remarks,
                              const Workers& workers);

// The LMC of an opensm.conf, for tables of which nobody gave one; 0: it gives none.
void take_lmc(std::uint8_t of_conf, TableArguments& arguments);

// Reads only the fabric. If any port has a LID, ports without one stay without. Throws BadInput.
Fabric read_given_fabric(const TableArguments& arguments, std::vector<std::string>& remarks);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_GIVEN_TABLES_H_
