// Tested by tests/e2e/test_tool.py.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>

#include "common/fabric/generators/catalog.h"
#include "common/fabric/writers/fabric_writer.h"
#include "tools/weft/commands.h"

namespace weft::tool {
namespace {

struct Arguments {
  std::string topology;
  std::string output;
  std::map<std::string, std::string> options;  // of the topology, by name
};

void add_option(CommandSyntax app, const GeneratorOption& option,
                std::map<std::string, std::string>& values) {
  std::string description(option.description);
  if (!option.default_value.empty())
    description += fmt::format(" (default: {})", option.default_value);
  const std::string name(option.name);
  OptionSyntax added = app.add_option(
      "--" + name, [&values, name](const std::string& value) { values[name] = value; },
      description);
  added.type_name(std::string(option.value)).required(option.required);
}

}  // namespace

Command add_generate(CommandSyntax app) {
  const CommandSyntax generate_app =
      app.add_command("generate", "Generate a fabric and write it as a .net file for ibsim");
  generate_app.require_command();
  const auto arguments = std::make_shared<Arguments>();
  for (const TopologyInfo& topology : generator_topologies()) {
    const std::string name(topology.name);
    const CommandSyntax sub = generate_app.add_command(name, std::string(topology.description));
    for (const GeneratorOption& option : topology.options)
      add_option(sub, option, arguments->options);
    for (const GeneratorOption& option : common_generator_options()) {
      add_option(sub, option, arguments->options);
    }
    sub.add_option("-o,--output", arguments->output, "The file to write").required();
    sub.when_parsed([arguments, name] { arguments->topology = name; });
  }
  return [arguments] {
    const Fabric fabric = generate(arguments->topology, arguments->options);
    write_ibsim_net(fabric, arguments->output);
    fmt::print("{}: {} switches, {} end ports\n", arguments->output, fabric.switch_count(),
               fabric.end_port_count());
    return 0;
  };
}

}  // namespace weft::tool
