#include "tools/weft/stored_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "common/base/error.h"
#include "common/fabric/renumber.h"
#include "common/stored/lane_readers.h"
#include "tools/weft/load.h"

namespace weft::tool {

StoredRouting load_stored_routing(const std::string& directory, const StoredRoutingOptions& options,
                                  const Workers& workers) {
  const std::filesystem::path folder(directory);
  const std::string subnet = folder / "opensm-subnet.lst";
  const std::string lfts = folder / "opensm-lfts.dump";
  const std::string path_sls = folder / "psl.txt";
  LoadedFabric loaded = load_fabric(subnet, {.lmc = options.lmc,
                                             .other_lmc = OtherLmc::kWiden,
                                             .keep_lids = true,
                                             .data_vls = options.data_vls});
  std::vector<std::string> warnings = std::move(loaded.remarks);
  OwnerlessEntries ownerless;
  TableBlock tables = read_tables(lfts, loaded.fabric, warnings, workers, &ownerless);
  if (ownerless.count > 0) {
    throw BadInput(describe_ownerless(lfts, subnet, loaded.fabric, ownerless));
  }
  LanePlan lanes = OneLane{};
  std::error_code ignored;
  if (std::filesystem::exists(path_sls, ignored)) {
    lanes = read_path_sls(path_sls, loaded.fabric, warnings);
  }
  return {std::move(loaded.fabric), std::move(tables), std::move(lanes), std::move(warnings)};
}

bool have_owners(const Fabric& fabric, const std::vector<Lid>& lids) {
  return std::all_of(lids.begin(), lids.end(),
                     [&](Lid lid) { return fabric.owner(lid).kind != PeerKind::kNothing; });
}

std::string describe_ownerless(const std::string& tables, const std::string& fabric_file,
                               const Fabric& fabric, const OwnerlessEntries& ownerless) {
  if (ownerless.count == 0) return {};
  std::string likely = "give it with --lmc, unless the two files are of different times";
  for (std::uint8_t lmc = 1; lmc <= kMaxLmc; ++lmc) {
    try {
      if (!have_owners(with_lmc(fabric, lmc), ownerless.lids)) continue;
      likely = fmt::format("--lmc {} gives each of them an owner", lmc);
      break;
    } catch (const BadInput&) {
      break;  // larger ones fail too
    }
  }
  return fmt::format(
      "{}: {} entries are for {} LIDs that nobody has, for {} among them: the likely cause is an "
      "LMC "
      "that {} does not say: {}",
      tables, ownerless.count, ownerless.lids.size(), ownerless.where, fabric_file, likely);
}

}  // namespace weft::tool
