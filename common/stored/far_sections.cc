#include "common/stored/far_sections.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace weft {
namespace {

constexpr std::size_t kLids = kMaxUnicastLid + std::size_t{1};
constexpr std::string_view kTableNumber = "PLFT_NUM:";

bool is_switch_line(std::string_view line) { return line.starts_with("Switch 0x"); }
// True for «-----» and for column titles that begin with `column`.
bool is_table_head(std::string_view line, std::string_view column) {
  return line.front() == '-' || line.starts_with(column);
}

}  // namespace

FarSections::FarSections(const ReadAt& read_at, StoredBudget& budget)
    : budget_(budget), lines_(read_at), row_(kLids, kNoPath), set_of_(kLids), has_lid_(kLids) {}

StoredRange<StoredChoices> FarSections::read(std::uint64_t begin, std::uint64_t end) {
  range_ = {};
  clear();
  return read_range(lines_, range_, [&] {
    if (!lines_.start(begin, end, is_switch_line)) return;
    for_each_whole_line(
        lines_, end, [&](std::string_view line) { parse_line(line); }, [&] { end_section(); });
  });
}

void FarSections::parse_line(std::string_view line) {
  if (line.empty() || line.front() == '#' || line.starts_with("File version:")) return;
  if (is_switch_line(line)) return begin_switch(line);
  if (part_ == Part::kBefore) return range_.ignored.note(lines_.count(), line);
  if (line.starts_with("Groups Definition:")) return begin_groups();
  if (line.starts_with("LFT Definition:")) begin_entries();
  if (const std::size_t at = line.find(kTableNumber); at != std::string_view::npos) {
    return parse_table_number(line.substr(at + kTableNumber.size()));
  }
  if (part_ == Part::kGroups && !is_table_head(line, "Group")) parse_group(line);
  if (part_ == Part::kEntries && !is_table_head(line, "L")) parse_entry(line);
}

void FarSections::begin_switch(std::string_view line) {
  end_section();
  const std::string_view text = line.substr(std::string_view("Switch ").size());
  const auto guid = Scanner(text).guid();
  if (!guid) refuse("expected the GUID of a switch instead of {}", quote(text));
  if (--budget_.switches < 0) refuse("there are more than {} switches", kMostStoredSwitches);
  range_.has_section = true;
  range_.switches.emplace_back();
  range_.switches.back().switch_guid = *guid;
  range_.switches.back().line = lines_.count();
  numbers_.emplace(PortBits{}, std::uint16_t{0});
  part_ = Part::kSwitch;
}

void FarSections::begin_groups() {
  if (part_ != Part::kSwitch) refuse("the switch has groups already, or entries that need them");
  part_ = Part::kGroups;
}

void FarSections::begin_entries() {
  if (part_ == Part::kEntries) {
    refuse(
        "the switch has a second table, a private one: which packets use it is not in this file");
  }
  part_ = Part::kEntries;
}

void FarSections::parse_table_number(std::string_view text) const {
  const auto number = Scanner(text).number<std::uint32_t>();
  if (!number) refuse("expected the number of a table behind {}", quote(kTableNumber));
  if (*number != 0) {
    refuse("table {} is a private one: which packets use it is not in this file", *number);
  }
}

// 1   0   0   1, 2, 3,
void FarSections::parse_group(std::string_view line) {
  Scanner scanner(line);
  const auto group = scanner.number<std::uint16_t>();
  const auto sub_group = group ? scanner.number<std::uint8_t>() : std::nullopt;
  const auto weighted = sub_group ? scanner.number<std::uint16_t>() : std::nullopt;
  if (!weighted) {
    refuse("expected a group, a sub-group, WHBF and ports, as in '1 0 0 1, 2, 3,', in {}",
           quote(line));
  }
  Group& known = groups_[*group];
  std::vector<unsigned>& sub_groups = known.sub_groups;
  if (std::find(sub_groups.begin(), sub_groups.end(), *sub_group) != sub_groups.end()) {
    refuse("group {} has a sub-group {} already", *group, *sub_group);
  }
  sub_groups.push_back(*sub_group);
  range_.switches.back().is_weighted |= *weighted != 0;
  while (!scanner.at_end()) {
    const auto port = scanner.number<std::uint8_t>();
    if (!port || *port == 0 || *port > kMaxPorts || (!scanner.eat(',') && !scanner.at_end())) {
      refuse("expected ports from 1 to {} with commas between them in {}", kMaxPorts, quote(line));
    }
    add_port(known.ports, *port);
  }
}

