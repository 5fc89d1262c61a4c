// Tested by tests/e2e/test_tool.py.
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/policy/port_sets.h"
#include "tools/weft/commands.h"
#include "tools/weft/daemon_conf.h"
#include "tools/weft/load.h"
#include "tools/weft/policy_report.h"
#include "tools/weft/report.h"
#include "tools/weft/settings.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {
namespace {

struct Arguments {
  std::string fabric;
  std::vector<std::string> settings;
  std::string conf;
  bool json = false;
};

int policy(const Arguments& arguments) {
  const Workers workers(0);
  Configuration before;
  if (!arguments.conf.empty()) before.policy = policy_paths_of(arguments.conf);
  Configuration settings = parse_settings(arguments.settings, workers, std::move(before));
  if (settings.routing.chain == nullptr) {
    settings.routing.chain = read_policy(settings.policy, workers);
  }
  if (settings.routing.chain == nullptr) {
    throw BadInput(
        "no policy file is given: write --set rch_policy_file=FILE (or topo_policy_file, "
        "pgrp_policy_file), or --conf with an opensm.conf that names such files");
  }
  const ChainPolicy& chain = *settings.routing.chain;
  const LoadedFabric loaded = load_fabric(arguments.fabric, {.lmc_esp0 = settings.lmc_esp0});
  warn_all(loaded.remarks);
  const Fabric& fabric = loaded.fabric;
  std::vector<GroupIndex> all(chain.groups.groups.size());
  std::iota(all.begin(), all.end(), GroupIndex{0});
  PolicyFindings findings = {fabric, chain, {}, {}};
  findings.groups = evaluate_groups(fabric, chain.groups, all, workers, findings.warnings);
  warn_all(findings.warnings);
  arguments.json ? print_policy_json(findings) : print_policy_text(findings);
  return 0;
}

}  // namespace

Command add_policy(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub = app.add_command(
      "policy", "List the port groups, topologies and steps of a routing chain on a fabric");
  sub.add_option("FABRIC", arguments->fabric, kFabricFile).required();
  sub.add_option("--set", arguments->settings,
                 "pgrp_policy_file, topo_policy_file and rch_policy_file, as in opensm.conf")
      .type_name("KEY=VALUE")
      .one_value_each_time();
  sub.add_option("--conf", arguments->conf,
                 "Take the policy files that this opensm.conf names; --set has priority")
      .type_name("FILE");
  add_json_option(sub, arguments->json);
  return [arguments] {
    return or_refusal(arguments->json, no_policy_json(), [&] { return policy(*arguments); });
  };
}

}  // namespace weft::tool
