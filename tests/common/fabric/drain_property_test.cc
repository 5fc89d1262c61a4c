// What is drained carries nothing of others, and what is refused would have cut something off.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/base/text.h"
#include "common/fabric/drain.h"
#include "common/fabric/guid_index.h"
#include "common/graph/pieces.h"
#include "tests/support/drawn_fabric.h"

namespace weft {
namespace {

struct Parts {
  std::vector<bool> switches;  // by switch: is it drained?
  std::vector<std::pair<SwitchIndex, PortNum>> links;

  bool has_link(SwitchIndex s, PortNum port) const {
    return std::ranges::find(links, std::pair(s, port)) != links.end();
  }
};

Parts parts_of(const Fabric& fabric, const std::vector<DrainedPart>& list) {
  Parts parts = {std::vector<bool>(fabric.switch_count(), false), {}};
  for (const DrainedPart& part : list) {
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (fabric.switches()[s].node_guid != part.guid) continue;
      if (part.ports.empty()) parts.switches[s] = true;
      for (const PortNum port : part.ports) {
        parts.links.emplace_back(s, port);
        const Port& link = fabric.ports(s)[port];
        parts.links.emplace_back(link.peer, link.peer_port);
      }
    }
  }
  return parts;
}

// Pieces of the switches that may be met, over the links that may be used.
template <typename MayMeet>
Pieces pieces(const Fabric& fabric, const Parts& parts, MayMeet may_meet) {
  return search_pieces(fabric.switch_count(), [&](SwitchIndex s, auto visit) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const bool is_used = ports[p].kind == PeerKind::kSwitch && may_meet(s) &&
                           may_meet(ports[p].peer) && !parts.has_link(s, static_cast<PortNum>(p));
      if (is_used) visit(ports[p].peer);
    }
  });
}

// Are two switches that were together together still, if both are of those?
template <typename IsMeant>
bool hold_together(const Pieces& before, const Pieces& now, IsMeant is_meant) {
  for (SwitchIndex a = 0; a < before.of.size(); ++a) {
    for (SwitchIndex b = 0; b < a; ++b) {
      if (!is_meant(a) || !is_meant(b) || before.of[a] != before.of[b]) continue;
      if (now.of[a] != now.of[b]) return false;
    }
  }
  return true;
}

// All others reach each other round it, and all what is drained; that some piece has nothing left
// to hang on is none of it.
bool is_possible(const Fabric& fabric, const std::vector<DrainedPart>& list) {
  const Parts parts = parts_of(fabric, list);
  const auto stays = [&](SwitchIndex s) { return !parts.switches[s]; };
  const auto any = [](SwitchIndex) { return true; };
  const Pieces whole = pieces(fabric, parts_of(fabric, {}), any);
  std::vector<unsigned> sizes(whole.count), staying(whole.count);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    ++sizes[whole.of[s]];
    if (stays(s)) ++staying[whole.of[s]];
  }
  for (std::uint32_t piece = 0; piece < whole.count; ++piece) {
    if (staying[piece] == 0 && sizes[piece] > 1) return false;
  }
  return hold_together(whole, pieces(fabric, parts, stays), stays) &&
         hold_together(whole, pieces(fabric, parts, any), any);
}

std::vector<DrainedPart> draw_parts(const Fabric& fabric, Random& random) {
  std::vector<DrainedPart> parts;
  const std::uint32_t count = random.below(5);
  for (std::uint32_t i = 0; i < count; ++i) {
    const SwitchIndex s = random.below(fabric.switch_count());
    DrainedPart part = {.guid = fabric.switches()[s].node_guid, .name = {}, .ports = {}};
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const bool is_chosen = ports[p].kind == PeerKind::kSwitch && random.below(4) == 0;
      if (is_chosen && i % 2 == 0) part.ports.push_back(static_cast<PortNum>(p));
    }
    const bool is_there = std::ranges::find(parts, part) != parts.end();
    if (!is_there) parts.push_back(part);
  }
  return parts;
}

RC_GTEST_PROP(Drain, IsTheSlowReferences, ()) {
  auto [fabric, random] = *test::drawn_whole_or_broken_fabric();
  const std::vector<DrainedPart> parts = draw_parts(fabric, random);
  const Drained drained = drain(fabric, parts);
  RC_ASSERT(drained.service.drained.size() + drained.service.refused.size() == parts.size());

  // Each is refused by itself, if it is, in the order of the parts.
  std::vector<DrainedPart> accepted, refused;
  std::size_t note = 0;
  for (const DrainedPart& part : parts) {
    const SwitchIndex s = find_switch(fabric, part.guid);
    std::string begin = fabric.describe_switch(s) + " is drained";
    if (!part.ports.empty()) begin = fmt::format("port {} of {}", joined(part.ports, ", "), begin);
    const bool is_accepted =
        note < drained.service.drained.size() && drained.service.drained[note].starts_with(begin);
    if (is_accepted) ++note;
    (is_accepted ? accepted : refused).push_back(part);
  }
  RC_ASSERT(is_possible(fabric, accepted));
  for (const DrainedPart& part : refused) {
    std::vector<DrainedPart> with = accepted;
    with.push_back(part);
    RC_ASSERT(!is_possible(fabric, with));
  }

  // What is left: all reach each other, and the others without what is drained.
  const Parts gone = parts_of(fabric, accepted);
  const auto any = [](SwitchIndex) { return true; };
  const auto stays = [&](SwitchIndex s) { return !gone.switches[s]; };
  const Parts none = parts_of(fabric, {});
  const Pieces whole = pieces(fabric, none, any);
  RC_ASSERT(hold_together(whole, pieces(drained.fabric, none, any), any));
  RC_ASSERT(hold_together(whole, pieces(drained.fabric, none, stays), stays));
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    std::uint32_t to_others = 0;
    const auto ports = drained.fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const bool is_link = ports[p].kind == PeerKind::kSwitch;
      RC_ASSERT(!is_link || !gone.has_link(s, static_cast<PortNum>(p)));
      if (is_link && stays(ports[p].peer)) ++to_others;
    }
    RC_ASSERT(stays(s) || to_others <= 1);
  }
}

}  // namespace
}  // namespace weft
