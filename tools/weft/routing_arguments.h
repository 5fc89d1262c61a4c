// What the commands that route are told: which fabric, by which engine, with what options.
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
  std::string live;    // a folder; empty: there is no routing to go on from
  LiveArguments port;  // of the live fabric
  std::optional<OptionSyntax> live_option;
  std::string drain;  // empty: what the conf drains
  std::string conf;   // an opensm.conf; empty: none

  // --live without a folder: the fabric is the live one.
  bool is_live() const { return live_option && live_option->count() > 0 && live.empty(); }
};

// All of them; all but --engine and --live.
void add_routing_options(CommandSyntax command, RoutingArguments& arguments);
void add_input_options(CommandSyntax command, RoutingArguments& arguments);

// For a command that takes tables, or an engine in their place. live_option: that of --live without
// a folder; nothing: the fabric is never the live one.
RoutingArguments as_routing(const TableArguments& given, const std::vector<std::string>& settings,
                            std::optional<OptionSyntax> live_option = std::nullopt);

// What they name, read.
struct RoutingInput {
  Configuration settings;
  Fabric fabric;                     // with what is to be drained
  std::vector<std::string> remarks;  // about its file
  LaneSettings lanes;
  std::optional<DaemonConf> conf;  // but for its settings, of which those above are made
};
// asked: the engines to ask, whatever the conf lists; empty: those of the conf. Throws BadInput and
// Stopped.
RoutingInput read_input(const RoutingArguments& arguments, std::span<const EngineInfo* const> asked,
                        const Workers& workers);

// The engine that --engine names; none: the conf says which are asked. Throws BadInput: there is no
// such engine, or neither says it.
std::vector<const EngineInfo*> asked_engines(const RoutingArguments& arguments);

// Has the session take the routing of --live, if there is one, as adopt_live (live.h) does. task:
// with what is to be drained.
void adopt_live(const RoutingArguments& arguments, const EngineInfo& engine,
                const RoutingTask& task, Session& session);

// The fabric without what the settings drain.
Drained drain_as(const Configuration& settings, Fabric fabric, const Workers& workers);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_ROUTING_ARGUMENTS_H_
