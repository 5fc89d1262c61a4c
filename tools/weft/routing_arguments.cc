#include "tools/weft/routing_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/base/error.h"
#include "common/policy/drained_groups.h"
#include "common/session/qos_lanes.h"
#include "tools/weft/commands.h"
#include "tools/weft/live.h"
#include "tools/weft/load.h"
#include "tools/weft/settings.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {

void add_routing_options(CommandSyntax command, RoutingArguments& arguments) {
  add_input_options(command, arguments);
  add_engine_option(command, arguments.engine);
  command.option("--engine").required(false);  // optional with --conf
  arguments.live_option =
      command
          .add_option("--live", arguments.live,
                      "Repair the routing that weft route -o or opensm wrote into DIR, instead of "
                      "recomputing: entries whose path is complete stay. Without DIR and without "
                      "FABRIC: route the fabric that this host is linked to")
          .number_of_values(0, 1)
          .type_name("[DIR]");
  add_live_options(command, arguments.port);
}

void add_input_options(CommandSyntax command, RoutingArguments& arguments) {
  command.add_option("FABRIC", arguments.fabric, kFabricFile);
  command.add_option("--lmc", arguments.lmc, "Give each end port 2^N LIDs")
      .between(0, 7)
      .type_name("N");
  command.add_flag("--keep-lids", arguments.keep_lids,
                   "Give ports without a LID none, and route nothing to them");
  command.add_option("--set", arguments.settings, "An option as in opensm.conf (doc/options.md)")
      .type_name("KEY=VALUE")
      .one_value_each_time();
  command
      .add_option("--conf", arguments.conf,
                  "Take all options, the files that they name and the engines to ask from this "
                  "opensm.conf, as opensm would; other options here go before it")
      .type_name("FILE");
  command
      .add_option("--lanes", arguments.lanes,
                  "How many virtual lanes there are, SL i on VL i; what the file says of the links "
                  "by default, or 8")
      .between(1, 15)
      .type_name("N");
  add_threads_option(command, arguments.threads);
  command
      .add_option("--drain", arguments.drain,
                  "Lead the paths of others round what this file names, as weft_drain_file does")
      .type_name("FILE");
}

namespace {

// The fabric from a file, or the live one.
LoadedFabric load(const RoutingArguments& arguments, const LoadOptions& options) {
  if (arguments.is_live() && !arguments.fabric.empty()) {
    throw BadInput("FABRIC and --live without a folder are two fabrics: give one of them");
  }
  if (!arguments.is_live() && arguments.fabric.empty()) {
    throw BadInput(
        !arguments.live_option
            ? "FABRIC is missing"
            : "FABRIC is missing: give it, or --live for the fabric that this host is linked to");
  }
  if (!arguments.is_live()) return load_fabric(arguments.fabric, options);
  LiveFabric live = read_live_fabric(arguments.port).live;
  if (const std::string missing = describe_missing(live); !missing.empty()) warn(missing);
  return with_lids_as_asked({std::move(live.fabric), std::move(live.remarks)}, kLiveFabric,
                            options);
}

// Options of the command line override the conf.
LoadOptions load_options(const RoutingArguments& arguments, const RoutingInput& input) {
  LoadOptions options = {.lmc = arguments.lmc,
                         .lmc_esp0 = input.settings.lmc_esp0,
                         .keep_lids = arguments.keep_lids,
                         .data_vls = data_vls_for(arguments.lanes.value_or(0))};
  if (!input.conf) return options;
  if (!options.lmc) {
    options.lmc = input.conf->lmc;
    options.other_lmc = OtherLmc::kWidenIfPossible;  // many files have no LMCs
  }
  if (!arguments.lanes)
    options.data_vls = std::min(options.data_vls, input.conf->qos.most_data_vls);
  return options;
}

LaneSettings lanes_for(const RoutingArguments& arguments, const RoutingInput& input) {
  if (!input.conf || arguments.lanes) {
    return {first_lanes(arguments.lanes.value_or(lanes_of(input.fabric)))};
  }
  const QosOptions& qos = input.conf->qos;
  return qos_lanes(qos, input.fabric, unserved_vls(qos, input.fabric));
}

}  // namespace

std::vector<const EngineInfo*> asked_engines(const RoutingArguments& arguments) {
  if (!arguments.engine.empty()) return {&find_engine(arguments.engine)};
  if (arguments.conf.empty()) {
    throw BadInput("--engine is required, or an opensm.conf that lists engines, with --conf");
  }
  return {};
}

RoutingArguments as_routing(const TableArguments& given, const std::vector<std::string>& settings,
                            std::optional<OptionSyntax> live_option) {
  RoutingArguments routing;
  routing.fabric = given.fabric;
  routing.lmc = given.lmc;
  routing.keep_lids = given.keep_lids;
  routing.settings = settings;
  routing.lanes = given.lanes;
  routing.port = given.live;
  routing.live_option = live_option;
  return routing;
}

RoutingInput read_input(const RoutingArguments& arguments, std::span<const EngineInfo* const> asked,
                        const Workers& workers) {
  RoutingInput input;
  if (!arguments.conf.empty()) {
    input.conf = read_daemon_conf(arguments.conf, asked, workers);
    input.settings = std::move(input.conf->settings);
  }
  input.settings = parse_settings(arguments.settings, workers, std::move(input.settings));
  if (!arguments.drain.empty()) set_drained(arguments.drain, workers, input.settings);
  LoadedFabric loaded = load(arguments, load_options(arguments, input));
  input.fabric = std::move(loaded.fabric);
  input.remarks = std::move(loaded.remarks);
  input.lanes = lanes_for(arguments, input);
  return input;
}

void adopt_live(const RoutingArguments& arguments, const EngineInfo& engine,
                const RoutingTask& task, Session& session) {
  if (arguments.live.empty()) return;
  adopt_live(arguments.live, data_vls_for(arguments.lanes.value_or(0)), engine, task, session);
}

Drained drain_as(const Configuration& settings, Fabric fabric, const Workers& workers) {
  const std::vector<DrainedPart> parts =
      expand_groups(settings.drained, settings.drained_groups.get(), fabric, workers);
  return drain(std::move(fabric), parts);
}

}  // namespace weft::tool
