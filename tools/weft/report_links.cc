#include "tools/weft/report_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/base/append.h"

namespace weft::tool {
namespace {

// Limits of a report: links with their pairs, and characters of sets. So a page of 20,000 CAs has
// less than 2 MB.
constexpr std::size_t kMostLinks = 4'000;
constexpr std::size_t kRoomForPairs = 1'200'000;

// Encodes each number as its difference from the one before (the first from 0), and joins equal
// differences: «3,24x2» is 3, 27 and 51. In fat trees a link has every n-th LID. numbers:
// ascending.
template <typename Number>
std::string distances_of(const std::vector<Number>& numbers) {
  std::string text;
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < numbers.size();) {
    const std::uint32_t distance = numbers[i] - before;
    std::size_t times = 0;
    while (i < numbers.size() && numbers[i] - before == distance) {
      before = numbers[i++];
      ++times;
    }
    append(text, "{}{}", text.empty() ? "" : ",", distance);
    if (times > 1) append(text, "x{}", times);
  }
  return text;
}

Json switches_json(const Fabric& fabric, const Drawing& drawing) {
  Json list = Json::array();
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const std::uint32_t box = drawing.box_of[s];
    list.push_back({{"guid", fmt::format("0x{:016x}", fabric.switches()[s].node_guid)},
                    {"name", fabric.switch_name(s)},
                    {"box", box == kNone ? Json(nullptr) : Json(box)}});
  }
  return list;
}

Json end_ports_json(const Fabric& fabric) {
  Json list = Json::array();
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& end = fabric.end_ports()[e];
    list.push_back({{"guid", fmt::format("0x{:016x}", end.port_guid)},
                    {"name", fabric.end_port_name(e)},
                    {"lid", end.lid},
                    {"lids", end.lid == 0 ? 0 : 1 << end.lmc},
                    {"switch", end.sw},
                    {"port", end.switch_port}});
  }
  return list;
}

Json cables_json(const Fabric& fabric, const std::vector<std::uint64_t>& link_load) {
  Json list = Json::array();
  const auto load = [&](SwitchIndex s, PortNum p) {
    return link_load[fabric.switches()[s].first_port + std::size_t{p}];
  };
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const Port& port = ports[p];
      const auto number = static_cast<PortNum>(p);
      if (port.kind != PeerKind::kSwitch || port.peer <= s) continue;
      list.push_back({{"from", s},
                      {"port", number},
                      {"to", port.peer},
                      {"to_port", port.peer_port},
                      {"paths", load(s, number)},
                      {"paths_back", load(port.peer, port.peer_port)}});
    }
  }
  return list;
}

Json pairs_json(const RoutingView& view, std::span<const LinkUse> busiest) {
  Json list = Json::array();
  std::size_t used = 0;
  for (const LinkUse& link : busiest.first(std::min(kMostLinks, busiest.size()))) {
    Json bundles = Json::array();
    for (const PairBundle& bundle : pairs_over(view.fabric, view.tables, link.sw, link.port)) {
      const std::string from = distances_of(bundle.from);
      const std::string to = distances_of(bundle.to);
      used += from.size() + to.size();
      bundles.push_back({{"from", from}, {"to", to}});
    }
    if (used > kRoomForPairs) break;
    list.push_back({{"switch", link.sw}, {"port", link.port}, {"bundles", std::move(bundles)}});
  }
  return list;
}

}  // namespace

void add_links(const RoutingView& view, const Figures& figures, const LinkUses& uses,
               const Drawing& drawing, Json& report) {
  report["switches"] = switches_json(view.fabric, drawing);
  report["end_ports"] = end_ports_json(view.fabric);
  report["cables"] = cables_json(view.fabric, figures.link_load);
  report["pairs"] = pairs_json(view, uses.busiest);
}

}  // namespace weft::tool
