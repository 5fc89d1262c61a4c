#include "common/routing/table_reader.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/fabric/guid_index.h"

namespace weft {
namespace {

// 2,304 switches with 23,040 LIDs each make 3.5 GB with the comments that opensm adds.
constexpr std::size_t kLargestTables = std::size_t{4} << 30;

class Parser {
 public:
  Parser(std::string_view text, const std::string& source, const Fabric& fabric,
         std::vector<std::string>& warnings)
      : lines_(text),
        source_(source),
        fabric_(fabric),
        warnings_(warnings),
        tables_(fabric.switch_count(), fabric.max_lid()),
        line_of_switch_(fabric.switch_count(), 0) {}

  TableBlock parse();

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }
  // Where the entries that come belong.
  enum class Section { kNone, kUnknownSwitch, kMulticast, kSwitch };

  bool begin_section();
  void begin_switch(std::string_view guid);
  void parse_entry();
  bool is_decoration() const;
  void check_complete() const;
  void warn() const;

  Lines lines_;
  const std::string& source_;
  const Fabric& fabric_;
  std::vector<std::string>& warnings_;
  TableBlock tables_;
  std::vector<unsigned> line_of_switch_;  // 0: not in the file

  Section section_ = Section::kNone;
  SwitchIndex switch_ = 0;
  bool needs_footer_ = false;  // of the section: «N lids dumped»
  unsigned section_line_ = 0;
  unsigned unknown_switches_ = 0;
  Guid unknown_switch_ = 0;
  unsigned unknown_lids_ = 0;
  std::uint32_t unknown_lid_ = 0;
  IgnoredLines ignored_;
};

TableBlock Parser::parse() {
  while (lines_.next()) {
    const std::string_view line = lines_.line();
    if (line.empty() || line.front() == '#') continue;
    if (line.starts_with("0x")) {
      parse_entry();
    } else if (line.ends_with("lids dumped")) {
      needs_footer_ = false;
    } else if (!begin_section() && !is_decoration()) {
      ignored_.note(lines_);
    }
  }
  check_complete();
  if (section_ == Section::kNone) {
    throw BadInput(
        fmt::format("{}: there are no forwarding tables in it in a known format: neither as in "
                    "opensm-lfts.dump, or as dump_fts prints them, nor as in opensm.fdbs",
                    source_));
  }
  warn();
  return std::move(tables_);
}

bool Parser::begin_section() {
  const std::string_view line = lines_.line();
  constexpr std::string_view kRoutes = "dump_ucast_routes: Switch ";
  if (const std::size_t at = line.find(kRoutes); at != std::string_view::npos) {
    check_complete();
    begin_switch(line.substr(at + kRoutes.size()));
    return true;
  }
  if (line.starts_with("Multicast mlids")) {
    check_complete();
    section_ = Section::kMulticast;
    return true;
  }
  if (!line.starts_with("Unicast lids")) return false;
  check_complete();
  constexpr std::string_view kGuid = " guid ";
  const std::size_t at = line.find(kGuid);
  if (at == std::string_view::npos) fail("the line names no switch by 'guid 0x...'");
  begin_switch(line.substr(at + kGuid.size()));
  needs_footer_ = true;
  return true;
}

void Parser::begin_switch(std::string_view text) {
  const auto guid = Scanner(text).guid();
  if (!guid) fail(fmt::format("expected the GUID of a switch instead of {}", quote(text)));
  section_line_ = lines_.number();
  const SwitchIndex found = find_switch(fabric_, *guid);
  if (found == kNone) {
    section_ = Section::kUnknownSwitch;
    if (++unknown_switches_ == 1) unknown_switch_ = *guid;
    return;
  }
  if (line_of_switch_[found] != 0) {
    fail(fmt::format("the table of switch {} began in line {} already",
                     fabric_.describe_switch(found), line_of_switch_[found]));
  }
  section_ = Section::kSwitch;
  switch_ = found;
  line_of_switch_[found] = section_line_;
}

// 0x0001 036, or 0x0001 : 036  : 02   : yes, or 0x0001 : UNREACHABLE
void Parser::parse_entry() {
  if (section_ == Section::kNone) fail("this entry comes before any line that names its switch");
  if (section_ != Section::kSwitch) return;
  Scanner scanner(lines_.line());
  const auto lid = scanner.number_of_either_base<std::uint32_t>();
  if (!lid) fail(fmt::format("expected a LID instead of {}", quote(lines_.line())));
  scanner.eat(':');
  if (scanner.eat("UNREACHABLE")) return;
  const auto port = scanner.number<PortNum>();
  const std::string_view rest = scanner.rest();
  if (!port || (!rest.empty() && std::string_view(" \t:#").find(rest.front()) == rest.npos)) {
    fail(fmt::format("expected a port from 0 to 255 behind LID 0x{:x}, as in '0x0001 036', in {}",
                     *lid, quote(lines_.line())));
  }
  if (*lid == 0 || *lid > fabric_.max_lid()) {
    if (++unknown_lids_ == 1) unknown_lid_ = *lid;
    return;
  }
  PortNum& entry = tables_.tables().row(switch_)[*lid];
  if (entry != kNoPath && entry != *port) {
    fail(fmt::format("LID 0x{:x} has an entry already, port {}", *lid, entry));
  }
  entry = *port;
}

// The other lines that the tools print.
bool Parser::is_decoration() const {
  const std::string_view line = lines_.line();
  return line.starts_with("Lid ") || line.starts_with("LID ") || line.starts_with("Port ") ||
         section_ == Section::kMulticast;
}

void Parser::check_complete() const {
  if (!needs_footer_) return;
  fail_at(
      source_, section_line_,
      "the table that begins here does not end with a line 'N lids dumped': is the file cut off?");
}

void Parser::warn() const {
  ignored_.warn(source_, warnings_);
  if (unknown_switches_ != 0) {
    warnings_.push_back(fmt::format(
        "{}: the tables of {} switches that the fabric does not have were ignored, of 0x{:016x} "
        "among them",
        source_, unknown_switches_, unknown_switch_));
  }
  if (unknown_lids_ != 0) {
    warnings_.push_back(fmt::format(
        "{}: {} entries for LIDs that the fabric does not have were ignored, for 0x{:x} among them",
        source_, unknown_lids_, unknown_lid_));
  }
  std::size_t missing = 0;
  SwitchIndex first_missing = kNone;
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    if (line_of_switch_[s] == 0 && missing++ == 0) first_missing = s;
  }
  if (missing != 0) {
    warnings_.push_back(fmt::format("{}: the tables of {} switches are missing, of {} among them",
                                    source_, missing, fabric_.describe_switch(first_missing)));
  }
}

}  // namespace

TableBlock read_tables(const std::string& path, const Fabric& fabric,
                       std::vector<std::string>& warnings) {
  return parse_tables(read_file(path, kLargestTables), path, fabric, warnings);
}

TableBlock parse_tables(std::string_view text, const std::string& source, const Fabric& fabric,
                        std::vector<std::string>& warnings) {
  return Parser(text, source, fabric, warnings).parse();
}

}  // namespace weft
