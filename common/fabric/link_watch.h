// Links between switches that go down and up again and again: they count as absent until they stay
// up, so that routes do not move each time.
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
  std::uint32_t losses = 3;    // so many ...
  std::uint32_t window = 300;  // ... in so many seconds: it is held. 0 losses: no link is
  std::uint32_t hold = 300;    // until it was up for so many seconds
};

class LinkWatch {
 public:
  // Of a link that was lost.
  struct History {
    // Times of day: the history outlives a restart.
    std::vector<UnixSeconds> losses;  // ascending; no more than count
    UnixSeconds up_since = 0;         // if it is held, and up
    bool is_held = false;

    friend bool operator==(const History&, const History&) = default;
  };
  using Histories = std::map<SwitchLink, History>;

  // What a sweep found: all links that are up, and which of them were down meanwhile.
  // Cost: O(ports), and of the links a sort. Throws std::bad_alloc.
  void observe(const Fabric& fabric, std::vector<SwitchLink> renewed, UnixSeconds now,
               const FlapLimits& limits);

  // What is held and up: switches all of whose links are, and other links.
  std::vector<DrainedPart> held() const;

  // How many links were held, and are no longer, so far.
  std::size_t releases() const { return releases_; }
  // When the first one of them has been up for long enough.
  std::optional<UnixSeconds> next_release(const FlapLimits& limits) const;

  const Histories& histories() const { return histories_; }
  // Goes on from what another one knew, if this one has not observed anything.
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
