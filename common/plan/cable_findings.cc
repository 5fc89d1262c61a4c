#include "common/plan/cable_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "common/base/text.h"
#include "common/fabric/link_rate.h"

namespace weft {
namespace {

// A switch with at least this number of cables at wrong ports, if these are half of its cables, has
// one finding for all.
constexpr std::size_t kManyWrongPorts = 4;
constexpr std::size_t kPortsNamed = 6;

class CableFindings {
 public:
  CableFindings(const PlanNames& names, const PlanMatch& match, const Fabric& plan,
                double usual_rate, std::vector<PlanFinding>& findings)
      : names_(names), match_(match), plan_(plan), usual_rate_(usual_rate), findings_(findings) {}

  void run(CableDifferences cables) {
    for (const MovedCable& moved : cables.odd.moved) add_moved(moved, cables);
    for (const auto& [nodes, missing] : cables.missing) add_missing(nodes, missing);
    for (const auto& [nodes, extra] : cables.extra) add_extra(nodes, extra);
    for (const CablePair& pair : cables.other_rates) add_rate(pair);
    add_other_ports(cables);
  }

 private:
  PlanFinding& add(PlanDifference kind, double lost, std::vector<PlanEnd> ends, std::string what,
                   std::string remedy = {}) {
    return add_finding(findings_, kind, lost, std::move(ends), std::move(what), std::move(remedy));
  }
  void add_note(PlanDifference kind, std::vector<PlanEnd> ends, std::string what) {
    add(kind, 0, std::move(ends), std::move(what)).is_fault = false;
  }
  double rate_of(const LinkAttributes& link) const { return planned_rate(link, usual_rate_); }

  static NodePair pair_of(PlanNode a, PlanNode b) { return {std::min(a, b), std::max(a, b)}; }

  // Takes one cable between two nodes, so that it counts as explained.
  static CablePorts take(std::map<NodePair, std::vector<CablePorts>>& cables, PlanNode near,
                         PlanNode far) {
    const auto found = cables.find(pair_of(near, far));
    if (found == cables.end()) return {};
    CablePorts ports = found->second.front();
    found->second.erase(found->second.begin());
    if (found->second.empty()) cables.erase(found);
    if (near > far) {
      std::swap(ports.a, ports.b);
      std::swap(ports.is_a_known, ports.is_b_known);
    }
    return ports;
  }

  void add_moved(const MovedCable& moved, CableDifferences& cables) {
    const CablePorts is = take(cables.extra, moved.from, moved.is);
    const CablePorts should = take(cables.missing, moved.from, moved.should);
    const std::string place = names_.text(moved.is, is.b);
    std::vector<PlanEnd> ends = {names_.end(moved.from, is.a), names_.end(moved.is, is.b)};
    if (moved.other == kNone) {
      const std::string target =
          names_.text(moved.should, should.is_b_known ? should.b : PortNum{0});
      add(PlanDifference::kMoved, rate_of(should.link), std::move(ends),
          fmt::format("{} leads to {}, and the plan has it at {}", names_.text(moved.from, is.a),
                      place, target),
          fmt::format("move the end of that cable from {} to {}", place, target));
      return;
    }
    const CablePorts other = take(cables.extra, moved.other, moved.should);
    take(cables.missing, moved.other, moved.is);
    const std::string there = names_.text(moved.should, other.b);
    ends.push_back(names_.end(moved.other, other.a));
    ends.push_back(names_.end(moved.should, other.b));
    add(PlanDifference::kSwapped, 2 * rate_of(should.link), std::move(ends),
        fmt::format("two cables have changed places: {} leads to {}, and {} to {}",
                    names_.text(moved.from, is.a), place, names_.text(moved.other, other.a), there),
        fmt::format("exchange the ends at {} and at {}", place, there));
  }

