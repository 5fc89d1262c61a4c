// A file is a list of records:
//
//   vendid=0x2c9
//   devid=0x1003
//   sysimgguid=0x24be05ffff98cb33
//   caguid=0x24be05ffff98cb30
//   Ca  2 "H-24be05ffff98cb30"    # "host-18 mlx4_0"
//   [1](24be05ffff98cb31)   "S-f452140300115da0"[1]    # lid 36 lmc 0 "leaf-1" lid 64 4xQDR
//
// with switchguid=0x...(0x...) and «enhanced port 0 lid 64 lmc 0» for switches, whose lines give
// the neighbour's port GUID instead: [1] "H-24be05ffff98cb30"[1](24be05ffff98cb31) # "host-18" lid
// 36 4xQDR. With -f «s=16 w=2 v=4» follows; v is the port's VLCap. ibdiagnet adds the label printed
// beside a port after its number: [1](1/1/1) "S-..."[63], and in lines of CAs
// [1](1/0/0/1)(24be05ffff98cb31) "S-..."[1].
#include "common/fabric/readers/ibnetdiscover.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "common/base/checksum.h"
#include "common/base/text.h"
#include "common/fabric/builder.h"
#include "common/fabric/readers/link_text.h"
#include "common/fabric/readers/one_ended.h"
#include "common/fabric/readers/port_budget.h"

namespace weft {
namespace {

std::optional<NodeType> node_type(Scanner& scanner) {
  if (scanner.eat("Switch")) return NodeType::kSwitch;
  if (scanner.eat("Hca") || scanner.eat("Ca")) return NodeType::kCa;
  if (scanner.eat("Router") || scanner.eat("Rt")) return NodeType::kRouter;
  return std::nullopt;
}

// A statement about a port's address: from the node itself, or from a neighbour.
struct StatedLid {
  std::uint32_t lid = 0;  // 0: not stated
  std::uint8_t lmc = 0;
};

// The line of a port.
struct LinkEnd {
  std::string_view peer_id;
  NodeId node = 0;
  unsigned line = 0;
  PortNum port = 0;
  PortNum peer_port = 0;
  bool has_rate = false;
  bool has_vls = false;
  LinkAttributes link;
  Guid port_guid = 0;
  Guid peer_guid = 0;
  StatedLid own;
  Lid peer_lid = 0;
};

struct StatedNode {
  std::string_view id;
  NodeType type = NodeType::kCa;
  PortNum port_count = 0;
  unsigned line = 0;
  unsigned lid_line = 0;      // of the statement of a switch's LID
  StatedLid lid;              // of a switch
  std::size_t first_end = 0;  // of port 1 in end_of_port_
  Guid stated_guid = 0;       // from switchguid= or similar; 0: not stated
  Guid guid_in_id = 0;        // 0: the id is not a GUID
  Guid system_guid = 0;
  std::string_view name;  // the description; without one, the id
  bool enhanced_port0 = false;
};

// False if a line only looks like a port. A prompt, like «[12:30:01] me@host $», and a shell's
// report of a job, «[1]+ Done», continue differently after the number.
bool begins_port(std::string_view line) {
  Scanner scanner(line);
  if (!scanner.eat('[') || !scanner.number<std::uint32_t>()) return false;
  const bool closed = scanner.eat(']');
  if (scanner.at_end()) return true;
  const char behind = scanner.rest().front();
  return behind == '"' || (closed && (behind == '(' || behind == '[' || behind == '#'));
}

class IbnetdiscoverParser {
 public:
  IbnetdiscoverParser(std::string_view text, const std::string& source,
                      std::vector<std::string>& warnings, std::uint8_t data_vls)
      : lines_(text),
        source_(source),
        warnings_(warnings),
        data_vls_(data_vls),
        budget_(source, text.size()),
        builder_(source) {}

  Fabric parse();

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }
  bool parse_guid_line();
  void parse_node();
  void parse_node_comment(std::string_view comment, StatedNode& node);
  void parse_port();
  PortNum port_number(Scanner& scanner) const;
  std::string_view identifier(Scanner& scanner) const;
  void extras_of_port(Scanner& scanner, bool of_switch, Guid& guid) const;
  void guid_or_label(std::string_view text, bool is_label, Guid& guid) const;
  void parse_port_comment(std::string_view comment, LinkEnd& end) const;
  void parse_lids_and_rate(Scanner scanner, LinkEnd& end) const;
  Lid lid(Scanner& scanner) const;
  std::uint8_t lmc(Scanner& scanner) const;

