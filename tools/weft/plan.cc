// Tested by tests/e2e/test_plan.py, tests/e2e/test_plan_diff.py.
#include <utility>
#include <vector>

#include "tools/weft/commands.h"
#include "tools/weft/plan_cables.h"
#include "tools/weft/plan_diff.h"
#include "tools/weft/plan_grow.h"
#include "tools/weft/plan_shapes.h"

namespace weft::tool {

Command add_plan(CommandSyntax app) {
  const CommandSyntax sub = app.add_command(
      "plan", "Plan a new fabric, its cables and its growth; compare a fabric with its plan");
  sub.require_command();
  const std::vector<std::pair<CommandSyntax, Command>> kinds = {
      add_plan_cables(sub), add_plan_diff(sub), add_plan_grow(sub), add_plan_shapes(sub)};
  return [kinds] {
    for (const auto& [syntax, command] : kinds) {
      if (syntax.is_given()) return command();
    }
    return 2;  // a subcommand is required
  };
}

}  // namespace weft::tool
