#include "common/policy/port_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>

#include "common/base/text.h"
#include "common/base/warnings.h"
#include "common/fabric/counts.h"
#include "common/fabric/guid_index.h"
#include "common/policy/pattern_matches.h"

namespace weft {
namespace {

// The number at the end of a word: 1 for «HCA-1», 0 for «mlx5_0».
std::optional<unsigned> last_number(std::string_view word) {
  const std::size_t digits = word.find_last_not_of("0123456789") + 1;  // 0: the whole word
  unsigned number = 0;
  const auto [end, error] =
      std::from_chars(word.data() + digits, word.data() + word.size(), number);
  if (error != std::errc{}) return std::nullopt;
  return number;
}

// End ports by the hostname in their node description.
class EndPortsOfHosts {
 public:
  struct Entry {
    std::string_view hostname;
    std::optional<unsigned> card;
    EndPortIndex port;
  };

  explicit EndPortsOfHosts(const Fabric& fabric) {
    entries_.reserve(fabric.end_port_count());
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      Scanner description(fabric.end_port_name(e));
      const std::string_view hostname = description.word();
      entries_.push_back({hostname, last_number(description.word()), e});
    }
    std::ranges::sort(entries_, {}, key);
  }

  // Without a card: of all cards.
  std::span<const Entry> of(std::string_view hostname, std::optional<unsigned> card) const {
    const Key wanted(hostname, card);  // without a card before all keys with one
    const auto first = std::ranges::lower_bound(entries_, wanted, {}, key);
    const auto end = card ? std::ranges::upper_bound(entries_, wanted, {}, key)
                          : std::ranges::upper_bound(entries_, hostname, {}, &Entry::hostname);
    return {first, end};
  }

 private:
  using Key = std::tuple<std::string_view, std::optional<unsigned>>;
  static Key key(const Entry& entry) { return {entry.hostname, entry.card}; }

  std::vector<Entry> entries_;
};

template <typename Rule>
bool uses_rule(const PortGroups& groups) {
  return std::ranges::any_of(groups.groups, [](const PortGroup& group) {
    return std::ranges::any_of(
        group.rules, [](const GroupRule& rule) { return std::holds_alternative<Rule>(rule); });
  });
}

std::vector<std::string_view> patterns_of(const PortGroups& groups) {
  std::vector<std::string_view> patterns;
  for (const PortGroup& group : groups.groups) {
    for (const GroupRule& rule : group.rules) {
      if (const auto* pattern = std::get_if<PortsOfPattern>(&rule)) {
        patterns.push_back(pattern->regexp);
      }
    }
  }
  return patterns;
}

// Evaluates groups in their order; each only refers to earlier groups.
class Evaluator {
 public:
  Evaluator(const Fabric& fabric, const PortGroups& groups, const Workers& workers)
      : fabric_(fabric),
        groups_(groups),
        workers_(workers),
        nodes_(fabric),
        patterns_(patterns_of(groups)),
        matches_(fabric, patterns_, workers) {
    if (uses_rule<PortsOfHost>(groups)) hosts_.emplace(fabric);
  }

  std::vector<PortSelection> evaluate(std::span<const GroupIndex> wanted) {
    sets_.resize(groups_.groups.size());
    count_uses(wanted);
    for (GroupIndex g = 0; g < groups_.groups.size(); ++g) {
      evaluate_group(g);
    }
    std::vector<PortSelection> result;
    for (const GroupIndex g : wanted) result.push_back(sets_[g]);
    return result;
  }

  void report(std::vector<std::string>& warnings) const {
    unknown_guids_.append_to(warnings, groups_.source, "GUIDs are unknown");
    empty_groups_.append_to(warnings, groups_.source, "groups are empty");
  }

 private:
  void count_uses(std::span<const GroupIndex> wanted) {
    uses_.resize(groups_.groups.size());
    for (const GroupIndex g : wanted) ++uses_[g];
    for (const PortGroup& group : groups_.groups) {
      for_each_operand(group, [&](GroupIndex operand) { ++uses_[operand]; });
    }
  }

