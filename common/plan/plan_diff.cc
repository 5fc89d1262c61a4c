#include "common/plan/plan_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "common/base/text.h"
#include "common/export/exported_hosts.h"
#include "common/fabric/counts.h"
#include "common/fabric/guid_index.h"
#include "common/fabric/link_rate.h"
#include "common/plan/cable_differences.h"
#include "common/plan/cable_findings.h"
#include "common/plan/plan_match.h"
#include "common/plan/plan_names.h"

namespace weft {
namespace {

constexpr std::size_t kNamed = 6;

class PlanDiffer {
 public:
  PlanDiffer(const PlannedFabric& plan, const Fabric& there)
      : given_(plan),
        plan_(plan.fabric),
        there_(there),
        match_(match_plan(plan, there)),
        names_(plan, there, match_),
        chassis_(plan, there, match_),
        usual_rate_(usual_rates(there).between_switches) {}

  PlanDiff run() && {
    count_nodes();
    if (diff_.switches_found == 0) {
      add(PlanDifference::kUnmatched, 0, {},
          "nothing of the fabric is in the plan: no GUID and no name is the same, and fewer than "
          "nine of ten links fit by shape",
          "give the nodes of the plan the names that they have in the fabric");
      return std::move(diff_);
    }
    find_missing_switches();
    find_missing_hosts();
    find_extra_nodes();
    find_replaced();
    CableDifferences cables = compare_cables(given_, there_, match_);
    diff_.cables = cables.planned;
    diff_.cables_found = cables.same;
    add_cable_findings(names_, match_, plan_, usual_rate_, std::move(cables), diff_.findings);
    std::ranges::stable_sort(diff_.findings, {}, [](const PlanFinding& finding) {
      return std::tuple(!finding.is_fault, -finding.lost, finding.kind);
    });
    return std::move(diff_);
  }

 private:
  PlanFinding& add(PlanDifference kind, double lost, std::vector<PlanEnd> ends, std::string what,
                   std::string remedy = {}) {
    return add_finding(diff_.findings, kind, lost, std::move(ends), std::move(what),
                       std::move(remedy));
  }
  void add_note(PlanDifference kind, std::vector<PlanEnd> ends, std::string what) {
    add(kind, 0, std::move(ends), std::move(what)).is_fault = false;
  }
  double rate_of(const LinkAttributes& link) const { return planned_rate(link, usual_rate_); }

  PlanEnd there_end(SwitchIndex s) const {
    return {on_one_line(there_.switch_name(s)), there_.switches()[s].node_guid, 0};
  }
  PlanEnd there_end_of_port(EndPortIndex e) const {
    return {on_one_line(there_.end_port_name(e)), there_.end_ports()[e].port_guid,
            there_.end_ports()[e].port_num};
  }

  void count_nodes() {
    diff_.switches = plan_.switch_count();
    diff_.end_ports = plan_.end_port_count();
    const auto is_found = [](std::uint32_t there) { return there != kNone; };
    diff_.switches_found =
        static_cast<std::size_t>(std::ranges::count_if(match_.switch_there, is_found));
    diff_.end_ports_found =
        static_cast<std::size_t>(std::ranges::count_if(match_.port_there, is_found));
  }

  // The finding includes the hosts that are missing with a switch. All switches of a chassis are
  // one finding.
  void find_missing_switches() {
    std::map<Guid, std::vector<SwitchIndex>> chassis;
    for (SwitchIndex s = 0; s < plan_.switch_count(); ++s) {
      const Switch& sw = plan_.switches()[s];
      chassis[sw.system_guid == 0 ? sw.node_guid : sw.system_guid].push_back(s);
    }
    const auto is_missing = [&](SwitchIndex s) { return match_.switch_there[s] == kNone; };
    for (const auto& [system, switches] : chassis) {
      if (switches.size() > 1 && std::ranges::all_of(switches, is_missing)) {
        add_missing_switches(
            switches, fmt::format("chassis {} with its {} switches",
                                  Scanner(names_.text(switches.front())).word(), switches.size()));
        continue;
      }
      for (const SwitchIndex s : switches) {
        if (is_missing(s)) add_missing_switches({s}, "switch " + names_.text(s));
      }
    }
  }

