// libweft.so: the event plug-in «weft», with all engines.
#include "plugins/engines.h"
#include "plugins/opensm/module.h"

WEFT_MODULE("weft", weft::all_engines())
