#include "tools/weft/plan_cables.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <vector>

#include "common/base/error.h"
#include "common/design/cable_list.h"
#include "common/design/topo_file.h"
#include "common/fabric/generators/catalog.h"
#include "tools/weft/load.h"

namespace weft::tool {
namespace {

struct Arguments {
  std::string shape;
  std::string output;
  bool without_rates = false;
};

int run(const Arguments& arguments) {
  const Fabric fabric = read_plan(arguments.shape);
  const std::vector<ListedCable> cables = list_cables(fabric);
  const TopoFiles topo = topo_files(fabric, !arguments.without_rates);
  make_directory(arguments.output + "/ibnl");
  write_text(arguments.output + "/cables.csv", cables_csv(cables));
  write_text(arguments.output + "/labels.csv", labels_csv(cables));
  write_text(arguments.output + "/fabric.topo", topo.topo);
  for (const auto& [name, text] : topo.types) {
    write_text(arguments.output + "/ibnl/" + name, text);
  }
  fmt::print("{}: {} switches, {} cables, {} labels\n", arguments.output, fabric.switch_count(),
             cables.size(), 2 * cables.size());
  return 0;
}

}  // namespace

Fabric read_plan(const std::string& shape) {
  // A file may have the name «torus», but not «torus --dims 4,4».
  const bool has_more = topology_of_line(shape).size() < shape.size();
  if (has_more && names_topology(shape)) return generate_from_line(shape);
  LoadedFabric loaded = load_fabric(shape, {});
  warn_all(loaded.remarks);
  return std::move(loaded.fabric);
}

std::pair<CommandSyntax, Command> add_plan_cables(CommandSyntax plan) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub = plan.add_command(
      "cables", "Write the cable list, the labels and a topology file of a shape or a fabric");
  sub.add_option("SHAPE", arguments->shape,
                 "A line of weft plan shapes, in quotes, or a file with a fabric as weft route "
                 "reads it")
      .required();
  sub.add_option("-o,--output", arguments->output, "The folder to write into")
      .type_name("DIR")
      .required();
  sub.add_flag(
      "--without-rates", arguments->without_rates,
      "Write no rates of links into fabric.topo: ibutils knows no rate above 10 Gb/s per lane");
  return {sub, [arguments] { return run(*arguments); }};
}

}  // namespace weft::tool
