// Switch: 0x1000000000000300 leaf-3:
//            4    1[  ] ==( 4X          10.0 Gbps Active/  LinkUp)==>       8    2[  ] "host-1" ( )
//            4    3[  ] ==(                Down/ Polling)==>             [  ] "" ( )
// CA: host-1:
//       0x2000000000000102      8    2[  ] ==( 4X 10.0 Gbps Active/  LinkUp)==>       4    1[  ]
//       "leaf-3" ( )
//
// (a port in one line): LID, port, the number on the chassis in brackets, the link, and the same of
// the neighbour; in front of them, for a CA, the GUID of the port. With -l there are no headings:
//
// 0x1000000000000300 "    leaf-3"   4    1[  ] ==( ... )==>  0x2000000000000102      8    2[  ]
//       "host-1" ( )
#include "common/fabric/readers/link_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "common/base/text.h"
#include "common/fabric/readers/ibnetdiscover.h"
#include "common/fabric/readers/link_text.h"
#include "common/fabric/readers/listed_fabric.h"

namespace weft {
namespace {

constexpr std::string_view kOpen = "] ==(";
constexpr std::string_view kClose = ")==>";

// A port on one side of a line.
struct Side {
  Guid guid = 0;  // 0: not printed
  Lid lid = 0;
  PortNum port = 0;
  std::string_view name;

  // Without LIDs, names help to identify ports.
  using Key = std::tuple<Lid, PortNum, std::string_view>;
  Key key() const { return {lid, port, lid == 0 ? name : std::string_view{}}; }
};

struct Row {
  Side near;
  std::optional<Side> far;  // of a link
  LinkAttributes link;
  NodeType type = NodeType::kCa;
  NodeId node = kNone;  // from the heading
  unsigned line = 0;
};

class LinkReportParser {
 public:
  LinkReportParser(std::string_view text, const std::string& source,
                   std::vector<std::string>& warnings, std::uint8_t data_vls)
      : lines_(text),
        source_(source),
        warnings_(warnings),
        data_vls_(data_vls),
        listed_(source, text.size()) {}

  Fabric parse();

 private:
  [[noreturn]] void fail(std::string_view expected, std::string_view instead) const {
    fail_at(
        source_, lines_.number(),
        fmt::format("expected {} instead of {}: is the file cut off?", expected, quote(instead)));
  }
  bool parse_heading();
  std::size_t find_open() const;
  void parse_row();
  Side parse_near(std::string_view text) const;
  std::optional<Side> parse_far(std::string_view text);
  void parse_state(std::string_view text, Row& row) const;
  void tell_switches();
  void place_near(Row& row);
  void place_far(const Row& row);
  const Row* find_far(const Row& row) const;
  NodeId unlisted(const Row& row);

  struct Heading {
    NodeType type = NodeType::kCa;
    Guid guid = 0;  // of a switch
    std::string_view name;
    NodeId node = kNone;
  };

