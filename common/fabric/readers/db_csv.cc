// START_NODES
// NodeDesc,NumPorts,NodeType,ClassVersion,BaseVersion,SystemImageGUID,NodeGUID,PortGUID,...
// "leaf-1",65,2,1,1,0xb0cf0e0300d33fc0,0xb0cf0e0300d33fc0,0xb0cf0e0300d33fc0,...
// END_NODES
//
// and so on. NODES, PORTS and LINKS are required; SWITCHES is optional, and so is CABLE_INFO, which
// has the cables of ports without a link too after ibdiagnet --get_cable_info
// --cable_info_disconnected.
#include "common/fabric/readers/db_csv.h"

#include <fmt/format.h>

#include <initializer_list>
#include <optional>
#include <unordered_map>
#include <utility>

#include "common/base/text.h"
#include "common/fabric/readers/csv_tables.h"
#include "common/fabric/readers/link_text.h"
#include "common/fabric/readers/listed_fabric.h"

namespace weft {
namespace {

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
      : source_(source), data_vls_(data_vls), listed_(source, text.size()), tables_(text, source) {}

  Fabric parse(std::vector<std::string>& warnings) {
    read_nodes();
    read_ports();
    read_links();
    read_cables(warnings);
    return listed_.build(ListedFabric::Ends::kOne, warnings);
  }

 private:
  CsvTable table(const std::string& name, std::initializer_list<std::string_view> titles) const;
  void read_nodes();
  void read_ports();
  void read_links();
  void read_cables(std::vector<std::string>& warnings);
  NodeId node(const CsvTable& table, std::size_t column) const;
  PortNum port_of(const CsvTable& table, std::size_t column, NodeId node) const;
  LinkAttributes attributes(NodeId node, PortNum port) const;

  const std::string& source_;
  std::uint8_t data_vls_;
  ListedFabric listed_;
  CsvTables tables_;
  struct Known {
    NodeType type;
    PortNum ports;
  };
  std::vector<Known> known_;                                      // by node
  std::unordered_map<std::uint64_t, LinkAttributes> attributes_;  // by node and port
};

CsvTable DbCsvParser::table(const std::string& name,
                            std::initializer_list<std::string_view> titles) const {
  std::optional<CsvTable> table = tables_.find(name, titles);
  if (table) return std::move(*table);
  fail_at(source_, 1,
          fmt::format("there is no table {}: use ibdiagnet2.lst or ibdiagnet2.net_dump, which "
                      "have the links too",
                      name));
}

void DbCsvParser::read_nodes() {
  std::unordered_map<Guid, bool> enhanced;
  if (auto switches = tables_.find("SWITCHES", {"NodeGUID", "ENP0"})) {
    while (switches->next()) enhanced[switches->guid(0)] = switches->number<std::uint8_t>(1) != 0;
  }
  CsvTable table =
      this->table("NODES", {"NodeGUID", "NodeType", "NumPorts", "SystemImageGUID", "NodeDesc"});
  while (table.next()) {
    const auto type = table.number<std::uint8_t>(1);
    if (type < 1 || type > 3)
      table.fail(fmt::format("node type {} is not a number from 1 to 3", type));
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
  CsvTable table = this->table("PORTS", {"NodeGuid", "PortGuid", "PortNum", "LID", "LMC",
                                         "LinkWidthActv", "LinkSpeedActv", "VLCap", "OpVLs"});
  while (table.next()) {
    const NodeId id = node(table, 0);
    const PortNum port = port_of(table, 2, id);
    const bool is_switch = known_[id].type == NodeType::kSwitch;
    const auto lid = table.number<Lid>(3);
    if (lid > kMaxUnicastLid && lid != kPermissiveLid) {
      table.fail(fmt::format("LID {} is not a unicast LID", lid));
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
  CsvTable table = this->table("LINKS", {"NodeGuid1", "PortNum1", "NodeGuid2", "PortNum2"});
  while (table.next()) {
    const NodeId a = node(table, 0);
    const NodeId b = node(table, 2);
    const PortNum port_a = port_of(table, 1, a);
    const PortNum port_b = port_of(table, 3, b);
    listed_.add_link_end(a, port_a, b, port_b, attributes(a, port_a), table.line());
    listed_.add_link_end(b, port_b, a, port_a, attributes(b, port_b), table.line());
  }
}

// The strings of cables can be anything: what cannot be read of them is no fault of the fabric.
void DbCsvParser::read_cables(std::vector<std::string>& warnings) {
  constexpr std::string_view kWhere[] = {"NodeGuid", "PortNum"};
  constexpr std::string_view kWhat[] = {"Vendor", "PN", "SN"};
  const auto is_known = [](std::string_view cell) {
    while (cell.starts_with('"')) cell.remove_prefix(1);
    while (cell.ends_with('"')) cell.remove_suffix(1);
    cell = trim(cell);
    return !cell.empty() && cell != "N/A" && cell != "NA";
  };
  try {
    std::optional<CsvTable> table = tables_.find("CABLE_INFO", kWhere, kWhat);
    while (table && table->next()) {
      const NodeId id = node(*table, 0);
      for (std::size_t i = std::size(kWhere); i < std::size(kWhere) + std::size(kWhat); ++i) {
        if (!table->has(i) || !is_known(table->cell(i))) continue;
        listed_.set_cable(id, port_of(*table, 1, id));
        break;
      }
    }
  } catch (const BadInput& error) {
    warnings.push_back(fmt::format("{}; further cables of CABLE_INFO are not read", error.what()));
  }
}

NodeId DbCsvParser::node(const CsvTable& table, std::size_t column) const {
  const Guid guid = table.guid(column);
  const NodeId id = listed_.find(guid);
  if (id == kNone) table.fail(fmt::format("node 0x{:016x} is not in the table NODES", guid));
  return id;
}

PortNum DbCsvParser::port_of(const CsvTable& table, std::size_t column, NodeId node) const {
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

Fabric parse_db_csv(std::string_view text, const std::string& source,
                    std::vector<std::string>& warnings, std::uint8_t data_vls) {
  return DbCsvParser(text, source, data_vls).parse(warnings);
}

}  // namespace weft
