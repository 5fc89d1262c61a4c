// Up*/down* routing for fabrics whose leaf switches are known and whose roots are not.
#ifndef WEFT_PLUGINS_UP_DOWN_DNUP_H_
#define WEFT_PLUGINS_UP_DOWN_DNUP_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& dnup_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_DNUP_H_
