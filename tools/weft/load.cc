#include "tools/weft/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/readers/fabric_reader.h"
#include "common/fabric/renumber.h"

namespace weft::tool {
namespace {

bool has_another_lmc(const Fabric& fabric, unsigned lmc, bool lmc_esp0) {
  return std::any_of(fabric.end_ports().begin(), fabric.end_ports().end(),
                     [&](const EndPort& port) { return port.lmc != lmc; }) ||
         (lmc_esp0 &&
          std::any_of(fabric.switches().begin(), fabric.switches().end(),
                      [&](const Switch& sw) { return sw.enhanced_port0 && sw.lmc != lmc; }));
}

}  // namespace

void warn(const std::string& sentence) { fmt::print(stderr, "weft: {}\n", sentence); }

Fabric load_fabric(const std::string& path, std::optional<unsigned> lmc, bool lmc_esp0) {
  std::vector<std::string> warnings;
  Fabric fabric = read_fabric(path, warnings);
  for (const std::string& warning : warnings) warn(warning);
  if (without_lids(fabric))
    return with_new_lids(fabric, static_cast<std::uint8_t>(lmc.value_or(0)), lmc_esp0);

  if (lmc && has_another_lmc(fabric, *lmc, lmc_esp0)) {
    warn(fmt::format("{}: its LIDs are not those of LMC {}: all ports get new ones", path, *lmc));
    return with_new_lids(fabric, static_cast<std::uint8_t>(*lmc), lmc_esp0);
  }
  const auto without = std::count_if(fabric.end_ports().begin(), fabric.end_ports().end(),
                                     [](const EndPort& port) { return port.lid == 0; });
  if (without > 0)
    warn(fmt::format("{}: {} end ports have no LID: nothing is routed to them", path, without));
  return fabric;
}

}  // namespace weft::tool
