// Tested by tests/e2e/test_tool.py.
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/base/stopwatch.h"
#include "common/verify/verify.h"
#include "tools/weft/commands.h"
#include "tools/weft/given_tables.h"
#include "tools/weft/load.h"
#include "tools/weft/pattern.h"
#include "tools/weft/report.h"

namespace weft::tool {
namespace {

struct Arguments {
  TableArguments given;
  PatternArguments pattern;
  DetailArguments details;
  unsigned threads = 0;
  bool json = false;
  bool list_lost = false;
};

int check(const Arguments& arguments, Refusal& refusal) {
  const Workers workers(arguments.threads);
  const Stopwatch reading;
  const GivenTables given = read_given_tables(arguments.given, refusal.remarks, workers);
  const Fabric& fabric = given.fabric;
  const double read_ms = reading.ms();

  const RoutingView view = given.view();
  const Stopwatch verifying;
  const Verdict verdict = verify(view, workers);
  const double verify_ms = verifying.ms();
  Figures figures = measure(view, workers);
  Details details = find_details(view, verdict, figures, {}, arguments.details.most());
  const Findings findings = {
      {},
      view,
      verdict,
      std::move(figures),
      std::move(details),
      arguments.details.asked(),
      read_ms,
      {},
      verify_ms,
      judge(arguments.pattern, fabric, {}, view.tables, workers),
      refusal.remarks,
      given.error,
      find_lost_pairs(fabric, view.tables, verdict,
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
  add_table_options(*sub, arguments->given);
  add_pattern_options(*sub, arguments->pattern);
  add_detail_options(*sub, arguments->details);
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
