// Asks engines in turn, like OpenSM asks those of its list.
// Tested by tests/e2e/test_conf.py.
#ifndef WEFT_TOOLS_WEFT_ENGINES_IN_TURN_H_
#define WEFT_TOOLS_WEFT_ENGINES_IN_TURN_H_

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/json.h"
#include "common/routing/routing.h"
#include "tools/weft/daemon_conf.h"

namespace weft::tool {

// The results of the engines in a conf.
struct EnginesInTurn {
  struct Fallback {
    std::string engine;  // as in the conf
    std::string reason;  // why it does not route
  };

  std::string conf;                      // the path
  std::string routes = {};               // the engine that routes; empty: none
  std::vector<Fallback> fallbacks = {};  // the engines before it
};

// is_last: it is the last engine of the list.
using AskEngine = std::function<void(const EngineInfo&, bool is_last)>;

// Calls route() with each engine of the conf in turn until it does not throw CannotRoute; without a
// conf only with the first of `asked`. Returns the engine that routes. turns: filled also if it
// throws; nothing without a conf. Throws CannotRoute if no engine routes, with OpenSM's next step,
// and BadInput if the list has no engine to ask.
const EngineInfo& ask_in_turn(const std::optional<DaemonConf>& conf,
                              std::span<const EngineInfo* const> asked, const AskEngine& route,
                              std::optional<EnginesInTurn>& turns);

// For reports. Null without a conf.
Json conf_json(const std::optional<EnginesInTurn>& turns);
// Prints a line for each engine asked.
void print_turns(const EnginesInTurn& turns);
// As print_turns(), on standard error.
void warn_of_turns(const EnginesInTurn& turns);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_ENGINES_IN_TURN_H_