  void add_missing(NodePair nodes, const std::vector<CablePorts>& cables) {
    double lost = 0;
    std::vector<std::string> ports;
    for (const CablePorts& cable : cables) {
      lost += rate_of(cable.link);
      if (ports.size() < kPortsNamed && names_.is_switch(nodes.b) && cable.is_a_known &&
          cable.is_b_known) {
        ports.push_back(fmt::format("{} to {}", cable.a, cable.b));
      } else if (ports.size() < kPortsNamed && cable.is_a_known) {
        ports.push_back(fmt::format("{}", cable.a));
      }
    }
    add(PlanDifference::kMissing, lost,
        {names_.end(nodes.a, cables.front().a), names_.end(nodes.b, cables.front().b)},
        fmt::format("{} {} missing between {} and {}{}", counted(cables.size(), "cable"),
                    cables.size() == 1 ? "is" : "are", names_.text(nodes.a), names_.text(nodes.b),
                    ports_text("planned from port", ports, cables.size())),
        "check for an unplugged cable or a port that is down");
  }

  static std::string ports_text(std::string_view words, const std::vector<std::string>& ports,
                                std::size_t count) {
    if (ports.empty()) return {};
    return fmt::format(": {} {}{}", words, joined(ports, ", "),
                       count > ports.size() ? ", ..." : "");
  }

  void add_extra(NodePair nodes, const std::vector<CablePorts>& cables) {
    std::vector<std::string> ports;
    for (const CablePorts& cable : cables) {
      if (ports.size() == kPortsNamed) break;
      ports.push_back(names_.is_switch(nodes.b) ? fmt::format("{} to {}", cable.a, cable.b)
                                                : fmt::format("{}", cable.a));
    }
    add(PlanDifference::kExtra, 0,
        {names_.end(nodes.a, cables.front().a), names_.end(nodes.b, cables.front().b)},
        fmt::format("{} between {} and {} {} not in the plan{}", counted(cables.size(), "cable"),
                    names_.text(nodes.a), names_.text(nodes.b), cables.size() == 1 ? "is" : "are",
                    ports_text("from port", ports, cables.size())),
        "add it to the plan, or remove it");
  }

  void add_rate(const CablePair& pair) {
    // Attributes that the plan does not give count as correct.
    LinkAttributes planned = pair.planned.link;
    if (planned.width == 0) planned.width = pair.there.link.width;
    if (planned.speed == LinkSpeed::kUnknown) planned.speed = pair.there.link.speed;
    const auto lost = static_cast<double>(data_rate(planned) - data_rate(pair.there.link));
    const std::string what =
        fmt::format("{} to {} has {}, and the plan {}", names_.text(pair.nodes.a, pair.there.a),
                    names_.text(pair.nodes.b, pair.there.b), describe_rate(pair.there.link),
                    describe_rate(planned));
    std::vector<PlanEnd> ends = {names_.end(pair.nodes.a, pair.there.a),
                                 names_.end(pair.nodes.b, pair.there.b)};
    if (lost > 0) {
      add(PlanDifference::kSlow, lost, std::move(ends), what,
          "clean or replace the cable, and check the error counters of both ports");
    } else {
      add_note(PlanDifference::kFast, std::move(ends), what);
    }
  }

  // --- Ports ------------------------------------------------------------------------------------

  void add_other_ports(const CableDifferences& cables) {
    if (cables.other_ports.empty()) return;
    if (!match_.are_ports_alike) {
      add_note(
          PlanDifference::kPortNumbers, {},
          fmt::format("{} of {} cables are at other ports than the plan says: it numbers ports "
                      "otherwise, so that ports are not compared",
                      cables.other_ports.size(), cables.same));
      return;
    }
    const std::set<PlanNode> whole = switches_with_other_ports(cables);
    for (const PlanNode node : whole) {
      const auto count = std::ranges::count_if(cables.other_ports, [&](const CablePair& pair) {
        return pair.nodes.a == node || pair.nodes.b == node;
      });
      add(PlanDifference::kWrongPort, 0, {names_.end(node, 0)},
          fmt::format("{} of {} are at other ports than planned",
                      counted(static_cast<std::size_t>(count), "cable"), names_.text(node)),
          "exchange them, or change the plan");
    }
    std::vector<CablePair> single;
    for (const CablePair& pair : cables.other_ports) {
      if (!whole.contains(pair.nodes.a) && !whole.contains(pair.nodes.b)) single.push_back(pair);
    }
    add_single_ports(single);
  }