  void add_missing_switches(const std::vector<SwitchIndex>& switches, const std::string& what) {
    double lost = 0;
    std::size_t links = 0;
    std::size_t hosts = 0;
    std::vector<PlanEnd> ends;
    for (const SwitchIndex s : switches) {
      ends.push_back(names_.end(s, 0));
      for (const Port& port : plan_.ports(s)) {
        if (port.kind == PeerKind::kEndPort) hosts += match_.port_there[port.peer] == kNone;
        if (port.kind != PeerKind::kSwitch || std::ranges::count(switches, port.peer) > 0) continue;
        ++links;
        lost += rate_of(port.link);
      }
    }
    add(PlanDifference::kMissingSwitch, lost, std::move(ends),
        fmt::format("{} of the plan is missing, with {} to other switches{}", what,
                    counted(links, "link"),
                    hosts == 0 ? "" : fmt::format(" and {}", counted(hosts, "host port"))),
        "check its power and its cables");
  }

  // All ports of a host are one finding.
  void find_missing_hosts() {
    std::map<std::string, std::vector<EndPortIndex>> by_host;
    for (EndPortIndex e = 0; e < plan_.end_port_count(); ++e) {
      const EndPort& port = plan_.end_ports()[e];
      if (match_.port_there[e] != kNone || match_.switch_there[port.sw] == kNone) continue;
      const std::string_view name = Scanner(trim(plan_.end_port_name(e))).word();
      by_host[name.empty() ? fmt::format("0x{:016x}", port.node_guid) : std::string(name)]
          .push_back(e);
    }
    for (const auto& [host, ports] : by_host) {
      std::vector<PlanEnd> ends;
      std::vector<std::string> places;
      double lost = 0;
      for (const EndPortIndex e : ports) {
        const EndPort& port = plan_.end_ports()[e];
        ends.push_back(names_.end(plan_.switch_count() + e, 0));
        lost += rate_of(plan_.ports(port.sw)[port.switch_port].link);
        if (places.size() < kNamed) {
          places.push_back(names_.text(port.sw, known_port(port.sw, port.switch_port)));
        }
      }
      const PlanNode first = plan_.switch_count() + ports.front();
      add(PlanDifference::kMissingHost, lost, std::move(ends),
          fmt::format("{} of the plan {} missing: planned at {}{}",
                      ports.size() == 1
                          ? names_.text(first)
                          : fmt::format("{} ports of {}", ports.size(), on_one_line(host)),
                      ports.size() == 1 ? "is" : "are", joined(places, ", "),
                      ports.size() > places.size() ? ", ..." : ""),
          "check that the host is up, and its cable");
    }
  }

  PortNum known_port(SwitchIndex s, PortNum port) const {
    return given_.is_port_known[plan_.switches()[s].first_port + port] ? port : PortNum{0};
  }

  void find_extra_nodes() {
    for (SwitchIndex s = 0; s < there_.switch_count(); ++s) {
      if (match_.switch_planned[s] != kNone) continue;
      if (!chassis_.is_inside_planned(there_.switches()[s].system_guid)) continue;
      std::size_t links = 0;
      for (const Port& port : there_.ports(s)) links += port.kind == PeerKind::kSwitch;
      add(PlanDifference::kExtraSwitch, 0, {there_end(s)},
          fmt::format("switch {} is not in the plan; it has {} to other switches",
                      there_.describe_switch(s), counted(links, "link")),
          "add it to the plan, or remove it");
    }
    if (plan_.end_port_count() == 0) return;
    for (EndPortIndex e = 0; e < there_.end_port_count(); ++e) {
      if (match_.port_planned[e] != kNone || !is_host_port(there_, e)) continue;
      const EndPort& port = there_.end_ports()[e];
      if (match_.switch_planned[port.sw] == kNone) continue;  // its switch has a finding
      add(PlanDifference::kExtraHost, 0, {there_end_of_port(e)},
          fmt::format("{} is not in the plan; it is at {} port {}", there_.describe_end_port(e),
                      names_.text(match_.switch_planned[port.sw]), port.switch_port),
          "add it to the plan, or remove it");
    }
  }

  // --- Replaced nodes ---------------------------------------------------------------------------

  // The planned switch with the GUID or name of a fabric's switch; kNone: none.
  SwitchIndex namesake_of(SwitchIndex there) const {
    if (given_.has_guids) {
      const SwitchIndex s = find_switch(plan_, there_.switches()[there].node_guid);
      if (s != kNone) return s;
    }
    const std::string_view name = trim(there_.switch_name(there));
    if (name.empty() || is_default_description(name)) return kNone;
    const auto found = planned_names_.find(name);
    return found == planned_names_.end() ? kNone : found->second;
  }