// 0x0001  1  Free  1
void FarSections::parse_entry(std::string_view line) {
  Scanner scanner(line);
  const auto lid = scanner.eat("0x") ? scanner.number<std::uint32_t>(16) : std::nullopt;
  if (!lid) refuse("expected a LID, as in '0x0001 1 Free 1', instead of {}", quote(line));
  const auto fixed = scanner.number<PortNum>();
  if (!fixed) {
    refuse("expected a static port from 0 to 255 behind LID 0x{:x} in {}", *lid, quote(line));
  }
  scanner.skip_blanks();
  const std::string_view state = scanner.word();
  const bool is_static = same_in_any_case(state, "Static");
  if (!is_static && !same_in_any_case(state, "Free") && !same_in_any_case(state, "Bounded") &&
      !same_in_any_case(state, "HBF")) {
    refuse("{} is no state of a LID: they are Free, Bounded, HBF and Static", quote(state));
  }
  const auto group = scanner.number<std::uint16_t>();
  if (!group || !scanner.at_end()) {
    refuse("expected a group, and nothing else, behind the state in {}", quote(line));
  }
  if (*lid == 0 || *lid > kMaxUnicastLid) {
    StoredTable& table = range_.switches.back();
    if (++table.strange_entries == 1) table.strange_lid = *lid;
    return;
  }
  PortBits only{};
  if (*fixed != kNoPath) add_port(only, *fixed);
  enter(static_cast<Lid>(*lid), *fixed, is_static ? number_of(only) : choices_of(*group, *fixed));
}

void FarSections::enter(Lid lid, PortNum fixed, std::uint16_t set) {
  if (has_lid_[lid]) refuse("LID 0x{:x} has an entry already, port {}", lid, row_[lid]);
  has_lid_[lid] = true;
  row_[lid] = fixed;
  set_of_[lid] = set;
  row_end_ = std::max<std::size_t>(row_end_, lid + std::size_t{1});
}

std::uint16_t FarSections::choices_of(std::uint32_t group, PortNum fixed) {
  PortBits ports{};
  if (fixed != kNoPath) add_port(ports, fixed);
  const auto found = groups_.find(group);
  if (found == groups_.end()) {
    StoredChoices& table = range_.switches.back();
    if (table.undefined_groups++ == 0) {
      table.undefined_group = group;
      table.undefined_at = lines_.count() - table.line;
    }
    return number_of(ports);
  }
  bool is_inside = true;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    is_inside &= (ports[i] & ~found->second.ports[i]) == 0;
    ports[i] |= found->second.ports[i];
  }
  if (!is_inside) return number_of(ports);
  if (found->second.number == 0) found->second.number = number_of(ports);
  return found->second.number;
}

// There are fewer sets than LIDs.
std::uint16_t FarSections::number_of(const PortBits& ports) {
  std::vector<PortBits>& sets = range_.switches.back().choices.sets;
  const auto [known, is_new] = numbers_.try_emplace(ports, static_cast<std::uint16_t>(sets.size()));
  if (is_new) sets.push_back(ports);
  return known->second;
}

// Ends a section, at the next switch or at the end of the file. Copies the entries, so that they
// use no spare memory.
void FarSections::end_section() {
  if (part_ == Part::kBefore) return;
  StoredChoices& table = range_.switches.back();
  if (part_ != Part::kEntries) {
    throw Refused{"the switch that begins here has no 'LFT Definition:': is the file cut off?",
                  table.line};
  }
  const std::size_t bytes = row_end_ * 3 + table.choices.sets.size() * sizeof(PortBits);
  if ((budget_.bytes -= static_cast<std::int64_t>(bytes)) < 0) {
    refuse("tables of few entries with large LIDs take too much memory");
  }
  const auto end = static_cast<std::ptrdiff_t>(row_end_);
  table.row.assign(row_.begin(), row_.begin() + end);
  table.choices.set_of.assign(set_of_.begin(), set_of_.begin() + end);
  clear();
}

void FarSections::clear() {
  std::fill_n(row_.begin(), row_end_, kNoPath);
  std::fill_n(set_of_.begin(), row_end_, std::uint16_t{0});
  std::fill_n(has_lid_.begin(), row_end_, false);
  row_end_ = 0;
  groups_.clear();
  numbers_.clear();
  part_ = Part::kBefore;
}

}  // namespace weft
