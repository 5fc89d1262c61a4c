// Verified: a verified routing, and how it differs from the one before it.
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

// How a routing differs from the one before it.
struct Change {
  FabricDelta delta;            // of the fabric
  bool repaired = false;        // false: the engine recomputed it, ...
  std::string why_anew;         // ... for this reason
  std::string why_moved;        // if good paths were moved: the reason; else empty
  bool is_even = false;         // repaired, and a full recompute would not be better
  std::size_t new_senders = 0;  // switches whose first end ports are new
  std::uint64_t entries = 0;    // that changed, of switches and LIDs that were there before
  std::uint64_t sls = 0;        // that changed, of pairs of a switch and a LID that were there
  Transition transition;        // while switches get the new tables
  // Entries and SLs in which the engine's routing still differs; the next routings change them
  // (RoutingTask::most_entries).
  std::uint64_t left = 0;
  // The rows are those of a first stage: the earlier tables, without the entries whose change is
  // not safe.
  bool is_staged = false;

  // Is the routing the same as before?
  bool changes_nothing() const {
    return repaired && delta.is_nothing() && entries == 0 && sls == 0;
  }
};

// «since the last routing: 1 switch lost; repaired: 120 entries and 0 SLs changed; during
// the update of the switches: no loop».
std::string describe(const Change& change);

// A verified routing, and the fabric that it was made for.
struct Verified {
  Fabric fabric;
  std::shared_ptr<const TableBlock> tables;  // a copy of the rows
  Routing routing;
  Verdict verdict;
  LostPairs lost = {};  // counts without a list; empty if every pair has a path
  double route_ms = 0;
  double verify_ms = 0;
  std::optional<Change> change;     // nothing: it is the first routing
  std::uint64_t pairs_at_risk = 0;  // GrantedSls::pairs(), if these can close a credit loop
  SlSet sls_at_risk = 0;            // GrantedSls::sls(), of these pairs
  // Why the engine failed, if this is the active routing, repaired as far as possible; else empty.
  std::string kept_because;
  // The reason says nothing about the fabric, such as a lack of memory, and may have gone soon.
  bool may_try_again = false;
};

}  // namespace weft

#endif  // WEFT_SESSION_VERIFIED_H_
