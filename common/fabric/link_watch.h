// Detects flapping links between switches. A flapping link is held (counts as absent) until it
// stays up, so routes do not change each time.
#ifndef WEFT_FABRIC_LINK_WATCH_H_
#define WEFT_FABRIC_LINK_WATCH_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "common/base/types.h"
#include "common/base/unix_time.h"
#include "common/fabric/drain.h"
#include "common/fabric/fabric.h"

namespace weft {

struct LinkEnd {
  Guid guid = 0;  // of the switch
  PortNum port = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): what is compared with 0 where this is used is no pointer
  friend auto operator<=>(const LinkEnd&, const LinkEnd&) = default;
};

// The smaller end first.
using SwitchLink = std::pair<LinkEnd, LinkEnd>;

SwitchLink make_link(const LinkEnd& a, const LinkEnd& b);

struct FlapLimits {
  std::uint32_t losses = 3;    // losses within `window` after which a link is held; 0: never
  std::uint32_t window = 300;  // seconds
  std::uint32_t hold = 300;    // seconds that a link must be up before it is released
};

class LinkWatch {
 public:
  // The history of a lost link.
  struct History {
    // Times of day: the history survives a restart.
    std::vector<UnixSeconds> losses;  // ascending; no more than count
    UnixSeconds up_since = 0;         // 0 unless the link is up
    bool is_held = false;

    friend bool operator==(const History&, const History&) = default;
  };
  using Histories = std::map<SwitchLink, History>;

  // Adds the result of a sweep: all links that are up, and those that were down in the meantime.
  // Cost: O(ports), and a sort of the links. Throws std::bad_alloc.
  void observe(const Fabric& fabric, std::vector<SwitchLink> renewed, UnixSeconds now,
               const FlapLimits& limits);

  // Held links that are up; a switch whose links are all held is one part.
  std::vector<DrainedPart> held() const;

  // Number of links released so far.
  std::size_t releases() const { return releases_; }
  // The time of the next release.
  std::optional<UnixSeconds> next_release(const FlapLimits& limits) const;

  const Histories& histories() const { return histories_; }
  // Continues with the histories of another object, in place of its own, which are older.
  void resume(const Histories& histories);

 private:
  bool is_up(const SwitchLink& link) const;
  void count_loss(const SwitchLink& link, UnixSeconds now, const FlapLimits& limits);
  void forget(UnixSeconds now, const FlapLimits& limits);

  std::vector<SwitchLink> up_;  // sorted
  bool has_observed_ = false;
  Histories histories_;
  std::size_t releases_ = 0;
};

}  // namespace weft

#endif  // WEFT_FABRIC_LINK_WATCH_H_
