#include "tools/weft/command_line.h"

#include "tools/weft/version.h"

namespace weft::tool {

std::vector<std::pair<std::string, Command>> add_commands(CommandSyntax app) {
  app.describe("weft", "Routing engines of Weft, and its verifier, without OpenSM");
  app.add_version_flag("--version", version_text,
                       "Print the version, the OpenSM that it was built for, and its libraries");
  app.require_command();
  return {
      {"generate", add_generate(app)}, {"route", add_route(app)},       {"check", add_check(app)},
      {"compare", add_compare(app)},   {"trace", add_trace(app)},       {"diff", add_diff(app)},
      {"policy", add_policy(app)},     {"doctor", add_doctor(app)},     {"whatif", add_whatif(app)},
      {"export", add_export(app)},     {"discover", add_discover(app)}, {"report", add_report(app)},
      {"migrate", add_migrate(app)},   {"counters", add_counters(app)}, {"demo", add_demo(app)},
      {"plan", add_plan(app)}};
}

}  // namespace weft::tool