  void add_nodes();
  void warn_of_zero_guids();
  void connect();
  void set_addresses(LinkEnd& end, NodeId peer, const LinkEnd* other);
  const LinkEnd* other_end(const LinkEnd& end, NodeId peer) const;
  template <typename Whose>
  void agree(StatedLid& stated, const LinkEnd& neighbour, Whose whose) const;

  Lines lines_;
  const std::string& source_;
  std::vector<std::string>& warnings_;
  std::uint8_t data_vls_;
  PortBudget budget_;
  FabricBuilder builder_;

  Guid next_guid_ = 0;  // for the next node
  Guid next_system_ = 0;
  unsigned next_guid_line_ = 0;

  std::vector<StatedNode> nodes_;
  std::unordered_map<std::string_view, NodeId> node_of_id_;
  std::vector<LinkEnd> ends_;
  std::vector<std::uint32_t> end_of_port_;  // index in ends_, or kNone

  IgnoredLines ignored_;
};

// Of ibnetdiscover -g.
bool is_group_title(std::string_view line) {
  return line.starts_with("Chassis ") || line == "Non-Chassis Nodes";
}

Fabric IbnetdiscoverParser::parse() {
  while (lines_.next()) {
    const std::string_view line = lines_.line();
    if (line.empty() || line.front() == '#' || is_group_title(line)) continue;
    if (!nodes_.empty() && begins_port(line)) {
      parse_port();
    } else if (is_ibnetdiscover_node(line)) {
      parse_node();
    } else if (!parse_guid_line()) {
      // Terminal logs have prompts and commands around the output of ibnetdiscover. No part of a
      // fabric can be lost here unnoticed: after a damaged node line, its neighbours' links have no
      // other end; a damaged port line has another end that is known.
      ignored_.note(lines_);
    }
  }
  if (next_guid_ != 0) {
    fail_at(source_, next_guid_line_, "no node follows this GUID: is the file cut off?");
  }
  if (ends_.empty()) fail("no node has a link: is the file cut off?");
  ignored_.warn(source_, warnings_);
  add_nodes();
  connect();
  const auto answered = builder_.answer_links();
  const bool each_once = answered.size() == ends_.size();
  const bool ends_with_switch = nodes_.back().type == NodeType::kSwitch;
  tell_one_ended(answered,
                 ends_with_switch && !each_once ? static_cast<NodeId>(nodes_.size() - 1) : kNone,
                 source_, warnings_);
  Fabric fabric = builder_.build();
  warnings_.insert(warnings_.end(), builder_.warnings().begin(), builder_.warnings().end());
  return fabric;
}

// key=value lines; only GUIDs are used.
bool IbnetdiscoverParser::parse_guid_line() {
  Scanner scanner(lines_.line());
  const auto key = scanner.until('=');
  if (!key || key->find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string_view::npos) {
    return false;
  }
  const bool system = *key == "sysimgguid";
  if (!system && *key != "switchguid" && *key != "caguid" && *key != "rtguid") return true;
  const auto guid = scanner.guid();
  if (!guid) fail(fmt::format("no GUID follows {}=", *key));
  (system ? next_system_ : next_guid_) = *guid;
  if (!system) next_guid_line_ = lines_.number();
  return true;
}

void IbnetdiscoverParser::parse_node() {
  Scanner scanner(lines_.line());
  StatedNode node;
  node.type = *node_type(scanner);
  node.line = lines_.number();
  const auto ports = scanner.number<std::uint32_t>();
  if (!ports || *ports < 1 || *ports > kMaxPorts) {
    fail(fmt::format("a node has 1 to {} ports, but this line is {}", kMaxPorts,
                     quote(lines_.line())));
  }
  node.port_count = static_cast<PortNum>(*ports);
  node.id = identifier(scanner);
  node.first_end = end_of_port_.size();
  const auto id = static_cast<NodeId>(nodes_.size());
  if (const auto [first, is_new] = node_of_id_.emplace(node.id, id); !is_new) {
    fail(fmt::format("node {} is already described in line {}", quote(node.id),
                     nodes_[first->second].line));
  }
  budget_.spend(node.line, node.port_count);
  end_of_port_.resize(end_of_port_.size() + node.port_count, kNone);

  node.stated_guid = next_guid_;
  node.system_guid = next_system_;
  next_guid_ = next_system_ = 0;
  Scanner of_id(node.id.size() == 18 && node.id[1] == '-' ? node.id.substr(2) : "");
  const auto guid_in_id = of_id.number<Guid>(16);
  if (guid_in_id && of_id.rest().empty()) {
    node.guid_in_id = *guid_in_id;
  } else {
    node.name = node.id;
  }
  if (scanner.eat('#')) parse_node_comment(scanner.rest(), node);
  nodes_.push_back(node);
}

// "description" enhanced port 0 lid 64 lmc 0. The description may contain quotes, so it ends at the
// last quote.
void IbnetdiscoverParser::parse_node_comment(std::string_view comment, StatedNode& node) {
  const std::size_t open = comment.find('"');
  if (open == std::string_view::npos) return;
  const std::size_t close = comment.rfind('"');
  if (close == open) fail("the node's description has no closing quote: is the file cut off?");
  node.name = comment.substr(open + 1, close - open - 1);
  if (node.type != NodeType::kSwitch) return;
  Scanner scanner(comment.substr(close + 1));
  while (!scanner.at_end()) {
    if (scanner.eat("enhanced port 0")) {
      node.enhanced_port0 = true;
    } else if (scanner.eat("lid ")) {
      node.lid.lid = lid(scanner);
      node.lid_line = node.line;
    } else if (scanner.eat("lmc ")) {
      node.lid.lmc = lmc(scanner);
    } else {
      scanner.word();
    }
  }
}

void IbnetdiscoverParser::parse_port() {
  const StatedNode& node = nodes_.back();
  Scanner scanner(lines_.line());
  LinkEnd end;
  end.node = static_cast<NodeId>(nodes_.size() - 1);
  end.line = lines_.number();
  end.link.data_vls = data_vls_;
  end.port = port_number(scanner);
  extras_of_port(scanner, node.type == NodeType::kSwitch, end.port_guid);
  end.peer_id = identifier(scanner);
  end.peer_port = port_number(scanner);
  extras_of_port(scanner, end.peer_id.starts_with("S-"), end.peer_guid);
  if (end.port == 0 || end.port > node.port_count) {
    fail(fmt::format("there is no port {}: node {} has {} ports", end.port, quote(node.id),
                     node.port_count));
  }
  const std::size_t comment = scanner.rest().find('#');
  if (comment != std::string_view::npos) {
    parse_port_comment(scanner.rest().substr(comment + 1), end);
  }
  std::uint32_t& slot = end_of_port_[node.first_end + end.port - 1];
  if (slot != kNone) {
    fail(fmt::format("port {} of node {} is already described in line {}", end.port, quote(node.id),
                     ends_[slot].line));
  }
  slot = static_cast<std::uint32_t>(ends_.size());
  ends_.push_back(end);
}

PortNum IbnetdiscoverParser::port_number(Scanner& scanner) const {
  std::optional<PortNum> number;
  if (!scanner.eat('[') || !(number = scanner.number<PortNum>()) || !scanner.eat(']')) {
    fail(fmt::format("expected a port number from 1 to {} in brackets instead of {}", kMaxPorts,
                     quote(scanner.rest())));
  }
  return *number;
}

std::string_view IbnetdiscoverParser::identifier(Scanner& scanner) const {
  const std::string_view before = scanner.rest();
  if (scanner.eat('"')) {
    const auto id = scanner.until('"');
    if (id && !id->empty()) return *id;
  }
  fail(fmt::format("expected the id of a node in quotes instead of {}: is the file cut off?",
                   quote(before)));
}

// [ext 5], (1/1/1) and (24be05ffff98cb31), in any order. A switch port has no GUID of its own.
void IbnetdiscoverParser::extras_of_port(Scanner& scanner, bool of_switch, Guid& guid) const {
  while (true) {
    if (scanner.eat("[ext ")) {
      if (!scanner.until(']')) fail("'[ext' has no closing bracket: is the file cut off?");
    } else if (scanner.eat('(')) {
      const std::string_view rest = scanner.rest();
      const auto text = scanner.until(')');
      guid_or_label(text ? *text : rest, of_switch || (text && scanner.rest().starts_with('(')),
                    guid);
    } else {
      return;
    }
  }
}

// A label without a GUID after it is recognised by its slashes.
void IbnetdiscoverParser::guid_or_label(std::string_view text, bool is_label, Guid& guid) const {
  if (text.find_first_of(" \t\"[](") == std::string_view::npos) {
    if (is_label || text.find('/') != std::string_view::npos) return;
    Scanner scanner(text);
    const auto value = scanner.guid();
    if (value && scanner.rest().empty()) {
      guid = *value;
      return;
    }
  }
  fail(fmt::format("expected a port's label or GUID in parentheses instead of {}", quote(text)));
}

void IbnetdiscoverParser::parse_port_comment(std::string_view comment, LinkEnd& end) const {
  const std::size_t open = comment.find('"');
  if (open == std::string_view::npos) {
    parse_lids_and_rate(Scanner(comment), end);
    return;
  }
  const std::size_t close = comment.rfind('"');
  if (close == open) fail("the neighbour's description has no closing quote: is the file cut off?");
  parse_lids_and_rate(Scanner(comment.substr(0, open)), end);
  parse_lids_and_rate(Scanner(comment.substr(close + 1)), end);
}

// «lid 36 lmc 0» is the port's own, «lid 64 4xQDR» the neighbour's.
void IbnetdiscoverParser::parse_lids_and_rate(Scanner scanner, LinkEnd& end) const {
  while (!scanner.at_end()) {
    if (scanner.eat("lid ")) {
      const Lid number = lid(scanner);
      if (scanner.eat("lmc ")) {
        end.own = {number, lmc(scanner)};
      } else {
        end.peer_lid = number;
      }
      continue;
    }
    const std::string_view word = scanner.word();
    if (word == "lid" || word == "lmc") fail(fmt::format("no number follows '{}'", word));
    if (word.starts_with("v=")) {
      const auto code = Scanner(word.substr(2)).number<std::uint8_t>();
      const std::uint8_t vls = code ? data_vls_of_code(*code) : std::uint8_t{0};
      end.has_vls = vls != 0;
      if (end.has_vls) end.link.data_vls = vls;
      continue;
    }
    const auto link = link_from_rate(word);
    if (!link || end.has_rate) continue;
    if (link->speed == LinkSpeed::kUnknown && lines_.unfinished()) {
      fail(fmt::format("the file is cut off behind {}", quote(word)));
    }
    end.link.width = link->width;
    end.link.speed = link->speed;
    end.has_rate = true;
  }
}

// 0 for the value of a port without a LID.
Lid IbnetdiscoverParser::lid(Scanner& scanner) const {
  if (scanner.eat("-1")) return 0;
  const auto number = scanner.number_of_either_base<std::uint32_t>();
  if (!number) fail(fmt::format("expected a LID instead of {}", quote(scanner.rest())));
  if (*number == kPermissiveLid) return 0;
  if (*number > kMaxUnicastLid) {
    fail(fmt::format("LID {} is not a unicast LID: those are 1 to {}", *number, kMaxUnicastLid));
  }
  return static_cast<Lid>(*number);
}

std::uint8_t IbnetdiscoverParser::lmc(Scanner& scanner) const {
  const auto number = scanner.number<std::uint8_t>();
  if (!number || *number > kMaxLmc) {
    fail(fmt::format("expected an LMC from 0 to {} instead of {}", kMaxLmc, quote(scanner.rest())));
  }
  return *number;
}

// Some releases give several switches one GUID; their ids differ.
void IbnetdiscoverParser::add_nodes() {
  std::unordered_map<Guid, unsigned> stated;
  for (const StatedNode& node : nodes_) ++stated[node.stated_guid];
  unsigned repeated = 0;
  unsigned line = 0;
  for (const StatedNode& node : nodes_) {
    const bool by_id =
        node.guid_in_id != 0 && (node.stated_guid == 0 || stated[node.stated_guid] > 1);
    if (by_id && node.stated_guid != 0 && node.stated_guid != node.guid_in_id && repeated++ == 0) {
      line = node.line;
    }
    builder_.add_node({.type = node.type,
                       .node_guid = by_id                   ? node.guid_in_id
                                    : node.stated_guid != 0 ? node.stated_guid
                                                            : guid_of_name(node.id),
                       .system_guid = node.system_guid,
                       .port_count = node.port_count,
                       .enhanced_port0 = node.enhanced_port0,
                       .name = node.name,
                       .line = node.line});
  }
  warn_of_zero_guids();
  if (repeated == 0) return;
  warnings_.push_back(
      fmt::format("{}:{}: another node has the GUID above this node too, so that the GUID in its "
                  "name counts; {} nodes are like that",
                  source_, line, repeated));
}

void IbnetdiscoverParser::warn_of_zero_guids() {
  const auto has_none = [](const StatedNode& node) {
    return node.stated_guid == 0 && node.id.ends_with("-0000000000000000");
  };
  const auto first = std::ranges::find_if(nodes_, has_none);
  if (first == nodes_.end()) return;
  warnings_.push_back(fmt::format(
      "{}:{}: {} has GUID 0, which no node may have: its firmware has no GUID or has lost it; Weft "
      "invents one",
      source_, first->line, first->name.empty() ? "a node" : quote(first->name)));
}

void IbnetdiscoverParser::connect() {
  for (LinkEnd& end : ends_) {
    const auto peer = node_of_id_.find(end.peer_id);
    if (peer == node_of_id_.end()) {
      fail_at(source_, end.line,
              fmt::format("port {} of node {} is linked to node {}, which is not described: is the "
                          "file cut off?",
                          end.port, quote(nodes_[end.node].id), quote(end.peer_id)));
    }
    const LinkEnd* other = other_end(end, peer->second);
    if (other != nullptr && !end.has_rate && other->has_rate) {
      end.link.width = other->link.width;
      end.link.speed = other->link.speed;
    }
    if (other != nullptr && !end.has_vls) end.link.data_vls = other->link.data_vls;
    builder_.add_link_end(end.node, end.port, peer->second, end.peer_port, end.link, end.line);
    set_addresses(end, peer->second, other);
  }
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].type != NodeType::kSwitch) continue;
    builder_.set_address(n, 0, 0, static_cast<Lid>(nodes_[n].lid.lid), nodes_[n].lid.lmc,
                         nodes_[n].lid_line);
  }
}

