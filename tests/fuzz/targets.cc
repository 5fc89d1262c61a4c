#include "tests/fuzz/targets.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/base/bytes.h"
#include "common/base/error.h"
#include "common/base/text.h"
#include "common/base/warnings.h"
#include "common/counters/counter_reader.h"
#include "common/fabric/builder.h"
#include "common/fabric/readers/fabric_reader.h"
#include "common/options/node_map.h"
#include "common/options/torus_conf_file.h"
#include "common/patterns/rank_order.h"
#include "common/plan/name_ranges.h"
#include "common/plan/plan_diff.h"
#include "common/plan/plan_reader.h"
#include "common/plan/system_types.h"
#include "common/policy/chain_policy.h"
#include "common/policy/option_overlay.h"
#include "common/policy/port_groups.h"
#include "common/policy/port_sets.h"
#include "common/session/session.h"
#include "common/state/state_code.h"
#include "common/stored/far_reader.h"
#include "common/stored/lane_readers.h"
#include "common/stored/mcfdb_reader.h"
#include "common/stored/resolve_hops.h"
#include "common/stored/resolve_tables.h"
#include "common/stored/stored_hops.h"
#include "common/stored/stored_tables.h"
#include "common/stored/table_reader.h"
#include "common/verify/verify_choices.h"
#include "tests/support/raw_state.h"

namespace weft {
namespace {

void require(bool condition, const char* promise) {
  if (!condition) throw std::logic_error(promise);
}

void check_links(const Fabric& fabric) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 0; p < ports.size(); ++p) {
      const Port& port = ports[p];
      if (port.kind == PeerKind::kSwitch) {
        const Port& back = fabric.ports(port.peer)[port.peer_port];
        require(back.kind == PeerKind::kSwitch && back.peer == s && back.peer_port == p,
                "a link has two ends that agree");
        require(back.link == port.link, "both ends have the same rate");
      } else if (port.kind == PeerKind::kEndPort) {
        const EndPort& end = fabric.end_ports()[port.peer];
        require(end.sw == s && end.switch_port == p && end.port_num == port.peer_port,
                "an end port knows its switch");
      }
    }
  }
}

void check_order(const Fabric& fabric) {
  for (SwitchIndex s = 1; s < fabric.switch_count(); ++s) {
    require(fabric.switches()[s - 1].node_guid < fabric.switches()[s].node_guid,
            "switches are in the order of their GUIDs");
  }
  for (EndPortIndex e = 1; e < fabric.end_port_count(); ++e) {
    require(fabric.end_ports()[e - 1].port_guid < fabric.end_ports()[e].port_guid,
            "end ports are in the order of their GUIDs");
  }
}

void check_lids(const Fabric& fabric) {
  require(fabric.max_lid() <= kMaxUnicastLid, "LIDs are unicast LIDs");
  std::size_t owned = 0;
  for (unsigned lid = 0; lid <= fabric.max_lid(); ++lid) {
    const LidOwner owner = fabric.owner(static_cast<Lid>(lid));
    if (owner.kind == PeerKind::kNothing) continue;
    ++owned;
    const bool at_switch = owner.kind == PeerKind::kSwitch;
    const unsigned base =
        at_switch ? fabric.switches()[owner.index].lid : fabric.end_ports()[owner.index].lid;
    const unsigned lmc =
        at_switch ? fabric.switches()[owner.index].lmc : fabric.end_ports()[owner.index].lmc;
    require(base != 0 && lid >= base && lid < base + (1u << lmc), "a LID's owner has it");
  }
  require(owned == fabric.lid_count(), "LIDs are counted");
}

// Two switches of 4 ports, GUIDs 0x10 and 0x20, LIDs 1 and 2; CAs 0x100 and 0x200, LIDs 4 and 6,
// LMC 1, called «a» and «b HCA-1».
Fabric small_fabric() {
  FabricBuilder builder("small");
  const NodeId a =
      builder.add_node({.type = NodeType::kSwitch, .node_guid = 0x10, .port_count = 4});
  const NodeId b =
      builder.add_node({.type = NodeType::kSwitch, .node_guid = 0x20, .port_count = 4});
  const NodeId c =
      builder.add_node({.type = NodeType::kCa, .node_guid = 0x100, .port_count = 1, .name = "a"});
  const NodeId d = builder.add_node(
      {.type = NodeType::kCa, .node_guid = 0x200, .port_count = 1, .name = "b HCA-1"});
  builder.set_address(a, 0, 0, 1, 0);
  builder.set_address(b, 0, 0, 2, 0);
  builder.set_address(c, 1, 0, 4, 1);
  builder.set_address(d, 1, 0, 6, 1);
  builder.add_link(a, 4, b, 4, {});
  builder.add_link(a, 1, c, 1, {});
  builder.add_link(b, 1, d, 1, {});
  return builder.build();
}

