// Verified: a routing that was verified, and what it is beside the one before it.
// Tested by tests/common/session/session_test.cc.
#ifndef WEFT_SESSION_VERIFIED_H_
#define WEFT_SESSION_VERIFIED_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "common/fabric/fabric.h"
#include "common/repair/fabric_delta.h"
#include "common/repair/transition.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/verify/lost_pairs.h"
#include "common/verify/verify.h"

namespace weft {

// What a routing is beside the one before it.
struct Change {
  FabricDelta delta;          // of the fabric
  bool repaired = false;      // else it was made anew, ...
  std::string why_anew;       // ... for this reason
  std::string why_moved;      // if paths that were good lead elsewhere, for this one; else empty
  std::uint64_t entries = 0;  // of switches and LIDs that were there, which are other ports now
  std::uint64_t sls = 0;  // of pairs of a switch and a LID that were there, which are others now
  Transition transition;  // from its tables to these
  // What the engine's routing has beside this one, and the next routings will have: entries and SLs
  // (RoutingTask::most_entries).
  std::uint64_t left = 0;
  // The rows are not these yet: they are those of before, without the entries that are not safe.
  bool is_staged = false;

  // Is all as it was?
  bool changes_nothing() const {
    return repaired && delta.is_nothing() && entries == 0 && sls == 0;
  }
};

// «since the last routing: 1 switch lost; repaired: 120 entries and 0 SLs changed; while switches
// have old and new rows: no loop».
std::string describe(const Change& change);

// A routing that was verified, and the fabric it was made for.
struct Verified {
  Fabric fabric;
  std::shared_ptr<const TableBlock> tables;  // a copy of the rows
  Routing routing;
  Verdict verdict;
  LostPairs lost = {};  // none listed; empty where every pair has a path
  double route_ms = 0;
  double verify_ms = 0;
  std::optional<Change> change;     // nothing: no other went before it
  std::uint64_t pairs_at_risk = 0;  // GrantedSls::pairs(), where those close a credit loop
  SlSet sls_at_risk = 0;            // likewise GrantedSls::sls()
  // Why the engine failed, if this is what was in force, with what could be mended; else empty.
  std::string kept_because;
};

}  // namespace weft

#endif  // WEFT_SESSION_VERIFIED_H_
