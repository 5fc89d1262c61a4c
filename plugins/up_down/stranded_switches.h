// Which pairs of end ports have no path.
//
// Stranded switches are those whose end ports have no path to some others, even with added paths:
// mostly a spine with an aggregation node that has lost its links to switches where paths could
// turn.
#ifndef WEFT_PLUGINS_UP_DOWN_STRANDED_SWITCHES_H_
#define WEFT_PLUGINS_UP_DOWN_STRANDED_SWITCHES_H_

#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"

namespace weft {

// A few switches, none of leaf_switches(), in ascending order. Each pair that links connect and the
// rows do not has one of these switches; they are chosen by most pairs, one after the other. Empty:
// no pair is missing, or more than a few switches would be needed. Throws Stopped. Cost: O(S L),
// and O(pairs) for each switch.
std::vector<SwitchIndex> stranded_switches(const Fabric& fabric, ConstTables rows,
                                           const Workers& workers);

// Does each pair of leaf_switches() that links connect have paths between its end ports? Throws
// Stopped. Cost: O(S L).
bool connects_leaf_switches(const Fabric& fabric, ConstTables rows, const Workers& workers);

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_STRANDED_SWITCHES_H_
