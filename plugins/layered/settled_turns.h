// The turns of the paths that OrderedLayers has placed along the orders of their layers. From the
// first path on that goes along no order, the layers have to hold these turns.
// Tested by tests/plugins/layered/settled_turns_test.cc.
#ifndef WEFT_PLUGINS_LAYERED_SETTLED_TURNS_H_
#define WEFT_PLUGINS_LAYERED_SETTLED_TURNS_H_

#include <span>
#include <vector>

#include "common/routing/tables.h"
#include "common/routing/targets.h"
#include "plugins/layered/path_layers.h"

namespace weft {

// By layer and number of the turn, those of the ways back as well where a layer holds them
// (PathLayers::holds_ways_back). settled: by switch, its LIDs to which the rows have paths, each in
// the layer that `paths` knows; where there is one layer, in that. Cost: O(S) for each LID, by all
// threads. Memory: a bit for each thread, layer and turn.
std::vector<std::vector<bool>> settled_turns(const PathLayers& paths, ConstTables rows,
                                             std::span<const std::vector<Lid>> settled);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_SETTLED_TURNS_H_
