// Reports the choice of the engine auto, as text and JSON.
// Tested by tests/e2e/test_auto.py.
#ifndef WEFT_TOOLS_WEFT_CHOICE_REPORT_H_
#define WEFT_TOOLS_WEFT_CHOICE_REPORT_H_

#include "common/base/json.h"
#include "common/routing/choice.h"

namespace weft::tool {

// null: no choice was made.
Json choice_json(const EngineChoice* choice);

// Prints a line for the fabric, and one for each tried engine.
void print_choice(const EngineChoice& choice);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_CHOICE_REPORT_H_
