// SessionState: the state from which a session resumes as if it had never ended.
#ifndef WEFT_SESSION_SESSION_STATE_H_
#define WEFT_SESSION_SESSION_STATE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/fabric/link_watch.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"

namespace weft {

struct Verified;

// The lanes of a fabric.
struct LaneSettings {
  LaneBudget budget;
  Sl2Vl::Map map = Sl2Vl::kIdentity;  // how all switches map SLs to VLs

  friend bool operator==(const LaneSettings&, const LaneSettings&) = default;
};

struct SessionState {
  std::string engine;                        // EngineInfo::name
  std::uint64_t options = 0;                 // digest_of() the options of the engine's last routing
  LaneSettings lanes;                        // of the engine's last routing
  std::shared_ptr<const Verified> last;      // the active one
  std::shared_ptr<const Verified> baseline;  // of the most complete fabric: may be `last`, or null
  // GrantedSls::older(): plans that are SlBySwitch, of last->fabric; null: none.
  std::shared_ptr<const std::vector<LanePlan>> older;
  LinkWatch::Histories lost_links = {};  // of flapping links
};

}  // namespace weft

#endif  // WEFT_SESSION_SESSION_STATE_H_
