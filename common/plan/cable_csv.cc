// Tested by tests/common/plan/cable_list_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <tuple>
#include <utility>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/fabric/readers/link_text.h"
#include "common/plan/cable_list.h"
#include "common/plan/name_ranges.h"

namespace weft {
namespace {

// Above the cables of any subnet of 49,151 LIDs.
constexpr std::size_t kMostCables = 400'000;

enum Column : std::uint8_t { kA, kAPort, kB, kBPort, kWidth, kSpeed, kAType, kBType, kColumns };

struct Title {
  std::string_view name;
  Column column;
};
constexpr std::array kTitles = {Title{"a", kA},
                                Title{"a_port", kAPort},
                                Title{"port_a", kAPort},
                                Title{"b", kB},
                                Title{"b_port", kBPort},
                                Title{"port_b", kBPort},
                                Title{"source", kA},
                                Title{"source_port", kAPort},
                                Title{"src_port", kAPort},
                                Title{"from", kA},
                                Title{"from_port", kAPort},
                                Title{"to", kB},
                                Title{"to_port", kBPort},
                                Title{"destination", kB},
                                Title{"destination_port", kBPort},
                                Title{"dst_port", kBPort},
                                Title{"width", kWidth},
                                Title{"speed", kSpeed},
                                Title{"rate", kSpeed},
                                Title{"a_type", kAType},
                                Title{"b_type", kBType}};

struct Cell {
  std::string text;
  bool is_quoted = false;
};
using Cells = std::vector<Cell>;

constexpr std::string_view kDigits = "0123456789";

// The lanes that have this many Gb/s together; 0: no number of lanes has.
std::uint8_t lanes_of(LinkSpeed speed, unsigned gigabits) {
  const auto of_one = Scanner(speed_in_gigabits(speed)).number<unsigned>();
  for (const std::uint8_t lanes : std::initializer_list<std::uint8_t>{1, 2, 4, 8, 12}) {
    if (gigabits != 0 && lanes * of_one.value_or(0) == gigabits) return lanes;
  }
  return 0;
}

// «4x», «HDR», «4xHDR», «hdr», and with the Gb/s of all lanes «HDR200». What the text does not tell
// is 0 and kUnknown. Nothing: it is no rate.
std::optional<LinkAttributes> rate_of(std::string_view text) {
  LinkAttributes link = {.width = 0, .speed = LinkSpeed::kUnknown};
  Scanner scanner(text);
  if (const auto width = scanner.number<std::uint8_t>()) {
    if (*width > 12 || !(scanner.eat('x') || scanner.eat('X'))) return std::nullopt;
    link.width = *width;
    if (scanner.at_end()) return link;
  }
  const std::string_view name = scanner.rest();
  link.speed = speed_of_name(name);
  if (link.speed != LinkSpeed::kUnknown) return link;
  const std::size_t digits = std::min(name.find_first_of(kDigits), name.size());
  link.speed = speed_of_name(name.substr(0, digits));
  Scanner behind(name.substr(digits));
  const std::uint8_t lanes = lanes_of(link.speed, behind.number<unsigned>().value_or(0));
  if (lanes == 0 || !behind.at_end() || (link.width != 0 && link.width != lanes)) {
    return std::nullopt;
  }
  link.width = lanes;
  return link;
}

class CsvParser {
 public:
  CsvParser(std::string_view text, const std::string& source)
      : lines_(text), source_(source), builder_(source) {}

  CableList parse(std::vector<std::string>& warnings) {
    bool is_first = true;
    while (lines_.next()) {
      const std::string_view line = lines_.line();
      if (line.empty() || line.front() == '#') continue;
      if (lines_.unfinished() && std::ranges::count(line, separator_) < 3 && !is_first) {
        fail("the file ends within a line");
      }
      if (is_first) separator_ = separator_of(line);
      const Cells cells = cells_of(line);
      if (!std::exchange(is_first, false) || !take_titles(cells)) add_line(cells);
    }
    if (cables_ == 0) throw BadInput(fmt::format("{}: there is no cable", source_));
    unknown_rates_.warn(warnings);
    if (unused_ > 0) {
      warnings.push_back(
          fmt::format("{}: {} lines of ports without a cable are left out", source_, unused_));
    }
    return builder_.take();
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }

