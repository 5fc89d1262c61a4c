#include "common/cabling/cabling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "common/base/text.h"
#include "common/cabling/cable_swaps.h"
#include "common/cabling/lonely_links.h"
#include "common/cabling/odd_links.h"
#include "common/cabling/rail_places.h"
#include "common/fabric/counts.h"
#include "common/fabric/link_rate.h"
#include "common/graph/pieces.h"
#include "common/topology/tree_fit.h"
#include "common/topology/typical_shape.h"

namespace weft {
namespace {

// Free ports of a switch are listed up to this number.
constexpr std::size_t kFreePortsNamed = 8;
// If more than one in kFew of a kind are slow, they are a design and no fault.
constexpr std::size_t kFew = 4;
constexpr std::size_t kNamesShown = 3;
constexpr std::size_t kMostOddInProducts = 8;
// If more than one in kOneLost switches of a tree are missing, it is another design.
constexpr std::size_t kOneLost = 8;
constexpr std::size_t kFewestWithGap = 3;

class Judge {
 public:
  explicit Judge(const Fabric& fabric)
      : fabric_(fabric), graph_(fabric), rate_(usual_rates(fabric).between_switches) {}

  Cabling run(const Workers& workers) && {
    find_shape(workers);
    judge_links();
    judge_cables();
    judge_rates();
    judge_rails();
    judge_pieces();
    judge_names();
    count_chassis();
    std::ranges::stable_sort(result_.findings, {}, [](const CablingFinding& finding) {
      return std::tuple(!finding.is_fault, -finding.lost, finding.kind);
    });
    return std::move(result_);
  }

 private:
  // Chooses the shape that matches the most links, then has the fewest odd links: of the fabric
  // itself, or of the fabric without some lonely links.
  void find_shape(const Workers& workers) {
    std::uint64_t links = 0;  // between switches
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        if (s < bundle.peer) links += bundle.port_count;
      }
    }
    bool is_first = true;
    std::size_t fewest = 0;
    const auto look = [&](const Fabric& fabric) {
      FabricShape shape = recognise(fabric, {}, workers);
      OddParts odd = find_odd_links(graph_, shape);
      ExplainedLinks explained = explain_odd_links(odd.links);
      const std::size_t count =
          explained.moved.size() + explained.rest.size() + odd.switches.size() + odd.groups.size();
      const bool is_better =
          odd.matched > odd_.matched || (odd.matched == odd_.matched && count < fewest);
      if (!std::exchange(is_first, false) && !is_better) return;
      fewest = count;
      result_.describe_tree.clear();
      lost_switches_ = 0;
      if (shape.kind == ShapeKind::kTree) {
        const TreeShape typical = typical_shape(fabric, shape.tree);
        const TreeFit fit = fit_tree(fabric, shape.tree, typical);
        lost_switches_ = fit.lost_switches;
        result_.describe_tree = describe_fit(typical, fit);
      }
      result_.shape = std::move(shape);
      odd_ = std::move(odd);
      explained_ = std::move(explained);
    };
    look(fabric_);
    for (const auto& pairs : find_lonely_links(graph_)) {
      if (fewest == 0 && odd_.matched == links) break;
      look(without_links(fabric_, graph_, pairs));
    }
    // Links between groups of a dragonfly are not matched one by one.
    const ShapeKind kind = result_.shape.kind;
    result_.are_links_judged = kind == ShapeKind::kGroups
                                   ? odd_.matched > 0
                                   : kind != ShapeKind::kOther && 4 * odd_.matched >= 3 * links;
  }

  CablingFinding& add(CablingKind kind, double lost, std::vector<CableEnd> ends, std::string what,
                      std::string remedy = {}) {
    return result_.findings.emplace_back(
        CablingFinding{kind, true, lost, std::move(ends), std::move(what), std::move(remedy)});
  }

  std::string name(SwitchIndex s) const { return fabric_.describe_switch(s); }

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

  CableEnd end(SwitchIndex s, PortNum port) const { return {PeerKind::kSwitch, s, port}; }

