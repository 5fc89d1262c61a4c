#include "common/cabling/cabling.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "common/base/text.h"
#include "common/cabling/finding_list.h"
#include "common/cabling/fitted_shape.h"
#include "common/cabling/link_findings.h"
#include "common/cabling/rail_findings.h"
#include "common/cabling/rate_findings.h"
#include "common/fabric/counts.h"
#include "common/graph/pieces.h"

namespace weft {
namespace {

// Of systems with several switches.
std::vector<std::size_t> count_chassis(const Fabric& fabric) {
  std::map<Guid, std::size_t> switches;
  for (const Switch& sw : fabric.switches()) {
    if (sw.system_guid != 0) ++switches[sw.system_guid];
  }
  std::vector<std::size_t> chassis;
  for (const auto& [system, count] : switches) {
    if (count > 1) chassis.push_back(count);
  }
  std::ranges::sort(chassis);
  return chassis;
}

void judge_pieces(FindingList& found) {
  const Fabric& fabric = found.fabric();
  struct Piece {
    SwitchIndex first = kNone;
    std::uint32_t switches = 0;
    std::uint32_t end_ports = 0;
  };
  const Pieces all = find_pieces(fabric);
  std::vector<Piece> pieces(all.count);
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    Piece& piece = pieces[all.of[s]];
    piece.first = std::min(piece.first, s);
    ++piece.switches;
    piece.end_ports += end_ports[s];
  }
  std::uint32_t most = 0;
  for (const Piece& piece : pieces) most = std::max(most, piece.end_ports);
  if (pieces.size() < 2) return;
  for (const Piece& piece : pieces) {
    const bool is_small = 2 * piece.end_ports < most;
    found
        .add(CablingKind::kPieces, 0, {switch_end(piece.first, 0)},
             fmt::format("{} switch{} with {} end ports, {} the first, {} linked to no others",
                         piece.switches, piece.switches == 1 ? "" : "es", piece.end_ports,
                         found.name(piece.first), piece.switches == 1 ? "is" : "are"),
             is_small ? "look for its cables" : "")
        .is_fault = is_small;
  }
}

void add_equal(const std::map<std::string_view, std::vector<std::uint32_t>>& by_name, PeerKind kind,
               std::string_view what, FindingList& found) {
  std::vector<std::pair<std::size_t, std::string_view>> equal;
  std::vector<CableEnd> ends;
  std::size_t count = 0;
  for (const auto& [name, nodes] : by_name) {
    if (nodes.size() < 2) continue;
    equal.emplace_back(nodes.size(), name);
    count += nodes.size();
    ends.push_back({kind, nodes.front(), 0});
  }
  if (equal.empty()) return;
  std::ranges::stable_sort(equal, std::ranges::greater(),
                           [](const auto& row) { return row.first; });
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(equal.size(), kNamesShown); ++i) {
    shown.push_back(fmt::format("{} {}", equal[i].first, quote(on_one_line(equal[i].second))));
  }
  ends.resize(std::min(ends.size(), kNamesShown));
  found.remark(
      CablingKind::kNames, std::move(ends),
      fmt::format("{} {} do not differ by name: {}{}", count, what, joined(shown, ", "),
                  equal.size() > shown.size()
                      ? fmt::format(" and {} other names", equal.size() - shown.size())
                      : ""),
      "give each a name of its own, so that messages and patterns of names can tell them apart");
}

void judge_names(FindingList& found) {
  const Fabric& fabric = found.fabric();
  std::map<std::string_view, std::vector<SwitchIndex>> switches;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    switches[fabric.switch_name(s)].push_back(s);
  }
  std::map<std::string_view, std::vector<EndPortIndex>> hosts;
  std::set<Guid> nodes;
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const bool is_new = nodes.insert(fabric.end_ports()[e].node_guid).second;
    if (is_new && is_host_port(fabric, e)) hosts[fabric.end_port_name(e)].push_back(e);
  }
  add_equal(switches, PeerKind::kSwitch, "switches", found);
  add_equal(hosts, PeerKind::kEndPort, "CAs", found);
}

}  // namespace

std::string_view name_of(CablingKind kind) {
  switch (kind) {
    case CablingKind::kSwapped:
      return "swapped";
    case CablingKind::kMoved:
      return "moved";
    case CablingKind::kForeign:
      return "foreign";
    case CablingKind::kExtra:
      return "extra";
    case CablingKind::kMissing:
      return "missing";
    case CablingKind::kNoSwitch:
      return "no_switch";
    case CablingKind::kFewLinks:
      return "few_links";
    case CablingKind::kElsewhere:
      return "elsewhere";
    case CablingKind::kDown:
      return "down";
    case CablingKind::kSlow:
      return "slow";
    case CablingKind::kRail:
      return "rail";
    case CablingKind::kNoRail:
      return "no_rail";
    case CablingKind::kNames:
      return "names";
    case CablingKind::kPieces:
      return "pieces";
  }
  return "";
}

std::size_t Cabling::faults() const {
  return static_cast<std::size_t>(std::ranges::count(findings, true, &CablingFinding::is_fault));
}

Cabling judge_cabling(const Fabric& fabric, const Workers& workers) {
  if (fabric.switch_count() == 0) return {};
  const SwitchGraph graph(fabric);
  FittedShape fitted = fit_shape(fabric, graph, workers);
  const std::vector<Host> hosts = find_hosts(fabric);
  const RailPlaces places = find_rail_places(fabric, hosts);
  FindingList found(fabric);
  judge_links(graph, fitted, found);
  find_idle_cables(found);
  judge_rates(fitted.shape, found);
  judge_rails(hosts, places, found);
  judge_pieces(found);
  judge_names(found);
  Cabling cabling = {.shape = std::move(fitted.shape),
                     .are_links_judged = fitted.are_links_judged,
                     .describe_tree = std::move(fitted.describe_tree),
                     .rails = places.rails,
                     .are_rails_separate = places.are_separate,
                     .chassis = count_chassis(fabric),
                     .findings = std::move(found).take()};
  std::ranges::stable_sort(cabling.findings, {}, [](const CablingFinding& finding) {
    return std::tuple(!finding.is_fault, -finding.lost, finding.kind);
  });
  return cabling;
}

}  // namespace weft
