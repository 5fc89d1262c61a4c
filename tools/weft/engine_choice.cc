#include "tools/weft/engine_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/base/error.h"
#include "common/base/text.h"
#include "plugins/engines.h"
#include "tools/weft/words.h"

namespace weft::tool {
namespace {

constexpr unsigned kUsualLanes = 8;

}  // namespace

std::string list_of_engines() {
  std::string engines;
  for (const EngineInfo* engine : all_engines()) {
    engines += fmt::format("\n  {}: {}", engine->name, engine->description);
  }
  return engines;
}

void add_engine_option(CommandSyntax command, std::string& engine) {
  command.add_option("--engine", engine, "The routing engine:" + list_of_engines()).required();
}

const EngineInfo& find_engine(std::string_view name) {
  if (name.starts_with("weft-")) name.remove_prefix(5);
  std::vector<std::string> names;
  for (const EngineInfo* engine : all_engines()) {
    if (engine->name == name || engine->is_registered_as(name)) return *engine;
    names.emplace_back(engine->name);
  }
  const std::string meant = nearest(name, names);
  throw BadInput(fmt::format("there is no engine «{}»{}; there is {}", name,
                             meant.empty() ? "" : fmt::format(", but {} is near", meant),
                             joined(names, ", ")));
}

unsigned lanes_of(const Fabric& fabric) {
  unsigned most = 0;
  for (const Port& port : fabric.all_ports()) {
    if (port.kind == PeerKind::kSwitch) most = std::max<unsigned>(most, port.link.data_vls);
  }
  return most == 0 ? kUsualLanes : most;
}

}  // namespace weft::tool
