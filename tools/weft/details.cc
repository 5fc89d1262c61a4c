#include "tools/weft/details.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "common/base/text.h"
#include "common/cabling/rail_places.h"
#include "common/fabric/link_rate.h"
#include "common/topology/levels.h"

namespace weft::tool {
namespace {

constexpr std::size_t kLidsShown = 4;  // of a link, in text

std::string guid(Guid number) { return fmt::format("0x{:016x}", number); }

Json end_json(const Details& details, const Fabric& fabric, SwitchIndex s, PortNum port) {
  const Hops level = details.levels[s];
  return {{"guid", guid(fabric.switches()[s].node_guid)},
          {"name", fabric.switch_name(s)},
          {"port", port},
          {"level", level == kFar ? Json(nullptr) : Json(level)}};
}

Json peer_json(const Details& details, const Fabric& fabric, const Port& port) {
  if (port.kind == PeerKind::kSwitch) {
    return end_json(details, fabric, port.peer, port.peer_port);
  }
  return {{"guid", guid(fabric.end_ports()[port.peer].port_guid)},
          {"name", fabric.end_port_name(port.peer)},
          {"port", port.peer_port},
          {"level", nullptr}};
}

Json link_json(const Details& details, const Fabric& fabric, const LinkUse& use) {
  const Port& port = fabric.ports(use.sw)[use.port];
  return {{"from", end_json(details, fabric, use.sw, use.port)},
          {"to", peer_json(details, fabric, port)},
          {"rate", describe_rate(port.link)},
          {"paths", use.paths},
          {"time", use.time}};
}

// Of the first of the busiest links, by position.
std::vector<LidsOfLink> lids_of_busiest(const RoutingView& view, const Details& details,
                                        std::size_t most_lids) {
  const std::span<const LinkUse> busiest = details.links.busiest;
  return lids_over(view.fabric, view.tables, busiest.first(std::min(details.most, busiest.size())),
                   most_lids);
}

// Where `use` stands in the list of the busiest links: the index of its LIDs.
std::size_t place_of(const LinkUse& use, const Details& details) {
  return static_cast<std::size_t>(&use - details.links.busiest.data());
}

Json busiest_json(const RoutingView& view, const Details& details) {
  const std::vector<LidsOfLink> lids = lids_of_busiest(view, details, details.most);
  return first_of(details.links.busiest, details.most, [&](const LinkUse& use) {
    const LidsOfLink& of = lids[place_of(use, details)];
    Json link = link_json(details, view.fabric, use);
    link["lids"] = first_of(of.first, details.most, [](const LidUse& lid) {
      return Json({{"lid", lid.lid}, {"paths", lid.paths}});
    });
    link["lids"]["count"] = of.count;
    return link;
  });
}

Json switch_json(const Fabric& fabric, SwitchIndex s) {
  if (s == kNone) return nullptr;
  return {{"guid", guid(fabric.switches()[s].node_guid)}, {"name", fabric.switch_name(s)}};
}

Json missing_json(const Fabric& fabric, const Details& details) {
  const MissingParts& missing = details.missing;
  return {{"tree", missing.shape.empty() ? Json(nullptr) : Json(missing.shape)},
          {"links", first_of(missing.links, details.most,
                             [&](const MissingParts::Links& links) {
                               return Json({{"below", switch_json(fabric, links.below)},
                                            {"above", switch_json(fabric, links.above)},
                                            {"missing", links.missing}});
                             })},
          {"hosts", first_of(missing.hosts, details.most, [&](const MissingParts::Hosts& hosts) {
             return Json({{"leaf", switch_json(fabric, hosts.leaf)}, {"missing", hosts.missing}});
           })}};
}

Json loop_paths_json(const Fabric& fabric, const std::vector<LoopPath>& paths) {
  Json list = Json::array();
  for (const LoopPath& path : paths) {
    if (path.from == kNone) {
      list.push_back(nullptr);
      continue;
    }
    list.push_back({{"from",
                     {{"guid", guid(fabric.end_ports()[path.from].port_guid)},
                      {"name", fabric.end_port_name(path.from)}}},
                    {"lid", path.to},
                    {"sl", path.sl}});
  }
  return list;
}

// One line for each of the first elements, and the number of the others.
template <typename List, typename Describe>
void print_first(std::string_view title, const List& list, std::size_t most, Describe describe) {
  if (list.empty()) return;
  fmt::print("{}: {}\n", title, list.size());
  for (std::size_t i = 0; i < std::min(most, list.size()); ++i) {
    fmt::print("  {}\n", describe(list[i]));
  }
  if (list.size() > most) fmt::print("  and {} more\n", list.size() - most);
}

std::string describe_levels(const Details& details, const Fabric& fabric, const LinkUse& use) {
  const Port& port = fabric.ports(use.sw)[use.port];
  if (port.kind != PeerKind::kSwitch) return "";
  const Hops from = details.levels[use.sw];
  const Hops to = details.levels[port.peer];
  return from == kFar || to == kFar ? "" : fmt::format(", level {} to {}", from, to);
}

std::string describe_use(const Details& details, const Fabric& fabric, const LinkUse& use) {
  const bool is_usual = use.time == static_cast<double>(use.paths);
  return fmt::format("{} paths{}: {}{}, {}", use.paths,
                     is_usual ? "" : fmt::format(", which take the time of {:.0f}", use.time),
                     describe_link(fabric, use.sw, use.port), describe_levels(details, fabric, use),
                     describe_rate(fabric.ports(use.sw)[use.port].link));
}

std::string describe_slow(const Details& details, const Fabric& fabric, const LinkUse& use) {
  const Port& port = fabric.ports(use.sw)[use.port];
  if (port.kind == PeerKind::kSwitch) return describe_use(details, fabric, use);
  return fmt::format("{}, {}", describe_link(fabric, use.sw, use.port), describe_rate(port.link));
}

std::string describe_lids(const Fabric& fabric, const LidsOfLink& lids) {
  std::string text = fmt::format("; to {} LIDs:", lids.count);
  for (const LidUse& use : lids.first) {
    text += fmt::format("{} {} ({})", &use == lids.first.data() ? "" : ",",
                        fabric.describe_lid(use.lid), use.paths);
  }
  return text + (lids.count > lids.first.size() ? ", ..." : "");
}

void print_missing(const Details& details, const Fabric& fabric) {
  print_first("links missing from the tree, by switch", details.missing.links, details.most,
              [&](const MissingParts::Links& links) {
                return fmt::format(
                    "{} from {} to {}", links.missing, fabric.describe_switch(links.below),
                    links.above == kNone ? "a switch above" : fabric.describe_switch(links.above));
              });
  print_first("leaf switches with fewer hosts than the tree has a place for", details.missing.hosts,
              details.most, [&](const MissingParts::Hosts& hosts) {
                return fmt::format("{} without {}", fabric.describe_switch(hosts.leaf),
                                   hosts.missing);
              });
}

void print_loop(const RoutingView& view, const Details& details, const Verdict& verdict) {
  for (std::size_t i = 0; i < details.loop_paths.size(); ++i) {
    const Channel& channel = verdict.credit_loop[i];
    const LoopPath& path = details.loop_paths[i];
    if (path.from == kNone) continue;
    fmt::print("  behind {} VL {}: packets from {} to {} on SL {}\n",
               describe_link(view.fabric, channel.sw, channel.port), channel.vl,
               view.fabric.describe_end_port(path.from), view.fabric.describe_lid(path.to),
               path.sl);
  }
}

void count_rails(const Fabric& fabric, Details& details) {
  const std::vector<Host> hosts = find_hosts(fabric);
  const RailPlaces places = find_rail_places(fabric, hosts);
  details.usual_rails = places.rails;
  for (const std::size_t h : places.fewer) details.fewer_rails.push_back(hosts[h]);
}

Json several_lids_json(const SeveralLids& found) {
  if (found.pairs == 0) return nullptr;
  return {{"pairs", found.pairs},
          {"first_links", found.first_links},
          {"apart", found.apart},
          {"on_one_link", found.on_one_link}};
}

void print_several_lids(const SeveralLids& found) {
  if (found.pairs == 0) return;
  fmt::print(
      "paths to the LIDs of a port: {:.2f} different first links on average, {:.2f} paths without "
      "a link in common; of {} pairs of a switch and a port {} have all paths over one link\n",
      found.first_links, found.apart, found.pairs, found.on_one_link);
}

}  // namespace

std::optional<std::size_t> DetailArguments::most(bool json) const {
  if (!json && !asked()) return std::nullopt;
  return all ? std::numeric_limits<std::size_t>::max() : top.value_or(kUsualTop);
}

void add_detail_options(CommandSyntax command, DetailArguments& arguments) {
  command
      .add_option("--top", arguments.top,
                  "List the busiest, unused, slow and missing links, hosts that lack rails, and "
                  "packets that close a credit loop: so many of each kind, and how many more "
                  "there are")
      .type_name("N");
  command.add_flag("--all", arguments.all, "List all of these");
}

Details find_details(const RoutingView& view, const Verdict& verdict, const Figures& figures,
                     std::span<const SwitchIndex> roots, std::optional<std::size_t> most,
                     const Workers& workers) {
  Details details;
  details.levels = levels_of(view.fabric);
  details.links = find_link_uses(view.fabric, figures.link_load);
  details.several_lids = judge_several_lids(view.fabric, view.tables, workers);
  if (!most) return details;
  details.most = *most;
  details.missing = find_missing_parts(view.fabric, roots);
  details.loop_paths = find_loop_paths(view, verdict.credit_loop, *most);

  count_rails(view.fabric, details);
  return details;
}

std::string describe_link(const Fabric& fabric, SwitchIndex sw, PortNum port) {
  const Port& end = fabric.ports(sw)[port];
  return fmt::format("{} port {} -> {} port {}", fabric.describe_switch(sw), port,
                     end.kind == PeerKind::kSwitch ? fabric.describe_switch(end.peer)
                                                   : fabric.describe_end_port(end.peer),
                     end.peer_port);
}

void add_details(const RoutingView& view, const Details& details, Json& report) {
  const Fabric& fabric = view.fabric;
  const auto link = [&](const LinkUse& use) { return link_json(details, fabric, use); };
  report["links"] = {{"usual_rate", details.links.usual_rate},
                     {"time", {{"max", details.links.max_time}, {"mean", details.links.mean_time}}},
                     {"busiest", busiest_json(view, details)},
                     {"unused", first_of(details.links.unused, details.most, link)},
                     {"slow", first_of(details.links.slow, details.most, link)}};
  report["several_lids"] = several_lids_json(details.several_lids);
  report["missing"] = missing_json(fabric, details);
  report["rails"] = {
      {"usual", details.usual_rails},
      {"fewer", first_of(details.fewer_rails, details.most, [&](const Host& host) {
         const EndPort& port = fabric.end_ports()[host.rails.front()];
         return Json(
             {{"name", host.name}, {"guid", guid(port.port_guid)}, {"rails", host.rails.size()}});
       })}};
  report["credit_loop_paths"] = loop_paths_json(fabric, details.loop_paths);
}

void print_details(const RoutingView& view, const Details& details, const Verdict& verdict,
                   bool all_lists) {
  const Fabric& fabric = view.fabric;
  print_several_lids(details.several_lids);
  if (!all_lists) {
    if (details.links.busiest.empty()) return;
    fmt::print("busiest link: {}\n", describe_use(details, fabric, details.links.busiest.front()));
    return;
  }
  const std::vector<LidsOfLink> lids = lids_of_busiest(view, details, kLidsShown);
  print_first("links between switches that carry paths", details.links.busiest, details.most,
              [&](const LinkUse& use) {
                return describe_use(details, fabric, use) +
                       describe_lids(fabric, lids[place_of(use, details)]);
              });
  print_first("unused links between switches", details.links.unused, details.most,
              [&](const LinkUse& use) { return describe_link(fabric, use.sw, use.port); });
  print_first("slow links", details.links.slow, details.most,
              [&](const LinkUse& use) { return describe_slow(details, fabric, use); });
  print_missing(details, fabric);
  print_first(fmt::format("hosts with fewer rails than {}", details.usual_rails),
              details.fewer_rails, details.most, [&](const Host& host) {
                return fmt::format("{}: {}, {} the first", on_one_line(host.name),
                                   host.rails.size(), fabric.describe_end_port(host.rails.front()));
              });
  if (!details.loop_paths.empty()) {
    fmt::print("credit loop: packets that hold a link and wait for the next\n");
    print_loop(view, details, verdict);
  }
}

}  // namespace weft::tool
