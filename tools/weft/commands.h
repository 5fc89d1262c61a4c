// The commands of the weft tool. Each adds its subcommand to the command line and returns a
// function that runs it and returns the exit code: 0 good, 1 the routing is bad, or not the same.
// In main, BadInput and CLI11's exceptions become 2.
#ifndef WEFT_TOOLS_WEFT_COMMANDS_H_
#define WEFT_TOOLS_WEFT_COMMANDS_H_

#include <functional>

#include "tools/weft/command_syntax.h"

namespace weft::tool {

using Command = std::function<int()>;

// The accepted formats of FABRIC.
inline constexpr const char* kFabricFile =
    "What ibnetdiscover or iblinkinfo prints, a .net file of ibsim, an opensm-subnet.lst, or "
    "ibdiagnet's .ibnetdiscover, .lst, .net_dump or .db_csv; any of them gzipped too (doc/tool.md)";

Command add_generate(CommandSyntax app);
Command add_route(CommandSyntax app);
Command add_check(CommandSyntax app);
Command add_compare(CommandSyntax app);
Command add_counters(CommandSyntax app);
Command add_report(CommandSyntax app);
Command add_diff(CommandSyntax app);
Command add_discover(CommandSyntax app);
Command add_trace(CommandSyntax app);
Command add_policy(CommandSyntax app);
Command add_doctor(CommandSyntax app);
Command add_migrate(CommandSyntax app);
Command add_demo(CommandSyntax app);
Command add_whatif(CommandSyntax app);
Command add_export(CommandSyntax app);
Command add_plan(CommandSyntax app);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COMMANDS_H_