  static char separator_of(std::string_view line) {
    for (const char separator : {'\t', ';'}) {
      if (std::ranges::count(line, separator) >= 3) return separator;
    }
    return ',';
  }

  // Text in quotation marks is taken as it is; two quotation marks inside stand for one. A
  // separator in brackets, as in «[1,3]», does not separate.
  Cells cells_of(std::string_view line) const {
    Cells cells = {Cell()};
    bool is_quoted = false;
    bool is_range = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (c == '"' && is_quoted && line.substr(i + 1).starts_with('"')) {
        cells.back().text += line[++i];
      } else if (c == '"') {
        is_quoted = !is_quoted;
        cells.back().is_quoted = true;
      } else if (c == separator_ && !is_quoted && !is_range) {
        cells.emplace_back();
      } else {
        is_range = !is_quoted && (c == '[' || (is_range && c != ']'));
        cells.back().text += c;
      }
    }
    if (is_quoted) fail("a quotation mark is not closed");
    if (is_range) fail("a bracket is not closed");
    for (Cell& cell : cells) {
      if (!cell.is_quoted) cell.text = std::string(trim(cell.text));
    }
    return cells;
  }

  static bool is_number(const Cell& cell) {
    return !cell.text.empty() && cell.text.find_first_not_of("0123456789") == cell.text.npos;
  }

  // False: these are not titles but cells of the usual columns.
  bool take_titles(const Cells& cells) {
    std::array<std::size_t, kColumns> places = {};
    places.fill(kNowhere);
    if (std::ranges::any_of(cells, is_number)) return false;
    std::string unclear;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::string name = cells[i].text;
      std::ranges::replace(name, ' ', '_');
      const auto title = std::ranges::find_if(
          kTitles, [&](const Title& row) { return same_in_any_case(row.name, name); });
      const bool is_known = title != kTitles.end();
      if (is_known ? places[title->column] != kNowhere : tells_port(name)) unclear = name;
      if (is_known) places[title->column] = i;
    }
    if (places[kA] != kNowhere && places[kB] != kNowhere) {
      const bool has_ports = places[kAPort] != kNowhere && places[kBPort] != kNowhere;
      if (!unclear.empty() && !has_ports) {
        fail(
            fmt::format("what the column {} has is not clear: name the columns a, a_port, b, "
                        "b_port, width and speed",
                        quote(unclear)));
      }
      place_ = places;
      has_titles_ = true;
      return true;
    }
    return false;
  }

  // As topo_config_file has them: a port that leads out of the planned part, with «-» for its peer,
  // or whose cable is not to be used.
  bool is_unused(const Cells& cells) const {
    if (has_titles_ || cells.size() <= kSpeed) return false;
    const std::string& state = cells[kSpeed].text;
    return cells[kB].text == "-" || same_in_any_case(state, "disabled") ||
           same_in_any_case(state, "no-discover");
  }

  void add_line(const Cells& cells) {
    if (is_unused(cells)) {
      ++unused_;
      return;
    }
    std::array<std::vector<std::string>, kColumns> columns;
    std::size_t count = 1;
    const std::size_t most = kMostCables - cables_;
    for (std::size_t c = 0; c < kColumns; ++c) {
      const Cell cell = place_[c] < cells.size() ? cells[place_[c]] : Cell();
      try {
        columns[c] = cell.is_quoted ? std::vector{cell.text}
                                    : expand_ranges(cell.text, std::max<std::size_t>(most, 1));
      } catch (const BadInput& error) {
        fail(error.what());
      }
      if (columns[c].size() == 1) continue;
      if (count != 1 && columns[c].size() != count) {
        fail(fmt::format("one range of the line has {} numbers and another {}", count,
                         columns[c].size()));
      }
      count = columns[c].size();
    }
    if (count > most) fail(fmt::format("there are more than {} cables", kMostCables));
    cables_ += count;
    for (std::size_t i = 0; i < count; ++i) {
      std::array<std::string_view, kColumns> row;
      for (std::size_t c = 0; c < kColumns; ++c)
        row[c] = columns[c][columns[c].size() == 1 ? 0 : i];
      add_row(row);
    }
  }

