#include "common/patterns/named_hosts.h"

#include <fmt/format.h>

#include <optional>

#include "common/base/error.h"
#include "common/base/text.h"

namespace weft {
namespace {

// One character more than a LID in OpenSM's dumps.
constexpr std::size_t kShortestGuid = 5;

}  // namespace

NamedHosts::NamedHosts(const Fabric& fabric) {
  for (const Host& host : find_hosts(fabric)) {
    Rails all;
    Guid node = 0;
    for (const EndPortIndex e : host.rails) {
      const EndPort& port = fabric.end_ports()[e];
      Namesakes& sakes = by_description_[trim(fabric.end_port_name(e))];
      if (port.node_guid != node || sakes.hosts.empty()) sakes.hosts.emplace_back();
      node = port.node_guid;
      if (port.lid == 0) continue;
      all.push_back(e);
      sakes.hosts.back().push_back(e);
      by_guid_[port.node_guid].push_back(e);
      if (port.port_guid != port.node_guid) by_guid_[port.port_guid].push_back(e);
    }
    by_host_[host.name].hosts.push_back(std::move(all));
  }
}

std::span<const EndPortIndex> NamedHosts::find(std::string_view name) {
  if (name.empty()) return {};
  if (const auto found = by_description_.find(name); found != by_description_.end()) {
    return next_of(found->second, name);
  }
  if (const auto found = by_host_.find(name); found != by_host_.end()) {
    return next_of(found->second, name);
  }
  return by_guid(name);
}

std::span<const EndPortIndex> NamedHosts::next_of(Namesakes& namesakes,
                                                  std::string_view name) const {
  const std::size_t count = namesakes.hosts.size();
  if (count > 1 && namesakes.named == count) {
    throw BadInput(fmt::format("{} hosts are called {}, and this names one more: name them by GUID",
                               count, quote(name)));
  }
  const Rails& rails = namesakes.hosts[count == 1 ? 0 : namesakes.named++];
  if (rails.empty()) throw BadInput(fmt::format("{} has no LID", quote(name)));
  return rails;
}

std::span<const EndPortIndex> NamedHosts::by_guid(std::string_view name) {
  Scanner scanner(name);
  if (name.size() < 2 + kShortestGuid || !scanner.eat("0x")) return {};
  const std::optional<Guid> guid = scanner.guid();
  if (!guid || !scanner.rest().empty()) return {};
  const auto found = by_guid_.find(*guid);
  if (found == by_guid_.end()) return {};
  return found->second;
}

}  // namespace weft
