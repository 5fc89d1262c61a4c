// Tested by tests/e2e/test_export.py.
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/export/exported_hosts.h"
#include "common/export/host_blocks.h"
#include "common/export/host_tree.h"
#include "common/export/rank_files.h"
#include "common/export/slurm_topology.h"
#include "common/options/read_option.h"
#include "common/policy/guid_groups.h"
#include "common/policy/port_sets.h"
#include "plugins/engines.h"
#include "tools/weft/commands.h"
#include "tools/weft/engine_choice.h"
#include "tools/weft/load.h"
#include "tools/weft/settings.h"
#include "tools/weft/torus_places.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {
namespace {

// Arguments of both kinds of exports.
struct HostArguments {
  std::string fabric;
  std::string group;
  std::string groups_file;
  std::string output;
  unsigned threads = 0;
};

struct SlurmArguments {
  HostArguments hosts;
  bool tree = false;
  bool block = false;
  bool torus3d = false;
  bool yaml = false;
  std::optional<std::uint32_t> block_size;
  std::string torus_conf;
};

struct RankArguments {
  HostArguments hosts;
  std::string engine;
  std::vector<std::string> settings;
  std::string format = "hostfile";
  std::uint32_t slots = 0;
};

PortSelection ports_of_group(const Fabric& fabric, const HostArguments& arguments,
                             const Workers& workers) {
  PortGroups groups = predefined_groups();
  if (!arguments.groups_file.empty()) {
    std::vector<std::string> errors;
    std::vector<std::string> doubtful;
    groups = parse_port_groups(read_regular_file(arguments.groups_file, kLargestOptionFile),
                               arguments.groups_file, errors, doubtful);
    warn_all(errors);
    warn_all(doubtful);
    if (!errors.empty()) throw BadInput(fmt::format("{} has mistakes", arguments.groups_file));
  }
  const auto group = find_group(groups, arguments.group);
  if (!group) {
    throw BadInput(fmt::format("there is no port group «{}»{}", arguments.group,
                               arguments.groups_file.empty()
                                   ? ": name the file that has it with --pgrp"
                                   : " in " + arguments.groups_file));
  }
  std::vector<std::string> warnings;
  const GroupIndex wanted[] = {*group};
  PortSelection ports =
      std::move(evaluate_groups(fabric, groups, wanted, workers, warnings).front());
  warn_all(warnings);
  return ports;
}

struct LoadedHosts {
  Fabric fabric;
  ExportedHosts hosts;
};

LoadedHosts load_hosts(const HostArguments& arguments, const Workers& workers) {
  LoadedFabric loaded = load_fabric(arguments.fabric, {});
  warn_all(loaded.remarks);
  LoadedHosts result = {std::move(loaded.fabric), {}};
  std::optional<PortSelection> only;
  if (!arguments.group.empty()) only = ports_of_group(result.fabric, arguments, workers);
  result.hosts = find_exported_hosts(result.fabric, only ? &*only : nullptr);
  warn_all(result.hosts.remarks);
  if (result.hosts.list.empty()) {
    throw BadInput(
        fmt::format("{} has no host{}", arguments.fabric,
                    only ? fmt::format(" with a port in the group «{}»", arguments.group) : ""));
  }
  return result;
}

void write(const std::string& text, const std::string& path) {
  if (path.empty()) {
    fmt::print("{}", text);
    return;
  }
  write_text(path, text);
}

std::string torus3d(const LoadedHosts& loaded, const SlurmArguments& arguments) {
  std::vector<std::string> remarks;
  std::vector<HostTorus> tori;
  for (const SwitchTorus& torus : find_tori(loaded.fabric, loaded.hosts, arguments.torus_conf)) {
    tori.push_back(find_host_torus(loaded.hosts, torus, remarks));
  }
  warn_all(remarks);
  return slurm_torus3d(tori, loaded.hosts);
}

int slurm(const SlurmArguments& arguments) {
  if (arguments.tree + arguments.block + arguments.torus3d != 1) {
    throw BadInput("write one of --tree, --block and --torus3d");
  }
  const Workers workers(arguments.hosts.threads);
  const LoadedHosts loaded = load_hosts(arguments.hosts, workers);
  if (arguments.torus3d) {
    write(torus3d(loaded, arguments), arguments.hosts.output);
    return 0;
  }
  const SlurmFormat format = arguments.yaml ? SlurmFormat::kYaml : SlurmFormat::kConf;
  const HostTree tree = find_host_tree(loaded.fabric, loaded.hosts, workers);
  warn_all(tree.remarks);
  if (arguments.tree) {
    write(slurm_tree(tree, loaded.hosts, format), arguments.hosts.output);
    return 0;
  }
  const HostBlocks blocks = find_host_blocks(tree, arguments.block_size);
  warn_all(blocks.remarks);
  write(slurm_blocks(blocks, loaded.hosts, format), arguments.hosts.output);
  return 0;
}

// Routes with the engine only to get the order that it makes tables for.
std::vector<EndPortIndex> order_of_engine(const Fabric& fabric, const EngineInfo& engine,
                                          const Options& options, const Workers& workers) {
  std::vector<std::string> warnings;
  const Options resolved = with_nodes_of_groups(options, fabric, workers, warnings);
  warn_all(warnings);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  return engine
      .route({fabric, resolved, workers, first_lanes(lanes_of(fabric)), all_engines()},
             block.tables())
      .notes.ca_order;
}

int rankfile(const RankArguments& arguments) {
  const EngineInfo& engine = find_engine(arguments.engine);
  const Workers workers(arguments.hosts.threads);
  const Configuration settings = parse_settings(arguments.settings, workers);
  const LoadedHosts loaded = load_hosts(arguments.hosts, workers);
  const auto of_engine = order_of_engine(loaded.fabric, engine, settings.routing, workers);
  std::vector<std::uint32_t> order;
  if (!of_engine.empty()) {
    order = hosts_in_order(loaded.hosts, of_engine);
    if (order.size() < loaded.hosts.list.size()) {
      warn(fmt::format("{} hosts are not in the order of {}: they are left out",
                       loaded.hosts.list.size() - order.size(), engine.name));
    }
  } else {
    const HostTree tree = find_host_tree(loaded.fabric, loaded.hosts, workers);
    warn_all(tree.remarks);
    warn(fmt::format("{} makes its routes for no order of ranks: this one is that of leaf switches",
                     engine.name));
    order = hosts_in_order(tree);
  }
  const RankFormat format =
      arguments.format == "openmpi" ? RankFormat::kOpenMpi : RankFormat::kHostfile;
  write(rank_file(loaded.hosts, order, format, arguments.slots), arguments.hosts.output);
  return 0;
}

void add_host_options(CommandSyntax command, HostArguments& arguments) {
  command.add_option("FABRIC", arguments.fabric, kFabricFile).required();
  const OptionSyntax only =
      command
          .add_option("--only", arguments.group,
                      "Only ports of CAs in this port group: hosts without one are left out")
          .type_name("GROUP");
  command
      .add_option("--pgrp", arguments.groups_file,
                  "The file of the port group, as pgrp_policy_file names one")
      .type_name("FILE")
      .needs(only);
  add_threads_option(command, arguments.threads);
  command
      .add_option("-o,--output", arguments.output, "The file to write; standard output otherwise")
      .type_name("FILE");
}

CommandSyntax add_slurm(CommandSyntax app, SlurmArguments& arguments) {
  const CommandSyntax sub = app.add_command("slurm", "Slurm's topology.conf or topology.yaml");
  add_host_options(sub, arguments.hosts);
  sub.add_flag("--tree", arguments.tree, "For topology/tree: leaf switches, pods, roots");
  const OptionSyntax block =
      sub.add_flag("--block", arguments.block, "For topology/block: the hosts of each leaf switch");
  const OptionSyntax torus3d = sub.add_flag(
      "--torus3d", arguments.torus3d,
      "For topology/torus3d of Slurm 26.05 and later, a topology.yaml always: hosts by their "
      "coordinates");
  sub.add_flag("--yaml", arguments.yaml, "A topology.yaml, as Slurm 25.05 and later read it")
      .excludes(torus3d);
  sub.add_option("--block-size", arguments.block_size,
                 "The base of BlockSizes; by default the smallest leaf switch of usual size")
      .between(1, 65536)
      .type_name("N")
      .needs(block);
  sub.add_option("--torus-conf", arguments.torus_conf,
                 "A torus-2QoS.conf that says which way x, y and z run")
      .type_name("FILE")
      .needs(torus3d);
  return sub;
}

CommandSyntax add_rankfile(CommandSyntax app, RankArguments& arguments) {
  const CommandSyntax sub = app.add_command(
      "rankfile", "A hostfile or rankfile of MPI, in the order that an engine's routes suit");
  add_host_options(sub, arguments.hosts);
  add_engine_option(sub, arguments.engine);
  sub.add_option("--set", arguments.settings, "An option as in opensm.conf (doc/options.md)")
      .type_name("KEY=VALUE")
      .one_value_each_time();
  sub.add_option("--slots", arguments.slots, "Processes of each host")
      .between(1, 65536)
      .type_name("N");
  sub.add_option("--format", arguments.format,
                 "What to write:\n  hostfile: a line a host, its name and slots\n  openmpi: a line "
                 "a rank, as mpirun --rankfile takes it")
      .one_of({"hostfile", "openmpi"})
      .type_name("FORMAT");
  return sub;
}

}  // namespace

Command add_export(CommandSyntax app) {
  struct Arguments {
    SlurmArguments slurm;
    RankArguments rankfile;
  };
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub =
      app.add_command("export", "Write what a batch system and MPI are told of a fabric");
  sub.require_command();
  const CommandSyntax slurm_app = add_slurm(sub, arguments->slurm);
  add_rankfile(sub, arguments->rankfile);
  return [arguments, slurm_app] {
    return slurm_app.is_given() ? slurm(arguments->slurm) : rankfile(arguments->rankfile);
  };
}

}  // namespace weft::tool