template <typename Read>
bool accepted(Read read) {
  try {
    read();
  } catch (const BadInput& error) {
    require(std::string_view(error.what()).starts_with("fuzz:"), "messages begin with the file");
    return false;
  }
  return true;
}

}  // namespace

bool fuzz_fabric_reader(std::string_view text) {
  return accepted([&] {
    std::vector<std::string> warnings;
    const Fabric fabric = parse_fabric(text, "fuzz", warnings);
    check_links(fabric);
    check_order(fabric);
    check_lids(fabric);
  });
}

bool fuzz_table_reader(std::string_view text) {
  static const Fabric fabric = small_fabric();
  return accepted([&] {
    std::vector<std::string> warnings;
    TableBlock tables = parse_tables(text, "fuzz", fabric, warnings);
    require(tables.tables().row_count() == 2 && tables.tables().row_size() == kLftBlock,
            "tables fit the fabric");
    require(tables.tables().row(0)[0] == kNoPath && tables.tables().row(1)[8] == kNoPath,
            "LIDs that the fabric does not have get no entry");
  });
}

namespace {

std::string as_text(const StoredTable& table) {
  return std::to_string(table.switch_lid) + ' ' + std::to_string(table.strange_entries) + ' ' +
         std::to_string(table.strange_lid) + ' ' + std::string(table.row.begin(), table.row.end());
}

std::string as_text(const StoredHopTable& table) {
  std::string text = std::to_string(table.switch_lid) + ' ' + std::to_string(table.columns);
  for (const Lid lid : table.lids) text += ' ' + std::to_string(lid);
  text.append(table.hops.begin(), table.hops.end());
  text.append(table.sets.begin(), table.sets.end());
  return text;
}

std::string as_text(const StoredChoices& table) {
  std::string text = as_text(static_cast<const StoredTable&>(table));
  for (const std::uint16_t number : table.choices.set_of) text += ' ' + std::to_string(number);
  for (const PortBits& set : table.choices.sets) {
    for (const std::uint64_t word : set) text += ' ' + std::to_string(word);
  }
  return text;
}

// What came of reading: all of it as text, or the message of the refusal.
template <typename File, typename Parse>
std::string read_in_parts(Parse parse, std::string_view text, std::uint64_t part, bool& good,
                          File& file) {
  std::vector<std::string> warnings;
  std::string all;
  good = accepted([&] {
    try {
      file = parse(text, "fuzz", Workers(1), warnings, part);
    } catch (const BadInput& error) {
      all = error.what();
      throw;
    }
  });
  if (!good) return all;
  for (const auto& table : file.switches) {
    all +=
        std::to_string(table.switch_guid) + ' ' + std::to_string(table.line) + ' ' + as_text(table);
  }
  for (std::size_t lid = 0; lid < file.port_guids.size(); ++lid) {
    const Guid guid = file.port_guids[lid];
    if (guid != 0) all += std::to_string(lid) + '=' + std::to_string(guid) + ' ';
  }
  for (const std::string& warning : warnings) all += warning;
  return all;
}

// The same in parts of any size that is larger than a byte order mark, as parts of files are.
template <typename File, typename Parse>
bool read_stored(Parse parse, std::string_view text, File& file) {
  bool good = false;
  const std::string whole = read_in_parts(parse, text, kStoredPart, good, file);
  for (const std::uint64_t part : {4u, 50u, 333u}) {
    if (text.size() / part > 1000) continue;
    File again;
    bool good_again = false;
    require(read_in_parts(parse, text, part, good_again, again) == whole && good == good_again,
            "the outcome does not depend on how the file is cut");
  }
  if (!good) return false;
  for (std::size_t i = 1; i < file.switches.size(); ++i) {
    require(file.switches[i - 1].switch_guid < file.switches[i].switch_guid,
            "switches are in the order of their GUIDs");
  }
  return true;
}

}  // namespace

