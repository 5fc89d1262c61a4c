// Loads the folder of --live into a session, which then repairs that routing.
// Tested by tests/e2e/test_diff.py.
#ifndef WEFT_TOOLS_WEFT_LIVE_H_
#define WEFT_TOOLS_WEFT_LIVE_H_

#include <cstdint>
#include <string>

#include "common/routing/routing.h"
#include "common/session/session.h"

namespace weft::tool {

// Reads the routing in a folder (load_stored_routing) and sets it as the session's last answer to
// the task. Data that is not in the files is from the task: the LMC from its fabric, lanes and
// options; data_vls: of all links. Throws BadInput: errors in files, another fabric, tables that
// verify refuses, SLs that differ between end ports of a switch or are not lanes, SL2VL maps other
// than SL i to VL i, an engine or options without repair; Stopped and std::bad_alloc.
void adopt_live(const std::string& directory, std::uint8_t data_vls, const EngineInfo& engine,
                const RoutingTask& task, Session& session);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_LIVE_H_
