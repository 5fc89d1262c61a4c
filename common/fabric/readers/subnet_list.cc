// Each line is one direction of a link:
//
//   { CA Ports:02 SystemGUID:24be05ffff98cb33 NodeGUID:24be05ffff98cb30 PortGUID:24be05ffff98cb31
//     VenID:0002C9 DevID:1003 Rev:000000A1 {host-18} LID:0024 PN:01 } { SW Ports:24 ... PN:01 }
//     PHY=4x LOG=ACT SPD=10
//
// (in one line), numbers in hexadecimal; types CA, SW, Rt, with -SM at the node of the SM. opensm
// writes a line for each direction, ordered by node and port; ibdiagnet one for each link.
#include "common/fabric/readers/subnet_list.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "common/base/text.h"
#include "common/fabric/builder.h"
#include "common/fabric/readers/ibdiagnet_end.h"
#include "common/fabric/readers/link_text.h"
#include "common/fabric/readers/one_ended.h"
#include "common/fabric/readers/port_budget.h"

namespace weft {
namespace {

// One of the two halves of a line.
struct End {
  NodeType type = NodeType::kCa;
  PortNum port_count = 0;
  PortNum port = 0;
  Lid lid = 0;
  Guid system_guid = 0;
  Guid node_guid = 0;
  Guid port_guid = 0;
  std::string_view name;
};

// The data from a node's first line.
struct ListedNode {
  NodeType type;
  PortNum port_count;
  Guid system_guid;
  unsigned line;
  std::size_t first_address;  // of its port 0
};

struct Address {
  Guid port_guid = 0;
  Lid lid = 0;
  unsigned line = 0;  // 0: not given so far
};

class SubnetListParser {
 public:
  SubnetListParser(std::string_view text, const std::string& source,
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
  void parse_link();
  End parse_end(Scanner& scanner) const;
  NodeType type(Scanner& scanner) const;
  std::string_view name(Scanner& scanner) const;
  LinkAttributes parse_attributes(Scanner& scanner) const;
  template <typename T>
  T field(Scanner& scanner, std::string_view key) const;
  NodeId node(const End& end);
  void set_address(NodeId id, const End& end);
  void answer_links();

  Lines lines_;
  const std::string& source_;
  std::vector<std::string>& warnings_;
  std::uint8_t data_vls_;
  PortBudget budget_;
  FabricBuilder builder_;
  IgnoredLines ignored_;
  std::vector<ListedNode> nodes_;
  std::unordered_map<Guid, NodeId> node_of_guid_;
  std::vector<Address> addresses_;  // by port, port 0 of each node first
  std::vector<bool> begins_lines_;  // by node: true if it has own lines
  NodeId last_near_ = kNone;
  std::size_t links_ = 0;  // number of lines with links
  IbdiagnetEnd end_;
};

Fabric SubnetListParser::parse() {
  while (lines_.next()) {
    const std::string_view line = lines_.line();
    end_.note(line);
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '{') {
      parse_link();
    } else {
      ignored_.note(lines_);
    }
  }
  ignored_.warn(source_, warnings_);
  end_.warn(source_, warnings_);
  answer_links();
  Fabric fabric = builder_.build();
  warnings_.insert(warnings_.end(), builder_.warnings().begin(), builder_.warnings().end());
  return fabric;
}

void SubnetListParser::parse_link() {
  Scanner scanner(lines_.line());
  const End near = parse_end(scanner);
  const End far = parse_end(scanner);
  const LinkAttributes link = parse_attributes(scanner);
  const NodeId near_node = node(near);
  const NodeId far_node = node(far);
  begins_lines_[near_node] = true;
  last_near_ = near_node;
  ++links_;
  builder_.add_link_end(near_node, near.port, far_node, far.port, link, lines_.number());
  set_address(near_node, near);
  set_address(far_node, far);
}

End SubnetListParser::parse_end(Scanner& scanner) const {
  End end;
  if (!scanner.eat('{')) {
    fail(fmt::format("expected '{{' instead of {}: is the file cut off?", quote(scanner.rest())));
  }
  end.type = type(scanner);
  end.port_count = field<PortNum>(scanner, "Ports:");
  end.system_guid = field<Guid>(scanner, "SystemGUID:");
  end.node_guid = field<Guid>(scanner, "NodeGUID:");
  end.port_guid = field<Guid>(scanner, "PortGUID:");
  field<std::uint32_t>(scanner, "VenID:");
  field<std::uint32_t>(scanner, "DevID:");
  field<std::uint32_t>(scanner, "Rev:");
  end.name = name(scanner);
  const auto lid = field<std::uint32_t>(scanner, "LID:");
  if (lid > kMaxUnicastLid && lid != kPermissiveLid) {
    fail(fmt::format("LID 0x{:x} is not a unicast LID: those are 0x1 to 0x{:x}", lid,
                     kMaxUnicastLid));
  }
  end.lid = lid == kPermissiveLid ? Lid{0} : static_cast<Lid>(lid);
  end.port = field<PortNum>(scanner, "PN:");
  if (!scanner.eat('}')) {
    fail(fmt::format("expected '}}' instead of {}: is the file cut off?", quote(scanner.rest())));
  }
  return end;
}

NodeType SubnetListParser::type(Scanner& scanner) const {
  const std::string_view word = scanner.word();
  const std::string_view kind = word.substr(0, word.find('-'));
  if (kind == "SW") return NodeType::kSwitch;
  if (kind == "CA") return NodeType::kCa;
  if (kind == "Rt" || kind == "RT") return NodeType::kRouter;
  fail(fmt::format("expected the type of a node, CA, SW or Rt, instead of {}", quote(word)));
}

// {description}. It may contain all of this itself, so it ends where it can be longest; names of a
// node name map may be longer than descriptions.
std::string_view SubnetListParser::name(Scanner& scanner) const {
  constexpr std::string_view kBehind = "} LID:";
  const bool open = scanner.eat('{');
  const std::string_view rest = scanner.rest();
  constexpr std::size_t kLongest = 64;
  std::size_t end = rest.substr(0, kLongest + kBehind.size()).rfind(kBehind);
  if (end == std::string_view::npos) end = rest.find(kBehind);
  if (!open || end == std::string_view::npos) {
    fail(
        fmt::format("expected a description in braces, and 'LID:', instead of {}: is the file cut "
                    "off?",
                    quote(rest)));
  }
  scanner = Scanner(rest.substr(end + 1));
  return rest.substr(0, end);
}

LinkAttributes SubnetListParser::parse_attributes(Scanner& scanner) const {
  LinkAttributes link;
  link.data_vls = data_vls_;
  std::optional<std::uint8_t> width;
  if (scanner.eat("PHY=??")) {
    width = 0;  // one that OpenSM has no name for
  } else if (scanner.eat("PHY=")) {
    width = scanner.number<std::uint8_t>();
    if (!scanner.eat("x")) width.reset();
  }
  if (!width || *width > 12) {
    fail(
        fmt::format("expected the width of the link, like PHY=4x, instead of {}: is the file cut "
                    "off?",
                    quote(scanner.rest())));
  }
  link.width = *width;
  if (!scanner.eat("LOG=") || scanner.word().empty() || !scanner.eat("SPD=")) {
    fail("expected LOG= and SPD= behind the width of the link: is the file cut off?");
  }
  link.speed = speed_from_gigabits(scanner.word());
  // 5 may be a truncated 50.
  if (lines_.unfinished()) fail("the last line does not end with a newline: is the file cut off?");
  return link;
}

template <typename T>
T SubnetListParser::field(Scanner& scanner, std::string_view key) const {
  const std::string_view before = scanner.rest();
  const auto value = scanner.eat(key) ? scanner.number<T>(16) : std::nullopt;
  if (!value) {
    fail(
        fmt::format("expected {} and a hexadecimal number of at most {} digits instead of {}: is "
                    "the file cut off?",
                    key, 2 * sizeof(T), quote(before)));
  }
  return *value;
}

NodeId SubnetListParser::node(const End& end) {
  const auto id = static_cast<NodeId>(nodes_.size());
  const auto [known, is_new] = node_of_guid_.emplace(end.node_guid, id);
  if (!is_new) {
    const ListedNode& node = nodes_[known->second];
    if (node.type != end.type || node.port_count != end.port_count ||
        node.system_guid != end.system_guid) {
      fail(fmt::format("node 0x{:016x} has another type, number of ports or system GUID in line {}",
                       end.node_guid, node.line));
    }
    return known->second;
  }
  budget_.spend(lines_.number(), end.port_count);
  builder_.add_node({.type = end.type,
                     .node_guid = end.node_guid,
                     .system_guid = end.system_guid,
                     .port_count = end.port_count,
                     .name = end.name,
                     .line = lines_.number()});
  nodes_.push_back({end.type, end.port_count, end.system_guid, lines_.number(), addresses_.size()});
  addresses_.resize(addresses_.size() + end.port_count + std::size_t{1});
  begins_lines_.push_back(false);
  return id;
}

void SubnetListParser::set_address(NodeId id, const End& end) {
  const bool is_switch = end.type == NodeType::kSwitch;
  const PortNum port = is_switch ? PortNum{0} : end.port;
  Address& address = addresses_[nodes_[id].first_address + port];
  if (address.line == 0) {
    address = {end.port_guid, end.lid, lines_.number()};
    builder_.set_address(id, port, end.port_guid, end.lid, 0, lines_.number());
  } else if (address.port_guid != end.port_guid || address.lid != end.lid) {
    fail(fmt::format("port {} of node 0x{:016x} has another port GUID or LID in line {}", port,
                     end.node_guid, address.line));
  }
}

// In a truncated list of opensm, nodes after the end have no own lines. A list with only one
// direction of each link is taken as ibdiagnet's.
void SubnetListParser::answer_links() {
  const std::vector<FabricBuilder::GivenEnd> answered = builder_.answer_links();
  const bool each_once = answered.size() == links_;
  if (each_once && end_.of_ibdiagnet()) return;
  if (!each_once) {
    for (const FabricBuilder::GivenEnd& end : answered) {
      if (begins_lines_[end.peer]) continue;
      fail_at(source_, end.line,
              "the second node of this line has no line for this link: is the file cut off?");
    }
  }
  const bool ends_with_switch = nodes_[last_near_].type == NodeType::kSwitch;
  tell_one_ended(answered, ends_with_switch && !each_once ? last_near_ : kNone, source_, warnings_);
}

}  // namespace

bool is_subnet_list_line(std::string_view line) {
  Scanner scanner(line);
  if (!scanner.eat('{')) return false;
  scanner.word();
  return scanner.eat("Ports:");
}

Fabric parse_subnet_list(std::string_view text, const std::string& source,
                         std::vector<std::string>& warnings, std::uint8_t data_vls) {
  return SubnetListParser(text, source, warnings, data_vls).parse();
}

}  // namespace weft
