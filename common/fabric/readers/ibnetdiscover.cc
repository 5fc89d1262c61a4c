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
// 36 4xQDR.
#include "common/fabric/readers/ibnetdiscover.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "common/base/text.h"
#include "common/fabric/builder.h"
#include "common/fabric/readers/link_text.h"
#include "common/fabric/readers/port_budget.h"

namespace weft {
namespace {

std::optional<NodeType> node_type(Scanner& scanner) {
  if (scanner.eat("Switch")) return NodeType::kSwitch;
  if (scanner.eat("Hca") || scanner.eat("Ca")) return NodeType::kCa;
  if (scanner.eat("Router") || scanner.eat("Rt")) return NodeType::kRouter;
  return std::nullopt;
}

// What is said about a port's address: by the node itself, or by a neighbour.
struct StatedLid {
  std::uint32_t lid = 0;  // 0: nothing is said
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
  unsigned lid_line = 0;      // where the LID of a switch is from
  StatedLid lid;              // of a switch
  std::size_t first_end = 0;  // of port 1 in end_of_port_
};

class IbnetdiscoverParser {
 public:
  IbnetdiscoverParser(std::string_view text, const std::string& source,
                      std::vector<std::string>& warnings)
      : lines_(text),
        source_(source),
        warnings_(warnings),
        budget_(source, text.size()),
        builder_(source) {}

  Fabric parse();

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }
  bool parse_guid_line();
  void parse_node();
  void parse_node_comment(std::string_view comment, StatedNode& node, NodeSpec& spec);
  bool parse_port();
  PortNum port_number(Scanner& scanner) const;
  std::string_view identifier(Scanner& scanner) const;
  void extras_of_port(Scanner& scanner, Guid& guid) const;
  void parse_port_comment(std::string_view comment, LinkEnd& end) const;
  void parse_lids_and_rate(Scanner scanner, LinkEnd& end) const;
  Lid lid(Scanner& scanner) const;
  std::uint8_t lmc(Scanner& scanner) const;

  void connect();
  const LinkEnd* other_end(const LinkEnd& end, NodeId peer) const;
  void agree(StatedLid& stated, const LinkEnd& neighbour, const std::string& whose) const;

  Lines lines_;
  const std::string& source_;
  std::vector<std::string>& warnings_;
  PortBudget budget_;
  FabricBuilder builder_;

  Guid next_guid_ = 0;  // for the node to come
  Guid next_system_ = 0;
  unsigned next_guid_line_ = 0;

  std::vector<StatedNode> nodes_;
  std::unordered_map<std::string_view, NodeId> node_of_id_;
  std::vector<LinkEnd> ends_;
  std::vector<std::uint32_t> end_of_port_;  // index in ends_, or kNone

