// Tested by tests/e2e/test_adaptive.py.
// Tested by tests/e2e/test_tool.py.
// Tested by tests/e2e/test_metrics.py.
#include <fmt/format.h>

#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/stopwatch.h"
#include "common/base/text.h"
#include "common/base/unix_time.h"
#include "common/fabric/counts.h"
#include "common/session/metrics.h"
#include "common/verify/verify.h"
#include "common/verify/verify_choices.h"
#include "tools/weft/adaptive_report.h"
#include "tools/weft/commands.h"
#include "tools/weft/fabric_check.h"
#include "tools/weft/given_tables.h"
#include "tools/weft/load.h"
#include "tools/weft/pattern.h"
#include "tools/weft/progress.h"
#include "tools/weft/report.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {
namespace {

struct Arguments {
  TableArguments given;
  PatternArguments pattern;
  DetailArguments details;
  std::string prometheus;
  unsigned threads = 0;
  bool json = false;
  bool list_lost = false;
  bool brief = false;
  bool cabling = false;
};

struct Checked {
  GivenTables given;
  Verdict verdict = {};
  Figures figures = {};
  std::optional<AdaptiveFindings> adaptive = {};
  std::optional<MulticastVerdict> multicast = {};
  std::optional<PatternReport> pattern = {};
  double read_ms = 0;
  double verify_ms = 0;

