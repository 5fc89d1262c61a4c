// The table of all engines. It is written by hand: a linker drops registrars that nobody calls.
#ifndef WEFT_PLUGINS_ENGINES_H_
#define WEFT_PLUGINS_ENGINES_H_

#include <span>
#include <string_view>
#include <vector>

#include "common/routing/routing.h"

namespace weft {

// In the order in which they are listed to users. Static storage.
std::span<const EngineInfo* const> all_engines();

// The names of those that a step of a chain may have: all but the chain itself.
std::vector<std::string_view> step_engine_names();

// The engine that OpenSM knows by this name once its module is loaded; null: there is none.
const EngineInfo* find_registered(std::string_view name);

// Does it route whatever fabric it is given, so that no engine behind it is asked?
bool routes_every_fabric(const EngineInfo& engine);

}  // namespace weft

#endif  // WEFT_PLUGINS_ENGINES_H_
