#include "common/cabling/link_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <span>
#include <utility>

#include "common/base/text.h"
#include "common/fabric/link_rate.h"

namespace weft {
namespace {

// Free ports of a switch are listed up to this number.
constexpr std::size_t kFreePortsNamed = 8;
constexpr std::size_t kMostOddInProducts = 8;
// If more than one in kOneLost switches of a tree are missing, it is another design.
constexpr std::size_t kOneLost = 8;
constexpr std::size_t kFewestWithGap = 3;

// «A has cables without a link at ports 5, 7»; empty: none that is known.
std::string idle_cables(const Fabric& fabric, SwitchIndex s) {
  std::vector<std::string> idle;
  for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
    if (fabric.ports(s)[p].has_cable) idle.push_back(fmt::format("{}", p));
  }
  if (idle.empty()) return {};
  const bool is_one = idle.size() == 1;
  return fmt::format("{} has {} without a link at port{} {}", fabric.describe_switch(s),
                     is_one ? "a cable" : "cables", is_one ? "" : "s", joined(idle, ", "));
}

class LinkJudge {
 public:
  LinkJudge(const SwitchGraph& graph, const FittedShape& fitted, FindingList& found)
      : fabric_(found.fabric()),
        graph_(graph),
        fitted_(fitted),
        shape_(fitted.shape),
        rate_(usual_rates(fabric_).between_switches),
        found_(found) {}

  void run() {
    if (!fitted_.are_links_judged) return;
    // With many foreign links, a product may have been recognised as another product.
    const std::size_t odd_links = fitted_.explained.moved.size() + fitted_.explained.rest.size();
    if (shape_.kind == ShapeKind::kProduct && odd_links > kMostOddInProducts &&
        std::ranges::any_of(fitted_.explained.rest, &OddLinks::is_foreign)) {
      found_.add(
          CablingKind::kForeign, 0, {},
          fmt::format("{} links do not fit a {}: cables have changed places, and which ones cannot "
                      "be told",
                      odd_links, shape_.describe()),
          "hold the links against a plan of the fabric");
      return;
    }
    for (const MovedCable& cable : fitted_.explained.moved) add_moved(cable);
    for (const OddLinks& links : fitted_.explained.rest) add_odd(links);
    for (const OddSwitch& odd : fitted_.odd.switches) add_odd_switch(odd);
    std::vector<OddLinks> groups;
    for (const OddGroups& odd : fitted_.odd.groups)
      groups.push_back({odd.a, odd.b, odd.more, false});
    const ExplainedLinks between_groups = explain_odd_links(groups);
    for (const MovedCable& cable : between_groups.moved) add_moved_between_groups(cable);
    for (const OddLinks& odd : between_groups.rest) add_odd_groups(odd);
    for (const VacantPlace& place : fitted_.odd.vacant) add_vacant(place);
    add_lost_switches();
    if (shape_.kind == ShapeKind::kTree) add_common_gaps();
  }

 private:
  std::string name(SwitchIndex s) const { return found_.name(s); }

  // The port of a link between two switches that is farthest from the ports of their other links:
  // probably of a cable that was plugged in later, or at the wrong place.
  PortNum odd_port(SwitchIndex from, SwitchIndex to) const {
    std::vector<PortNum> ports;
    for (std::size_t p = 1; p < fabric_.ports(from).size(); ++p) {
      const Port& port = fabric_.ports(from)[p];
      if (port.kind == PeerKind::kSwitch && port.peer == to) {
        ports.push_back(static_cast<PortNum>(p));
      }
    }
    PortNum odd = 0;
    int farthest = -1;
    for (const PortNum port : ports) {
      int nearest = ports.size() == 1 ? 0 : kMaxPorts;
      for (const PortNum other : ports) {
        if (other != port) nearest = std::min(nearest, std::abs(int{port} - int{other}));
      }
      if (nearest < farthest) continue;
      farthest = nearest;
      odd = port;
    }
    return odd;
  }

