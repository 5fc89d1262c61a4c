// Reads the fabric that this host is linked to, with options from the command line.
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
  std::uint64_t path_queries = 0;  // limit of requests for SLs of paths; 0: none are sent
};

// Named as in infiniband-diags, if they exist there.
void add_live_options(CommandSyntax command, LiveArguments& arguments);
// Adds --sls, for commands that use the SLs of paths.
void add_sls_option(CommandSyntax command, LiveArguments& arguments);

struct ReadFabric {
  LiveFabric live;
  LanePlan lanes = OneLane{};  // SlByPath if SLs were requested
  std::uint64_t requests = 0;  // SMPs sent
};

// Reads the fabric; shows progress on standard error if that is a terminal, where another
// ProgressLine must be silent until then. `missing` has parts
// that did not answer; its last sentence reports a timeout. Throws BadInput.
ReadFabric read_live_fabric(const LiveArguments& arguments);

// One sentence with the first few missing parts; empty: none are missing.
std::string describe_missing(const LiveFabric& live);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_LIVE_SUBNET_H_
