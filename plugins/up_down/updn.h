// Up*/down* routing from the roots of a tree.
#ifndef WEFT_PLUGINS_UP_DOWN_UPDN_H_
#define WEFT_PLUGINS_UP_DOWN_UPDN_H_

#include "common/routing/routing.h"

namespace weft {

const EngineInfo& updn_engine();

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_UPDN_H_
