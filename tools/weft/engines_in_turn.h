// Engines asked one after the other, as OpenSM asks those of its list.
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

// What became of the engines of a conf.
struct EnginesInTurn {
  struct Fallback {
    std::string engine;  // as the conf names it
    std::string reason;  // why it does not route
  };

  std::string conf;                      // the path
  std::string routes = {};               // the name of the one that does; empty: none
  std::vector<Fallback> fallbacks = {};  // those before it
};

// is_last: the list of engines ends with this one.
using AskEngine = std::function<void(const EngineInfo&, bool is_last)>;

// Calls route() with one engine of the conf after the other until it throws no CannotRoute.
// Without a conf with the first of `asked`. Returns the
// engine that routes. turns: filled in, whatever comes; none without a conf. Throws CannotRoute if
// none routes, with what OpenSM would do then, and BadInput if none of the list is one that could.
const EngineInfo& ask_in_turn(const std::optional<DaemonConf>& conf,
                              std::span<const EngineInfo* const> asked, const AskEngine& route,
                              std::optional<EnginesInTurn>& turns);

// For reports. Null without a conf.
Json conf_json(const std::optional<EnginesInTurn>& turns);
// A line for each engine that was asked.
void print_turns(const EnginesInTurn& turns);
// The same on standard error.
void warn_of_turns(const EnginesInTurn& turns);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_ENGINES_IN_TURN_H_
