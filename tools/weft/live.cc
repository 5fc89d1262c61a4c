#include "tools/weft/live.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/error.h"
#include "common/repair/fabric_match.h"
#include "common/repair/translate.h"
#include "common/stored/lane_readers.h"
#include "tools/weft/load.h"
#include "tools/weft/stored_routing.h"

namespace weft::tool {
namespace {

void check_repairable(const EngineInfo& engine, const Options& options) {
  std::string reason;
  if (!options.keep_routes) reason = "with weft_keep_routes FALSE all routes are recomputed";
  if (!engine.repairable) reason = fmt::format("the tables of {} are never repaired", engine.name);
  // Entries must stay inside the part of their step.
  if (engine.steps_now != nullptr) {
    reason = fmt::format("files do not tell which steps of {} made which tables", engine.name);
  }
  if (reason.empty()) return;
  throw BadInput(
      fmt::format("{}: leave out --live, and compare the result with weft diff", reason));
}

// The largest LMC of end ports; nothing: 0.
std::optional<unsigned> lmc_of(const Fabric& fabric) {
  unsigned lmc = 0;
  for (const EndPort& port : fabric.end_ports()) lmc = std::max<unsigned>(lmc, port.lmc);
  return lmc == 0 ? std::nullopt : std::optional(lmc);
}

void check_same_fabric(const std::string& directory, const Fabric& before, const Fabric& now) {
  const FabricMatch match(before, now);
  for (SwitchIndex s = 0; s < now.switch_count(); ++s) {
    if (match.switch_before(s) != kNone) return;
  }
  throw BadInput(fmt::format(
      "{}: it has no switch of the fabric to be routed: it is of another fabric", directory));
}

void check_sl2vl(const std::filesystem::path& path, const Fabric& fabric) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return;
  std::vector<std::string> warnings;
  if (read_sl2vl(path, fabric, warnings).uniform()) return;
  throw BadInput(fmt::format(
      "{}: not all ports send SL i on VL i, and no file says what an engine means by other maps: "
      "leave out --live, and compare the result with weft diff",
      path.string()));
}

}  // namespace

void adopt_live(const std::string& directory, std::uint8_t data_vls, const EngineInfo& engine,
                const RoutingTask& task, Session& session) {
  check_repairable(engine, task.options);
  StoredRouting live = load_stored_routing(
      directory, {.lmc = lmc_of(task.fabric), .data_vls = data_vls}, task.workers);
  warn_all(live.warnings);
  check_same_fabric(directory, live.fabric, task.fabric);
  check_sl2vl(std::filesystem::path(directory) / "slvl.txt", live.fabric);
  try {
    if (const auto* by_path = std::get_if<SlByPath>(&live.lanes)) {
      live.lanes = sls_by_switch(live.fabric, *by_path);
    }
    session.adopt({std::move(live.fabric), task.options, task.workers, task.lanes},
                  std::move(live.lanes), live.tables.tables());
  } catch (const Stopped&) {
    throw;
  } catch (const CannotRoute& error) {
    throw BadInput(fmt::format("{}: its routes cannot be repaired: {}", directory, error.what()));
  }
}

}  // namespace weft::tool
