// What engine auto found out, for people and for machines.
// Tested by tests/e2e/test_auto.py.
#ifndef WEFT_TOOLS_WEFT_CHOICE_REPORT_H_
#define WEFT_TOOLS_WEFT_CHOICE_REPORT_H_

#include "common/base/json.h"
#include "common/routing/choice.h"

namespace weft::tool {

// null: nobody chose.
Json choice_json(const EngineChoice* choice);

// A line for the fabric, and one for each engine that was tried.
void print_choice(const EngineChoice& choice);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_CHOICE_REPORT_H_
