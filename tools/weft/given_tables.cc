#include "tools/weft/given_tables.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "common/base/error.h"
#include "common/fabric/renumber.h"
#include "common/stored/far_reader.h"
#include "common/stored/lane_readers.h"
#include "common/stored/mcfdb_reader.h"
#include "common/stored/table_reader.h"
#include "tools/weft/commands.h"
#include "tools/weft/load.h"
#include "tools/weft/stored_routing.h"

namespace weft::tool {
namespace {

constexpr unsigned kUsualLanes = 8;

// If the file has no LID for a port, then `weft route` assigned one if it wrote the tables;
// otherwise the port has none.
TableBlock read_with_owners(const TableArguments& arguments, LoadedFabric& loaded,
                            OwnerlessEntries& ownerless, std::vector<std::string>& warnings,
                            const Workers& workers) {
  TableBlock block = read_tables(arguments.tables, loaded.fabric, warnings, workers, &ownerless);
  const std::uint32_t without = count_without_lid(loaded.fabric);
  if (ownerless.count == 0 || arguments.keep_lids || without == 0) return block;
  Fabric given = with_missing_lids(loaded.fabric);
  if (!have_owners(given, ownerless.lids)) return block;
  loaded.fabric = std::move(given);
  loaded.remarks.back() = fmt::format(
      "{}: {} ports have no LID, and are taken to have those that weft route gives them",
      arguments.fabric, without);
  warnings.clear();
  return read_tables(arguments.tables, loaded.fabric, warnings, workers, &ownerless);
}

// Returns the static entries.
TableBlock read_choices(const TableArguments& arguments, const Fabric& fabric,
                        std::optional<PortChoices>& choices, OwnerlessEntries& ownerless,
                        std::vector<std::string>& warnings, const Workers& workers) {
  AdaptiveTables tables = read_far(arguments.far, fabric, warnings, workers, &ownerless);
  choices = std::move(tables.choices);
  return std::move(tables.fixed);
}

void check_one_source(const TableArguments& arguments) {
  if (!arguments.tables.empty() && !arguments.far.empty()) {
    throw BadInput("the file of --far has the static entries, too: leave out --lfts or --far");
  }
  const bool has_tables = !arguments.tables.empty() || !arguments.far.empty();
  const bool has_files = !arguments.fabric.empty() || has_tables || !arguments.mcfdbs.empty() ||
                         !arguments.path_sls.empty() || !arguments.sl2vl.empty();
  if (arguments.is_live && (has_files || arguments.lmc)) {
    throw BadInput(
        "with --live all is read from the live fabric: leave out FABRIC, --lfts, --far, --mcfdbs, "
        "--psl, --sl2vl and --lmc, or leave out --live");
  }
  if (arguments.is_live || (!arguments.fabric.empty() && has_tables)) return;
  throw BadInput(fmt::format("{} is missing: give FABRIC and --lfts FILE, or --live",
                             arguments.fabric.empty() ? "FABRIC" : "--lfts"));
}

GivenTables read_live_tables(const TableArguments& arguments, std::vector<std::string>& remarks) {
  ReadFabric read = read_live_fabric(arguments.live);
  remarks = std::move(read.live.remarks);
  if (without_lids(read.live.fabric)) {
    throw BadInput(
        fmt::format("{}: nobody has a LID: no subnet manager has been there yet", kLiveFabric));
  }
  std::vector<std::string> warnings;
  OwnerlessEntries ownerless;
  TableBlock block = tables_for(read.live.tables, read.live.fabric, warnings, &ownerless);
  warn_all(warnings);
  GivenTables given = {std::move(read.live.fabric), std::move(block)};
  given.sl2vl = std::move(read.live.sl2vl);
  given.lanes = std::move(read.lanes);
  given.missing = describe_missing(read.live);
  if (ownerless.count > 0) {
    remarks.push_back(
        fmt::format("{}: {} entries are for {} LIDs that nobody has, for {} among them",
                    kLiveFabric, ownerless.count, ownerless.lids.size(), ownerless.where));
  }
  return given;
}

}  // namespace

void add_check_options(CommandSyntax command, TableArguments& arguments) {
  command
      .add_option("--far", arguments.far,
                  "Instead of --lfts, tables of adaptive routing: ibdiagnet2.far")
      .type_name("FILE");
  command.add_option("--mcfdbs", arguments.mcfdbs, "Multicast tables, too: opensm.mcfdbs")
      .type_name("FILE");
}

OptionSyntax add_table_options(CommandSyntax command, TableArguments& arguments) {
  command.add_option("FABRIC", arguments.fabric, kFabricFile);
  const OptionSyntax tables =
      command
          .add_option(
              "--lfts", arguments.tables,
              "The tables: opensm-lfts.dump, opensm.fdbs, ibdiagnet2.fdbs, or what dump_fts "
              "prints")
          .type_name("FILE");
  command.add_option("--psl", arguments.path_sls, "SLs of paths, as ibdmchk reads them")
      .type_name("FILE");
  command.add_option("--sl2vl", arguments.sl2vl, "SL2VL maps, as ibdmchk reads them")
      .type_name("FILE");
  command
      .add_option("--lmc", arguments.lmc,
                  "Each end port has 2^N LIDs, for a file that does not say it")
      .between(0, 7)
      .type_name("N");
  command
      .add_option(
          "--lanes", arguments.lanes,
          "How many virtual lanes links have for which the file does not say it; 8 by default")
      .between(1, 15)
      .type_name("N");
  command.add_flag(
      "--keep-lids", arguments.keep_lids,
      "Ports without a LID have none, though the tables may be those of a weft route that "
      "gave them one");
  command.add_flag("--live", arguments.is_live,
                   "Instead of FABRIC and files, read the fabric that this host is linked to, and "
                   "what is in its switches");
  add_live_options(command, arguments.live);
  add_sls_option(command, arguments.live);
  return tables;
}

GivenTables read_given_tables(const TableArguments& arguments, std::vector<std::string>& remarks,
                              const Workers& workers) {
  check_one_source(arguments);
  if (arguments.is_live) return read_live_tables(arguments, remarks);
  LoadedFabric loaded = load_fabric(
      arguments.fabric, {.lmc = arguments.lmc,
                         .other_lmc = OtherLmc::kWiden,
                         .keep_lids = true,
                         .data_vls = data_vls_from(arguments.lanes.value_or(kUsualLanes))});
  remarks = loaded.remarks;
  std::vector<std::string> warnings;
  OwnerlessEntries ownerless;
  std::optional<PortChoices> choices;
  TableBlock block =
      arguments.far.empty()
          ? read_with_owners(arguments, loaded, ownerless, warnings, workers)
          : read_choices(arguments, loaded.fabric, choices, ownerless, warnings, workers);
  remarks = std::move(loaded.remarks);
  GivenTables given = {std::move(loaded.fabric), std::move(block)};
  given.choices = std::move(choices);
  if (!arguments.path_sls.empty()) {
    given.lanes = read_path_sls(arguments.path_sls, given.fabric, warnings);
  }
  if (!arguments.sl2vl.empty()) given.sl2vl = read_sl2vl(arguments.sl2vl, given.fabric, warnings);
  if (!arguments.mcfdbs.empty()) {
    given.multicast = read_mcfdbs(arguments.mcfdbs, given.fabric, warnings);
    given.multicast_turns = turns_of(Links(given.fabric), *given.multicast);
  }
  warn_all(warnings);
  given.error = describe_ownerless(arguments.far.empty() ? arguments.tables : arguments.far,
                                   arguments.fabric, given.fabric, ownerless);
  return given;
}

void take_lmc(std::uint8_t of_conf, TableArguments& arguments) {
  if (!arguments.lmc && of_conf != 0) arguments.lmc = of_conf;
}

Fabric read_given_fabric(const TableArguments& arguments, std::vector<std::string>& remarks) {
  if (arguments.is_live) {
    ReadFabric read = read_live_fabric(arguments.live);
    remarks = std::move(read.live.remarks);
    return std::move(read.live.fabric);
  }
  LoadedFabric loaded = load_fabric(arguments.fabric, {.lmc = arguments.lmc, .keep_lids = true});
  remarks = std::move(loaded.remarks);
  return std::move(loaded.fabric);
}

}  // namespace weft::tool
