// Tested by tests/e2e/test_diff.py.
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "tools/weft/commands.h"
#include "tools/weft/diff_report.h"
#include "tools/weft/load.h"
#include "tools/weft/report.h"
#include "tools/weft/stored_routing.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {
namespace {

struct Arguments {
  std::string before;
  std::string now;
  std::optional<unsigned> lmc;
  std::size_t top = 10;
  bool all = false;
  unsigned threads = 0;
  bool json = false;
};

int diff(const Arguments& arguments) {
  const Workers workers(arguments.threads);
  const auto load = [&](const std::string& directory) {
    StoredRouting routing = load_stored_routing(directory, {.lmc = arguments.lmc}, workers);
    warn_all(routing.warnings);
    return routing;
  };
  const StoredRouting before = load(arguments.before);
  const StoredRouting now = load(arguments.now);
  const FabricMatch match(before.fabric, now.fabric);
  const DiffFindings findings = {match, find_delta(match),
                                 compare_routings(match, {before.tables.tables(), before.lanes},
                                                  {now.tables.tables(), now.lanes}, workers)};
  const std::size_t most = arguments.all ? std::numeric_limits<std::size_t>::max() : arguments.top;
  arguments.json ? print_diff_json(findings, most) : print_diff_text(findings, most);
  return findings.delta.is_nothing() && findings.diff.is_nothing() ? 0 : 1;
}

}  // namespace

Command add_diff(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub =
      app.add_command("diff", "Say what is different in another routing of a fabric");
  const char* const folder =
      "A folder with opensm-subnet.lst, opensm-lfts.dump and, if there are lanes, psl.txt, as "
      "weft route -o or opensm writes them";
  sub.add_option("BEFORE", arguments->before, folder).required();
  sub.add_option("NOW", arguments->now, folder).required();
  sub.add_option("--lmc", arguments->lmc, "Each end port has 2^N LIDs, which the files do not say")
      .between(0, 7)
      .type_name("N");
  sub.add_option("--top", arguments->top, "List so many of each kind, and how many more there are")
      .default_shown()
      .type_name("N");
  sub.add_flag("--all", arguments->all, "List all");
  add_threads_option(sub, arguments->threads);
  add_json_option(sub, arguments->json);
  return [arguments] {
    return or_refusal(arguments->json, no_diff_json(), [&] { return diff(*arguments); });
  };
}

}  // namespace weft::tool
