#include "common/fabric/named_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/fabric/guid_index.h"

namespace weft {
namespace {

class NodeFinder {
 public:
  NodeFinder(const Fabric& fabric, std::string_view text) : fabric_(fabric), text_(trim(text)) {}

  LidOwner find() const {
    if (const std::optional<Lid> lid = as_lid()) return by_lid(*lid);
    std::vector<LidOwner> found = by_guid();
    if (found.empty()) found = by_name([](std::string_view name) { return name; });
    if (found.empty()) {
      found = by_name([](std::string_view name) { return Scanner(name).word(); });
    }
    return the_one(std::move(found));
  }

 private:
  // The text as a LID, if it is only a number.
  std::optional<Lid> as_lid() const {
    Scanner scanner(text_);
    const auto number = scanner.number<Lid>();
    return scanner.rest().empty() ? number : std::nullopt;
  }

  LidOwner by_lid(Lid lid) const {
    const LidOwner owner = fabric_.owner(lid);
    if (owner.kind == PeerKind::kNothing) throw BadInput(fmt::format("no port has LID {}", lid));
    return owner;
  }

  std::vector<LidOwner> by_guid() const {
    Scanner scanner(text_);
    if (!scanner.eat("0x")) return {};
    const auto guid = scanner.number<Guid>(16);
    if (!guid || !scanner.rest().empty()) return {};
    if (const SwitchIndex s = find_switch(fabric_, *guid); s != kNone) {
      return {{PeerKind::kSwitch, s}};
    }
    if (const EndPortIndex e = find_end_port(fabric_, *guid); e != kNone) {
      return {{PeerKind::kEndPort, e}};
    }
    std::vector<LidOwner> found;
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      if (fabric_.end_ports()[e].node_guid == *guid) found.push_back({PeerKind::kEndPort, e});
    }
    return found;
  }

  // part: returns the part of a node description to compare with the text.
  template <typename Part>
  std::vector<LidOwner> by_name(Part part) const {
    std::vector<LidOwner> found;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (part(trim(fabric_.switch_name(s))) == text_) found.push_back({PeerKind::kSwitch, s});
    }
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      if (part(trim(fabric_.end_port_name(e))) == text_) found.push_back({PeerKind::kEndPort, e});
    }
    return found;
  }

  Guid node_of(const LidOwner& owner) const {
    return owner.kind == PeerKind::kSwitch ? fabric_.switches()[owner.index].node_guid
                                           : fabric_.end_ports()[owner.index].node_guid;
  }
  Lid lid_of(const LidOwner& owner) const {
    return owner.kind == PeerKind::kSwitch ? fabric_.switches()[owner.index].lid
                                           : fabric_.end_ports()[owner.index].lid;
  }

  // Ports with a LID come first, ordered by port number.
  LidOwner the_one(std::vector<LidOwner> found) const {
    if (text_.empty() || found.empty()) {
      throw BadInput(
          fmt::format("no switch and no host is called {}: write a LID, a GUID like "
                      "0x0002c90300001234, a node description or its first word",
                      quote(text_)));
    }
    const Guid node = node_of(found.front());
    if (!std::ranges::all_of(found, [&](const LidOwner& o) { return node_of(o) == node; })) {
      throw BadInput(several(found));
    }
    const auto rank = [&](const LidOwner& owner) {
      const bool is_port = owner.kind == PeerKind::kEndPort;
      return std::pair(lid_of(owner) == 0,
                       is_port ? fabric_.end_ports()[owner.index].port_num : PortNum{0});
    };
    const LidOwner best = *std::ranges::min_element(found, {}, rank);
    if (lid_of(best) == 0) throw BadInput(fmt::format("{} has no LID", quote(text_)));
    return best;
  }

  std::string several(const std::vector<LidOwner>& found) const {
    std::vector<Guid> nodes;
    nodes.reserve(found.size());
    for (const LidOwner& owner : found) nodes.push_back(node_of(owner));
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    std::string guids;
    constexpr std::size_t kShown = 4;
    for (std::size_t i = 0; i < std::min(nodes.size(), kShown); ++i) {
      guids += fmt::format("{}0x{:016x}", i == 0 ? "" : ", ", nodes[i]);
    }
    return fmt::format("{} nodes are called {}: give the GUID of one ({}{})", nodes.size(),
                       quote(text_), guids, nodes.size() > kShown ? ", ..." : "");
  }

  const Fabric& fabric_;
  std::string_view text_;
};

}  // namespace

LidOwner find_named(const Fabric& fabric, std::string_view text) {
  return NodeFinder(fabric, text).find();
}

}  // namespace weft
