// "leaf-1", Mellanox, 0x1000000000000100, LID 24
//   #     : IB# : Sta  : PhysSta : MTU : LWA : LSA : FEC mode : Retran : Neighbor Guid : N# : NLID
//   : Neighbor Description 1/1/1 : 1   : ACT  : LINK UP : 5   : 4x  : 100 : NO-FEC   : NO-RTR :
//   0x2000000000000100 : B184D0F0/0/0/1 : 156  : "host-1 mlx5_0" 1/1/2 : 2   : DOWN : POLL    : N/A
//   : N/A : N/A : N/A      : N/A    : : : :
//
// (a port in one line). # and N# are the labels of the ports; the port number for a label is in the
// neighbour's own lines. The label of a CA port ends with the port number. Older releases have
// fewer columns; the titles identify them.
#include "common/fabric/readers/net_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "common/base/text.h"
#include "common/fabric/readers/ibdiagnet_end.h"
#include "common/fabric/readers/link_text.h"
#include "common/fabric/readers/listed_fabric.h"

namespace weft {
namespace {

enum Column : std::uint8_t {
  kLabel,
  kPort,
  kState,
  kWidth,
  kSpeed,
  kNeighbour,
  kNeighbourPort,
  kNeighbourLid,
  kDescription,
  kColumns
};
constexpr std::array<std::string_view, kColumns> kTitles = {
    "#", "IB#", "Sta", "LWA", "LSA", "Neighbor Guid", "N#", "NLID", "Neighbor Description"};

struct Heading {
  std::string_view name;
  Guid guid = 0;
  Lid lid = 0;
};

// Nothing if the line is not a heading. The description may contain any text.
std::optional<Heading> read_heading(std::string_view line) {
  const std::size_t lid_at = line.rfind(", LID ");
  if (!line.starts_with('"') || lid_at == std::string_view::npos) return std::nullopt;
  const std::size_t guid_at = line.rfind(", 0x", lid_at);
  if (guid_at == std::string_view::npos) return std::nullopt;
  const std::size_t name_end = line.rfind('"', guid_at);
  Scanner guid(line.substr(guid_at + 2, lid_at - guid_at - 2));
  Scanner lid(line.substr(lid_at + 6));
  const auto number = guid.guid();
  const auto lid_number = read_lid(lid);
  if (name_end == 0 || !number || !guid.at_end() || !lid_number || !lid.at_end()) {
    return std::nullopt;
  }
  return Heading{line.substr(1, name_end - 1), *number, *lid_number};
}

class NetDumpParser {
 public:
  NetDumpParser(std::string_view text, const std::string& source,
                std::vector<std::string>& warnings, std::uint8_t data_vls)
      : lines_(text),
        source_(source),
        warnings_(warnings),
        data_vls_(data_vls),
        listed_(source, text.size()) {}

  Fabric parse();

 private:
  using Cells = std::array<std::string_view, kColumns>;
  struct Link {
    NodeId node;
    PortNum port;
    unsigned line;
    Guid neighbour;
    Lid neighbour_lid;
    std::string_view label;
    std::string_view description;
    LinkAttributes attributes;
  };

  void begin_switch(const Heading& heading);
  bool parse_titles();
  std::optional<Cells> split() const;
  bool parse_port();
  void place(const Link& link);
  PortNum port_of_ca(const Link& link) const;