  bool is_good() const {
    return verdict.unreachable_pairs == 0 && verdict.forwarding_loops == 0 &&
           verdict.credit_loop.empty() && given.fault().empty() &&
           (!adaptive || adaptive->is_good()) && (!multicast || multicast->is_good());
  }
};

Checked examine(const Arguments& arguments, std::vector<std::string>& remarks,
                const Workers& workers) {
  ProgressLine progress(arguments.json);
  if (!arguments.given.is_live) progress.say("reading tables");
  const Stopwatch reading;
  Checked checked = {.given = read_given_tables(arguments.given, remarks, workers)};
  checked.read_ms = reading.ms();
  progress.say("verifying tables");
  const RoutingView view = checked.given.view();
  const Stopwatch verifying;
  checked.verdict = verify(view, workers);
  checked.verify_ms = verifying.ms();
  if (checked.given.choices) {
    const Stopwatch verifying_choices;
    checked.adaptive = {verify_choices(view, *checked.given.choices, workers)};
    checked.adaptive->verify_ms = verifying_choices.ms();
  }
  if (checked.given.multicast) {
    checked.multicast = verify_multicast(view.fabric, *checked.given.multicast);
  }
  checked.figures = measure(view, workers);
  checked.pattern = judge(arguments.pattern, view.fabric, {}, view.tables, workers);
  return checked;
}

// Replaces the previous metrics, which are no longer true.
void write_refusal(const std::string& path) {
  try {
    write_text(path, encode_refused_check(unix_now(), path));
  } catch (const BadInput& error) {
    warn(error.what());
  }
}

Checked examine_or_write_refusal(const Arguments& arguments, std::vector<std::string>& remarks,
                                 const Workers& workers) {
  try {
    return examine(arguments, remarks, workers);
  } catch (const std::exception&) {
    if (!arguments.prometheus.empty()) write_refusal(arguments.prometheus);
    throw;
  }
}

// One line with the verdict, e.g. for cron.
void print_brief(const Findings& f, bool good) {
  const Verdict& v = f.verdict;
  std::vector<std::string> faults;
  if (v.unreachable_pairs != 0) {
    faults.push_back(fmt::format("{} pairs of end ports have no path", v.unreachable_pairs));
  }
  if (v.forwarding_loops != 0) {
    faults.push_back(fmt::format("{} forwarding loops", v.forwarding_loops));
  }
  if (!v.credit_loop.empty()) faults.emplace_back("a credit loop is possible");
  if (f.adaptive != nullptr) {
    for (std::string& fault : adaptive_faults(f.adaptive->verdict))
      faults.push_back(std::move(fault));
  }
  if (f.multicast != nullptr && !f.multicast->is_good()) {
    faults.emplace_back("multicast groups have no good tree");
  }
  if (!f.error.empty()) faults.push_back(f.error);
  std::string words = good ? "all end ports reach each other, no loops" : joined(faults, "; ");
  if (v.unreachable_switch_pairs != 0) {
    words += fmt::format("; {} pairs of switches have no path", v.unreachable_switch_pairs);
  }
  if (v.credit_loop.empty() && !v.credit_loop_reversed.empty()) {
    words += "; a credit loop with replies is possible";
  }
  fmt::print("{}: {} switches, {} CAs, {} links: {}\n", good ? "good" : "BAD",
             f.view.fabric.switch_count(), count_cas(f.view.fabric), count_links(f.view.fabric),
             words);
}

// True with --cabling, or with a file of a fabric and no tables: then only the fabric is checked.
bool is_of_fabric(const Arguments& arguments) {
  const TableArguments& given = arguments.given;
  return arguments.cabling ||
         (!given.is_live && !given.fabric.empty() && given.tables.empty() && given.far.empty());
}

int check_cabling(const Arguments& arguments) {
  const TableArguments& given = arguments.given;
  const bool has_tables = !given.tables.empty() || !given.far.empty() || !given.mcfdbs.empty() ||
                          !given.path_sls.empty() || !given.sl2vl.empty();
  if (!arguments.prometheus.empty() || !arguments.pattern.name.empty() || arguments.list_lost ||
      has_tables) {
    throw BadInput(
        "the cabling is judged without tables: give --lfts FILE and leave out --cabling, or leave "
        "out --psl, --sl2vl, --mcfdbs, --prometheus, --pattern and --list-lost");
  }
  if (given.is_live && !given.fabric.empty()) {
    throw BadInput("with --live all is read from the live fabric: leave out FABRIC, or --live");
  }
  if (!given.is_live && given.fabric.empty()) {
    throw BadInput("FABRIC is missing: give it, or --live");
  }
  const FabricCheck check = {given, arguments.details.most(true).value_or(kUsualTop),
                             arguments.json, arguments.brief};
  return check_fabric(check, Workers(arguments.threads));
}

int check(const Arguments& arguments, Refusal& refusal) {
  const Workers workers(arguments.threads);
  const Checked checked = examine_or_write_refusal(arguments, refusal.remarks, workers);
  const RoutingView view = checked.given.view();
  if (const std::string& path = arguments.prometheus; !path.empty()) {
    const CheckedTables found = {view.fabric,       checked.verdict, checked.figures,
                                 checked.is_good(), checked.read_ms, checked.verify_ms};
    write_text(path, encode_metrics(found, unix_now(), path));
  }
  Findings findings = {
      {},
      view,
      checked.verdict,
      checked.figures,
      find_details(view, checked.verdict, checked.figures, {},
                   arguments.details.most(arguments.json), workers),
      arguments.details.asked(),
      checked.read_ms,
      {},
      checked.verify_ms,
      checked.pattern,
      refusal.remarks,
      checked.given.fault(),
      find_lost_pairs(view.fabric, view.tables, checked.verdict,
                      arguments.list_lost ? std::numeric_limits<std::size_t>::max() : 0)};
  if (checked.adaptive) findings.adaptive = &*checked.adaptive;
  if (checked.multicast) findings.multicast = &*checked.multicast;
  const bool good = checked.is_good();
  if (arguments.brief) {
    print_brief(findings, good);
    return good ? 0 : 1;
  }
  arguments.json ? print_json(findings) : print_text(findings);
  if (!findings.error.empty()) warn(findings.error);
  return good ? 0 : 1;
}

}  // namespace

Command add_check(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub =
      app.add_command("check", "Verify anyone's forwarding tables, or the cabling of a fabric");
  add_table_options(sub, arguments->given);
  add_check_options(sub, arguments->given);
  add_pattern_options(sub, arguments->pattern);
  add_detail_options(sub, arguments->details);
  add_threads_option(sub, arguments->threads);
  const OptionSyntax json = add_json_option(sub, arguments->json);
  sub.add_flag("--brief", arguments->brief, "Print one line with the verdict").excludes(json);
  sub.add_option("--prometheus", arguments->prometheus,
                 "Write what was found as metrics, for node_exporter's textfile collector")
      .type_name("FILE");
  sub.add_flag("--list-lost", arguments->list_lost,
               "List all pairs without a path that links connect");
  sub.add_flag("--cabling", arguments->cabling,
               "With --live, judge the cabling and read no tables; of FABRIC that is what is done "
               "without --lfts");
  return [arguments] {
    if (is_of_fabric(*arguments)) return check_cabling(*arguments);
    Refusal refusal;
    return or_refusal(arguments->json, refusal, [&] { return check(*arguments, refusal); });
  };
}

}  // namespace weft::tool