  IgnoredLines ignored_;
};

Fabric IbnetdiscoverParser::parse() {
  while (lines_.next()) {
    const std::string_view line = lines_.line();
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[' && parse_port()) continue;
    if (is_ibnetdiscover_node(line)) {
      parse_node();
    } else if (!parse_guid_line()) {
      // Logs of terminals have prompts and commands around what ibnetdiscover printed. Nothing of a
      // fabric can be lost here unseen: a damaged line of a port or a node leaves its neighbours'
      // lines without an answer.
      ignored_.note(lines_);
    }
  }
  if (next_guid_ != 0) {
    fail_at(source_, next_guid_line_, "this GUID is followed by no node: is the file cut off?");
  }
  if (ends_.empty()) fail("no node has a link: is the file cut off?");
  ignored_.warn(source_, warnings_);
  connect();
  Fabric fabric = builder_.build();
  warnings_.insert(warnings_.end(), builder_.warnings().begin(), builder_.warnings().end());
  return fabric;
}

// key=value lines, of which only GUIDs matter.
bool IbnetdiscoverParser::parse_guid_line() {
  Scanner scanner(lines_.line());
  const auto key = scanner.until('=');
  if (!key || key->find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string_view::npos) {
    return false;
  }
  const bool system = *key == "sysimgguid";
  if (!system && *key != "switchguid" && *key != "caguid" && *key != "rtguid") return true;
  const auto guid = scanner.guid();
  if (!guid) fail(fmt::format("{}= is not followed by a GUID", *key));
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
    fail(fmt::format("a node has 1 to {} ports, not as many as {} says", kMaxPorts,
                     quote(lines_.line())));
  }
  node.port_count = static_cast<PortNum>(*ports);
  node.id = identifier(scanner);
  node.first_end = end_of_port_.size();
  const auto id = static_cast<NodeId>(nodes_.size());
  if (const auto [first, is_new] = node_of_id_.emplace(node.id, id); !is_new) {
    fail(fmt::format("node {} was described in line {} already", quote(node.id),
                     nodes_[first->second].line));
  }
  budget_.spend(node.line, node.port_count);
  end_of_port_.resize(end_of_port_.size() + node.port_count, kNone);

  NodeSpec spec{.type = node.type, .system_guid = next_system_, .port_count = node.port_count};
  spec.line = node.line;
  Scanner of_id(node.id.size() == 18 && node.id[1] == '-' ? node.id.substr(2) : "");
  const auto guid_in_id = of_id.number<Guid>(16);
  const bool named_by_guid = guid_in_id && of_id.rest().empty();
  spec.node_guid = next_guid_ != 0 ? next_guid_
                   : named_by_guid ? *guid_in_id
                                   : guid_of_name(node.id);
  if (!named_by_guid) spec.name = node.id;
  if (scanner.eat('#')) parse_node_comment(scanner.rest(), node, spec);
  builder_.add_node(spec);
  nodes_.push_back(node);
  next_guid_ = next_system_ = 0;
}

// "description" enhanced port 0 lid 64 lmc 0. The description can hold anything, quotes too, so it
// goes on to the last quote.
void IbnetdiscoverParser::parse_node_comment(std::string_view comment, StatedNode& node,
                                             NodeSpec& spec) {
  const std::size_t open = comment.find('"');
  if (open == std::string_view::npos) return;
  const std::size_t close = comment.rfind('"');
  if (close == open) fail("the node's description has no closing quote: is the file cut off?");
  spec.name = comment.substr(open + 1, close - open - 1);
  if (node.type != NodeType::kSwitch) return;
  Scanner scanner(comment.substr(close + 1));
  while (!scanner.at_end()) {
    if (scanner.eat("enhanced port 0")) {
      spec.enhanced_port0 = true;
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

// False if the line only looks like a port's, as the prompts of some shells do, and there is no
// node that it could belong to.
bool IbnetdiscoverParser::parse_port() {
  if (nodes_.empty()) return false;
  const StatedNode& node = nodes_.back();
  Scanner scanner(lines_.line());
  LinkEnd end;
  end.node = static_cast<NodeId>(nodes_.size() - 1);
  end.line = lines_.number();
  scanner.eat('[');
  if (!scanner.number<std::uint32_t>()) return false;
  scanner = Scanner(lines_.line());
  end.port = port_number(scanner);
  extras_of_port(scanner, end.port_guid);
  end.peer_id = identifier(scanner);
  end.peer_port = port_number(scanner);
  extras_of_port(scanner, end.peer_guid);
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
    fail(fmt::format("port {} of node {} was described in line {} already", end.port,
                     quote(node.id), ends_[slot].line));
  }
  slot = static_cast<std::uint32_t>(ends_.size());
  ends_.push_back(end);
  return true;
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

// [ext 5] and (24be05ffff98cb31), in any order.
void IbnetdiscoverParser::extras_of_port(Scanner& scanner, Guid& guid) const {
  while (true) {
    if (scanner.eat("[ext ")) {
      if (!scanner.until(']')) fail("'[ext' has no closing bracket: is the file cut off?");
    } else if (scanner.eat('(')) {
      const auto value = scanner.guid();
      if (!value || !scanner.eat(')')) {
        fail(fmt::format("expected a port's GUID in parentheses instead of {}",
                         quote(scanner.rest())));
      }
      guid = *value;
    } else {
      return;
    }
  }
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
    if (word == "lid" || word == "lmc") fail(fmt::format("'{}' is followed by no number", word));
    const auto link = link_from_rate(word);
    if (!link || end.has_rate) continue;
    if (link->speed == LinkSpeed::kUnknown && lines_.unfinished()) {
      fail(fmt::format("the file is cut off behind {}", quote(word)));
    }
    end.link = *link;
    end.has_rate = true;
  }
}

Lid IbnetdiscoverParser::lid(Scanner& scanner) const {
  const auto number = scanner.number_of_either_base<std::uint32_t>();
  if (!number) fail(fmt::format("expected a LID instead of {}", quote(scanner.rest())));
  if (*number > kMaxUnicastLid) {
    fail(fmt::format("LID {} is no unicast LID: they go from 1 to {}", *number, kMaxUnicastLid));
  }
  return static_cast<Lid>(*number);
}

std::uint8_t IbnetdiscoverParser::lmc(Scanner& scanner) const {
  const auto number = scanner.number<std::uint8_t>();
  if (!number || *number > kMaxLmc) {
    fail(fmt::format("an LMC goes from 0 to {}; it cannot be {}", kMaxLmc, quote(scanner.rest())));
  }
  return *number;
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
    if (!end.has_rate && other != nullptr && other->has_rate) end.link = other->link;
    builder_.add_link_end(end.node, end.port, peer->second, end.peer_port, end.link, end.line);
    if (StatedNode& neighbour = nodes_[peer->second]; neighbour.type == NodeType::kSwitch) {
      if (neighbour.lid.lid == 0) neighbour.lid_line = end.line;
      agree(neighbour.lid, end, fmt::format("node {}", quote(neighbour.id)));
    }
    if (nodes_[end.node].type == NodeType::kSwitch) continue;
    Guid guid = end.port_guid;
    if (other != nullptr) {
      if (guid == 0) guid = other->peer_guid;
      agree(end.own, *other,
            fmt::format("port {} of node {}", end.port, quote(nodes_[end.node].id)));
    }
    builder_.set_address(end.node, end.port, guid, static_cast<Lid>(end.own.lid), end.own.lmc,
                         end.line);
  }
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].type != NodeType::kSwitch) continue;
    builder_.set_address(n, 0, 0, static_cast<Lid>(nodes_[n].lid.lid), nodes_[n].lid.lmc,
                         nodes_[n].lid_line);
  }
}

