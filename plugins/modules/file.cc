// libweft-file.so: the event plug-in «weft-file».
#include "plugins/file/file.h"

#include "plugins/opensm/module.h"

namespace {
const weft::EngineInfo* const kEngines[] = {&weft::file_engine()};
}

WEFT_MODULE("weft-file", kEngines)
