// Tested by tests/e2e/test_tool.py.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/stopwatch.h"
#include "common/stored/lane_readers.h"
#include "common/stored/table_reader.h"
#include "common/verify/verify.h"
#include "tools/weft/commands.h"
#include "tools/weft/load.h"
#include "tools/weft/pattern.h"
#include "tools/weft/report.h"

namespace weft::tool {
namespace {

struct Arguments {
  std::string fabric;
  std::string tables;
  std::string path_sls;
  std::string sl2vl;
  PatternArguments pattern;
  unsigned threads = 0;
  bool json = false;
};

int check(const Arguments& arguments) {
  const Workers workers(arguments.threads);
  const Stopwatch reading;
  const Fabric fabric = load_fabric(arguments.fabric, {});
  std::vector<std::string> warnings;
  TableBlock block = read_tables(arguments.tables, fabric, warnings, workers);
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
  const Findings findings = {{},
                             fabric,
                             block.tables(),
                             verdict,
                             measure(view, workers),
                             read_ms,
                             {},
                             verify_ms,
                             judge(arguments.pattern, fabric, {}, block.tables(), workers)};
  arguments.json ? print_json(findings) : print_text(findings);
  const bool good = verdict.unreachable_pairs == 0 && verdict.forwarding_loops == 0 &&
                    verdict.credit_loop.empty();
  return good ? 0 : 1;
}

}  // namespace

Command add_check(CLI::App& app) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* sub = app.add_subcommand("check", "Verify anyone's forwarding tables");
  sub->add_option("FABRIC", arguments->fabric,
                  "What ibnetdiscover prints, a .net file of ibsim, or an opensm-subnet.lst")
      ->required();
  sub->add_option("--lfts", arguments->tables,
                  "The tables: opensm-lfts.dump, opensm.fdbs, or what dump_fts prints")
      ->required()
      ->type_name("FILE");
  sub->add_option("--psl", arguments->path_sls, "SLs of paths, as ibdmchk reads them")
      ->type_name("FILE");
  sub->add_option("--sl2vl", arguments->sl2vl, "SL2VL maps, as ibdmchk reads them")
      ->type_name("FILE");
  add_pattern_options(*sub, arguments->pattern);
  sub->add_option("--threads", arguments->threads, "How many threads may work; 0: one a processor")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  sub->add_flag("--json", arguments->json, "Print one JSON object");
  return [arguments] { return check(*arguments); };
}

}  // namespace weft::tool