  std::set<PlanNode> switches_with_other_ports(const CableDifferences& cables) const {
    std::map<PlanNode, std::size_t> wrong;
    for (const CablePair& pair : cables.other_ports) ++wrong[pair.nodes.a], ++wrong[pair.nodes.b];
    std::set<PlanNode> whole;
    for (const auto& [node, count] : wrong) {
      if (!names_.is_switch(node) || count < kManyWrongPorts) continue;
      std::size_t all = 0;
      for (const Port& port : plan_.ports(node)) all += port.kind != PeerKind::kNothing;
      if (2 * count >= all) whole.insert(node);
    }
    return whole;
  }

  // Two swapped cables of a switch are one finding.
  void add_single_ports(const std::vector<CablePair>& pairs) {
    using Change = std::tuple<PlanNode, PortNum, PortNum>;  // where, planned, found
    std::map<Change, std::size_t> changes;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      for (const bool is_a : {true, false}) {
        if (const auto change = change_at<Change>(pairs[i], is_a)) changes.emplace(*change, i);
      }
    }
    std::set<std::size_t> said;
    for (const auto& [change, i] : changes) {
      const auto& [node, planned, there] = change;
      const auto back = changes.find(Change(node, there, planned));
      if (back == changes.end() || back->second == i || said.contains(i) ||
          said.contains(back->second)) {
        continue;
      }
      said.insert(i);
      said.insert(back->second);
      add(PlanDifference::kSwapped, 0, {names_.end(node, planned), names_.end(node, there)},
          fmt::format(
              "two cables have changed places at {}: port {} leads to {}, and port {} to {}",
              names_.text(node), there, other_end(pairs[i], node), planned,
              other_end(pairs[back->second], node)),
          fmt::format("exchange the ends at ports {} and {}", planned, there));
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (!said.contains(i)) add_wrong_port(pairs[i]);
    }
  }

  template <typename Change>
  std::optional<Change> change_at(const CablePair& pair, bool is_a) const {
    const PlanNode node = is_a ? pair.nodes.a : pair.nodes.b;
    const PortNum planned = pair.planned.at(is_a);
    const PortNum there = pair.there.at(is_a);
    const bool is_other = names_.is_switch(node) && pair.planned.is_known(is_a) && planned != there;
    return is_other ? std::optional(Change(node, planned, there)) : std::nullopt;
  }

  std::string other_end(const CablePair& pair, PlanNode node) const {
    const bool is_a = pair.nodes.a != node;
    return names_.text(is_a ? pair.nodes.a : pair.nodes.b, pair.there.at(is_a));
  }

  void add_wrong_port(const CablePair& pair) {
    const auto planned = [&](bool is_a) {
      return names_.text(is_a ? pair.nodes.a : pair.nodes.b,
                         pair.planned.is_known(is_a) ? pair.planned.at(is_a) : PortNum{0});
    };
    add(PlanDifference::kWrongPort, 0,
        {names_.end(pair.nodes.a, pair.there.a), names_.end(pair.nodes.b, pair.there.b)},
        fmt::format("{} is linked to {}, and the plan has {} at {}",
                    names_.text(pair.nodes.a, pair.there.a),
                    names_.text(pair.nodes.b, pair.there.b), planned(true), planned(false)),
        "move the cable, or change the plan");
  }

  const PlanNames& names_;
  const PlanMatch& match_;
  const Fabric& plan_;
  const double usual_rate_;
  std::vector<PlanFinding>& findings_;
};

}  // namespace

PlanFinding& add_finding(std::vector<PlanFinding>& findings, PlanDifference kind, double lost,
                         std::vector<PlanEnd> ends, std::string what, std::string remedy) {
  return findings.emplace_back(
      PlanFinding{kind, true, lost, std::move(ends), std::move(what), std::move(remedy)});
}

double planned_rate(const LinkAttributes& link, double usual) {
  return link.width == 0 && link.speed == LinkSpeed::kUnknown ? usual : data_rate(link);
}

std::string counted(std::size_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

void add_cable_findings(const PlanNames& names, const PlanMatch& match, const Fabric& plan,
                        double usual_rate, CableDifferences cables,
                        std::vector<PlanFinding>& findings) {
  CableFindings(names, match, plan, usual_rate, findings).run(std::move(cables));
}

}  // namespace weft