  // «A has cables without a link at ports 5, 7»; empty: none that is known.
  std::string idle_cables(SwitchIndex s) const {
    std::vector<std::string> idle;
    for (std::size_t p = 1; p < fabric_.ports(s).size(); ++p) {
      if (fabric_.ports(s)[p].has_cable) idle.push_back(fmt::format("{}", p));
    }
    if (idle.empty()) return {};
    const bool is_one = idle.size() == 1;
    return fmt::format("{} has {} without a link at port{} {}", name(s),
                       is_one ? "a cable" : "cables", is_one ? "" : "s", joined(idle, ", "));
  }

  // A host that is off has such a cable too.
  void judge_cables() {
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      std::string what = idle_cables(s);
      if (what.empty()) continue;
      std::vector<CableEnd> ends;
      for (std::size_t p = 1; p < fabric_.ports(s).size(); ++p) {
        if (fabric_.ports(s)[p].has_cable) ends.push_back(end(s, static_cast<PortNum>(p)));
      }
      add(CablingKind::kDown, 0, std::move(ends), std::move(what),
          "look whether what is at the other end is on, and the other end plugged in; else "
          "replace the cable")
          .is_fault = false;
    }
  }

  std::string free_ports(SwitchIndex s) const {
    if (std::string idle = idle_cables(s); !idle.empty()) return idle;
    std::vector<std::string> free;
    for (std::size_t p = 1; p < fabric_.ports(s).size(); ++p) {
      if (fabric_.ports(s)[p].kind == PeerKind::kNothing) free.push_back(fmt::format("{}", p));
    }
    if (free.empty() || free.size() > kFreePortsNamed) return {};
    return fmt::format("{} has no link at port{} {}", name(s), free.size() == 1 ? "" : "s",
                       joined(free, ", "));
  }

  void judge_links() {
    if (!result_.are_links_judged) return;
    // With many foreign links, a product may have been recognised as another product.
    const std::size_t odd_links = explained_.moved.size() + explained_.rest.size();
    if (result_.shape.kind == ShapeKind::kProduct && odd_links > kMostOddInProducts &&
        std::ranges::any_of(explained_.rest, &OddLinks::is_foreign)) {
      add(CablingKind::kForeign, 0, {},
          fmt::format("{} links do not fit a {}: cables have changed places, and which ones cannot "
                      "be told",
                      odd_links, result_.shape.describe()),
          "hold the links against a plan of the fabric");
      return;
    }
    for (const MovedCable& cable : explained_.moved) add_moved(cable);
    for (const OddLinks& links : explained_.rest) add_odd(links);
    for (const OddSwitch& odd : odd_.switches) add_odd_switch(odd);
    std::vector<OddLinks> groups;
    for (const OddGroups& odd : odd_.groups) groups.push_back({odd.a, odd.b, odd.more, false});
    const ExplainedLinks between_groups = explain_odd_links(groups);
    for (const MovedCable& cable : between_groups.moved) add_moved_between_groups(cable);
    for (const OddLinks& odd : between_groups.rest) add_odd_groups(odd);
    for (const VacantPlace& place : odd_.vacant) add_vacant(place);
    add_lost_switches();
    if (result_.shape.kind == ShapeKind::kTree) add_common_gaps();
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
    for (const SwitchIndex s : switches) ends.push_back(end(s, 0));
    return ends;
  }

  // Without a switch that all switches of a level were linked to, the rest is whole. But these have
  // gaps in their rows of links to switches: as many ports as each has links to another switch.
  void add_common_gaps() {
    std::map<unsigned, std::vector<SwitchIndex>> levels;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      levels[result_.shape.level[s]].push_back(s);
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
      add(CablingKind::kNoSwitch, 0, ends_at(switches),
          fmt::format("none of the {} {} has a link at port{} {}: a switch may be missing beside "
                      "all of them",
                      switches.size(), result_.shape.level_name(level), gaps.size() == 1 ? "" : "s",
                      joined(gaps, ", ")),
          "look for a switch that is off, unless these ports are spare")
          .is_fault = false;
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
    add(CablingKind::kNoSwitch, rate_ * place.links, ends_at(place.neighbours),
        fmt::format("a switch is missing between {}", some_of(place.neighbours)),
        "look for a switch that is off, or whose cables are not plugged in");
  }

  // In a regular tree: next to which switches are others missing? Those have fewer links, up or
  // down, than most of their level.
  void add_lost_switches() {
    const bool are_few = kOneLost * lost_switches_ <= fabric_.switch_count();
    if (lost_switches_ == 0 || !are_few) return;
    for (const bool is_up : {true, false}) {
      std::map<unsigned, std::map<std::uint32_t, std::vector<SwitchIndex>>> levels;
      for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
        if (const std::uint32_t links = expected_links(s, is_up); links > 0) {
          levels[result_.shape.level[s]][links].push_back(s);
        }
      }
      for (const auto& [level, by_links] : levels) add_beside_lost(by_links, is_up);
    }
  }

  // The links of a switch up or down, with those that are said to be missing.
  std::uint32_t expected_links(SwitchIndex s, bool is_up) const {
    const auto counts = [&](SwitchIndex other) {
      const unsigned here = result_.shape.level[s];
      const unsigned there = result_.shape.level[other];
      return is_up ? there > here : there < here;
    };
    std::uint32_t links = 0;
    for (const LinkBundle& bundle : graph_.bundles(s)) {
      if (counts(bundle.peer)) links += bundle.port_count;
    }
    for (const OddLinks& odd : explained_.rest) {
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
      const bool is_bad = std::ranges::any_of(odd_.switches, [&](const OddSwitch& odd) {
        return std::ranges::count(switches, odd.sw) != 0;
      });
      if (links >= usual->first || is_bad) continue;
      const double lost = is_up ? rate_ * (usual->first - links) : 0;
      const char* side = is_up ? "up" : "down";
      const bool is_one = switches.size() == 1;
      CablingFinding& found = add(
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
    const SwitchGroups& groups = result_.shape.groups;
    std::vector<std::string> links;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (groups.of[s] != groups.of[a]) continue;
      for (std::size_t p = 1; p < fabric_.ports(s).size(); ++p) {
        const Port& port = fabric_.ports(s)[p];
        if (port.kind != PeerKind::kSwitch || groups.of[port.peer] != groups.of[b]) continue;
        links.push_back(
            fmt::format("{} port {} to {} port {}", name(s), p, name(port.peer), port.peer_port));
        if (links.size() > kNamesShown) continue;
        ends.push_back(end(s, static_cast<PortNum>(p)));
        ends.push_back(end(port.peer, port.peer_port));
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
      add(CablingKind::kMoved, rate_, std::move(ends), std::move(what),
          fmt::format("move its end from the group of {} to that of {}", name(cable.is),
                      name(cable.should)));
      return;
    }
    const std::string second = one_between_groups(cable.other, cable.should, ends);
    add(CablingKind::kSwapped, 2 * rate_, std::move(ends),
        fmt::format("two cables between groups have changed places: {}; and {}", first, second),
        fmt::format("exchange their ends, so that they join the groups of {} and {}, and those of "
                    "{} and {}",
                    name(cable.from), name(cable.should), name(cable.other), name(cable.is)));
  }

  void add_odd_groups(const OddLinks& odd) {
    const bool is_more = odd.more > 0;
    const auto count = static_cast<std::uint32_t>(std::abs(odd.more));
    add(is_more ? CablingKind::kExtra : CablingKind::kMissing, is_more ? 0 : rate_ * count,
        {end(odd.a, 0), end(odd.b, 0)},
        fmt::format("the groups of {} and {} are joined by {} link{} {} than most groups",
                    name(odd.a), name(odd.b), count, count == 1 ? "" : "s",
                    is_more ? "more" : "fewer"),
        is_more ? "" : "look for a cable that is not plugged in, or a port that is down")
        .is_fault = !is_more;
  }

  void add_odd_switch(const OddSwitch& odd) {
    if (odd.kind == OddSwitch::Kind::kElsewhere) {
      add(CablingKind::kElsewhere, 0, {end(odd.sw, 0)},
          fmt::format(
              "{} has {} links up, and most of them do not lead where those of its peers do",
              name(odd.sw), odd.links))
          .is_fault = false;
      return;
    }
    const bool is_up = odd.kind == OddSwitch::Kind::kFewUp;
    CablingFinding& few =
        add(CablingKind::kFewLinks, rate_ * (odd.usual - odd.links), {end(odd.sw, 0)},
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
                 (port.kind == PeerKind::kSwitch &&
                  result_.shape.level[port.peer] < result_.shape.level[s]);
        }));
  }

  // Has it less than three quarters of the links up for what is below it that three of four
  // switches of its level have if theirs are complete?
  bool is_narrow(const OddSwitch& odd) const {
    std::vector<std::uint32_t> loads;  // below each
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (result_.shape.level[s] == result_.shape.level[odd.sw]) loads.push_back(below(s));
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
      add(CablingKind::kMoved, rate_,
          {end(cable.from, first), end(cable.is, peer_port(cable.from, first))},
          fmt::format("{} port {} leads to {}, and should lead to {}, as with its peers",
                      name(cable.from), first, place, name(cable.should)),
          fmt::format("move the end of that cable from {} to {}", place, name(cable.should)));
      return;
    }
    const PortNum second = odd_port(cable.other, cable.should);
    const PortNum there = peer_port(cable.other, second);
    add(CablingKind::kSwapped, 2.0 * rate_,
        {end(cable.from, first), end(cable.is, peer_port(cable.from, first)),
         end(cable.other, second), end(cable.should, there)},
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
      add(CablingKind::kMissing, rate_ * -links.more, {end(links.a, 0), end(links.b, 0)},
          fmt::format("{} missing between {}",
                      -links.more == 1 ? "1 link is" : fmt::format("{} links are", -links.more),
                      both),
          free.empty() ? "look for a cable that is not plugged in, or a port that is down"
                       : joined(free, "; "));
      return;
    }
    const PortNum port = odd_port(links.a, links.b);
    std::vector<CableEnd> ends = {end(links.a, port), end(links.b, peer_port(links.a, port))};
    if (links.is_foreign) {
      const bool is_level = result_.shape.kind == ShapeKind::kTree &&
                            result_.shape.tree.ranks[links.a] == result_.shape.tree.ranks[links.b];
      add(CablingKind::kForeign, rate_ * links.more, std::move(ends),
          fmt::format("{} between {} {} not belong there{}: one from port {} to port {}",
                      count(links.more), both, links.more == 1 ? "does" : "do",
                      is_level ? fmt::format(" (both are {})",
                                             result_.shape.level_name(result_.shape.level[links.a]))
                               : "",
                      port, peer_port(links.a, port)),
          "take it out, or find out where it should lead");
      return;
    }
    add(CablingKind::kExtra, 0, std::move(ends),
        fmt::format("{} more between {} than their peers have", count(links.more), both))
        .is_fault = false;
  }

  void judge_rates() {
    const LinkKinds kinds = link_kinds(fabric_, result_.shape);
    std::map<std::string, std::vector<std::pair<SwitchIndex, PortNum>>> links;
    std::vector<std::pair<SwitchIndex, PortNum>> hosts;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      for (std::size_t p = 1; p < fabric_.ports(s).size(); ++p) {
        const Port& port = fabric_.ports(s)[p];
        const std::pair<SwitchIndex, PortNum> at(s, static_cast<PortNum>(p));
        if (port.kind == PeerKind::kEndPort && is_host_port(fabric_, port.peer))
          hosts.push_back(at);
        if (port.kind != PeerKind::kSwitch || port.peer < s) continue;
        const std::uint32_t kind = kinds.of[fabric_.switches()[s].first_port + p];
        if (kind != kNone) links[kinds.names[kind]].push_back(at);
      }
    }
    for (const auto& [kind, ports] : links) judge_rates_of(ports, "links", false);
    judge_rates_of(hosts, "links of hosts", true);
  }

  // ports: of links of one kind. are_hosts: a slow card is no fault of a cable, but a link that has
  // lost lanes is a fault.
  void judge_rates_of(std::span<const std::pair<SwitchIndex, PortNum>> ports, std::string_view what,
                      bool are_hosts) {
    if (ports.empty()) return;
    const auto link = [&](const auto& at) -> const LinkAttributes& {
      return fabric_.ports(at.first)[at.second].link;
    };
    std::map<std::uint16_t, std::size_t> by_rate;
    for (const auto& at : ports) ++by_rate[data_rate(link(at))];
    const std::uint16_t usual =
        std::ranges::max_element(by_rate, {}, [](const auto& row) { return row.second; })->first;
    const auto like =
        std::ranges::find_if(ports, [&](const auto& at) { return data_rate(link(at)) == usual; });
    const LinkAttributes usual_link = link(*like);
    std::vector<std::pair<SwitchIndex, PortNum>> slow;
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
    for (const auto& at : slow) add_slow(at, usual_link);
    if (by_name.empty()) return;
    std::vector<std::string> rates;
    std::size_t count = 0;
    for (const auto& [rate, times] : by_name) {
      rates.push_back(fmt::format("{} {}", times, rate));
      count += times;
    }
    add(CablingKind::kSlow, 0, {},
        fmt::format("{} of {} {} are slower than {}, which most have: {}", count, ports.size(),
                    what, describe_rate(usual_link), joined(rates, ", ")))
        .is_fault = false;
  }

  void add_slow(const std::pair<SwitchIndex, PortNum>& at, const LinkAttributes& usual) {
    const Port& port = fabric_.ports(at.first)[at.second];
    const std::string to =
        port.kind == PeerKind::kSwitch ? name(port.peer) : fabric_.describe_end_port(port.peer);
    add(CablingKind::kSlow, static_cast<double>(data_rate(usual) - data_rate(port.link)),
        {end(at.first, at.second), {port.kind, port.peer, port.peer_port}},
        fmt::format("{} port {} to {} port {} has {}, and links like it {}", name(at.first),
                    at.second, to, port.peer_port, describe_rate(port.link), describe_rate(usual)),
        "clean or replace the cable, and look at the errors of both ports");
  }

  void judge_rails() {
    const std::vector<Host> hosts = find_hosts(fabric_);
    const RailPlaces places = find_rail_places(fabric_, hosts);
    result_.rails = places.rails;
    result_.are_rails_separate = places.are_separate;
    std::vector<bool> is_said(places.misplaced.size());
    for (std::size_t i = 0; i < places.misplaced.size(); ++i) {
      if (is_said[i]) continue;
      const MisplacedRail& rail = places.misplaced[i];
      for (std::size_t j = i + 1; j < places.misplaced.size(); ++j) {
        const MisplacedRail& other = places.misplaced[j];
        if (other.host != rail.host || other.rail != rail.leaf_rail ||
            other.leaf_rail != rail.rail || is_said[j]) {
          continue;
        }
        is_said[j] = true;
        add_swapped_rails(rail, other);
        is_said[i] = true;
        break;
      }
      if (!is_said[i]) add_rail(rail);
    }
    for (const std::size_t h : places.fewer) {
      const Host& host = hosts[h];
      add(CablingKind::kNoRail, 0, {{PeerKind::kEndPort, host.rails.front(), 0}},
          fmt::format("{} has {} of {} ports: the first is {}", on_one_line(host.name),
                      host.rails.size(), places.rails,
                      fabric_.describe_end_port(host.rails.front())),
          "look at its other cards and cables, unless it is a host of another kind")
          .is_fault = false;
    }
  }

  double rate_of(const EndPort& port) const {
    return data_rate(fabric_.ports(port.sw)[port.switch_port].link);
  }
  std::vector<CableEnd> ends_of(EndPortIndex e) const {
    const EndPort& port = fabric_.end_ports()[e];
    return {{PeerKind::kEndPort, e, port.port_num}, end(port.sw, port.switch_port)};
  }
  std::string place_of(EndPortIndex e) const {
    const EndPort& port = fabric_.end_ports()[e];
    return fmt::format("{} port {}", name(port.sw), port.switch_port);
  }

  void add_rail(const MisplacedRail& rail) {
    add(CablingKind::kRail, rate_of(fabric_.end_ports()[rail.port]), ends_of(rail.port),
        fmt::format("{} is rail {} of its host, and {} is on rail {}",
                    fabric_.describe_end_port(rail.port), rail.rail + 1, place_of(rail.port),
                    rail.leaf_rail + 1),
        fmt::format("move its cable to a leaf switch of rail {}", rail.rail + 1));
  }

  void add_swapped_rails(const MisplacedRail& first, const MisplacedRail& second) {
    std::vector<CableEnd> ends = ends_of(first.port);
    for (const CableEnd& more : ends_of(second.port)) ends.push_back(more);
    add(CablingKind::kSwapped, 2 * rate_of(fabric_.end_ports()[first.port]), std::move(ends),
        fmt::format(
            "two cables of a host have changed places: {}, rail {}, is on rail {} at {}, and "
            "{}, rail {}, on rail {} at {}",
            fabric_.describe_end_port(first.port), first.rail + 1, first.leaf_rail + 1,
            place_of(first.port), fabric_.describe_end_port(second.port), second.rail + 1,
            second.leaf_rail + 1, place_of(second.port)),
        fmt::format("exchange the ends at {} and at {}", place_of(first.port),
                    place_of(second.port)));
  }

  void count_chassis() {
    std::map<Guid, std::size_t> switches;
    for (const Switch& sw : fabric_.switches()) {
      if (sw.system_guid != 0) ++switches[sw.system_guid];
    }
    for (const auto& [system, count] : switches) {
      if (count > 1) result_.chassis.push_back(count);
    }
    std::ranges::sort(result_.chassis);
  }

  void judge_pieces() {
    struct Piece {
      SwitchIndex first = kNone;
      std::uint32_t switches = 0;
      std::uint32_t end_ports = 0;
    };
    const Pieces found = find_pieces(fabric_);
    std::vector<Piece> pieces(found.count);
    const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric_);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      Piece& piece = pieces[found.of[s]];
      piece.first = std::min(piece.first, s);
      ++piece.switches;
      piece.end_ports += end_ports[s];
    }
    std::uint32_t most = 0;
    for (const Piece& piece : pieces) most = std::max(most, piece.end_ports);
    if (pieces.size() < 2) return;
    for (const Piece& piece : pieces) {
      const bool is_small = 2 * piece.end_ports < most;
      add(CablingKind::kPieces, 0, {end(piece.first, 0)},
          fmt::format("{} switch{} with {} end ports, {} the first, {} linked to no others",
                      piece.switches, piece.switches == 1 ? "" : "es", piece.end_ports,
                      name(piece.first), piece.switches == 1 ? "is" : "are"),
          is_small ? "look for its cables" : "")
          .is_fault = is_small;
    }
  }

  void judge_names() {
    std::map<std::string_view, std::vector<SwitchIndex>> switches;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      switches[fabric_.switch_name(s)].push_back(s);
    }
    std::map<std::string_view, std::vector<EndPortIndex>> hosts;
    std::set<Guid> nodes;
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      const bool is_new = nodes.insert(fabric_.end_ports()[e].node_guid).second;
      if (is_new && is_host_port(fabric_, e)) hosts[fabric_.end_port_name(e)].push_back(e);
    }
    add_equal(switches, PeerKind::kSwitch, "switches");
    add_equal(hosts, PeerKind::kEndPort, "CAs");
  }

  void add_equal(const std::map<std::string_view, std::vector<std::uint32_t>>& by_name,
                 PeerKind kind, std::string_view what) {
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
    add(CablingKind::kNames, 0, std::move(ends),
        fmt::format("{} {} do not differ by name: {}{}", count, what, joined(shown, ", "),
                    equal.size() > shown.size()
                        ? fmt::format(" and {} other names", equal.size() - shown.size())
                        : ""),
        "give each a name of its own, so that messages and patterns of names can tell them apart")
        .is_fault = false;
  }

  const Fabric& fabric_;
  const SwitchGraph graph_;
  const double rate_;  // of a link between switches, Gb/s
  OddParts odd_;
  ExplainedLinks explained_;
  std::uint64_t lost_switches_ = 0;  // of a regular tree
  Cabling result_;
};

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
  return Judge(fabric).run(workers);
}

}  // namespace weft