bool fuzz_stored_tables(std::string_view text) {
  static const Fabric fabric = small_fabric();
  StoredTables tables;
  if (!read_stored(parse_stored_tables, text, tables)) return false;
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  std::vector<std::string> warnings;
  resolve_tables(tables, fabric, Workers(1), block.tables(), warnings);
  require(warnings.size() <= 6, "warnings are few");
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t lid = 0; lid < kLftBlock; ++lid) {
      const PortNum port = block.tables().row(s)[lid];
      require(port == kNoPath || port == 1 || port == 4 || (port == 0 && lid == s + 1),
              "an entry leads somewhere");
      require(port == kNoPath || fabric.owner(static_cast<Lid>(lid)).kind != PeerKind::kNothing,
              "a LID with an entry is somebody's");
    }
  }
  return true;
}

bool fuzz_stored_hops(std::string_view text) {
  static const Fabric fabric = small_fabric();
  StoredHops hops;
  if (!read_stored(parse_stored_hops, text, hops)) return false;
  std::vector<std::string> warnings;
  const std::vector<SwitchIndex> destinations = {1, 0};
  const HopTable table = resolve_hops(hops, fabric, destinations, Workers(1), warnings);
  require(warnings.size() <= 4, "warnings are few");
  NextHops finder(fabric, table, 2);
  require(finder.words() == 1, "ports of small switches fit into a word");
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    std::array<std::uint64_t, 2> sets{};
    finder.fill(s, 0, 2, sets.data());
    for (std::size_t d = 0; d < 2; ++d) {
      const bool is_there = destinations[d] == s;
      require(is_there ? table.hops(s, d) == 0 : sets[d] == 0 || sets[d] == 1u << 4,
              "candidates lead to other switches");
      require((sets[d] == 0) == (is_there || table.hops(s, d) == kFar),
              "there are candidates where there is a distance");
    }
  }
  return true;
}

bool fuzz_far_reader(std::string_view text) {
  static const Fabric fabric = small_fabric();
  StoredFar far;
  if (!read_stored(parse_stored_far, text, far)) return false;
  for (const StoredChoices& table : far.switches) {
    require(table.choices.set_of.size() == table.row.size(), "entries and choices are of one LID");
    for (std::size_t lid = 0; lid < table.row.size(); ++lid) {
      const PortNum port = table.row[lid];
      require(table.choices.set_of[lid] < table.choices.sets.size(), "each entry has a set");
      require(port == kNoPath || contains(table.choices.at(lid), port),
              "the static port is one of the choices");
    }
  }
  std::vector<std::string> warnings;
  const AdaptiveTables tables = far_for(std::move(far), fabric, warnings);
  require(warnings.size() <= 4, "warnings are few");
  const LanePlan lanes = OneLane{};
  const RoutingView view = {fabric, tables.fixed.tables(), lanes};
  const ChoiceVerdict verdict = verify_choices(view, tables.choices, Workers(1));
  require(verdict.unsafe_pairs <= 4, "each of two end ports sends to two LIDs");
  return true;
}

bool fuzz_mcfdb_reader(std::string_view text) {
  static const Fabric fabric = small_fabric();
  return accepted([&] {
    std::vector<std::string> warnings;
    const std::vector<MulticastGroup> groups = parse_mcfdbs(text, "fuzz", fabric, warnings);
    require(warnings.size() <= 2, "warnings are few");
    for (std::size_t i = 0; i < groups.size(); ++i) {
      require(groups[i].mlid >= 0xC000 && groups[i].mlid <= 0xFFFE, "groups have MLIDs");
      require(i == 0 || groups[i - 1].mlid < groups[i].mlid, "MLIDs are in order");
      require(!groups[i].entries.empty() && groups[i].entries.size() <= 2, "each has entries");
    }
    const MulticastVerdict verdict = verify_multicast(fabric, groups);
    require(verdict.groups == groups.size() && verdict.looping_groups == 0,
            "nothing goes round by one link");
    require(turns_of(Links(fabric), groups).empty(), "there are no turns between two switches");
  });
}

