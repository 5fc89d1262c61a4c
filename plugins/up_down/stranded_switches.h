// Switches whose end ports up*/down* paths leave alone with some others, however they are
// completed: mostly a spine with an aggregation node that has lost its links to where paths could
// turn.
#ifndef WEFT_PLUGINS_UP_DOWN_STRANDED_SWITCHES_H_
#define WEFT_PLUGINS_UP_DOWN_STRANDED_SWITCHES_H_

#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"

namespace weft {

// A few switches, none of leaf_switches(), that have part in all pairs which links connect and the
// rows do not, in ascending order: at each step that with most pairs. Empty: nothing is missing, or
// it takes more than a few of them. Throws Stopped. Cost: O(S L), and O(pairs) for each of them.
std::vector<SwitchIndex> stranded_switches(const Fabric& fabric, ConstTables rows,
                                           const Workers& workers);

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_STRANDED_SWITCHES_H_