  PortNum peer_port(SwitchIndex s, PortNum port) const { return fabric_.ports(s)[port].peer_port; }

  std::string free_ports(SwitchIndex s) const {
    if (std::string idle = idle_cables(fabric_, s); !idle.empty()) return idle;
    std::vector<std::string> free;
    for (std::size_t p = 1; p < fabric_.ports(s).size(); ++p) {
      if (fabric_.ports(s)[p].kind == PeerKind::kNothing) free.push_back(fmt::format("{}", p));
    }
    if (free.empty() || free.size() > kFreePortsNamed) return {};
    return fmt::format("{} has no link at port{} {}", name(s), free.size() == 1 ? "" : "s",
                       joined(free, ", "));
  }

  // «A, B, C and 5 others».
  static std::string first_of(std::vector<std::string> all) {
    const std::size_t others = all.size() - std::min(all.size(), kNamesShown);
    all.resize(all.size() - others);
    return joined(all, ", ") + (others == 0 ? "" : fmt::format(" and {} others", others));
  }
  std::string some_of(std::span<const SwitchIndex> switches) const {
    std::vector<std::string> names;
    for (const SwitchIndex s : switches) names.push_back(name(s));
    return first_of(std::move(names));
  }

  std::vector<CableEnd> ends_at(std::span<const SwitchIndex> switches) const {
    std::vector<CableEnd> ends;
    for (const SwitchIndex s : switches) ends.push_back(switch_end(s, 0));
    return ends;
  }

  // Without a switch that all switches of a level were linked to, the rest is whole. But these have
  // gaps in their rows of links to switches: as many ports as each has links to another switch.
  void add_common_gaps() {
    std::map<unsigned, std::vector<SwitchIndex>> levels;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      levels[shape_.level[s]].push_back(s);
    }
    for (const auto& [level, switches] : levels) {
      if (level == 0 || switches.size() < kFewestWithGap) continue;
      std::vector<std::string> gaps;
      for (std::size_t p = 2; p + 1 < fabric_.ports(switches.front()).size(); ++p) {
        if (std::ranges::all_of(switches, [&](SwitchIndex s) { return is_gap(s, p); })) {
          gaps.push_back(fmt::format("{}", p));
        }
      }
      if (gaps.empty() || gaps.size() != usual_links(switches)) continue;
      found_.remark(
          CablingKind::kNoSwitch, ends_at(switches),
          fmt::format("none of the {} {} has a link at port{} {}: a switch may be missing beside "
                      "all of them",
                      switches.size(), shape_.level_name(level), gaps.size() == 1 ? "" : "s",
                      joined(gaps, ", ")),
          "look for a switch that is off, unless these ports are spare");
    }
  }

  // The number of links that most pairs of these switches and others have.
  std::size_t usual_links(std::span<const SwitchIndex> switches) const {
    std::map<std::size_t, std::size_t> pairs;  // by links
    for (const SwitchIndex s : switches) {
      for (const LinkBundle& bundle : graph_.bundles(s)) ++pairs[bundle.port_count];
    }
    const auto most =
        std::ranges::max_element(pairs, {}, [](const auto& row) { return row.second; });
    return most == pairs.end() ? 0 : most->first;
  }

  // A port without a link, between ports with links to switches.
  bool is_gap(SwitchIndex s, std::size_t port) const {
    const auto ports = fabric_.ports(s);
    if (port >= ports.size() || ports[port].kind != PeerKind::kNothing) return false;
    std::size_t before = port;
    std::size_t after = port;
    while (before > 0 && ports[before].kind == PeerKind::kNothing) --before;
    while (after + 1 < ports.size() && ports[after].kind == PeerKind::kNothing) ++after;
    return before > 0 && ports[before].kind == PeerKind::kSwitch &&
           ports[after].kind == PeerKind::kSwitch;
  }