  Lines lines_;
  const std::string& source_;
  std::vector<std::string>& warnings_;
  std::uint8_t data_vls_;
  ListedFabric listed_;
  IgnoredLines ignored_;
  IbdiagnetEnd end_;
  NodeId switch_ = kNone;  // of the lines that follow
  std::array<std::size_t, kColumns> places_ = {0, 1, 2, 5, 6, 9, 10, 11, 12};
  std::vector<Link> links_;
  std::map<std::pair<NodeId, std::string_view>, PortNum> port_of_label_;
};

Fabric NetDumpParser::parse() {
  while (lines_.next()) {
    const std::string_view line = lines_.line();
    end_.note(line);
    if (line.empty() || parse_titles() || line.starts_with("# ")) continue;
    if (const auto heading = read_heading(line)) {
      begin_switch(*heading);
    } else if (!parse_port()) {
      ignored_.note(lines_);
    }
  }
  ignored_.warn(source_, warnings_);
  end_.warn(source_, warnings_);
  for (const Link& link : links_) place(link);
  return listed_.build(ListedFabric::Ends::kOwn, warnings_);
}

void NetDumpParser::begin_switch(const Heading& heading) {
  if (listed_.find(heading.guid) != kNone) {
    fail_at(source_, lines_.number(),
            fmt::format("switch 0x{:016x} is described twice", heading.guid));
  }
  switch_ = listed_.node({.type = NodeType::kSwitch,
                          .node_guid = heading.guid,
                          .name = heading.name,
                          .line = lines_.number()});
  listed_.has_lines(switch_);
  listed_.set_address(switch_, 0, 0, heading.lid, 0, lines_.number());
}

bool NetDumpParser::parse_titles() {
  Scanner scanner(lines_.line());
  if (!scanner.eat('#') || !scanner.eat(':')) return false;
  std::array<std::size_t, kColumns> places{};
  places.fill(std::string_view::npos);
  std::size_t column = 0;
  for (std::string_view rest = lines_.line(); !rest.empty(); ++column) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    for (std::size_t i = 0; i < kColumns; ++i) {
      if (trim(rest.substr(0, end)) == kTitles[i]) places[i] = column;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (places[i] == std::string_view::npos) {
      fail_at(source_, lines_.number(), fmt::format("the table has no column '{}'", kTitles[i]));
    }
  }
  if (places[kDescription] + 1 != column) {
    fail_at(source_, lines_.number(),
            "the column of the neighbours' descriptions must be the last");
  }
  places_ = places;
  return true;
}

// Nothing if there are too few columns. Only the last column may contain colons.
std::optional<NetDumpParser::Cells> NetDumpParser::split() const {
  Cells cells;
  std::string_view rest = lines_.line();
  for (std::size_t column = 0; column <= places_[kDescription]; ++column) {
    const bool last = column == places_[kDescription];
    const std::size_t end = last ? rest.size() : rest.find(':');
    if (end == std::string_view::npos) return std::nullopt;
    for (std::size_t i = 0; i < kColumns; ++i) {
      if (places_[i] == column) cells[i] = trim(rest.substr(0, end));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return cells;
}

// False if the line does not describe a port.
bool NetDumpParser::parse_port() {
  const auto cells = switch_ == kNone ? std::nullopt : split();
  if (!cells) return false;
  Link link = {switch_, 0, lines_.number(), 0, 0, (*cells)[kNeighbourPort], {}, {}};
  const auto port = Scanner((*cells)[kPort]).number<PortNum>();
  if (!port || *port == 0) return false;
  link.port = *port;
  listed_.see_port(switch_, *port);
  port_of_label_.emplace(std::pair(switch_, (*cells)[kLabel]), *port);
  if ((*cells)[kState] == "DOWN" || (*cells)[kNeighbour].empty()) return true;
  Scanner guid((*cells)[kNeighbour]);
  const auto neighbour = guid.guid();
  Scanner lid_text((*cells)[kNeighbourLid]);
  const auto lid = lid_text.eat("N/A") ? std::optional(Lid{0}) : read_lid(lid_text);
  const std::string_view name = (*cells)[kDescription];
  if (!neighbour || !guid.at_end() || !lid || name.size() < 2 || !name.starts_with('"') ||
      !name.ends_with('"')) {
    fail_at(source_, lines_.number(),
            fmt::format("expected a neighbour's GUID, port, LID and description instead of {}: is "
                        "the file cut off?",
                        quote((*cells)[kNeighbour])));
  }
  link.neighbour = *neighbour;
  link.neighbour_lid = *lid;
  link.description = name.substr(1, name.size() - 2);
  link.attributes.data_vls = data_vls_;
  link.attributes.speed = speed_from_gigabits((*cells)[kSpeed]);
  const auto width = Scanner((*cells)[kWidth]).number<std::uint8_t>();
  link.attributes.width = width && *width <= 12 ? *width : std::uint8_t{0};
  links_.push_back(link);
  return true;
}

void NetDumpParser::place(const Link& link) {
  NodeId peer = listed_.find(link.neighbour);
  PortNum peer_port = 0;
  if (const auto labelled = port_of_label_.find({peer, link.label});
      peer != kNone && labelled != port_of_label_.end()) {
    peer_port = labelled->second;
  } else {
    peer_port = port_of_ca(link);
    const Guid port_guid = peer == kNone ? link.neighbour : Guid{0};
    peer = listed_.node({.node_guid = link.neighbour, .name = link.description, .line = link.line});
    listed_.set_address(peer, peer_port, port_guid, link.neighbour_lid, 0, link.line);
  }
  listed_.add_link_end(link.node, link.port, peer, peer_port, link.attributes, link.line);
}

// «1», or the end of «B184D0F0/0/0/1».
PortNum NetDumpParser::port_of_ca(const Link& link) const {
  constexpr PortNum kMostPortsOfCas = 4;
  const std::size_t slash = link.label.rfind('/');
  Scanner scanner(link.label.substr(slash == std::string_view::npos ? 0 : slash + 1));
  const auto port = scanner.number<PortNum>();
  const bool is_switch =
      slash != std::string_view::npos && link.label[0] >= '0' && link.label[0] <= '9';
  if (is_switch || !port || *port == 0 || *port > kMostPortsOfCas || !scanner.at_end()) {
    fail_at(
        source_, link.line,
        fmt::format("port {} of 0x{:016x} has no line, and it is not a port of a CA: is the file "
                    "cut off?",
                    quote(link.label), link.neighbour));
  }
  return *port;
}

}  // namespace

bool is_net_dump_heading(std::string_view line) { return read_heading(line).has_value(); }

Fabric parse_net_dump(std::string_view text, const std::string& source,
                      std::vector<std::string>& warnings, std::uint8_t data_vls) {
  return NetDumpParser(text, source, warnings, data_vls).parse();
}

}  // namespace weft