  template <typename Take>
  static void for_each_operand(const PortGroup& group, Take take) {
    for (const GroupRule& rule : group.rules) {
      std::visit(
          [&](const auto& operands) {
            if constexpr (requires { operands.second; }) {
              take(operands.first);
              take(operands.second);
            }
          },
          rule);
    }
  }

  void evaluate_group(GroupIndex g) {
    group_ = &groups_.groups[g];
    set_ = PortSelection(fabric_);
    for (const GroupRule& rule : group_->rules) {
      workers_.check_stop();
      std::visit([this](const auto& kind) { take(kind); }, rule);
    }
    if (group_->line != 0 && set_.empty()) {
      empty_groups_.add([&] {
        return fmt::format("{}:{}: group {} is empty: its rules match no port of the fabric",
                           groups_.source, group_->line, quote(group_->name));
      });
    }
    for_each_operand(*group_, [this](GroupIndex operand) {
      if (--uses_[operand] == 0) sets_[operand] = PortSelection();
    });
    if (uses_[g] != 0) sets_[g] = std::move(set_);
  }

  void take(PredefinedGroup kind) {
    if (static_cast<std::size_t>(kind) >= kFixedGroups) return take_linked(kind);
    const bool all = kind == PredefinedGroup::kAll;
    if (all || kind == PredefinedGroup::kSwitches) {
      for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) add_switch(s, std::nullopt);
    }
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      const bool is_router = fabric_.end_ports()[e].type == NodeType::kRouter;
      if (all || kind == (is_router ? PredefinedGroup::kRouters : PredefinedGroup::kCas)) {
        set_.add_end_port(e);
      }
    }
  }

  void take_linked(PredefinedGroup kind) {
    const bool is_trunk =
        kind == PredefinedGroup::kSwitchToSwitch || kind == PredefinedGroup::kTrunkPorts;
    const bool is_compute =
        kind == PredefinedGroup::kComputeCas || kind == PredefinedGroup::kComputeLinks;
    for (SwitchIndex s = 0; s < fabric_.switch_count() && is_trunk; ++s) {
      for (std::size_t p = 1; p < fabric_.ports(s).size(); ++p) {
        if (fabric_.ports(s)[p].kind == PeerKind::kSwitch) {
          set_.add_switch_port(fabric_, s, static_cast<PortNum>(p));
        }
      }
    }
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      const EndPort& port = fabric_.end_ports()[e];
      const bool is_ca = port.type == NodeType::kCa;
      if (kind == PredefinedGroup::kSwitchToCa && is_ca) {
        set_.add_switch_port(fabric_, port.sw, port.switch_port);
      }
      if (kind == PredefinedGroup::kAns && is_aggregation_node(fabric_, e)) set_.add_end_port(e);
      if (!is_compute || !is_ca || !is_host_port(fabric_, e)) continue;
      set_.add_end_port(e);
      if (kind == PredefinedGroup::kComputeLinks) {
        set_.add_switch_port(fabric_, port.sw, port.switch_port);
      }
    }
  }

  void take(const PortsOfGuid& rule) {
    const SwitchIndex s = find_switch(fabric_, rule.guid);
    if (s != kNone) add_switch(s, rule);
    const auto ports_of_node = nodes_.of(rule.guid);
    for (const auto& [node_guid, e] : ports_of_node) add_end_port(e, rule);
    const EndPortIndex port = find_end_port(fabric_, rule.guid);
    if (port != kNone) add_end_port(port, rule);
    if (s == kNone && port == kNone && ports_of_node.empty()) {
      unknown_guids_.add([&] {
        return fmt::format(
            "{}:{}: no node and no port of the fabric has GUID {:#x}, which group {} names",
            groups_.source, group_->line, rule.guid, quote(group_->name));
      });
    }
  }

  void take(const GuidRange& range) {
    const auto switches = fabric_.switches();
    for (auto sw = std::ranges::lower_bound(switches, range.first, {}, &Switch::node_guid);
         sw != switches.end() && sw->node_guid <= range.last; ++sw) {
      add_switch(static_cast<SwitchIndex>(sw - switches.begin()), std::nullopt);
    }
    const auto ports = fabric_.end_ports();
    for (auto port = std::ranges::lower_bound(ports, range.first, {}, &EndPort::port_guid);
         port != ports.end() && port->port_guid <= range.last; ++port) {
      set_.add_end_port(static_cast<EndPortIndex>(port - ports.begin()));
    }
    for (const auto& [node_guid, e] : nodes_.of(range.first, range.last)) {
      set_.add_end_port(e);
    }
  }

  void take(const PortsOfHost& rule) {
    for (const auto& entry : hosts_->of(rule.hostname, rule.hca_idx)) {
      add_end_port(entry.port, rule.port);
    }
  }

  void take(const PortsOfPattern& rule) {
    matches_.next();
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (matches_.of_switch(s)) add_switch(s, rule.port);
    }
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      if (matches_.of_end_port(e)) add_end_port(e, rule.port);
    }
  }

  // Warns if a predefined group is empty: OpenSM cannot discover it, or the fabric has none.
  void expect_some(GroupIndex operand) {
    if (groups_.groups[operand].line != 0 || !sets_[operand].empty()) return;
    empty_groups_.add([&] {
      return fmt::format("{}:{}: the predefined group {}, which group {} names, is empty",
                         groups_.source, group_->line, groups_.groups[operand].name,
                         quote(group_->name));
    });
  }

  void take(const UnionOfGroups& groups) {
    expect_some(groups.first);
    expect_some(groups.second);
    set_ |= sets_[groups.first];
    set_ |= sets_[groups.second];
  }

  void take(const DifferenceOfGroups& groups) {
    expect_some(groups.first);
    expect_some(groups.second);
    PortSelection difference = sets_[groups.first];
    difference -= sets_[groups.second];
    set_ |= difference;
  }

  void add_switch_ports(SwitchIndex s, unsigned first, unsigned last) {
    last = std::min(last, unsigned{fabric_.switches()[s].port_count});
    for (unsigned p = first; p <= last; ++p) {
      set_.add_switch_port(fabric_, s, static_cast<PortNum>(p));
    }
  }
  void add_switch(SwitchIndex s, std::optional<PortNum> port) {
    add_switch_ports(s, port.value_or(0), port.value_or(kMaxPorts));
  }
  void add_switch(SwitchIndex s, const PortsOfGuid& rule) {
    if (rule.ports.empty()) add_switch(s, std::nullopt);
    for (const auto& [first, last] : rule.ports) add_switch_ports(s, first, last);
  }

  PortNum number_of(EndPortIndex e) const { return fabric_.end_ports()[e].port_num; }
  void add_end_port(EndPortIndex e, std::optional<PortNum> port) {
    if (!port || *port == number_of(e)) set_.add_end_port(e);
  }
  void add_end_port(EndPortIndex e, const PortsOfGuid& rule) {
    const bool listed = std::ranges::any_of(rule.ports, [p = number_of(e)](const auto& range) {
      return range.first <= p && p <= range.second;
    });
    if (rule.ports.empty() || listed) set_.add_end_port(e);
  }

  const Fabric& fabric_;
  const PortGroups& groups_;
  const Workers& workers_;
  EndPortsOfNodes nodes_;
  std::optional<EndPortsOfHosts> hosts_;
  std::vector<std::string_view> patterns_;
  PatternMatches matches_;
  std::vector<PortSelection> sets_;   // by group; only sets that are still needed
  std::vector<std::uint32_t> uses_;   // by group: how often its set is still needed
  const PortGroup* group_ = nullptr;  // the current group, and its set
  PortSelection set_;
  Warnings unknown_guids_;
  Warnings empty_groups_;
};

}  // namespace

std::vector<PortSelection> evaluate_groups(const Fabric& fabric, const PortGroups& groups,
                                           std::span<const GroupIndex> wanted,
                                           const Workers& workers,
                                           std::vector<std::string>& warnings) {
  Evaluator evaluator(fabric, groups, workers);
  std::vector<PortSelection> sets = evaluator.evaluate(wanted);
  evaluator.report(warnings);
  return sets;
}

}  // namespace weft
