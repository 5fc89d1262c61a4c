#include "common/stored/stored_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/base/error.h"

namespace weft {
namespace {

constexpr std::size_t kLongestRemembered = 255;
constexpr std::string_view kRoutes = "dump_ucast_routes: Switch ";
constexpr std::string_view kTable = "PLFT_NUM:";
constexpr std::string_view kFooter = "lids dumped";

// Positions of the port and of the rest in «0x0001 036 ...».
constexpr std::size_t kPortAt = 7;
constexpr std::size_t kTailAt = 10;

bool is_section_heading(std::string_view line) {
  if (line.starts_with("0x") || line.starts_with('#')) return false;
  return line.starts_with("Unicast lids") || line.starts_with("Multicast mlids") ||
         line.find(kRoutes) != std::string_view::npos;
}

// The value of three decimal digits, or a number above 255.
unsigned three_digits(const char* text) {
  const unsigned a = static_cast<unsigned char>(text[0]) - unsigned{'0'};
  const unsigned b = static_cast<unsigned char>(text[1]) - unsigned{'0'};
  const unsigned c = static_cast<unsigned char>(text[2]) - unsigned{'0'};
  return a > 9 || b > 9 || c > 9 ? 256 : a * 100 + b * 10 + c;
}

}  // namespace

StoredSections::StoredSections(const ReadAt& read_at, StoredBudget& budget)
    : budget_(budget),
      lines_(read_at),
      remembered_index_(kMaxUnicastLid + std::size_t{1}, kNone),
      row_(kMaxUnicastLid + std::size_t{1}, kNoPath) {}

StoredRange<StoredTable> StoredSections::read(std::uint64_t begin, std::uint64_t end) {
  range_ = {};
  section_ = Section::kUnnamed;
  needs_footer_ = false;
  expected_ = 0;
  std::fill_n(row_.begin(), row_end_, kNoPath);
  row_end_ = 0;
  return read_range(lines_, range_, [&] {
    if (!lines_.start(begin, end, is_section_heading)) return;
    parse_lines(end);
    end_section();
  });
}

void StoredSections::parse_lines(std::uint64_t end) {
  while (true) {
    if (section_ == Section::kSwitch) take_remembered_lines();
    if (!lines_.next()) return;
    if (lines_.is_behind(end)) return lines_.unread();
    const std::string_view line = trim(lines_.line());
    if (!line.ends_with(kFooter)) require_whole_line(lines_, [this] { end_section(); });
    parse_line(line);
  }
}

// Takes the lines that equal the expected ones but for the port.
void StoredSections::take_remembered_lines() {
  const std::string_view ahead = lines_.ahead();
  const char* at = ahead.data();
  const char* const end = at + ahead.size();
  const Remembered* expected = remembered_.data() + expected_;
  const Remembered* const last = remembered_.data() + remembered_.size();
  const Remembered* const first = expected;
  for (; expected != last; ++expected) {
    const std::size_t length = expected->length;
    if (static_cast<std::size_t>(end - at) < length) break;
    const char* const text = remembered_text_.data() + expected->offset;
    const unsigned port = three_digits(at + kPortAt);
    if (std::memcmp(at, text, kPortAt) != 0 || port > 255 ||
        std::memcmp(at + kTailAt, text + kTailAt, length - kTailAt) != 0) {
      break;
    }
    PortNum& entry = row_[expected->lid];
    if (entry != kNoPath && entry != port) break;
    entry = static_cast<PortNum>(port);
    row_end_ = std::max<std::size_t>(row_end_, expected->lid + std::size_t{1});
    at += length;
  }
  lines_.skip(static_cast<std::size_t>(at - ahead.data()), static_cast<unsigned>(expected - first));
  expected_ += static_cast<std::size_t>(expected - first);
}

void StoredSections::parse_line(std::string_view line) {
  if (line.empty() || line.front() == '#') return;
  if (line.starts_with("0x")) {
    parse_entry(line);
  } else if (is_section_heading(line)) {  // also a line that ends like a footer: parts begin there
    end_section();
    begin_section(line);
  } else if (line.starts_with(kTable)) {
    require_common_table(line.substr(kTable.size()));
  } else if (line.ends_with(kFooter)) {
    needs_footer_ = false;
  } else if (!line.starts_with("File version:") && !line.starts_with("Lid ") &&
             !line.starts_with("LID ") && !line.starts_with("Port ") &&
             section_ != Section::kMulticast) {
    range_.ignored.note(lines_.count(), line);
  }
}

void StoredSections::require_common_table(std::string_view text) const {
  const auto number = Scanner(text).number<std::uint32_t>();
  if (!number) refuse("expected the number of a table instead of {}", quote(text));
  if (*number != 0) {
    refuse("table {} is a private one: which packets use it is not in this file", *number);
  }
}

void StoredSections::begin_section(std::string_view line) {
  range_.has_section = true;
  section_line_ = lines_.count();
  if (const std::size_t at = line.find(kRoutes); at != std::string_view::npos) {
    begin_switch(line.substr(at + kRoutes.size()), {});
    return;
  }
  if (line.starts_with("Multicast mlids")) {
    section_ = Section::kMulticast;
    return;
  }
  constexpr std::string_view kGuid = " guid ";
  constexpr std::string_view kLid = " Lid ";
  const std::size_t at = line.find(kGuid);
  if (at == std::string_view::npos) refuse("the line names no switch by 'guid 0x...'");
  const std::string_view before = line.substr(0, at);
  const std::size_t lid = before.find(kLid);
  begin_switch(line.substr(at + kGuid.size()), lid == std::string_view::npos
                                                   ? std::string_view{}
                                                   : before.substr(lid + kLid.size()));
  needs_footer_ = true;
}

void StoredSections::begin_switch(std::string_view guid_text, std::string_view lid_text) {
  const auto guid = Scanner(guid_text).guid();
  if (!guid) refuse("expected the GUID of a switch instead of {}", quote(guid_text));
  const Lid lid = Scanner(lid_text).number_of_either_base<Lid>().value_or(0);
  if (--budget_.switches < 0) refuse("there are more than {} switches", kMostStoredSwitches);
  section_ = Section::kSwitch;
  range_.switches.push_back({*guid, lid <= kMaxUnicastLid ? lid : Lid{0}, section_line_, {}, 0, 0});
  expected_ = 0;
}

// 0x0001 036, or 0x0001 : 036  : 02   : yes, or 0x0001 : UNREACHABLE
void StoredSections::parse_entry(std::string_view line) {
  if (section_ == Section::kUnnamed) {
    refuse(
        "this entry comes before any line that names its switch as in opensm-lfts.dump, dump_fts "
        "or opensm.fdbs: is this a file of multicast tables or of adaptive routing?");
  }
  if (section_ != Section::kSwitch) return;
  Scanner scanner(line);
  const auto lid = scanner.number_of_either_base<std::uint32_t>();
  if (!lid) refuse("expected a LID instead of {}", quote(line));
  scanner.eat(':');
  if (scanner.eat("UNREACHABLE")) return;
  const auto port = scanner.number<PortNum>();
  const std::string_view rest = scanner.rest();
  if (!port || (!rest.empty() && std::string_view(" \t:#").find(rest.front()) == rest.npos)) {
    refuse("expected a port from 0 to 255 behind LID 0x{:x}, as in '0x0001 036', in {}", *lid,
           quote(line));
  }
  if (*lid == 0 || *lid > kMaxUnicastLid) {
    StoredTable& table = range_.switches.back();
    if (++table.strange_entries == 1) table.strange_lid = *lid;
    return;
  }
  const auto unicast = static_cast<Lid>(*lid);
  enter(unicast, *port);
  lid_guids_.note(unicast, port_guid(rest));
  remember(lines_.line(), unicast, *port);
  if (remembered_index_[unicast] != kNone) expected_ = remembered_index_[unicast] + std::size_t{1};
}

void StoredSections::enter(std::uint32_t lid, PortNum port) {
  PortNum& entry = row_[lid];
  if (entry != kNoPath && entry != port) {
    refuse("LID 0x{:x} has an entry already, port {}", lid, entry);
  }
  entry = port;
  row_end_ = std::max<std::size_t>(row_end_, lid + std::size_t{1});
}

// Keeps the text of a line with the usual format if its LID has none so far. The line was parsed as
// this LID and port.
void StoredSections::remember(std::string_view line, Lid lid, PortNum port) {
  if (remembered_index_[lid] != kNone || line.size() > kLongestRemembered ||
      line.size() <= kTailAt || line.back() != '\n' || !line.starts_with("0x") ||
      line.find_first_not_of("0123456789abcdefABCDEF", 2) != kPortAt - 1 ||
      line[kPortAt - 1] != ' ' || three_digits(line.data() + kPortAt) != port ||
      !is_blank(line[kTailAt])) {
    return;
  }
  remembered_index_[lid] = static_cast<std::uint32_t>(remembered_.size());
  remembered_.push_back({static_cast<std::uint32_t>(remembered_text_.size()),
                         static_cast<std::uint16_t>(line.size()), lid});
  remembered_text_.insert(remembered_text_.end(), line.begin(), line.end());
}

// Ends a section, at the next heading or at the end of the file.
void StoredSections::end_section() {
  if (needs_footer_) {
    throw Refused{
        "the table that begins here does not end with a line 'N lids dumped': is the file cut off?",
        section_line_};
  }
  if (section_ == Section::kSwitch) {
    if ((budget_.bytes -= static_cast<std::int64_t>(row_end_)) < 0) {
      refuse("tables of few entries with large LIDs take too much memory");
    }
    range_.switches.back().row.assign(row_.begin(),
                                      row_.begin() + static_cast<std::ptrdiff_t>(row_end_));
    std::fill_n(row_.begin(), row_end_, kNoPath);
    row_end_ = 0;
  }
  section_ = Section::kUnnamed;
}

}  // namespace weft
