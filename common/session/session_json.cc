#include "common/session/session_json.h"

#include "common/fabric/counts.h"

namespace weft {
namespace {

Json transition_json(const Transition& transition) {
  const bool judged = transition.was_judged;
  return {{"judged", judged},
          {"looping_lids", judged ? Json(transition.looping_lids) : Json(nullptr)},
          {"credit_loop", judged ? Json(transition.credit_loop) : Json(nullptr)}};
}

}  // namespace

Json fabric_json(const Fabric& fabric) {
  return {{"switches", fabric.switch_count()},
          {"cas", count_cas(fabric)},
          {"links", count_links(fabric)},
          {"lids", fabric.lid_count()}};
}

Json change_json(const std::optional<Change>& change) {
  if (!change) return nullptr;
  return {{"fabric", describe(change->delta)},
          {"repaired", change->repaired},
          {"why_anew", change->repaired ? Json(nullptr) : Json(change->why_anew)},
          {"why_moved", change->why_moved.empty() ? Json(nullptr) : Json(change->why_moved)},
          {"entries", change->entries},
          {"sls", change->sls},
          {"left", change->left},
          {"transition", transition_json(change->transition)}};
}

}  // namespace weft
