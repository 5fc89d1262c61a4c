// A fabric and anyone's forwarding tables, as commands are given them: in files, or live.
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
  std::string far;  // in place of tables
  std::string mcfdbs;
  std::string path_sls;
  std::string sl2vl;
  std::optional<unsigned> lmc;
  unsigned lanes = 0;
  bool keep_lids = false;
  bool is_live = false;  // in place of all files
  LiveArguments live;
};

// FABRIC first, and options. Returns --lfts, which is required.
OptionSyntax add_table_options(CommandSyntax command, TableArguments& arguments);

// --far and --mcfdbs, of a command that judges choices and multicast.
void add_check_options(CommandSyntax command, TableArguments& arguments);

struct GivenTables {
  Fabric fabric;
  TableBlock block;  // with --far, the static entries
  LanePlan lanes = OneLane{};
  std::optional<Sl2Vl> sl2vl = {};
  std::string error = {};  // entries for LIDs that nobody has; empty: there are none
  // What of a live fabric was not answered, in one sentence; empty: all was.
  std::string missing = {};

  std::optional<PortChoices> choices = {};                    // of --far
  std::optional<std::vector<MulticastGroup>> multicast = {};  // of --mcfdbs
  std::vector<LinkTurn> multicast_turns = {};

  // Either; empty: neither.
  const std::string& fault() const { return error.empty() ? missing : error; }
  RoutingView view() const {
    return {fabric, block.tables(), lanes, sl2vl ? &*sl2vl : nullptr, nullptr, {}, multicast_turns};
  }
};

// Reads them, with warnings on standard error. remarks: about the fabric's file, as far as it was
// read. Throws BadInput.
GivenTables read_given_tables(const TableArguments& arguments, std::vector<std::string>& remarks,
                              const Workers& workers);

// The fabric alone. Ports without a LID stay so if any port has one. Throws BadInput.
Fabric read_given_fabric(const TableArguments& arguments, std::vector<std::string>& remarks);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_GIVEN_TABLES_H_
