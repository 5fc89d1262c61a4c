// A routing in the numbers of the fabric as it is now.
// Tested by tests/common/repair/repair_test.cc.
#ifndef WEFT_REPAIR_TRANSLATE_H_
#define WEFT_REPAIR_TRANSLATE_H_

#include <memory>

#include "common/base/workers.h"
#include "common/repair/fabric_match.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// Fills rows, which come filled with kNoPath, with the entries of switches and LIDs that were there
// before; whether they still lead anywhere is not looked at. only_new: LIDs that another match has
// no LID for; null: all. Cost: O(S L).
void translate_tables(const FabricMatch& match, ConstTables before, const FabricMatch* only_new,
                      const Workers& workers, Tables rows);

// SLs by path as SLs by switch, where all end ports of a switch agree; with a row of all LIDs for
// every switch. A path to a switch has the SL of the path to its first end port, if it has one.
// Throws CannotRoute, with the names, where end ports do not agree. Cost: O(E L).
SlBySwitch sls_by_switch(const Fabric& fabric, const SlByPath& plan);

// SLs of switches and LIDs that were there before; those of others are 0. SlByPath is none of ours:
// throws CannotRoute.
LanePlan translate_lanes(const FabricMatch& match, const LanePlan& before);

// Maps of switches that were there before, by the numbers of their ports. Null of null.
std::shared_ptr<const Sl2Vl> translate_sl2vl(const FabricMatch& match,
                                             const std::shared_ptr<const Sl2Vl>& before);

// Writes those of one LID into a plan of the fabric as it is now; both are SlBySwitch, or nothing
// is done.
void translate_lanes_to(Lid lid, const FabricMatch& match, const LanePlan& before, LanePlan& now);

// Switches and end ports that have gone are left out; new switches are the lowest.
RouteNotes translate_notes(const FabricMatch& match, const RouteNotes& before);

}  // namespace weft

#endif  // WEFT_REPAIR_TRANSLATE_H_