// Sets the addresses of both ends of a link that are end ports; notes the LIDs of switches.
void IbnetdiscoverParser::set_addresses(LinkEnd& end, NodeId peer, const LinkEnd* other) {
  if (StatedNode& neighbour = nodes_[peer]; neighbour.type == NodeType::kSwitch) {
    if (neighbour.lid.lid == 0) neighbour.lid_line = end.line;
    agree(neighbour.lid, end, [&] { return fmt::format("node {}", quote(neighbour.id)); });
  } else if (other == nullptr) {
    // The port has no line, or a contradictory one, which build() refuses.
    builder_.set_address(peer, end.peer_port, end.peer_guid, end.peer_lid, 0, end.line);
  }
  if (nodes_[end.node].type == NodeType::kSwitch) return;
  Guid guid = end.port_guid;
  if (other != nullptr) {
    if (guid == 0) guid = other->peer_guid;
    agree(end.own, *other,
          [&] { return fmt::format("port {} of node {}", end.port, quote(nodes_[end.node].id)); });
  }
  builder_.set_address(end.node, end.port, guid, static_cast<Lid>(end.own.lid), end.own.lmc,
                       end.line);
}

// The line of the neighbour's port; null: none points back.
const LinkEnd* IbnetdiscoverParser::other_end(const LinkEnd& end, NodeId peer) const {
  if (end.peer_port == 0 || end.peer_port > nodes_[peer].port_count) return nullptr;
  const std::uint32_t other = end_of_port_[nodes_[peer].first_end + end.peer_port - 1];
  if (other == kNone) return nullptr;
  const bool points_back =
      ends_[other].peer_port == end.port && ends_[other].peer_id == nodes_[end.node].id;
  return points_back ? &ends_[other] : nullptr;
}