namespace {

bool has_many_names(std::string_view line) {
  try {
    expand_ranges(line, 10'000);
  } catch (const BadInput& error) {
    return std::string_view(error.what()).find("more than 10000 names") != std::string_view::npos;
  }
  return false;
}

}  // namespace

bool fuzz_plan_reader(std::string_view text) {
  static const Fabric fabric = small_fabric();
  // A few characters name a fabric of 40,000 hosts: that is another test's.
  for (Lines lines(text); lines.next();) {
    if (is_generator_line(lines.line()) || has_many_names(lines.line())) return false;
  }
  return accepted([&] {
    std::vector<std::string> warnings;
    const PlannedFabric plan = parse_plan(
        text, "fuzz", fabric, {.system_types = "/", .names = {}, .names_source = {}}, warnings);
    check_links(plan.fabric);
    require(plan.is_port_known.size() == plan.fabric.all_ports().size(),
            "one answer for each port");
    const PlanDiff diff = compare_with_plan(plan, fabric);
    require(diff.switches_found <= 2 && diff.end_ports_found <= 2,
            "no more is found than there is");
    require(diff.cables_found <= diff.cables, "no more cables than are planned");
    for (const PlanFinding& finding : diff.findings) {
      require(!finding.what.empty() && finding.what.find('\n') == finding.what.npos,
              "in a sentence");
    }
  });
}

bool fuzz_system_types(std::string_view text) {
  return accepted([&] {
    SystemTypes types;
    types.add(text, "fuzz");
    for (const char* type : {"T", "MTS3600"}) {
      if (!types.knows(type)) continue;
      try {
        const BuiltSystem system = types.build(type, {{"leaf1", "R"}});
        for (const auto& [name, end] : system.panel) {
          require(end.chip < system.chips.size() && end.port >= 1 &&
                      end.port <= system.chips[end.chip].ports,
                  "ports are those of chips");
        }
      } catch (const BadInput&) {  // boards inside each other, too many chips
      }
    }
  });
}

bool fuzz_counter_reader(std::string_view text) {
  static const Fabric fabric = small_fabric();
  return accepted([&] {
    std::vector<std::string> warnings;
    const CounterSnapshot snapshot = parse_counters(text, "fuzz", fabric, warnings);
    require(warnings.size() <= 4, "warnings are few");
    std::size_t ports = 0;
    for (const auto* of : {&snapshot.counters.switch_ports, &snapshot.counters.end_ports}) {
      for (const PortCounters& port : *of) ports += !port.is_empty();
    }
    require(ports > 0 && ports == snapshot.ports, "there are counters");
    const CountedTraffic counted = counted_between(snapshot, snapshot);
    require(counted.cleared == 0 && counted.seconds == 0, "nothing is between one and the same");
  });
}

bool fuzz_lane_reader(std::string_view text) {
  static const Fabric fabric = small_fabric();
  const bool path_sls = accepted([&] {
    std::vector<std::string> warnings;
    for (const auto& row : parse_path_sls(text, "fuzz", fabric, warnings).rows) {
      require(row.size() <= fabric.max_lid() + std::size_t{1}, "rows end with the last LID");
      for (const Sl sl : row) require(sl < kSls, "SLs go to 15");
    }
  });
  const bool maps = accepted([&] {
    std::vector<std::string> warnings;
    const Sl2Vl sl2vl = parse_sl2vl(text, "fuzz", fabric, warnings);
    for (Sl sl = 0; sl < kSls; ++sl) require(sl2vl.vl(0, 1, 4, sl) < 16, "VLs go to 15");
  });
  return path_sls || maps;
}

// A text is good if all of its lines are, for one of the parsers.
bool fuzz_node_map(std::string_view text) {
  bool good = false;
  const auto parse = [&](auto parser) {
    std::vector<std::string> warnings;
    auto result = parser(text, "fuzz", warnings);
    require(warnings.size() <= kWarningsShown + 1, "few lines are named");
    for (const std::string& warning : warnings)
      require(warning.starts_with("fuzz:"), "messages begin with the file");
    good = good || warnings.empty();
    return result;
  };
  const auto is_port = [](PortNum port) { return port >= 1 && port <= kMaxPorts; };
  const auto check_notes = [&](const std::vector<PortNote>& notes) {
    for (std::size_t i = 0; i < notes.size(); ++i) {
      require(is_port(notes[i].port) && notes[i].weight > 0, "ports and weights begin with 1");
      require(i == 0 || notes[i - 1].switch_guid < notes[i].switch_guid ||
                  (notes[i - 1].switch_guid == notes[i].switch_guid &&
                   notes[i - 1].port < notes[i].port),
              "ports are in order, each of them once");
    }
  };
  for (const auto parser : {parse_nodes, parse_roots, parse_routing_order}) {
    for (const NamedNode& node : parse(parser)) {
      require((node.guid != 0) + !node.group.empty() == 1, "a line has a GUID or a group");
      require(node.rank <= kLowestRank, "ranks end at 63");
    }
  }
  const std::vector<SwitchId> ids = parse(parse_switch_ids);
  for (std::size_t i = 1; i < ids.size(); ++i)
    require(ids[i - 1].switch_guid < ids[i].switch_guid, "ids are in order");
  check_notes(parse(parse_hop_weights));
  check_notes(parse(parse_ignored_ports));
  for (const DrainedPart& part : parse(parse_drained_parts)) {
    require((part.guid != 0) + !part.name.empty() + !part.group.empty() == 1,
            "a part has a GUID, a name or a group");
    for (const PortNum port : part.ports) require(is_port(port), "ports begin with 1");
  }
  for (const SearchOrder& ports : parse(parse_search_order)) {
    require((ports.switch_guid != 0) + !ports.group.empty() == 1, "a line has a GUID or a group");
    require(!ports.ports.empty() && ports.ports.size() <= kMaxPorts, "ports come once");
    for (const PortNum port : ports.ports) require(is_port(port), "ports begin with 1");
  }
  return good;
}

bool fuzz_rank_order(std::string_view text) {
  static const Fabric fabric = small_fabric();
  return accepted([&] {
    std::vector<std::string> warnings;
    const Placement placement = parse_rank_order(text, "fuzz", fabric, {}, warnings);
    require(placement.size() <= kMostPositions, "positions are limited");
    require(warnings.size() <= 1, "warnings are few");
    require(placement.size() >= placement.dummies() + 2, "a pattern needs two ranks");
    for (std::size_t i = 0; i < placement.size(); ++i) {
      for (const EndPortIndex e : placement.rails(i)) {
        require(e < fabric.end_port_count(), "rails are end ports");
      }
    }
  });
}

namespace {

void check_sentences(const std::vector<std::string>& sentences, std::size_t most) {
  require(sentences.size() <= most, "sentences are few");
  for (const std::string& sentence : sentences) {
    require(sentence.starts_with("fuzz:"), "messages begin with the file");
  }
}

}  // namespace

bool fuzz_port_groups(std::string_view text) {
  static const Fabric fabric = small_fabric();
  std::vector<std::string> errors, repeated;
  const PortGroups groups = parse_port_groups(text, "fuzz", errors, repeated);
  check_sentences(errors, 101);
  check_sentences(repeated, 100);
  if (!errors.empty()) return false;
  std::vector<GroupIndex> all;
  for (GroupIndex g = 0; g < groups.groups.size(); ++g) {
    const auto found = find_group(groups, groups.groups[g].name);
    require(found.has_value(), "each group is found by its name");
    require(found == g || (groups.groups[*found].line > groups.groups[g].line && !repeated.empty()),
            "the last group of a name counts");
    all.push_back(g);
  }
  std::vector<std::string> warnings;
  const auto sets = evaluate_groups(fabric, groups, all, Workers(1), warnings);
  require(sets.size() == all.size(), "each group has a set");
  for (const PortSelection& set : sets) {
    PortSelection outside = set;
    outside -= sets[0];
    require(outside.empty() && set.size() <= sets[0].size(), "ALL has all ports");
  }
  require(warnings.size() <= 2 * (kWarningsShown + 1), "warnings are few");
  return true;
}

namespace {

bool topologies_are_good(std::string_view text) {
  static const PortGroups groups = predefined_groups();
  std::vector<std::string> errors;
  std::vector<std::string> warnings;
  const std::vector<Topology> topologies =
      parse_topologies(text, "fuzz", &groups, errors, warnings);
  check_sentences(errors, 101);
  check_sentences(warnings, kWarningsShown + 1);
  if (!errors.empty() || !warnings.empty()) return false;
  for (std::size_t i = 0; i < topologies.size(); ++i) {
    require(topologies[i].id > (i == 0 ? 0 : topologies[i - 1].id), "ids are in order");
    require(topologies[i].switches < groups.groups.size(), "switches are of a group");
    require(topologies[i].hcas < groups.groups.size(), "CAs are of a group");
  }
  return !topologies.empty();
}

bool steps_are_good(std::string_view rules) {
  static const std::vector<Topology> topologies = {{.id = 1}, {.id = 2}};
  constexpr std::array<std::string_view, 3> kEngines = {"minhop", "ftree", "updn"};
  std::vector<std::string> errors;
  std::vector<std::string> warnings;
  const std::vector<StepText> steps =
      parse_steps(rules, "fuzz", &topologies, kEngines, errors, warnings);
  check_sentences(errors, 101);
  check_sentences(warnings, kWarningsShown + 1);
  if (!errors.empty()) return false;
  // A fallback that takes the place of a step that is left out may have a lower id.
  const auto id_of = [](const StepText& text) { return text.step.id; };
  require(std::ranges::is_sorted(steps, {}, id_of) || !warnings.empty(), "ids are in order");
  std::set<std::uint64_t> ids;
  std::uint64_t first = 0;
  for (const StepText& text : steps) {
    const ChainStep& step = text.step;
    require(ids.insert(step.id).second && step.id != 0, "ids are unique");
    if (first == 0 && !text.fallback_to) first = step.id;
    require(std::count(kEngines.begin(), kEngines.end(), step.engine) == 1, "engines are known");
    require(step.topology == kNone || step.topology < topologies.size(), "topologies are known");
    require(step.path_bit.value_or(0) < 128, "path bits go to 127");
    const auto is_target = [&](const StepText& other) {
      return other.step.id == text.fallback_to && !other.fallback_to;
    };
    require(!text.fallback_to || std::any_of(steps.begin(), steps.end(), is_target),
            "a fallback is one to a step that is none");
  }
  require(first != 0, "there is a first step");
  for (const StepText& text : steps) {
    if (text.step.id != first && text.fallback_to != first) continue;
    require(text.step.topology == kNone && !text.step.path_bit, "the first step routes everything");
  }
  return true;
}

}  // namespace

bool fuzz_chain_policy(std::string_view text) {
  const bool topologies = topologies_are_good(text);
  const bool steps = steps_are_good(text);
  require(!topologies || !steps, "no text is both");
  return topologies || steps;
}

// Texts that may name files are left out.
bool fuzz_option_overlay(std::string_view text) {
  for (const std::string_view path : {"_file", "torus_config"}) {
    if (text.find(path) != std::string_view::npos) return false;
  }
  FileStamps files;
  std::vector<std::string> errors;
  std::vector<std::string> warnings;
  const OptionOverlay overlay =
      OptionOverlay::parse(text, "fuzz", Workers(1), files, errors, warnings);
  check_sentences(errors, 101);
  check_sentences(warnings, 2);
  require(files.empty(), "no file is named");
  const Options once = overlay.over({});
  require(overlay.over(once) == once, "to say it again changes nothing");
  return errors.empty();
}

bool fuzz_torus_conf(std::string_view text) {
  return accepted([&] {
    const TorusConf conf = parse_torus_conf(text, "fuzz");
    std::size_t switches = 1;
    for (const TorusDimension& dimension : conf.dimensions) {
      require(dimension.radix >= 1 && (dimension.radix != 2 || dimension.is_mesh),
              "radices begin with 1, and 2 is a mesh");
      switches *= dimension.radix;
    }
    require(switches >= 2 && switches <= kMaxUnicastLid, "a subnet has room for the torus");
    require(!conf.seeds.empty(), "there is a seed");
    for (const TorusSeed& seed : conf.seeds) {
      require(seed.switch_guid != 0, "a seed has a switch");
      for (std::size_t d = 0; d < kTorusDimensions; ++d) {
        const SeedAxis& axis = seed.axes[d];
        const int radix = conf.dimensions[d].radix;
        require((axis.plus != 0 || axis.minus != 0) == (radix > 1), "it has links to follow");
        require(axis.dateline > -radix && axis.dateline < radix, "datelines are inside");
      }
    }
    require(conf.port_order.size() <= std::size_t{kMaxPorts} + 1, "ports come once");
  });
}

bool fuzz_state(std::string_view text) {
  const Workers workers(1);
  try {
    test::RawState raw{.version = kStateVersion, .generation = 1, .sections = {}};
    ByteReader from(text);
    for (std::size_t left = from.count(sizeof(std::uint32_t)); left > 0; --left) {
      raw.sections.emplace_back(from.text());
    }
    const SessionState state = decode_state(test::put_together(raw), workers);
    check_links(state.last->fabric);
    check_order(state.last->fabric);
    check_lids(state.last->fabric);
    require(state.last->verdict.forwarding_loops == 0, "it was verified");
    const std::string bytes = encode_state(state, 1, workers);
    require(encode_state(decode_state(bytes, workers), 1, workers) == bytes,
            "what was read is what is written");
  } catch (const BadInput&) {
    return false;
  }
  return true;
}

}  // namespace weft
