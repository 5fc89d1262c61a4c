// The commands of the weft tool. Each adds its subcommand to the command line and returns a
// function that runs it and returns the exit code: 0 good, 1 the routing is bad, or not the same.
// BadInput and what CLI11 throws become 2 in main.
#ifndef WEFT_TOOLS_WEFT_COMMANDS_H_
#define WEFT_TOOLS_WEFT_COMMANDS_H_

#include <CLI/CLI.hpp>
#include <functional>

namespace weft::tool {

using Command = std::function<int()>;

// What FABRIC may be.
inline constexpr const char* kFabricFile =
    "What ibnetdiscover or iblinkinfo prints, a .net file of ibsim, an opensm-subnet.lst, or "
    "ibdiagnet's .ibnetdiscover, .lst, .net_dump or .db_csv; any of them gzipped too (doc/tool.md)";

Command add_generate(CLI::App& app);
Command add_route(CLI::App& app);
Command add_check(CLI::App& app);
Command add_compare(CLI::App& app);
Command add_report(CLI::App& app);
Command add_diff(CLI::App& app);
Command add_discover(CLI::App& app);
Command add_trace(CLI::App& app);
Command add_policy(CLI::App& app);
Command add_doctor(CLI::App& app);
Command add_whatif(CLI::App& app);
Command add_export(CLI::App& app);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_COMMANDS_H_