// A LID that only a neighbour states counts too. 0 is no statement.
template <typename Whose>
void IbnetdiscoverParser::agree(StatedLid& stated, const LinkEnd& neighbour, Whose whose) const {
  if (neighbour.peer_lid == 0 || neighbour.peer_lid == stated.lid) return;
  if (stated.lid != 0) {
    fail_at(source_, neighbour.line,
            fmt::format("{} has LID {} here, but LID {} in another line", whose(),
                        neighbour.peer_lid, stated.lid));
  }
  stated.lid = neighbour.peer_lid;
}

}  // namespace

bool is_ibnetdiscover_node(std::string_view line) {
  Scanner scanner(line);
  return node_type(scanner) && scanner.number<std::uint64_t>() && scanner.eat('"');
}

Fabric parse_ibnetdiscover(std::string_view text, const std::string& source,
                           std::vector<std::string>& warnings, std::uint8_t data_vls) {
  return IbnetdiscoverParser(text, source, warnings, data_vls).parse();
}

Guid guid_of_name(std::string_view name) {
  // The locally administered bit of an EUI-64 avoids GUIDs of vendors.
  constexpr Guid kLocal = Guid{1} << 57;
  return (checksum(name) & ~Guid{0xFF}) | kLocal;
}

}  // namespace weft
