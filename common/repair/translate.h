// Translates a routing into the indices and LIDs of the fabric as it is now.
// Tested by tests/common/repair/repair_test.cc.
#ifndef WEFT_REPAIR_TRANSLATE_H_
#define WEFT_REPAIR_TRANSLATE_H_

#include <memory>

#include "common/base/workers.h"
#include "common/graph/links.h"
#include "common/repair/fabric_match.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/verify/turn_evidence.h"

namespace weft {

// Copies the forwarding entries of switches and LIDs that were there before into rows, which come
// filled with kNoPath. Does not check whether the entries still lead to a neighbour. only_new: if
// not null, copies only LIDs that are new in this match. Cost: O(S L).
void translate_tables(const FabricMatch& match, ConstTables before, const FabricMatch* only_new,
                      const Workers& workers, Tables rows);

// Converts SLs by path into SLs by switch, with a row of all LIDs for every switch. A path to a
// switch gets the SL of the path to the first end port of that switch, if any. Throws
// CannotRoute, with the names, if two end ports of a switch have different SLs. Cost: O(E L).
SlBySwitch sls_by_switch(const Fabric& fabric, const SlByPath& plan);

// Keeps the SLs of switches and LIDs that were there before; the SLs of others are 0. Throws
// CannotRoute for SlByPath, which a repair cannot use.
LanePlan translate_lanes(const FabricMatch& match, const LanePlan& before);

// Keeps the maps of switches that were there before, by port number. Null for null.
std::shared_ptr<const Sl2Vl> translate_sl2vl(const FabricMatch& match,
                                             const std::shared_ptr<const Sl2Vl>& before);

// Writes the SLs of one LID into a plan of the fabric as it is now, if both plans are SlBySwitch;
// else does nothing.
void translate_lanes_to(Lid lid, const FabricMatch& match, const LanePlan& before, LanePlan& now);

// Leaves out switches and end ports that are gone. New switches are the lowest in the orientation.
RouteNotes translate_notes(const FabricMatch& match, const RouteNotes& before);

// Leaves out turns over lost links. A new switch with end ports gets rank 0, any other new switch
// is one above its lowest neighbour. links: of the fabric as it is now. Cost: O(turns).
TurnEvidence translate_evidence(const TurnEvidence& before, const FabricMatch& match,
                                const Links& links);

}  // namespace weft

#endif  // WEFT_REPAIR_TRANSLATE_H_
