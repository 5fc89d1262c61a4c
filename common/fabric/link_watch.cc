#include "common/fabric/link_watch.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace weft {
namespace {

// Each link once, sorted.
std::vector<SwitchLink> links_of(const Fabric& fabric) {
  std::vector<SwitchLink> links;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch) continue;
      const LinkEnd near = {fabric.switches()[s].node_guid, static_cast<PortNum>(p)};
      const LinkEnd far = {fabric.switches()[ports[p].peer].node_guid, ports[p].peer_port};
      if (near <= far) links.emplace_back(near, far);
    }
  }
  std::ranges::sort(links);
  return links;
}

}  // namespace

SwitchLink make_link(const LinkEnd& a, const LinkEnd& b) {
  return {std::min(a, b), std::max(a, b)};
}

void LinkWatch::observe(const Fabric& fabric, std::vector<SwitchLink> renewed, UnixSeconds now,
                        const FlapLimits& limits) {
  const std::vector<SwitchLink> before = std::exchange(up_, links_of(fabric));
  std::ranges::sort(renewed);
  std::vector<SwitchLink> lost;
  std::ranges::set_difference(before, up_, std::back_inserter(lost));
  std::ranges::set_intersection(before, renewed, std::back_inserter(lost));
  for (const SwitchLink& link : lost) count_loss(link, now, limits);
  for (auto& [link, history] : histories_) {
    // Before the first observation only those were up that have a time.
    const bool was_up =
        has_observed_ ? std::ranges::binary_search(before, link) : history.up_since > 0;
    if (!is_up(link)) {
      history.up_since = 0;
    } else if (!was_up || history.up_since > now) {
      history.up_since = now;
    }
  }
  has_observed_ = true;
  forget(now, limits);
}

bool LinkWatch::is_up(const SwitchLink& link) const {
  return std::ranges::binary_search(up_, link);
}

void LinkWatch::count_loss(const SwitchLink& link, UnixSeconds now, const FlapLimits& limits) {
  if (limits.losses == 0) return;
  History& history = histories_[link];
  history.losses.push_back(now);
  if (history.losses.size() > limits.losses) history.losses.erase(history.losses.begin());
  history.up_since = now;
}

void LinkWatch::forget(UnixSeconds now, const FlapLimits& limits) {
  for (auto& [link, history] : histories_) {
    std::erase_if(history.losses, [&](UnixSeconds loss) {
      return loss > now || now - loss >= UnixSeconds{limits.window};
    });
    if (limits.losses > 0 && history.losses.size() >= limits.losses) history.is_held = true;
  }
  std::erase_if(histories_, [&](const auto& entry) {
    const auto& [link, history] = entry;
    if (!history.is_held) return history.losses.empty();
    const bool stays_up = is_up(link) && now - history.up_since >= UnixSeconds{limits.hold};
    if (limits.losses > 0 && !stays_up) return false;
    ++releases_;
    return true;
  });
}

std::vector<DrainedPart> LinkWatch::held() const {
  struct Count {
    std::size_t up = 0;
    std::size_t held = 0;
  };
  std::map<Guid, Count> links_at;
  std::vector<SwitchLink> links;
  for (const auto& [link, history] : histories_) {
    if (history.is_held && is_up(link)) links.push_back(link);
  }
  if (links.empty()) return {};
  for (const SwitchLink& link : links) {
    for (const LinkEnd& end : {link.first, link.second}) ++links_at[end.guid].held;
  }
  for (const SwitchLink& link : up_) {
    for (const LinkEnd& end : {link.first, link.second}) ++links_at[end.guid].up;
  }
  const auto is_whole = [&](const LinkEnd& end) {
    const Count& count = links_at[end.guid];
    return count.up == count.held;
  };
  std::vector<DrainedPart> parts;
  const auto add = [&parts](Guid guid, std::vector<PortNum> ports) {
    parts.push_back(
        {.guid = guid, .name = {}, .ports = std::move(ports), .reason = DrainReason::kFlapping});
  };
  for (const auto& [guid, count] : links_at) {
    if (count.up == count.held) add(guid, {});
  }
  for (const SwitchLink& link : links) {
    if (!is_whole(link.first) && !is_whole(link.second)) add(link.first.guid, {link.first.port});
  }
  return parts;
}

void LinkWatch::resume(const Histories& histories) {
  histories_ = histories;
  up_.clear();
  has_observed_ = false;
}

std::optional<UnixSeconds> LinkWatch::next_release(const FlapLimits& limits) const {
  std::optional<UnixSeconds> next;
  for (const auto& [link, history] : histories_) {
    if (!history.is_held || !is_up(link)) continue;
    const UnixSeconds release = history.up_since + limits.hold;
    next = std::min(next.value_or(release), release);
  }
  return next;
}

}  // namespace weft
