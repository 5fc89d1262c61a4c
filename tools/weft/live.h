// From the folder of --live to a session that repairs what is there.
// Tested by tests/e2e/test_diff.py.
#ifndef WEFT_TOOLS_WEFT_LIVE_H_
#define WEFT_TOOLS_WEFT_LIVE_H_

#include <cstdint>
#include <string>

#include "common/routing/routing.h"
#include "common/session/session.h"

namespace weft::tool {

// Reads the routing that a folder holds (load_stored_routing), and has a session of the engine take
// it for the last one that it answered the task with. What the files do not say is taken from the
// task: the LMC from its fabric, the lanes, the options; data_vls: of all links. Throws BadInput:
// bad files, another fabric, tables that verify refuses, SLs that end ports of a switch do not
// agree on or that are no lanes, maps of SLs to VLs that are not SL i on VL i, an engine or options
// by which nothing is repaired; Stopped and std::bad_alloc.
void adopt_live(const std::string& directory, std::uint8_t data_vls, const EngineInfo& engine,
                const RoutingTask& task, Session& session);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_LIVE_H_
