// START_NODES
// NodeDesc,NumPorts,NodeType,ClassVersion,BaseVersion,SystemImageGUID,NodeGUID,PortGUID,...
// "leaf-1",65,2,1,1,0xb0cf0e0300d33fc0,0xb0cf0e0300d33fc0,0xb0cf0e0300d33fc0,...
// END_NODES
//
// and so on. Of the tables NODES, PORTS and LINKS are needed, and SWITCHES is used; columns are
// found by their titles.
#include "common/fabric/readers/db_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <unordered_map>
#include <utility>

#include "common/base/text.h"
#include "common/fabric/readers/link_text.h"
#include "common/fabric/readers/listed_fabric.h"

namespace weft {
namespace {

// One of the tables, and the row at hand.
class Table {
 public:
  Table(const std::string& source, std::string_view text, unsigned lines_before,
        std::initializer_list<std::string_view> titles);

  bool next();
  unsigned line() const { return before_ + lines_.number(); }
  // The cell below the i-th title.
  std::string_view cell(std::size_t i) const { return cells_[places_[i]]; }
  template <typename T>
  T number(std::size_t i, int base = 10) const;
  Guid guid(std::size_t i) const;
  [[noreturn]] void fail(const std::string& reason) const { fail_at(source_, line(), reason); }

 private:
  std::vector<std::string_view> split(std::string_view line) const;

  const std::string& source_;
  Lines lines_;
  unsigned before_;
  std::vector<std::string_view> titles_;
  std::vector<std::size_t> places_;
  std::size_t columns_ = 0;  // 0: not known yet
  std::vector<std::string_view> cells_;
};

Table::Table(const std::string& source, std::string_view text, unsigned lines_before,
             std::initializer_list<std::string_view> titles)
    : source_(source), lines_(text), before_(lines_before), titles_(titles) {
  if (!lines_.next()) fail("a table has no titles: is the file cut off?");
  const std::vector<std::string_view> columns = split(lines_.line());
  for (const std::string_view title : titles) {
    std::size_t place = 0;
    while (place < columns.size() && !same_in_any_case(columns[place], title)) ++place;
    if (place == columns.size()) fail(fmt::format("there is no column {}", title));
    places_.push_back(place);
  }
  columns_ = columns.size();
}

bool Table::next() {
  do {
    if (!lines_.next()) return false;
  } while (lines_.line().empty());
  cells_ = split(lines_.line());
  if (cells_.size() != columns_) {
    fail(fmt::format("this row has {} cells below {} titles: is the file cut off?", cells_.size(),
                     columns_));
  }
  return true;
}

// Of all cells only descriptions can hold commas, and they are first.
std::vector<std::string_view> Table::split(std::string_view line) const {
  std::vector<std::string_view> cells;
  std::size_t first = 0;
  if (columns_ > 0 && line.starts_with('"')) {
    first = line.size();
    for (std::size_t i = 1; i < columns_ && first != std::string_view::npos && first > 0; ++i) {
      first = line.rfind(',', first - 1);
    }
    if (first == std::string_view::npos || first < 2 || line[first - 1] != '"') return cells;
    cells.push_back(line.substr(1, first - 2));
    ++first;
  }
  while (first <= line.size()) {
    const std::size_t end = std::min(line.find(',', first), line.size());
    cells.push_back(trim(line.substr(first, end - first)));
    first = end + 1;
  }
  return cells;
}

template <typename T>
T Table::number(std::size_t i, int base) const {
  Scanner scanner(cell(i));
  if (scanner.eat("N/A")) return 0;
  if (scanner.eat("0x")) base = 16;
  const auto value = scanner.number<T>(base);
  if (!value || !scanner.at_end()) {
    fail(fmt::format("expected a number below {} instead of {}", titles_[i], quote(cell(i))));
  }
  return *value;
}

Guid Table::guid(std::size_t i) const { return number<Guid>(i, 16); }

// Byte 0: SDR to QDR, byte 1: FDR and on, byte 2: FDR10, and EDR at 20 Gb/s.
LinkSpeed speed_of(std::uint32_t active) {
  if ((active & 0x20000) != 0) return LinkSpeed::kEdr;
  if ((active & 0x10000) != 0) return LinkSpeed::kFdr10;
  constexpr LinkSpeed kExtended[] = {LinkSpeed::kFdr, LinkSpeed::kEdr, LinkSpeed::kHdr,
                                     LinkSpeed::kNdr, LinkSpeed::kXdr};
  for (unsigned bit = 5; bit-- > 0;) {
    if ((active >> (8 + bit) & 1) != 0) return kExtended[bit];
  }
  if ((active & 4) != 0) return LinkSpeed::kQdr;
  if ((active & 2) != 0) return LinkSpeed::kDdr;
  return (active & 1) != 0 ? LinkSpeed::kSdr : LinkSpeed::kUnknown;
}

std::uint8_t width_of(std::uint8_t active) {
  constexpr std::pair<std::uint8_t, std::uint8_t> kWidths[] = {
      {1, 1}, {2, 4}, {4, 8}, {8, 12}, {16, 2}};
  for (const auto& [code, width] : kWidths) {
    if (code == active) return width;
  }
  return 0;
}

class DbCsvParser {
 public:
  DbCsvParser(std::string_view text, const std::string& source, std::uint8_t data_vls)
      : text_(text), source_(source), data_vls_(data_vls), listed_(source, text.size()) {}

