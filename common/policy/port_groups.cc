#include "common/policy/port_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "common/base/text.h"
#include "common/policy/group_rules.h"
#include "common/policy/policy_text.h"

namespace weft {
namespace {

// In the order of their indices.
constexpr std::array<std::string_view, kPredefinedGroups> kPredefined = {"ALL",
                                                                         "ALL_SWITCHES",
                                                                         "ALL_CAS",
                                                                         "ALL_ROUTERS",
                                                                         "ALL_SWITCH_TO_SWITCH",
                                                                         "ALL_TRUNK_PORTS",
                                                                         "ALL_SWITCH_TO_CA",
                                                                         "ALL_ANS",
                                                                         "ALL_COMPUTE_CAS",
                                                                         "ALL_COMPUTE_LINKS",
                                                                         "ALL_SWITCH_TO_GPU",
                                                                         "ALL_GPUS",
                                                                         "ALL_FNM_PORTS",
                                                                         "ALL_MGMT_CAS"};

std::optional<GroupIndex> find_predefined(std::string_view name) {
  for (GroupIndex i = 0; i < kPredefined.size(); ++i) {
    if (same_in_any_case(kPredefined[i], name)) return i;
  }
  return std::nullopt;
}

// The last group of a name in the file comes first.
void sort_names(PortGroups& groups) {
  groups.by_name.resize(groups.groups.size());
  std::iota(groups.by_name.begin(), groups.by_name.end(), GroupIndex{0});
  std::sort(groups.by_name.begin(), groups.by_name.end(), [&](GroupIndex a, GroupIndex b) {
    const PortGroup& x = groups.groups[a];
    const PortGroup& y = groups.groups[b];
    return std::tie(x.name, y.line) < std::tie(y.name, x.line);
  });
}

// Reads all groups first, since groups may refer to later ones. Then orders each group after those
// that it refers to.
class GroupReader {
 public:
  GroupReader(std::string_view source, std::vector<std::string>& errors,
              std::vector<std::string>& warnings, std::vector<unsigned>* lines)
      : source_(source), mistakes_(source, errors, lines), warnings_(warnings) {}

  PortGroups read(std::string_view text) && {
    for (PortGroup& group : predefined_groups().groups) {
      drafts_.emplace_back().group = std::move(group);
    }
    for (const Paragraph& paragraph :
         parse_paragraphs(text, kGroupKeyword, kGroupQualifiers, mistakes_)) {
      read_group(paragraph);
    }
    for (Draft& draft : drafts_) {
      for (Combination& combination : draft.combinations) find_operands(draft, combination);
    }
    for (DraftIndex d = 0; d < drafts_.size(); ++d) {
      if (drafts_[d].place == kNone) place(d);
    }
    mistakes_.finish();
    result_.source = source_;
    sort_names(result_);
    return std::move(result_);
  }

 private:
  using DraftIndex = std::uint32_t;

  // A union or a difference of two groups.
  struct Combination {
    std::pair<std::string_view, std::string_view> names;
    DraftIndex first = kNone;
    DraftIndex second = kNone;
    bool subtract = false;
    unsigned line = 0;
  };

  // A group in the order of the file.
  struct Draft {
    PortGroup group;  // without combinations
    std::vector<Combination> combinations;
    std::size_t next_operand = 0;  // next operand to place; each combination has two
    std::uint32_t depth = kNone;   // position in the current path of references
    GroupIndex place = kNone;      // in the result
    DraftIndex before = kNone;     // the earlier group of this name, which it replaces
  };

  void read_group(const Paragraph& paragraph) {
    Draft draft;
    draft.group.line = paragraph.line;
    read_name(paragraph, draft);
    read_use(paragraph, draft.group);
    bool has_rule = false;
    for (const Qualifier& qualifier : paragraph.qualifiers) {
      if (qualifier.name == "name" || qualifier.name == "use") continue;
      has_rule = true;
      const Fault fault = read_rule(qualifier, draft);
      if (!fault.empty()) mistakes_.add(qualifier.line, fault);
    }
    if (!has_rule) {
      mistakes_.add(paragraph.line,
                    "the group has no rule: write port-guid, port-guid-range, "
                    "port-name, port-regexp, union-rule or subtract-rule");
    }
    drafts_.push_back(std::move(draft));
  }

  void read_name(const Paragraph& paragraph, Draft& draft) {
    PortGroup& group = draft.group;
    const Qualifier* name = only(paragraph, "name", mistakes_);
    if (name == nullptr) {
      mistakes_.add(paragraph.line, "the group has no name: write name: and a name");
      return;
    }
    group.name = name->value;
    check_colon(*name);
    const auto predefined = find_predefined(name->value);
    if (predefined.value_or(kFixedGroups) < kFixedGroups) {
      mistakes_.add(name->line, fmt::format("{} is always there, and cannot be defined again",
                                            quote(name->value)));
      return;
    }
    // Spelled as OpenSM spells it.
    if (predefined) {
      group.name = kPredefined[*predefined];
      draft.before = *predefined;
    }
    const auto index = static_cast<DraftIndex>(drafts_.size());
    const std::string_view key = predefined ? kPredefined[*predefined] : name->value;
    const auto [known, is_new] = by_name_.emplace(key, index);
    if (is_new) return;
    draft.before = std::exchange(known->second, index);
    if (repeated_++ < kMostRepeated) {
      warnings_.push_back(fmt::format(
          "{}:{}: {} is the name of the group of line {}, too: from here on this one counts",
          source_, name->line, quote(name->value), drafts_[draft.before].group.line));
    }
  }