  void index_names() {
    for (SwitchIndex s = 0; s < plan_.switch_count(); ++s) {
      const auto [place, is_new] = planned_names_.try_emplace(trim(plan_.switch_name(s)), s);
      if (!is_new) place->second = kNone;
    }
  }

  void find_replaced() {
    index_names();
    std::set<SwitchIndex> said;
    std::vector<SwitchIndex> replaced;
    for (SwitchIndex s = 0; s < plan_.switch_count(); ++s) {
      const SwitchIndex there = match_.switch_there[s];
      if (match_.switch_by[s] != MatchedBy::kPlace || said.contains(s)) continue;
      const SwitchIndex other = namesake_of(there);
      if (other == kNone || other == s || match_.switch_there[other] == kNone ||
          namesake_of(match_.switch_there[other]) != s) {
        replaced.push_back(s);
        continue;
      }
      said.insert(other);
      add(PlanDifference::kExchanged, 0, {names_.end(s, 0), names_.end(other, 0)},
          fmt::format("two switches have changed places: {} is where the plan has {}, and the "
                      "other way round",
                      there_.describe_switch(there), names_.planned(s)),
          "exchange their names, or their places");
    }
    // Otherwise the plan uses other names.
    if (2 * replaced.size() < diff_.switches_found) {
      for (const SwitchIndex s : replaced) {
        add_note(PlanDifference::kReplaced, {names_.end(s, 0)},
                 fmt::format("switch {} of the plan was replaced: {} has its place",
                             names_.planned(s), there_.describe_switch(match_.switch_there[s])));
      }
    } else {
      add_note(
          PlanDifference::kReplaced, {},
          fmt::format(
              "{} of {} switches have no name of the plan: they were identified by their links",
              replaced.size(), diff_.switches_found));
    }
    find_other_guids();
    find_replaced_hosts();
  }

  // Same name, but another GUID, in a plan whose GUIDs mostly match.
  void find_other_guids() {
    const auto by_guid = std::ranges::count(match_.switch_by, MatchedBy::kGuid);
    if (2 * static_cast<std::size_t>(by_guid) < diff_.switches_found) return;
    for (SwitchIndex s = 0; s < plan_.switch_count(); ++s) {
      const Guid planned = plan_.switches()[s].node_guid;
      if (match_.switch_by[s] != MatchedBy::kName || is_made_up(planned)) continue;
      add_note(PlanDifference::kReplaced, {names_.end(s, 0)},
               fmt::format("switch {} was replaced: the plan has GUID 0x{:016x}", names_.text(s),
                           planned));
    }
  }

  void find_replaced_hosts() {
    const auto by_place =
        static_cast<std::size_t>(std::ranges::count(match_.port_by, MatchedBy::kPlace));
    if (2 * by_place >= diff_.end_ports_found) return;  // the plan uses other names
    for (EndPortIndex e = 0; e < plan_.end_port_count(); ++e) {
      if (match_.port_by[e] != MatchedBy::kPlace) continue;
      const EndPort& port = plan_.end_ports()[e];
      const EndPortIndex there = match_.port_there[e];
      add_note(
          PlanDifference::kReplaced, {there_end_of_port(there)},
          fmt::format("{} is at {} port {}, where the plan has {}", there_.describe_end_port(there),
                      names_.text(port.sw), there_.end_ports()[there].switch_port,
                      plan_.end_port_name(e).empty() ? "another host"
                                                     : on_one_line(plan_.end_port_name(e))));
    }
  }

  const PlannedFabric& given_;
  const Fabric& plan_;
  const Fabric& there_;
  const PlanMatch match_;
  const PlanNames names_;
  const PlannedChassis chassis_;
  const double usual_rate_;
  std::map<std::string_view, SwitchIndex> planned_names_;  // kNone: several switches have this name
  PlanDiff diff_;
};

}  // namespace

std::string_view name_of(PlanDifference kind) {
  constexpr std::array<std::string_view, 15> kNames = {
      "unmatched", "missing_switch", "missing_host", "exchanged",  "swapped",
      "moved",     "missing",        "extra_switch", "extra_host", "extra",
      "slow",      "wrong_port",     "replaced",     "fast",       "port_numbers"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::size_t PlanDiff::faults() const {
  return static_cast<std::size_t>(std::ranges::count(findings, true, &PlanFinding::is_fault));
}

PlanDiff compare_with_plan(const PlannedFabric& plan, const Fabric& there) {
  return PlanDiffer(plan, there).run();
}

}  // namespace weft