  Fabric parse(std::vector<std::string>& warnings) {
    find_tables();
    read_nodes();
    read_ports();
    read_links();
    return listed_.build(ListedFabric::Ends::kOne, warnings);
  }

 private:
  struct Part {
    std::string_view text;
    unsigned lines_before = 0;
  };

  void find_tables();
  const Part& part(const std::string& name) const;
  void read_nodes();
  void read_ports();
  void read_links();
  NodeId node(const Table& table, std::size_t column) const;
  PortNum port_of(const Table& table, std::size_t column, NodeId node) const;
  LinkAttributes attributes(NodeId node, PortNum port) const;

  std::string_view text_;
  const std::string& source_;
  std::uint8_t data_vls_;
  ListedFabric listed_;
  std::unordered_map<std::string, Part> parts_;  // by name
  struct Known {
    NodeType type;
    PortNum ports;
  };
  std::vector<Known> known_;                                      // by node
  std::unordered_map<std::uint64_t, LinkAttributes> attributes_;  // by node and port
};

void DbCsvParser::find_tables() {
  std::string open;
  Part part;
  const char* begin = nullptr;
  Lines lines(text_);
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (begin == nullptr) {
      if (!line.starts_with("START_")) continue;
      open = line.substr(6);
      begin = line.data() + line.size();
      part.lines_before = lines.number();
    } else if (line.starts_with("END_") && line.substr(4) == open) {
      part.text = {begin, static_cast<std::size_t>(line.data() - begin)};
      const std::size_t newline = part.text.find('\n');
      part.text.remove_prefix(std::min(newline, part.text.size() - 1) + 1);
      if (!parts_.emplace(open, part).second) {
        fail_at(source_, part.lines_before, fmt::format("there is a second table {}", quote(open)));
      }
      begin = nullptr;
    }
  }
  if (begin != nullptr) {
    fail_at(source_, part.lines_before,
            fmt::format("the table {} has no end: is the file cut off?", quote(open)));
  }
}

const DbCsvParser::Part& DbCsvParser::part(const std::string& name) const {
  const auto found = parts_.find(name);
  if (found == parts_.end()) {
    fail_at(source_, 1,
            fmt::format("there is no table {}; ibdiagnet2.lst and ibdiagnet2.net_dump have the "
                        "links, too",
                        name));
  }
  return found->second;
}

void DbCsvParser::read_nodes() {
  std::unordered_map<Guid, bool> enhanced;
  if (const auto switches = parts_.find("SWITCHES"); switches != parts_.end()) {
    Table table(source_, switches->second.text, switches->second.lines_before,
                {"NodeGUID", "ENP0"});
    while (table.next()) enhanced[table.guid(0)] = table.number<std::uint8_t>(1) != 0;
  }
  const Part& nodes = part("NODES");
  Table table(source_, nodes.text, nodes.lines_before,
              {"NodeGUID", "NodeType", "NumPorts", "SystemImageGUID", "NodeDesc"});
  while (table.next()) {
    const auto type = table.number<std::uint8_t>(1);
    if (type < 1 || type > 3) table.fail(fmt::format("node type {} is none from 1 to 3", type));
    const Guid guid = table.guid(0);
    if (listed_.find(guid) != kNone)
      table.fail(fmt::format("node 0x{:016x} is listed twice", guid));
    constexpr NodeType kTypes[] = {NodeType::kCa, NodeType::kSwitch, NodeType::kRouter};
    listed_.node({.type = kTypes[type - 1],
                  .node_guid = guid,
                  .system_guid = table.guid(3),
                  .port_count = table.number<PortNum>(2),
                  .enhanced_port0 = enhanced[guid],
                  .name = table.cell(4),
                  .line = table.line()});
    known_.push_back({kTypes[type - 1], table.number<PortNum>(2)});
  }
}

void DbCsvParser::read_ports() {
  const Part& ports = part("PORTS");
  Table table(source_, ports.text, ports.lines_before,
              {"NodeGuid", "PortGuid", "PortNum", "LID", "LMC", "LinkWidthActv", "LinkSpeedActv",
               "VLCap", "OpVLs"});
  while (table.next()) {
    const NodeId id = node(table, 0);
    const PortNum port = port_of(table, 2, id);
    const bool is_switch = known_[id].type == NodeType::kSwitch;
    const auto lid = table.number<Lid>(3);
    if (lid > kMaxUnicastLid && lid != kPermissiveLid) {
      table.fail(fmt::format("LID {} is no unicast LID", lid));
    }
    if (is_switch == (port == 0)) {
      listed_.set_address(id, port, is_switch ? Guid{0} : table.guid(1),
                          lid == kPermissiveLid ? Lid{0} : lid, table.number<std::uint8_t>(4),
                          table.line());
    }
    const std::uint8_t operational = data_vls_of_code(table.number<std::uint8_t>(8));
    const std::uint8_t possible = data_vls_of_code(table.number<std::uint8_t>(7));
    LinkAttributes link;
    link.width = width_of(table.number<std::uint8_t>(5));
    link.speed = speed_of(table.number<std::uint32_t>(6));
    link.data_vls = operational != 0 ? operational : possible != 0 ? possible : data_vls_;
    attributes_[std::uint64_t{id} << 8 | port] = link;
  }
}

void DbCsvParser::read_links() {
  const Part& links = part("LINKS");
  Table table(source_, links.text, links.lines_before,
              {"NodeGuid1", "PortNum1", "NodeGuid2", "PortNum2"});
  while (table.next()) {
    const NodeId a = node(table, 0);
    const NodeId b = node(table, 2);
    const PortNum port_a = port_of(table, 1, a);
    const PortNum port_b = port_of(table, 3, b);
    listed_.add_link_end(a, port_a, b, port_b, attributes(a, port_a), table.line());
    listed_.add_link_end(b, port_b, a, port_a, attributes(b, port_b), table.line());
  }
}

NodeId DbCsvParser::node(const Table& table, std::size_t column) const {
  const Guid guid = table.guid(column);
  const NodeId id = listed_.find(guid);
  if (id == kNone) table.fail(fmt::format("node 0x{:016x} is not in the table NODES", guid));
  return id;
}

PortNum DbCsvParser::port_of(const Table& table, std::size_t column, NodeId node) const {
  const auto port = table.number<PortNum>(column);
  if (port > known_[node].ports) {
    table.fail(fmt::format("there is no port {}: the node has {} ports", port, known_[node].ports));
  }
  return port;
}

LinkAttributes DbCsvParser::attributes(NodeId node, PortNum port) const {
  const auto found = attributes_.find(std::uint64_t{node} << 8 | port);
  if (found != attributes_.end()) return found->second;
  LinkAttributes unknown;
  unknown.data_vls = data_vls_;
  return unknown;
}

}  // namespace

bool is_db_csv_line(std::string_view line) { return line.starts_with("START_"); }

Fabric parse_db_csv(std::string_view text, const std::string& source,
                    std::vector<std::string>& warnings, std::uint8_t data_vls) {
  return DbCsvParser(text, source, data_vls).parse(warnings);
}

}  // namespace weft