// The line of the neighbour's port; null if there is none that points back.
const LinkEnd* IbnetdiscoverParser::other_end(const LinkEnd& end, NodeId peer) const {
  if (end.peer_port == 0 || end.peer_port > nodes_[peer].port_count) return nullptr;
  const std::uint32_t other = end_of_port_[nodes_[peer].first_end + end.peer_port - 1];
  if (other == kNone) return nullptr;
  const bool points_back =
      ends_[other].peer_port == end.port && ends_[other].peer_id == nodes_[end.node].id;
  return points_back ? &ends_[other] : nullptr;
}

// A LID that only a neighbour gives counts too. 0 says nothing.
void IbnetdiscoverParser::agree(StatedLid& stated, const LinkEnd& neighbour,
                                const std::string& whose) const {
  if (neighbour.peer_lid == 0 || neighbour.peer_lid == stated.lid) return;
  if (stated.lid != 0) {
    fail_at(source_, neighbour.line,
            fmt::format("{} has LID {} here, but LID {} elsewhere", whose, neighbour.peer_lid,
                        stated.lid));
  }
  stated.lid = neighbour.peer_lid;
}

}  // namespace

bool is_ibnetdiscover_node(std::string_view line) {
  Scanner scanner(line);
  return node_type(scanner) && scanner.number<std::uint64_t>() && scanner.eat('"');
}

Fabric parse_ibnetdiscover(std::string_view text, const std::string& source,
                           std::vector<std::string>& warnings) {
  return IbnetdiscoverParser(text, source, warnings).parse();
}

Guid guid_of_name(std::string_view name) {
  // The locally administered bit of an EUI-64 keeps clear of GUIDs that vendors gave.
  constexpr Guid kLocal = Guid{1} << 57;
  return (XXH3_64bits(name.data(), name.size()) & ~Guid{0xFF}) | kLocal;
}

}  // namespace weft
