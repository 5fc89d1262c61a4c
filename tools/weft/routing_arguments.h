// The arguments of commands that route: the fabric, the engine and the options.
// Tested by tests/e2e/test_tool.py, tests/e2e/test_drain.py.
#ifndef WEFT_TOOLS_WEFT_ROUTING_ARGUMENTS_H_
#define WEFT_TOOLS_WEFT_ROUTING_ARGUMENTS_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/drain.h"
#include "common/fabric/fabric.h"
#include "common/options/configuration.h"
#include "common/routing/routing.h"
#include "common/session/session.h"
#include "tools/weft/command_syntax.h"
#include "tools/weft/daemon_conf.h"
#include "tools/weft/engine_choice.h"
#include "tools/weft/given_tables.h"
#include "tools/weft/live_subnet.h"

namespace weft::tool {

struct RoutingArguments {
  std::string fabric;
  std::string engine;
  std::optional<unsigned> lmc;
  bool keep_lids = false;
  std::vector<std::string> settings;
  std::optional<unsigned> lanes;
  unsigned threads = 0;
  std::string live;    // a folder; empty: no routing to resume from
  LiveArguments port;  // of the live fabric
  std::optional<OptionSyntax> live_option;
  std::string drain;  // empty: from the conf
  std::string conf;   // an opensm.conf; empty: none

  // True for --live without a folder: the fabric is the live one.
  bool is_live() const { return live_option && live_option->count() > 0 && live.empty(); }
};

// The first adds all options, the second all but --engine and --live.
void add_routing_options(CommandSyntax command, RoutingArguments& arguments);
void add_input_options(CommandSyntax command, RoutingArguments& arguments);

// For a command that takes tables or an engine. live_option: --live without a folder; nothing: the
// fabric is never the live one.
RoutingArguments as_routing(const TableArguments& given, const std::vector<std::string>& settings,
                            std::optional<OptionSyntax> live_option = std::nullopt);

// The input that the arguments name.
struct RoutingInput {
  Configuration settings;
  Fabric fabric;                     // including parts to drain
  std::vector<std::string> remarks;  // about the fabric's file
  LaneSettings lanes;
  std::optional<DaemonConf> conf;  // without its settings, which are part of those above
};
// asked: engines to ask instead of those in the conf; empty: those in the conf. Throws BadInput and
// Stopped.
RoutingInput read_input(const RoutingArguments& arguments, std::span<const EngineInfo* const> asked,
                        const Workers& workers);

// The engine of --engine; empty: those in the conf. Throws BadInput: an unknown engine, or neither
// is given.
std::vector<const EngineInfo*> asked_engines(const RoutingArguments& arguments);

// Sets the routing of --live, if given, as the session's last, as adopt_live() in live.h does.
// task: including parts to drain.
void adopt_live(const RoutingArguments& arguments, const EngineInfo& engine,
                const RoutingTask& task, Session& session);

// The fabric without the parts that the settings drain.
Drained drain_as(const Configuration& settings, Fabric fabric, const Workers& workers);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_ROUTING_ARGUMENTS_H_