  void read_use(const Paragraph& paragraph, PortGroup& group) {
    const Qualifier* use = only(paragraph, "use", mistakes_);
    if (use == nullptr) return;
    group.use = use->value;
    check_colon(*use);
  }

  void check_colon(const Qualifier& qualifier) {
    if (qualifier.value.find(':') == std::string_view::npos) return;
    mistakes_.add(qualifier.line, fmt::format("{} has a colon, which {} must not have",
                                              quote(qualifier.value), qualifier.name));
  }

  Fault read_rule(const Qualifier& qualifier, Draft& draft) {
    std::vector<GroupRule>& rules = draft.group.rules;
    if (qualifier.name == "port-guid") return read_guid_list(qualifier.value, rules);
    if (qualifier.name == "port-guid-range") return read_guid_range(qualifier.value, rules);
    if (qualifier.name == "port-name") return read_hosts(qualifier.value, rules);
    if (qualifier.name == "port-regexp") return read_pattern(qualifier.value, patterns_, rules);
    Combination combination;
    combination.subtract = qualifier.name == "subtract-rule";
    combination.line = qualifier.line;
    Fault fault = read_names(qualifier.value, combination.names);
    if (fault.empty()) draft.combinations.push_back(combination);
    return fault;
  }

  void find_operands(const Draft& draft, Combination& combination) {
    combination.first = find(draft, combination.names.first, combination.line);
    combination.second = find(draft, combination.names.second, combination.line);
  }

  DraftIndex find(const Draft& draft, std::string_view name, unsigned line) {
    const auto predefined = find_predefined(name);
    if (predefined) name = kPredefined[*predefined];
    if (draft.before != kNone && name == draft.group.name) return draft.before;
    const auto found = by_name_.find(name);
    if (found != by_name_.end()) return found->second;
    if (predefined) return *predefined;
    mistakes_.add(line, fmt::format("there is no group {}", quote(name)));
    return kNone;
  }

  // Moves a group into the result, after all groups that it refers to.
  void place(DraftIndex first) {
    std::vector<DraftIndex> path;
    const auto enter = [&](DraftIndex d) {
      drafts_[d].depth = static_cast<std::uint32_t>(path.size());
      path.push_back(d);
    };
    enter(first);
    while (!path.empty()) {
      Draft& draft = drafts_[path.back()];
      const std::size_t operand = draft.next_operand++;
      if (operand == 2 * draft.combinations.size()) {
        finish(draft);
        path.pop_back();
        continue;
      }
      const Combination& combination = draft.combinations[operand / 2];
      const DraftIndex d = operand % 2 == 0 ? combination.first : combination.second;
      if (d == kNone || drafts_[d].place != kNone) continue;
      if (drafts_[d].depth == kNone) {
        enter(d);
      } else {
        add_cycle(std::span(path).subspan(drafts_[d].depth), combination.line);
      }
    }
  }

  void add_cycle(std::span<const DraftIndex> cycle, unsigned line) {
    constexpr std::size_t kShown = 8;
    std::string names;
    for (const DraftIndex d : cycle.first(std::min(cycle.size(), kShown))) {
      names += quote(drafts_[d].group.name) + " -> ";
    }
    if (cycle.size() > kShown) names += fmt::format("{} more -> ", cycle.size() - kShown);
    mistakes_.add(line, fmt::format("groups are defined by each other: {}{}", names,
                                    quote(drafts_[cycle.front()].group.name)));
  }

  void finish(Draft& draft) {
    const auto place_of = [&](DraftIndex d) { return d == kNone ? kNone : drafts_[d].place; };
    for (const Combination& combination : draft.combinations) {
      const GroupIndex first = place_of(combination.first);
      const GroupIndex second = place_of(combination.second);
      if (combination.subtract) {
        draft.group.rules.emplace_back(DifferenceOfGroups{first, second});
      } else {
        draft.group.rules.emplace_back(UnionOfGroups{first, second});
      }
    }
    draft.place = static_cast<GroupIndex>(result_.groups.size());
    result_.groups.push_back(std::move(draft.group));
  }

  static constexpr std::size_t kMostRepeated = 100;  // repeated names that are reported

  std::string_view source_;
  Mistakes mistakes_;
  std::vector<std::string>& warnings_;
  std::size_t repeated_ = 0;
  std::vector<Draft> drafts_;
  std::map<std::string_view, DraftIndex> by_name_;  // without predefined groups
  std::size_t patterns_ = kPatternsSize;
  PortGroups result_;
};

}  // namespace

PortGroups predefined_groups() {
  PortGroups result;
  for (GroupIndex i = 0; i < kPredefined.size(); ++i) {
    PortGroup& group = result.groups.emplace_back();
    group.name = kPredefined[i];
    group.rules.emplace_back(static_cast<PredefinedGroup>(i));
  }
  sort_names(result);
  return result;
}

std::optional<GroupIndex> find_group(const PortGroups& groups, std::string_view name) {
  const auto found = std::lower_bound(
      groups.by_name.begin(), groups.by_name.end(), name,
      [&](GroupIndex g, std::string_view wanted) { return groups.groups[g].name < wanted; });
  if (found != groups.by_name.end() && groups.groups[*found].name == name) return *found;
  const auto predefined = find_predefined(name);
  if (!predefined || kPredefined[*predefined] == name) return predefined;
  return find_group(groups, kPredefined[*predefined]);
}

PortGroups parse_port_groups(std::string_view text, std::string_view source,
                             std::vector<std::string>& errors, std::vector<std::string>& warnings,
                             std::vector<unsigned>* lines) {
  return GroupReader(source, errors, warnings, lines).read(text);
}

}  // namespace weft
