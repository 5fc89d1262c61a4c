// From options of the command line to the fabric that this host is linked to.
// Tested by tests/e2e/test_discover.py.
#ifndef WEFT_TOOLS_WEFT_LIVE_SUBNET_H_
#define WEFT_TOOLS_WEFT_LIVE_SUBNET_H_

#include <cstdint>
#include <string>

#include "common/live/live_fabric.h"
#include "common/routing/lane_plan.h"
#include "tools/live/umad_port.h"
#include "tools/weft/command_syntax.h"

namespace weft::tool {

struct LiveArguments {
  PortChoice port;
  unsigned timeout_ms = 1000;
  unsigned in_flight = 8;
  unsigned time_limit_s = 300;
  std::uint64_t path_queries =
      0;  // as many as there may be for SLs of paths; 0: none are asked for
};

// As infiniband-diags call them, where they have them.
void add_live_options(CommandSyntax command, LiveArguments& arguments);
// --sls, for commands to which the SLs of paths matter.
void add_sls_option(CommandSyntax command, LiveArguments& arguments);

struct ReadFabric {
  LiveFabric live;
  LanePlan lanes = OneLane{};  // SlByPath if SLs were asked for
  std::uint64_t requests = 0;  // SMPs that were sent
};

// Reads it, with progress on standard error if that is a terminal. What was not answered is in
// `missing`, and in its last sentence that the time was up. Throws BadInput.
ReadFabric read_live_fabric(const LiveArguments& arguments);

// What is missing, in one sentence that names the first few; empty: nothing.
std::string describe_missing(const LiveFabric& live);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_LIVE_SUBNET_H_