  Lines lines_;
  const std::string& source_;
  std::vector<std::string>& warnings_;
  std::uint8_t data_vls_;
  ListedFabric listed_;
  IgnoredLines ignored_;
  std::optional<Heading> heading_;
  std::vector<Row> rows_;
  struct Found {
    const Row* row = nullptr;  // one of the rows
    unsigned count = 0;
  };
  std::map<Side::Key, Found> near_;                                // by the first port of a line
  std::map<std::pair<Side::Key, Side::Key>, Found> by_both_ends_;  // by both ports of a line
  unsigned unlisted_ = 0;
  unsigned unanswered_ = 0;  // links whose other end did not answer
};

Fabric LinkReportParser::parse() {
  while (lines_.next()) {
    const std::string_view line = lines_.line();
    if (line.empty() || line.front() == '#') continue;
    if (parse_heading()) continue;  // first: a host's description may look like a link
    if (is_link_report_line(line)) {
      parse_row();
    } else {
      ignored_.note(lines_);
    }
  }
  ignored_.warn(source_, warnings_);
  tell_switches();
  for (Row& row : rows_) place_near(row);
  for (const Row& row : rows_) {
    const auto note = [&](Found& found) { found = {&row, found.count + 1}; };
    note(near_[row.near.key()]);
    if (row.far) note(by_both_ends_[{row.near.key(), row.far->key()}]);
  }
  for (const Row& row : rows_) {
    if (row.far) place_far(row);
  }
  if (unanswered_ != 0) {
    warnings_.push_back(
        fmt::format("{}: {} links are left out, since their other end did not answer («Port not "
                    "available»)",
                    source_, unanswered_));
  }
  if (unlisted_ != 0) {
    warnings_.push_back(
        fmt::format("{}: {} CA ports have no GUID in the file, and get one that is made of their "
                    "names; iblinkinfo -l prints the GUIDs",
                    source_, unlisted_));
  }
  return listed_.build(ListedFabric::Ends::kOwn, warnings_);
}

// «Switch: 0x1000000000000300 leaf-3:», in old releases without the first colon; «CA: host-1:».
bool LinkReportParser::parse_heading() {
  Scanner scanner(lines_.line());
  Heading heading;
  if (scanner.eat("Switch")) {
    heading.type = NodeType::kSwitch;
    scanner.eat(':');
    if (!scanner.eat("0x")) return false;
    const auto guid = scanner.guid();
    if (!guid || *guid == 0) return false;
    heading.guid = *guid;
  } else if (scanner.eat("Router:") || scanner.eat("Rt:")) {
    heading.type = NodeType::kRouter;
  } else if (!scanner.eat("CA:")) {
    return false;
  }
  scanner.skip_blanks();
  heading.name = scanner.rest();
  if (!heading.name.ends_with(':')) return false;
  heading.name.remove_suffix(1);
  heading.name = trim(heading.name);
  heading_ = heading;
  return true;
}

// Where the link begins. With -l a description is in front of it, at least 30 characters wide and
// 64 at most, which may contain all of this itself; numbers and the link are between it and the
// next.
std::size_t LinkReportParser::find_open() const {
  constexpr std::size_t kNearest = 64 + sizeof(R"(" 49151  254[ 36] ==()");
  const std::string_view line = lines_.line();
  const std::size_t quote = line.find('"');
  const std::size_t first = line.find(kOpen);
  if (quote > first) return first;
  const std::size_t last = line.substr(0, quote + kNearest).rfind(kOpen);
  return last == std::string_view::npos ? first : last;
}

void LinkReportParser::parse_row() {
  const std::string_view line = lines_.line();
  const std::size_t open = find_open();
  const std::size_t close = line.find(kClose, open);
  Row row;
  row.line = lines_.number();
  row.near = parse_near(line.substr(0, open + 1));
  row.far = parse_far(line.substr(close + kClose.size()));
  parse_state(line.substr(open + kOpen.size(), close - open - kOpen.size()), row);
  if (row.near.name.data() != nullptr) heading_.reset();  // -l
  if (heading_) {
    if (heading_->type == NodeType::kSwitch) row.near.guid = heading_->guid;
    row.near.name = heading_->name;
    row.type = heading_->type;
    if (heading_->node == kNone) {
      if (row.near.guid == 0) fail("the GUID of a port", line);
      heading_->node = listed_.node(
          {.type = row.type, .node_guid = row.near.guid, .name = row.near.name, .line = row.line});
    }
    row.node = heading_->node;
  } else if (row.near.guid == 0) {
    fail("the heading of a node before this line", line);
  }
  rows_.push_back(row);
}

// «0x2000000000000102 "name" 8 2[ ]»; GUID and name are optional.
Side LinkReportParser::parse_near(std::string_view text) const {
  Side side;
  Scanner scanner(text);
  if (scanner.eat("0x")) side.guid = scanner.guid().value_or(0);
  if (scanner.eat('"')) {
    const std::size_t end = scanner.rest().rfind('"');
    if (end == std::string_view::npos) fail("a description in quotes", text);
    side.name = trim(scanner.rest().substr(0, end));
    scanner = Scanner(scanner.rest().substr(end + 1));
  }
  const auto lid = read_lid(scanner);
  const auto port = scanner.number<PortNum>();
  if (!lid || !port || *port == 0 || !scanner.eat('[')) fail("a LID and a port", text);
  side.lid = *lid;
  side.port = *port;
  return side;
}

std::optional<Side> LinkReportParser::parse_far(std::string_view text) {
  if (trim(text) == "\"Port not available\"") {
    ++unanswered_;
    return std::nullopt;
  }
  Side side;
  Scanner scanner(text);
  const bool has_guid = scanner.eat("0x");
  if (has_guid) side.guid = scanner.guid().value_or(0);
  const bool nobody = scanner.eat('[');
  if (!nobody) {
    const auto lid = read_lid(scanner);
    const auto port = scanner.number<PortNum>();
    if (!lid || !port || *port == 0 || !scanner.eat('['))
      fail("the neighbour's LID and port", text);
    side.lid = *lid;
    side.port = *port;
  }
  if (!scanner.until(']') || !scanner.eat('"')) fail("the neighbour's description", text);
  const std::size_t end = scanner.rest().rfind('"');
  const std::size_t comment = scanner.rest().rfind(')');
  if (end == std::string_view::npos || comment == std::string_view::npos || comment < end) {
    fail("the neighbour's description, and a remark in parentheses,", text);
  }
  side.name = trim(scanner.rest().substr(0, end));
  if (nobody) return std::nullopt;
  return side;
}

// « 4X          10.0 Gbps Active/  LinkUp».
void LinkReportParser::parse_state(std::string_view text, Row& row) const {
  row.link.data_vls = data_vls_;
  Scanner scanner(text);
  const auto width = scanner.number<std::uint8_t>();
  if (!width || *width > 12 || !scanner.eat('X')) {
    if (text.find("Down") != std::string_view::npos) row.far.reset();
    row.link.speed = LinkSpeed::kUnknown;
    row.link.width = 0;
    return;
  }
  row.link.width = *width;
  const bool fdr10 = text.find("FDR10") != std::string_view::npos;
  row.link.speed = speed_from_gbps(fdr10 ? "FDR10" : scanner.word());
}

// -l does not print node types: a node with several ports and one GUID is a switch. Ports that are
// down tell a switch with one link, unless they are left out.
void LinkReportParser::tell_switches() {
  std::map<Guid, std::pair<PortNum, bool>> ports;  // one of its ports, and whether it has others
  const auto see = [&](const Side& side) {
    if (side.guid == 0) return;
    const auto [seen, is_new] = ports.emplace(side.guid, std::pair(side.port, false));
    if (!is_new && seen->second.first != side.port) seen->second.second = true;
  };
  for (const Row& row : rows_) {
    see(row.near);
    if (row.far) see(*row.far);
  }
  for (Row& row : rows_) {
    if (row.node == kNone && ports[row.near.guid].second) row.type = NodeType::kSwitch;
  }
  const auto may_be_switch = [](const Row& row) {
    constexpr PortNum kPortsOfCas = 2;  // of most
    return row.node == kNone && row.type == NodeType::kCa && row.near.port > kPortsOfCas;
  };
  const auto first = std::ranges::find_if(rows_, may_be_switch);
  if (first == rows_.end()) return;
  warnings_.push_back(fmt::format(
      "{}: {} nodes with one port, whose number is above 2, count as CAs, {} among them; if ports "
      "that are down were left out, these may be switches with one link",
      source_, std::ranges::count_if(rows_, may_be_switch), quote(first->near.name)));
}

void LinkReportParser::place_near(Row& row) {
  if (row.node == kNone) {
    row.node = listed_.node(
        {.type = row.type, .node_guid = row.near.guid, .name = row.near.name, .line = row.line});
  }
  const bool is_switch = row.type == NodeType::kSwitch;
  listed_.has_lines(row.node);
  listed_.see_port(row.node, row.near.port);
  listed_.set_address(row.node, is_switch ? PortNum{0} : row.near.port,
                      is_switch ? Guid{0} : row.near.guid, row.near.lid, 0, row.line);
}

void LinkReportParser::place_far(const Row& row) {
  NodeId peer = row.far->guid != 0 ? listed_.find(row.far->guid) : kNone;
  if (row.far->guid == 0) {
    const Row* const far = find_far(row);
    if (far != nullptr) peer = far->node;
  }
  if (peer == kNone) peer = unlisted(row);
  listed_.add_link_end(row.node, row.near.port, peer, row.far->port, row.link, row.line);
}

// The line of the neighbour's port; null: none.
const Row* LinkReportParser::find_far(const Row& row) const {
  const auto answers = by_both_ends_.find({row.far->key(), row.near.key()});
  if (answers != by_both_ends_.end() && answers->second.count == 1) return answers->second.row;
  const auto called = near_.find(row.far->key());
  if (called == near_.end()) return nullptr;
  if (called->second.count == 1) return called->second.row;
  fail_at(
      source_, row.line,
      fmt::format("several ports have LID {}, number {} and name {}, so that the other end of this "
                  "link is not known: use iblinkinfo -l, which prints GUIDs",
                  row.far->lid, row.far->port, quote(row.far->name)));
}

// A neighbour without own lines: with switches only, all CAs.
NodeId LinkReportParser::unlisted(const Row& row) {
  const Side& far = *row.far;
  Guid guid = far.guid;
  if (guid == 0) {
    guid = guid_of_name(fmt::format("{} {} {}", far.name, far.lid, far.port)) + far.port;
    if (listed_.find(guid) != kNone) {
      fail_at(
          source_, row.line,
          fmt::format("two links end at LID {}, port {}, name {}: use iblinkinfo -l, which prints "
                      "GUIDs",
                      far.lid, far.port, quote(far.name)));
    }
    ++unlisted_;
  }
  const NodeId id = listed_.node({.node_guid = guid, .name = far.name, .line = row.line});
  listed_.set_address(id, far.port, guid, far.lid, 0, row.line);
  return id;
}

}  // namespace

bool is_link_report_line(std::string_view line) {
  const std::size_t open = line.find(kOpen);
  return open != std::string_view::npos && line.find(kClose, open) != std::string_view::npos;
}

Fabric parse_link_report(std::string_view text, const std::string& source,
                         std::vector<std::string>& warnings, std::uint8_t data_vls) {
  return LinkReportParser(text, source, warnings, data_vls).parse();
}

}  // namespace weft
