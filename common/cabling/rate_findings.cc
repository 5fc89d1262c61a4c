#include "common/cabling/rate_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "common/base/text.h"
#include "common/fabric/counts.h"
#include "common/fabric/link_rate.h"

namespace weft {
namespace {

// If more than one in kFew of a kind are slow, they are a design and no fault.
constexpr std::size_t kFew = 4;

using PortAt = std::pair<SwitchIndex, PortNum>;

void add_slow(const PortAt& at, const LinkAttributes& usual, FindingList& found) {
  const Fabric& fabric = found.fabric();
  const Port& port = fabric.ports(at.first)[at.second];
  const std::string to =
      port.kind == PeerKind::kSwitch ? found.name(port.peer) : fabric.describe_end_port(port.peer);
  found.add(
      CablingKind::kSlow, static_cast<double>(data_rate(usual) - data_rate(port.link)),
      {switch_end(at.first, at.second), {port.kind, port.peer, port.peer_port}},
      fmt::format("{} port {} to {} port {} has {}, and links like it {}", found.name(at.first),
                  at.second, to, port.peer_port, describe_rate(port.link), describe_rate(usual)),
      "clean or replace the cable, and look at the errors of both ports");
}

// ports: of links of one kind. are_hosts: a slow card is no fault of a cable, but a link that has
// lost lanes is a fault.
void judge_rates_of(std::span<const PortAt> ports, std::string_view what, bool are_hosts,
                    FindingList& found) {
  if (ports.empty()) return;
  const auto link = [&](const auto& at) -> const LinkAttributes& {
    return found.fabric().ports(at.first)[at.second].link;
  };
  std::map<std::uint16_t, std::size_t> by_rate;
  for (const auto& at : ports) ++by_rate[data_rate(link(at))];
  const std::uint16_t usual =
      std::ranges::max_element(by_rate, {}, [](const auto& row) { return row.second; })->first;
  const auto like =
      std::ranges::find_if(ports, [&](const auto& at) { return data_rate(link(at)) == usual; });
  const LinkAttributes usual_link = link(*like);
  std::vector<PortAt> slow;
  std::map<std::string, std::size_t> by_name;
  for (const auto& at : ports) {
    if (data_rate(link(at)) >= usual) continue;
    const bool lost_lanes = link(at).width != 0 && link(at).width < usual_link.width;
    if (link(at).throttled || lost_lanes || !are_hosts) {
      slow.push_back(at);
    } else {
      ++by_name[describe_rate(link(at))];
    }
  }
  if (kFew * slow.size() > ports.size()) {
    for (const auto& at : slow) ++by_name[describe_rate(link(at))];
    slow.clear();
  }
  for (const auto& at : slow) add_slow(at, usual_link, found);
  if (by_name.empty()) return;
  std::vector<std::string> rates;
  std::size_t count = 0;
  for (const auto& [rate, times] : by_name) {
    rates.push_back(fmt::format("{} {}", times, rate));
    count += times;
  }
  found.remark(CablingKind::kSlow, {},
               fmt::format("{} of {} {} are slower than {}, which most have: {}", count,
                           ports.size(), what, describe_rate(usual_link), joined(rates, ", ")));
}

}  // namespace

void judge_rates(const FabricShape& shape, FindingList& found) {
  const Fabric& fabric = found.fabric();
  const LinkKinds kinds = link_kinds(fabric, shape);
  std::map<std::string, std::vector<PortAt>> links;
  std::vector<PortAt> hosts;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      const PortAt at(s, static_cast<PortNum>(p));
      if (port.kind == PeerKind::kEndPort && is_host_port(fabric, port.peer)) hosts.push_back(at);
      if (port.kind != PeerKind::kSwitch || port.peer < s) continue;
      const std::uint32_t kind = kinds.of[fabric.switches()[s].first_port + p];
      if (kind != kNone) links[kinds.names[kind]].push_back(at);
    }
  }
  for (const auto& [kind, ports] : links) judge_rates_of(ports, "links", false, found);
  judge_rates_of(hosts, "links of hosts", true, found);
}

}  // namespace weft