  void add_vacant(const VacantPlace& place) {
    found_.add(CablingKind::kNoSwitch, rate_ * place.links, ends_at(place.neighbours),
               fmt::format("a switch is missing between {}", some_of(place.neighbours)),
               "look for a switch that is off, or whose cables are not plugged in");
  }

  // In a regular tree: next to which switches are others missing? Those have fewer links, up or
  // down, than most of their level.
  void add_lost_switches() {
    const bool are_few = kOneLost * fitted_.lost_switches <= fabric_.switch_count();
    if (fitted_.lost_switches == 0 || !are_few) return;
    for (const bool is_up : {true, false}) {
      std::map<unsigned, std::map<std::uint32_t, std::vector<SwitchIndex>>> levels;
      for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
        if (const std::uint32_t links = expected_links(s, is_up); links > 0) {
          levels[shape_.level[s]][links].push_back(s);
        }
      }
      for (const auto& [level, by_links] : levels) add_beside_lost(by_links, is_up);
    }
  }

  // The links of a switch up or down, with those that are said to be missing.
  std::uint32_t expected_links(SwitchIndex s, bool is_up) const {
    const auto counts = [&](SwitchIndex other) {
      const unsigned here = shape_.level[s];
      const unsigned there = shape_.level[other];
      return is_up ? there > here : there < here;
    };
    std::uint32_t links = 0;
    for (const LinkBundle& bundle : graph_.bundles(s)) {
      if (counts(bundle.peer)) links += bundle.port_count;
    }
    for (const OddLinks& odd : fitted_.explained.rest) {
      const SwitchIndex other = odd.a == s ? odd.b : odd.b == s ? odd.a : kNone;
      if (other != kNone && counts(other)) links -= static_cast<std::uint32_t>(odd.more);
    }
    return links;
  }

  void add_beside_lost(const std::map<std::uint32_t, std::vector<SwitchIndex>>& by_links,
                       bool is_up) {
    const auto usual =
        std::ranges::max_element(by_links, {}, [](const auto& row) { return row.second.size(); });
    for (const auto& [links, with_so_many] : by_links) {
      const std::vector<SwitchIndex>& switches = with_so_many;
      const bool is_bad = std::ranges::any_of(fitted_.odd.switches, [&](const OddSwitch& odd) {
        return std::ranges::count(switches, odd.sw) != 0;
      });
      if (links >= usual->first || is_bad) continue;
      const double lost = is_up ? rate_ * (usual->first - links) : 0;
      const char* side = is_up ? "up" : "down";
      const bool is_one = switches.size() == 1;
      CablingFinding& found = found_.add(
          CablingKind::kNoSwitch, lost * static_cast<double>(switches.size()), ends_at(switches),
          fmt::format("a switch is missing {} {}: {} {} link{} {}, and most of {} level {}",
                      is_up ? "above" : "below", some_of(switches), is_one ? "it has" : "each has",
                      links, links == 1 ? "" : "s", side, is_one ? "its" : "their", usual->first),
          "look for a switch that is off, or whose cables are not plugged in");
      // Without it, the others below lose no bandwidth: it may not be there yet.
      found.is_fault = is_up;
    }
  }

  // «one of the 2 links between the groups of A and B: A port 3 to B port 4, ...», and adds its
  // ends.
  std::string one_between_groups(SwitchIndex a, SwitchIndex b, std::vector<CableEnd>& ends) const {
    const SwitchGroups& groups = shape_.groups;
    std::vector<std::string> links;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (groups.of[s] != groups.of[a]) continue;
      for (std::size_t p = 1; p < fabric_.ports(s).size(); ++p) {
        const Port& port = fabric_.ports(s)[p];
        if (port.kind != PeerKind::kSwitch || groups.of[port.peer] != groups.of[b]) continue;
        links.push_back(
            fmt::format("{} port {} to {} port {}", name(s), p, name(port.peer), port.peer_port));
        if (links.size() > kNamesShown) continue;
        ends.push_back(switch_end(s, static_cast<PortNum>(p)));
        ends.push_back(switch_end(port.peer, port.peer_port));
      }
    }
    return "one of " + first_of(std::move(links));
  }

  // cable: of groups, by their first switches.
  void add_moved_between_groups(const MovedCable& cable) {
    std::vector<CableEnd> ends;
    const std::string first = one_between_groups(cable.from, cable.is, ends);
    if (cable.other == kNone) {
      std::string what = fmt::format(
          "{} leads to the group of {}, and should lead to that of {}, as with other groups", first,
          name(cable.is), name(cable.should));
      found_.add(CablingKind::kMoved, rate_, std::move(ends), std::move(what),
                 fmt::format("move its end from the group of {} to that of {}", name(cable.is),
                             name(cable.should)));
      return;
    }
    const std::string second = one_between_groups(cable.other, cable.should, ends);
    found_.add(
        CablingKind::kSwapped, 2 * rate_, std::move(ends),
        fmt::format("two cables between groups have changed places: {}; and {}", first, second),
        fmt::format("exchange their ends, so that they join the groups of {} and {}, and those of "
                    "{} and {}",
                    name(cable.from), name(cable.should), name(cable.other), name(cable.is)));
  }

  void add_odd_groups(const OddLinks& odd) {
    const bool is_more = odd.more > 0;
    const auto count = static_cast<std::uint32_t>(std::abs(odd.more));
    found_
        .add(is_more ? CablingKind::kExtra : CablingKind::kMissing, is_more ? 0 : rate_ * count,
             {switch_end(odd.a, 0), switch_end(odd.b, 0)},
             fmt::format("the groups of {} and {} are joined by {} link{} {} than most groups",
                         name(odd.a), name(odd.b), count, count == 1 ? "" : "s",
                         is_more ? "more" : "fewer"),
             is_more ? "" : "look for a cable that is not plugged in, or a port that is down")
        .is_fault = !is_more;
  }

  void add_odd_switch(const OddSwitch& odd) {
    if (odd.kind == OddSwitch::Kind::kElsewhere) {
      found_.remark(
          CablingKind::kElsewhere, {switch_end(odd.sw, 0)},
          fmt::format(
              "{} has {} links up, and most of them do not lead where those of its peers do",
              name(odd.sw), odd.links));
      return;
    }
    const bool is_up = odd.kind == OddSwitch::Kind::kFewUp;
    CablingFinding& few =
        found_.add(CablingKind::kFewLinks, rate_ * (odd.usual - odd.links), {switch_end(odd.sw, 0)},
                   fmt::format("{} has {} links {}, and its peers {}", name(odd.sw), odd.links,
                               is_up ? "up" : "down", odd.usual),
                   "lay the cables that it lacks, or expect so much less bandwidth through it");
    if (!is_up || is_narrow(odd)) return;
    few.is_fault = false;
    few.lost = 0;
  }

  // End ports and links to lower switches.
  std::uint32_t below(SwitchIndex s) const {
    return static_cast<std::uint32_t>(
        std::ranges::count_if(fabric_.ports(s), [&](const Port& port) {
          return port.kind == PeerKind::kEndPort ||
                 (port.kind == PeerKind::kSwitch && shape_.level[port.peer] < shape_.level[s]);
        }));
  }

  // Has it less than three quarters of the links up for what is below it that three of four
  // switches of its level have if theirs are complete?
  bool is_narrow(const OddSwitch& odd) const {
    std::vector<std::uint32_t> loads;  // below each
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (shape_.level[s] == shape_.level[odd.sw]) loads.push_back(below(s));
    }
    const auto high = loads.begin() + static_cast<std::ptrdiff_t>(3 * loads.size() / 4);
    std::ranges::nth_element(loads, high);
    return 4.0 * odd.links * *high < 3.0 * odd.usual * below(odd.sw);
  }

  void add_moved(const MovedCable& cable) {
    const PortNum first = odd_port(cable.from, cable.is);
    const std::string place =
        fmt::format("{} port {}", name(cable.is), peer_port(cable.from, first));
    if (cable.other == kNone) {
      found_.add(
          CablingKind::kMoved, rate_,
          {switch_end(cable.from, first), switch_end(cable.is, peer_port(cable.from, first))},
          fmt::format("{} port {} leads to {}, and should lead to {}, as with its peers",
                      name(cable.from), first, place, name(cable.should)),
          fmt::format("move the end of that cable from {} to {}", place, name(cable.should)));
      return;
    }
    const PortNum second = odd_port(cable.other, cable.should);
    const PortNum there = peer_port(cable.other, second);
    found_.add(
        CablingKind::kSwapped, 2.0 * rate_,
        {switch_end(cable.from, first), switch_end(cable.is, peer_port(cable.from, first)),
         switch_end(cable.other, second), switch_end(cable.should, there)},
        fmt::format("two cables have changed places: {} port {} leads to {}, and {} port {} to {} "
                    "port {}",
                    name(cable.from), first, place, name(cable.other), second, name(cable.should),
                    there),
        fmt::format("exchange the ends at {} and at {} port {}", place, name(cable.should), there));
  }

  void add_odd(const OddLinks& links) {
    const std::string both = fmt::format("{} and {}", name(links.a), name(links.b));
    const auto count = [](std::int32_t n) {
      return fmt::format("{} link{}", n, n == 1 ? "" : "s");
    };
    if (links.more < 0) {
      std::vector<std::string> free;
      for (const SwitchIndex s : {links.a, links.b}) {
        if (std::string text = free_ports(s); !text.empty()) free.push_back(std::move(text));
      }
      found_.add(
          CablingKind::kMissing, rate_ * -links.more,
          {switch_end(links.a, 0), switch_end(links.b, 0)},
          fmt::format("{} missing between {}",
                      -links.more == 1 ? "1 link is" : fmt::format("{} links are", -links.more),
                      both),
          free.empty() ? "look for a cable that is not plugged in, or a port that is down"
                       : joined(free, "; "));
      return;
    }
    const PortNum port = odd_port(links.a, links.b);
    std::vector<CableEnd> ends = {switch_end(links.a, port),
                                  switch_end(links.b, peer_port(links.a, port))};
    if (links.is_foreign) {
      const bool is_level = shape_.kind == ShapeKind::kTree &&
                            shape_.tree.ranks[links.a] == shape_.tree.ranks[links.b];
      found_.add(CablingKind::kForeign, rate_ * links.more, std::move(ends),
                 fmt::format("{} between {} {} not belong there{}: one from port {} to port {}",
                             count(links.more), both, links.more == 1 ? "does" : "do",
                             is_level ? fmt::format(" (both are {})",
                                                    shape_.level_name(shape_.level[links.a]))
                                      : "",
                             port, peer_port(links.a, port)),
                 "take it out, or find out where it should lead");
      return;
    }
    found_.remark(CablingKind::kExtra, std::move(ends),
                  fmt::format("{} more between {} than their peers have", count(links.more), both));
  }

  const Fabric& fabric_;
  const SwitchGraph& graph_;
  const FittedShape& fitted_;
  const FabricShape& shape_;
  const double rate_;  // of a link between switches, Gb/s
  FindingList& found_;
};

}  // namespace

void judge_links(const SwitchGraph& graph, const FittedShape& fitted, FindingList& found) {
  LinkJudge(graph, fitted, found).run();
}

void find_idle_cables(FindingList& found) {
  const Fabric& fabric = found.fabric();
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    std::string what = idle_cables(fabric, s);
    if (what.empty()) continue;
    std::vector<CableEnd> ends;
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      if (fabric.ports(s)[p].has_cable) ends.push_back(switch_end(s, static_cast<PortNum>(p)));
    }
    found.remark(CablingKind::kDown, std::move(ends), std::move(what),
                 "look whether what is at the other end is on, and the other end plugged in; else "
                 "replace the cable");
  }
}

}  // namespace weft
