// Tested by tests/e2e/test_tool.py.
#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/stopwatch.h"
#include "common/fabric/renumber.h"
#include "common/stored/lane_readers.h"
#include "common/stored/table_reader.h"
#include "common/verify/verify.h"
#include "tools/weft/commands.h"
#include "tools/weft/load.h"
#include "tools/weft/pattern.h"
#include "tools/weft/report.h"
#include "tools/weft/stored_routing.h"

namespace weft::tool {
namespace {

struct Arguments {
  std::string fabric;
  std::string tables;
  std::string path_sls;
  std::string sl2vl;
  std::optional<unsigned> lmc;
  unsigned lanes = 0;
  bool keep_lids = false;
  PatternArguments pattern;
  unsigned threads = 0;
  bool json = false;
  bool list_lost = false;
};

// A port that the file has no LID for was given one by `weft route` if the tables are its own,
// otherwise by nobody.
TableBlock read_with_owners(const Arguments& arguments, LoadedFabric& loaded,
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

int check(const Arguments& arguments, Refusal& refusal) {
  const Workers workers(arguments.threads);
  const Stopwatch reading;
  LoadedFabric loaded = load_fabric(arguments.fabric, {.lmc = arguments.lmc,
                                                       .other_lmc = OtherLmc::kWiden,
                                                       .keep_lids = true,
                                                       .data_vls = data_vls_for(arguments.lanes)});
  refusal.remarks = loaded.remarks;
  std::vector<std::string> warnings;
  OwnerlessEntries ownerless;
  TableBlock block = read_with_owners(arguments, loaded, ownerless, warnings, workers);
  const Fabric& fabric = loaded.fabric;
  LanePlan lanes = OneLane{};
  if (!arguments.path_sls.empty()) lanes = read_path_sls(arguments.path_sls, fabric, warnings);
  std::optional<Sl2Vl> sl2vl;
  if (!arguments.sl2vl.empty()) sl2vl = read_sl2vl(arguments.sl2vl, fabric, warnings);
  for (const std::string& warning : warnings) warn(warning);
  const double read_ms = reading.ms();

  const RoutingView view = {fabric, block.tables(), lanes, sl2vl ? &*sl2vl : nullptr};
  const Stopwatch verifying;
  const Verdict verdict = verify(view, workers);
  const double verify_ms = verifying.ms();
  const Findings findings = {
      {},
      fabric,
      block.tables(),
      verdict,
      measure(view, workers),
      read_ms,
      {},
      verify_ms,
      judge(arguments.pattern, fabric, {}, block.tables(), workers),
      loaded.remarks,
      describe_ownerless(arguments.tables, arguments.fabric, fabric, ownerless),
      find_lost_pairs(fabric, block.tables(), verdict,
                      arguments.list_lost ? std::numeric_limits<std::size_t>::max() : 0)};
  arguments.json ? print_json(findings) : print_text(findings);
  if (!findings.error.empty()) warn(findings.error);
  const bool good = verdict.unreachable_pairs == 0 && verdict.forwarding_loops == 0 &&
                    verdict.credit_loop.empty() && findings.error.empty();
  return good ? 0 : 1;
}

}  // namespace

Command add_check(CLI::App& app) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* sub = app.add_subcommand("check", "Verify anyone's forwarding tables");
  sub->add_option("FABRIC", arguments->fabric, kFabricFile)->required();
  sub->add_option("--lfts", arguments->tables,
                  "The tables: opensm-lfts.dump, opensm.fdbs, or what dump_fts prints")
      ->required()
      ->type_name("FILE");
  sub->add_option("--psl", arguments->path_sls, "SLs of paths, as ibdmchk reads them")
      ->type_name("FILE");
  sub->add_option("--sl2vl", arguments->sl2vl, "SL2VL maps, as ibdmchk reads them")
      ->type_name("FILE");
  sub->add_option("--lmc", arguments->lmc,
                  "Each end port has 2^N LIDs, for a file that does not say it")
      ->check(CLI::Range(0, 7))
      ->type_name("N");
  sub->add_option(
         "--lanes", arguments->lanes,
         "How many virtual lanes links have for which the file does not say it; 8 by default")
      ->check(CLI::Range(1, 15))
      ->type_name("N");
  sub->add_flag(
      "--keep-lids", arguments->keep_lids,
      "Ports without a LID have none, though the tables may be those of a weft route that "
      "gave them one");
  add_pattern_options(*sub, arguments->pattern);
  sub->add_option("--threads", arguments->threads, "How many threads may work; 0: one a processor")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  sub->add_flag("--json", arguments->json, "Print one JSON object");
  sub->add_flag("--list-lost", arguments->list_lost,
                "List all pairs without a path that links connect");
  return [arguments] {
    Refusal refusal;
    return or_refusal(arguments->json, refusal, [&] { return check(*arguments, refusal); });
  };
}

}  // namespace weft::tool
