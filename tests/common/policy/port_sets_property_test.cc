// Port groups against a naive evaluator: sets of (node, port), straightforward recursion, and
// std::regex for the expressions.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/base/text.h"
#include "common/fabric/builder.h"
#include "common/policy/port_sets.h"
#include "tests/support/drawn_fabric.h"

namespace weft {
namespace {

unsigned below(std::size_t count) {
  return *rc::gen::inRange<unsigned>(0, static_cast<unsigned>(count));
}

// Switches with hosts of one or two cards, and a router now and then.
Fabric hosts_with_cards() {
  FabricBuilder builder("hosts");
  const unsigned switches = 1 + below(3);
  for (unsigned s = 0; s < switches; ++s) {
    const NodeId sw = builder.add_node({.type = NodeType::kSwitch,
                                        .node_guid = 0x10 * (100 + s),
                                        .port_count = 5,
                                        .name = below(2) == 0 ? "SW:a" : "SW:b"});
    for (unsigned port = 1; port <= 5; port += 2) {
      const unsigned host = 3 * s + port / 2;
      const std::string name = fmt::format("h{} {}", below(3), below(2) == 0 ? "HCA-1" : "mlx5_0");
      const NodeId node =
          builder.add_node({.type = below(4) == 0 ? NodeType::kRouter : NodeType::kCa,
                            .node_guid = 0x10 * (host % 2 == 0 ? 90 + host : 110 + host),
                            .port_count = 2,
                            .name = below(5) == 0 ? "h1" : name});
      builder.add_link(sw, static_cast<PortNum>(port), node, 1, {});
      if (port < 5 && below(2) == 0)
        builder.add_link(sw, static_cast<PortNum>(port + 1), node, 2, {});
    }
  }
  return builder.build();
}

// A port of a switch, whose nodes come first, or an end port.
using NaivePort = std::pair<std::size_t, unsigned>;  // node, number
using NaiveSet = std::set<NaivePort>;

struct NaiveNode {
  Guid guid = 0;
  std::string name;
  std::map<unsigned, Guid> ports;  // by number, with their GUIDs; 0: none of their own
  NodeType type = NodeType::kSwitch;
};

std::vector<NaiveNode> nodes_of(const Fabric& fabric) {
  std::vector<NaiveNode> nodes;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    NaiveNode node = {
        fabric.switches()[s].node_guid, std::string(fabric.switch_name(s)), {}, NodeType::kSwitch};
    for (unsigned p = 0; p <= fabric.switches()[s].port_count; ++p) node.ports[p] = 0;
    nodes.push_back(node);
  }
  std::map<Guid, NaiveNode> others;
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& port = fabric.end_ports()[e];
    NaiveNode& node = others[port.node_guid];
    node.guid = port.node_guid;
    node.name = fabric.end_port_name(e);
    node.type = port.type;
    node.ports[port.port_num] = port.port_guid;
  }
  for (const auto& [guid, node] : others) nodes.push_back(node);
  return nodes;
}

// A policy as text, and what it means.
struct NaiveGroup {
  std::vector<std::string> lines;
  NaiveSet direct;  // of rules that refer to no other group
  struct Combination {
    std::size_t first;
    std::size_t second;
    bool subtract;
  };
  std::vector<Combination> combinations;
};

