// DFSSSP: SSSP on lanes that keep it free of credit loops. What it is, how it balances and where to
// read on: layered_routing.h.
#ifndef WEFT_PLUGINS_LAYERED_DFSSSP_H_
#define WEFT_PLUGINS_LAYERED_DFSSSP_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& dfsssp_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_DFSSSP_H_
