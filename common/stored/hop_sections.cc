#include "common/stored/hop_sections.h"

#include <algorithm>
#include <utility>

#include "common/base/text.h"

namespace weft {
namespace {

bool is_switch_heading(std::string_view line) { return line.starts_with("Switch"); }

// By character; 16: not a hexadecimal digit.
constexpr std::array<std::uint8_t, 256> kDigits = [] {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(16);
  for (unsigned i = 0; i < 10; ++i) digits['0' + i] = static_cast<std::uint8_t>(i);
  for (unsigned i = 0; i < 6; ++i) {
    digits['a' + i] = digits['A' + i] = static_cast<std::uint8_t>(10 + i);
  }
  return digits;
}();

unsigned digit(char c) { return kDigits[static_cast<unsigned char>(c)]; }

}  // namespace

HopSections::HopSections(const ReadAt& read_at, StoredBudget& budget)
    : budget_(budget), lines_(read_at), has_lid_(kMaxUnicastLid + std::size_t{1}) {}

StoredRange<StoredHopTable> HopSections::read(std::uint64_t begin, std::uint64_t end) {
  range_ = {};
  end_section();
  return read_range(lines_, range_, [&] {
    if (!lines_.start(begin, end, is_switch_heading)) return;
    for_each_whole_line(
        lines_, end, [&](std::string_view line) { parse_line(line); }, [&] { end_section(); });
  });
}

void HopSections::parse_line(std::string_view line) {
  if (line.empty() || line.front() == '#') return;
  if (line.starts_with("0x")) {
    parse_entry(line);
  } else if (is_switch_heading(line)) {
    begin_section(line);
  } else {
    range_.ignored.note(lines_.count(), line);
  }
}

void HopSections::begin_section(std::string_view line) {
  end_section();
  constexpr std::string_view kGuid = " guid 0x";
  const std::size_t at = line.find(kGuid);
  if (at == std::string_view::npos) refuse("the line names no switch by 'guid 0x...'");
  const std::string_view text = line.substr(at + kGuid.size());
  const auto guid = Scanner(text).number<Guid>(16);
  if (!guid) refuse("expected the GUID of a switch instead of {}", quote(text));
  if (--budget_.switches < 0) refuse("there are more than {} switches", kMostStoredSwitches);
  range_.has_section = true;
  range_.switches.push_back({.switch_guid = *guid, .line = lines_.count()});
}

// 0x0007: 02 ff 02 02 # portguid 0x0008f1050010852a
void HopSections::parse_entry(std::string_view line) {
  if (range_.switches.empty()) refuse("this entry comes before any line that names its switch");
  Scanner scanner(line.substr(2));
  const auto lid = scanner.number<std::uint32_t>(16);
  if (!lid || (!scanner.eat(':') && !scanner.rest().empty() && !is_blank(scanner.rest().front()))) {
    refuse("expected a LID, as in '0x0007: 02 ff 02', in {}", quote(line));
  }
  if (*lid == 0 || *lid > kMaxUnicastLid) refuse("0x{:x} is not a unicast LID", *lid);
  const auto unicast = static_cast<Lid>(*lid);
  const std::string_view comment = parse_hops(scanner.rest());
  enter(unicast);
  lid_guids_.note(unicast, port_guid(comment));
}

// Fills hops_ and columns_; returns the rest of the text.
std::string_view HopSections::parse_hops(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  columns_ = 0;
  while (true) {
    while (at != end && is_blank(*at)) ++at;
    if (at == end || *at == '#') break;
    const char* const first = at;
    unsigned hops = 0;
    while (at != end && at - first < 2 && digit(*at) < 16) hops = hops * 16 + digit(*at++);
    if (at == first || (at != end && !is_blank(*at) && *at != '#')) {
      refuse("expected hops of two hexadecimal digits instead of {}",
             quote({first, static_cast<std::size_t>(end - first)}));
    }
    if (columns_ == hops_.size()) refuse("there are more than {} hop counts", hops_.size());
    hops_[columns_++] = static_cast<std::uint8_t>(hops);
  }
  return {at, static_cast<std::size_t>(end - at)};
}

void HopSections::enter(Lid lid) {
  if (has_lid_[lid]) refuse("LID 0x{:x} has a line of this switch already", lid);
  StoredHopTable& table = range_.switches.back();
  if (columns_ == 0) refuse("there are no hop counts for LID 0x{:x}", lid);
  if (table_.lids.empty()) table_.columns = columns_;
  if (columns_ != table_.columns) {
    refuse("the line has {} hop counts, but {} are those of this switch", columns_, table_.columns);
  }
  has_lid_[lid] = true;
  if (hops_[0] == 0 && table.switch_lid == 0) table.switch_lid = lid;

  // OpenSM's own engine also treats the first column as the minimum.
  const std::uint8_t least = *std::min_element(hops_.begin(), hops_.begin() + columns_);
  const std::size_t set = table_.sets.size();
  table_.sets.resize(set + table_.set_bytes());
  bool any = false;
  for (std::size_t p = 1; p < columns_ && least != kNoStoredHops; ++p) {
    if (hops_[p] != least) continue;
    table_.sets[set + p / 8] |= static_cast<std::uint8_t>(1u << (p % 8));
    any = true;
  }
  table_.lids.push_back(lid);
  table_.hops.push_back(any ? least : kNoStoredHops);
}

// Ends a section, at the next heading or at the end of the file. Copies the entries, so that they
// use no spare memory.
void HopSections::end_section() {
  for (const Lid lid : table_.lids) has_lid_[lid] = false;
  if (!range_.switches.empty()) {
    StoredHopTable& table = range_.switches.back();
    table.columns = table_.columns;
    table.lids.assign(table_.lids.begin(), table_.lids.end());
    table.hops.assign(table_.hops.begin(), table_.hops.end());
    table.sets.assign(table_.sets.begin(), table_.sets.end());
  }
  table_.columns = 0;
  table_.lids.clear();
  table_.hops.clear();
  table_.sets.clear();
}

}  // namespace weft