  void add_row(const std::array<std::string_view, kColumns>& row) {
    PlannedCable cable;
    cable.line = lines_.number();
    std::tie(cable.a, cable.a_port) = end_of(row[kA], row[kAPort], row[kAType]);
    std::tie(cable.b, cable.b_port) = end_of(row[kB], row[kBPort], row[kBType]);
    if (cable.a == cable.b && cable.a_port == cable.b_port) fail("a cable leads to its own port");
    take_rate(row, cable);
    builder_.add_cable(cable);
  }

  std::pair<std::uint32_t, PortNum> end_of(std::string_view name, std::string_view port,
                                           std::string_view type) {
    if (name.empty()) fail("expected a node, its port, another node and its port, with commas");
    const PanelPort at = parse_panel_port(port);
    if (at.port == 0 && !port.empty()) require_device(port);
    return {builder_.add_node(name, at.device, type_of(type), lines_.number()), at.port};
  }

  // True for the title of a column of ports.
  static bool tells_port(std::string_view text) {
    constexpr std::string_view kTitle = "port";
    const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == b; };
    return std::search(text.begin(), text.end(), kTitle.begin(), kTitle.end(), same) != text.end();
  }

  // A port may be told by its device alone, «HCA-2».
  void require_device(std::string_view text) const {
    if (tells_port(text)) {
      fail(
          fmt::format("expected a port instead of {}: if these are titles, name the columns a, "
                      "a_port, b, b_port, width and speed",
                      quote(text)));
    }
    if (kDigits.find(text.front()) != kDigits.npos || text.front() == '-') {
      fail(fmt::format("expected a port from 1 to {}, as 7, P7, mlx5_0/P1 or 1/2, instead of {}",
                       kMaxPorts, quote(text)));
    }
  }

  static PlannedType type_of(std::string_view text) {
    for (const std::string_view name : {"switch", "sw"}) {
      if (same_in_any_case(text, name)) return PlannedType::kSwitch;
    }
    for (const std::string_view name : {"ca", "hca", "host", "server"}) {
      if (same_in_any_case(text, name)) return PlannedType::kCa;
    }
    return PlannedType::kUnknown;
  }

  // topo_config_file has no titles and has a type and a state in these columns, not rates.
  void take_rate(const std::array<std::string_view, kColumns>& row, PlannedCable& cable) {
    for (const std::string_view cell : {row[kWidth], row[kSpeed]}) {
      if (cell.empty()) continue;
      const auto link = rate_of(cell);
      const bool is_one =
          link && (link->width == 0 || cable.width == 0 || link->width == cable.width);
      if (is_one) {
        if (link->width != 0) cable.width = link->width;
        if (link->speed != LinkSpeed::kUnknown) cable.speed = link->speed;
      } else if (has_titles_ || cell.find_first_of(kDigits) != cell.npos) {
        unknown_rates_.add(source_, lines_.number(), cell);
      }
    }
  }

  Lines lines_;
  const std::string& source_;
  CableListBuilder builder_;
  char separator_ = ',';
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  std::array<std::size_t, kColumns> place_ = {0, 1, 2, 3, 4, 5, kNowhere, kNowhere};
  std::size_t cables_ = 0;
  std::size_t unused_ = 0;  // lines without a cable
  bool has_titles_ = false;
  UnknownRates unknown_rates_;
};

}  // namespace

CableList parse_cable_csv(std::string_view text, const std::string& source,
                          std::vector<std::string>& warnings) {
  return CsvParser(text, source).parse(warnings);
}

}  // namespace weft