class NaivePolicy {
 public:
  explicit NaivePolicy(const Fabric& fabric) : nodes_(nodes_of(fabric)) {
    groups_.resize(1 + below(6));
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const unsigned rules = 1 + below(3);
      for (unsigned i = 0; i < rules; ++i) add_rule(g);
    }
  }

  // The groups in random order.
  std::string text() const {
    std::vector<std::size_t> order;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      order.insert(order.begin() + below(g + 1), g);
    }
    std::string text;
    for (const std::size_t g : order) {
      text += fmt::format("port-group\nname: g{}\n{}\nend-port-group\n", g,
                          joined(groups_[g].lines, "\n"));
    }
    return text;
  }

  std::size_t group_count() const { return groups_.size(); }

  NaiveSet ports_of(std::size_t g) const {
    NaiveSet ports = groups_[g].direct;
    for (const auto& [first, second, subtract] : groups_[g].combinations) {
      const NaiveSet a = ports_of(first);
      const NaiveSet b = ports_of(second);
      for (const NaivePort& port : a) {
        if (!subtract || b.count(port) == 0) ports.insert(port);
      }
      if (!subtract) ports.insert(b.begin(), b.end());
    }
    return ports;
  }

  NaiveSet as_ports(const Fabric& fabric, const PortSelection& set) const {
    NaiveSet ports;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      for (const auto& [number, port_guid] : nodes_[n].ports) {
        if (nodes_[n].type == NodeType::kSwitch) {
          const auto s = static_cast<SwitchIndex>(n);
          if (set.has_switch_port(fabric, s, static_cast<PortNum>(number))) {
            ports.emplace(n, number);
          }
        } else {
          EndPortIndex e = 0;
          while (fabric.end_ports()[e].port_guid != port_guid) ++e;
          if (set.has_end_port(e)) ports.emplace(n, number);
        }
      }
    }
    return ports;
  }

 private:
  void add_rule(std::size_t g) {
    switch (below(g == 0 ? 4 : 6)) {
      case 0:
        return add_guid(groups_[g]);
      case 1:
        return add_range(groups_[g]);
      case 2:
        return add_host(groups_[g]);
      case 3:
        return add_pattern(groups_[g]);
      default:
        return add_combination(g);
    }
  }

  template <typename Takes>
  void take(NaiveGroup& group, Takes takes) {
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      for (const auto& [number, port_guid] : nodes_[n].ports) {
        if (takes(nodes_[n], number, port_guid)) group.direct.emplace(n, number);
      }
    }
  }

  // Of a node, of a port, or of nobody.
  Guid any_guid() const {
    const NaiveNode& node = nodes_[below(nodes_.size())];
    const Guid port = std::next(node.ports.begin(), below(node.ports.size()))->second;
    const unsigned which = below(8);
    return which == 0 ? node.guid + 1 : which < 4 && port != 0 ? port : node.guid;
  }

  void add_guid(NaiveGroup& group) {
    const Guid guid = any_guid();
    std::string line = fmt::format("port-guid: {:#x}", guid);
    std::set<unsigned> listed;
    const unsigned ranges = below(4);
    for (unsigned i = 0; i < ranges; ++i) {
      const unsigned first = below(6);
      const unsigned last = first + below(3);
      line += fmt::format("{}{}", i == 0 ? "@" : "/", first);
      if (last != first) line += fmt::format("-{}", last);
      for (unsigned p = first; p <= last; ++p) listed.insert(p);
    }
    group.lines.push_back(line);
    take(group, [&](const NaiveNode& node, unsigned number, Guid port_guid) {
      return (node.guid == guid || port_guid == guid) &&
             (listed.empty() || listed.count(number) != 0);
    });
  }

  void add_range(NaiveGroup& group) {
    const auto [first, last] = std::minmax({any_guid(), any_guid()});
    group.lines.push_back(fmt::format("port-guid-range: {:#x} - {:#x}", first, last));
    take(group, [&, first = first, last = last](const NaiveNode& node, unsigned, Guid port_guid) {
      return (first <= node.guid && node.guid <= last) ||
             (port_guid != 0 && first <= port_guid && port_guid <= last);
    });
  }

  void add_host(NaiveGroup& group) {
    const std::string description = nodes_[below(nodes_.size())].name;
    const std::string host = description.substr(0, description.find_first_of(" ,;"));
    if (host.empty()) return add_guid(group);
    std::string line = "port-name: hostname=" + host;
    const unsigned port = below(4);  // 0: all
    const unsigned card = below(3);  // 2: all
    if (port != 0) line += fmt::format("; port={}", port);
    if (card != 2) line += fmt::format("; hca_idx={}", card);
    group.lines.push_back(line);
    const std::regex words("([^ ]*)( +[^ ]*?([0-9]*)( .*)?)?");
    take(group, [&](const NaiveNode& node, unsigned number, Guid) {
      std::smatch match;
      if (node.type == NodeType::kSwitch || !std::regex_match(node.name, match, words))
        return false;
      return match[1] == host && (port == 0 || port == number) &&
             (card == 2 || match[3] == std::to_string(card));
    });
  }

  void add_pattern(NaiveGroup& group) {
    const std::string& name = nodes_[below(nodes_.size())].name;
    std::string regexp = name.substr(0, below(name.size() + 1));
    for (char& c : regexp)
      c = std::string_view(" ()[]{}+*?.|^$\\").find(c) == std::string_view::npos ? c : '.';
    if (below(2) == 0) regexp += below(2) == 0 ? "[0-9]+$" : ".*1";
    if (regexp.empty()) regexp = "h|s";
    const unsigned port = below(6);  // 5: all
    group.lines.push_back("port-regexp: " + regexp + (port == 5 ? "" : fmt::format(":{}", port)));
    const std::regex expression(regexp);
    take(group, [&](const NaiveNode& node, unsigned number, Guid) {
      return (port == 5 || port == number) &&
             std::regex_search(node.name, expression, std::regex_constants::match_continuous);
    });
  }

  void add_combination(std::size_t g) {
    const NaiveGroup::Combination combination = {below(g), below(g), below(2) == 0};
    groups_[g].lines.push_back(fmt::format("{}: g{}, g{}",
                                           combination.subtract ? "subtract-rule" : "union-rule",
                                           combination.first, combination.second));
    groups_[g].combinations.push_back(combination);
  }

  std::vector<NaiveNode> nodes_;
  std::vector<NaiveGroup> groups_;
};

RC_GTEST_PROP(PortSets, AreThoseOfANaiveEvaluator, ()) {
  const Fabric fabric =
      below(2) == 0 ? test::shown(hosts_with_cards()) : (*test::drawn_fabric()).fabric;
  const NaivePolicy naive(fabric);
  const std::string text = naive.text();
  RC_LOG() << text;
  std::vector<std::string> errors;
  const PortGroups groups = parse_port_groups(text, "policy", errors, errors);
  RC_ASSERT(errors == std::vector<std::string>{});

  std::vector<GroupIndex> wanted;
  for (std::size_t g = 0; g < naive.group_count(); ++g) {
    wanted.push_back(find_group(groups, fmt::format("g{}", g)).value());
  }
  std::vector<std::string> warnings;
  const auto sets = evaluate_groups(fabric, groups, wanted, Workers(1 + below(3)), warnings);
  RC_ASSERT(sets.size() == wanted.size());
  std::size_t empty = 0;
  for (std::size_t g = 0; g < naive.group_count(); ++g) {
    RC_ASSERT(naive.as_ports(fabric, sets[g]) == naive.ports_of(g));
    empty += sets[g].empty() ? 1 : 0;
    // As the only one that is asked for, while all others are forgotten as soon as possible.
    std::vector<std::string> again;
    RC_ASSERT(evaluate_groups(fabric, groups, {&wanted[g], 1}, Workers(1), again).at(0) == sets[g]);
    RC_ASSERT(again == warnings);
  }
  RC_ASSERT(empty == static_cast<std::size_t>(
                         std::count_if(warnings.begin(), warnings.end(), [](const auto& warning) {
                           return warning.find("is empty") != std::string::npos;
                         })));
}

}  // namespace
}  // namespace weft
