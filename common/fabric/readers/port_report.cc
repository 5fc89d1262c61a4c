// SW     2  1 0x1000000000000100 4x HDR - CA     5  1 0x2000000000000101 ( 'leaf-1' - 'host-1
// HCA-1' ) SW     2  8 0x1000000000000100 4x SDR                                    'leaf-1'
//
// Type, LID, port and GUID (of the port, which for a switch is the node's), width and speed, the
// same of the neighbour if there is one, and the descriptions.
#include "common/fabric/readers/port_report.h"

#include <fmt/format.h>

#include <optional>

#include "common/base/text.h"
#include "common/fabric/readers/link_text.h"
#include "common/fabric/readers/listed_fabric.h"

namespace weft {
namespace {

std::optional<NodeType> reported_type(Scanner& scanner) {
  if (scanner.eat("SW ")) return NodeType::kSwitch;
  if (scanner.eat("CA ")) return NodeType::kCa;
  if (scanner.eat("RT ")) return NodeType::kRouter;
  return std::nullopt;
}

struct ReportedPort {
  NodeType type = NodeType::kCa;
  Lid lid = 0;
  PortNum port = 0;
  Guid guid = 0;
};

// Nothing if the text is not a port.
std::optional<ReportedPort> read_port(Scanner& scanner) {
  const auto type = reported_type(scanner);
  if (!type) return std::nullopt;
  const auto lid = read_lid(scanner);
  const auto port = scanner.number<PortNum>();
  if (!lid || !port || !scanner.eat("0x")) return std::nullopt;
  const auto guid = scanner.guid();
  if (!guid) return std::nullopt;
  return ReportedPort{*type, *lid, *port, *guid};
}

class PortReportParser {
 public:
  PortReportParser(std::string_view text, const std::string& source, std::uint8_t data_vls)
      : lines_(text), source_(source), data_vls_(data_vls), listed_(source, text.size()) {}

  Fabric parse(std::vector<std::string>& warnings) {
    IgnoredLines ignored;
    while (lines_.next()) {
      if (lines_.line().empty() || lines_.line().front() == '#') continue;
      if (is_port_report_line(lines_.line())) {
        parse_line();
      } else {
        ignored.note(lines_);
      }
    }
    ignored.warn(source_, warnings);
    return listed_.build(ListedFabric::Ends::kOwn, warnings);
  }

 private:
  [[noreturn]] void fail(std::string_view expected, std::string_view instead) const {
    fail_at(
        source_, lines_.number(),
        fmt::format("expected {} instead of {}: is the file cut off?", expected, quote(instead)));
  }

  void parse_line() {
    Scanner scanner(lines_.line());
    const ReportedPort near = *read_port(scanner);
    LinkAttributes link;
    link.data_vls = data_vls_;
    const std::string_view width = scanner.word();
    const std::string_view speed = scanner.word();
    if (const auto rate = link_from_rate(fmt::format("{}{}", width, speed))) {
      link.width = rate->width;
      link.speed = rate->speed;
    }
    if (!scanner.eat("- ")) {
      const std::string_view name = scanner.rest();
      if (name.size() < 2 || !name.starts_with('\'') || !name.ends_with('\'')) {
        fail("a neighbour or a description", name);
      }
      const NodeId id = node(near, name.substr(1, name.size() - 2));
      listed_.has_lines(id);
      listed_.see_port(id, near.port);
      return;
    }
    const std::string_view behind = scanner.rest();
    const auto far = read_port(scanner);
    if (!far) fail("a neighbour", behind);
    const auto [near_name, far_name] = names(scanner);
    const NodeId id = node(near, near_name);
    const NodeId peer = node(*far, far_name);
    listed_.has_lines(id);
    listed_.add_link_end(id, near.port, peer, far->port, link, lines_.number());
  }

  // Descriptions that contain «' - '» are split there.
  std::pair<std::string_view, std::string_view> names(Scanner& scanner) const {
    constexpr std::string_view kBetween = "' - '";
    const std::string_view rest = scanner.eat("( '") ? scanner.rest() : std::string_view{};
    const std::size_t between = rest.find(kBetween);
    const std::size_t behind = between + kBetween.size();
    if (between == std::string_view::npos || !rest.ends_with("' )") || rest.size() < behind + 3) {
      fail("two descriptions", rest.empty() ? scanner.rest() : rest);
    }
    return {rest.substr(0, between), rest.substr(behind, rest.size() - behind - 3)};
  }

  NodeId node(const ReportedPort& port, std::string_view name) {
    const NodeId id = listed_.node(
        {.type = port.type, .node_guid = port.guid, .name = name, .line = lines_.number()});
    const bool is_switch = port.type == NodeType::kSwitch;
    listed_.set_address(id, is_switch ? PortNum{0} : port.port, is_switch ? Guid{0} : port.guid,
                        port.lid, 0, lines_.number());
    return id;
  }

  Lines lines_;
  const std::string& source_;
  std::uint8_t data_vls_;
  ListedFabric listed_;
};

}  // namespace

bool is_port_report_line(std::string_view line) {
  Scanner scanner(line);
  return read_port(scanner).has_value();
}

Fabric parse_port_report(std::string_view text, const std::string& source,
                         std::vector<std::string>& warnings, std::uint8_t data_vls) {
  return PortReportParser(text, source, data_vls).parse(warnings);
}

}  // namespace weft
