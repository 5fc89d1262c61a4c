// Tested by tests/common/plan/cable_list_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/fabric/readers/link_text.h"
#include "common/plan/cable_list.h"

namespace weft {
namespace {

constexpr std::size_t kMostNodes = 200'000;

// The fields of «P1 -4x-10G-> TYPE NAME PORT».
struct Connection {
  std::string_view port;
  std::string_view rate;  // «-4x-10G»; empty: none
  std::string_view type;
  std::string_view name;
  std::string_view peer_port;
};

std::string_view topo_word(Scanner& scanner) {
  scanner.skip_blanks();
  return scanner.word();
}

std::optional<Connection> connection_of(std::string_view line) {
  const std::size_t arrow = line.find("->");
  if (arrow == line.npos) return std::nullopt;
  Connection found;
  Scanner left(line.substr(0, arrow));
  found.port = topo_word(left);
  found.rate = topo_word(left);
  if (!left.at_end() || (!found.rate.empty() && found.rate.front() != '-')) return std::nullopt;
  Scanner right(line.substr(arrow + 2));
  found.type = topo_word(right);
  found.name = topo_word(right);
  found.peer_port = topo_word(right);
  const bool is_whole = !found.port.empty() && !found.peer_port.empty() && right.at_end();
  return is_whole ? std::optional(found) : std::nullopt;
}

class TopoParser {
 public:
  TopoParser(std::string_view text, const std::string& source, const SystemTypes& types)
      : lines_(text), source_(source), types_(types), builder_(source) {}

  CableList parse(std::vector<std::string>& warnings) {
    while (lines_.next()) {
      const std::string_view line = before_comment(lines_.line());
      if (trim(line).empty()) continue;
      if (const auto connection = connection_of(line)) {
        add(*connection);
      } else {
        begin_system(line);
      }
    }
    if (links_.empty()) throw BadInput(fmt::format("{}: there is no cable", source_));
    for (auto& [name, system] : systems_) build(name, system);
    for (const Link& link : links_) add_cable(link);
    unknown_rates_.warn(warnings);
    return builder_.take();
  }

 private:
  struct System {
    std::string_view type;
    unsigned line = 0;
    bool has_section = false;
    std::map<std::string, std::string, std::less<>> variants = {};
    std::optional<BuiltSystem> built = {};
    std::vector<std::uint32_t> chips = {};  // by chip: its index in the list
  };
  struct Link {
    std::string_view a, a_port, b, b_port, rate;
    unsigned line = 0;
  };

  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(source_, lines_.number(), reason);
  }

  // «TYPE NAME [CFG: leaf1=4x, leaf2=R]».
  void begin_system(std::string_view line) {
    Scanner scanner(line);
    const std::string_view type = topo_word(scanner);
    const std::string_view name = topo_word(scanner);
    if (name.empty() || line.find("->") != line.npos) {
      fail(fmt::format("expected «TYPE NAME» or «PORT -> TYPE NAME PORT», not {}", quote(line)));
    }
    System& system = find_system(type, name);
    if (system.has_section) fail(fmt::format("there are two sections of {}", quote(name)));
    system.has_section = true;
    current_ = name;
    if (scanner.at_end()) return;
    if (!scanner.eat("CFG:")) fail(fmt::format("expected CFG: behind {}", quote(name)));
    for (const std::string_view variant : between_commas(scanner.rest())) {
      if (variant.empty()) continue;
      const std::size_t equals = variant.find('=');
      if (equals == variant.npos)
        fail(fmt::format("expected BOARD=VARIANT, not {}", quote(variant)));
      system.variants.emplace(trim(variant.substr(0, equals)), trim(variant.substr(equals + 1)));
    }
  }

  System& find_system(std::string_view type, std::string_view name) {
    const auto [found, is_new] =
        systems_.try_emplace(name, System{.type = type, .line = lines_.number()});
    if (!is_new && found->second.type != type) {
      fail(fmt::format("{} is of type {} here and {} in line {}", quote(name), quote(type),
                       quote(found->second.type), found->second.line));
    }
    return found->second;
  }

  void add(const Connection& connection) {
    if (current_.empty()) fail("expected «TYPE NAME» first: whose port is this?");
    find_system(connection.type, connection.name);
    links_.push_back({current_, connection.port, connection.name, connection.peer_port,
                      connection.rate, lines_.number()});
  }

  void build(std::string_view name, System& system) {
    if (!types_.knows(system.type)) return;
    try {
      system.built = types_.build(system.type, system.variants);
    } catch (const BadInput& error) {
      fail_at(source_, system.line, error.what());
    }
    nodes_ += system.built->chips.size();
    if (nodes_ > kMostNodes) {
      fail_at(source_, system.line, fmt::format("there are more than {} nodes", kMostNodes));
    }
    for (const BuiltSystem::Chip& chip : system.built->chips) {
      const bool is_alone = system.built->chips.size() == 1;
      system.chips.push_back(
          builder_.add_node(name, is_alone ? "" : chip.name,
                            chip.is_switch ? PlannedType::kSwitch : PlannedType::kCa, system.line));
    }
    for (const BuiltSystem::Trace& trace : system.built->traces) {
      builder_.add_cable({system.chips[trace.a.chip], system.chips[trace.b.chip], trace.a.port,
                          trace.b.port, 0, LinkSpeed::kUnknown, system.line});
    }
  }

  void add_cable(const Link& link) {
    PlannedCable cable;
    cable.line = link.line;
    std::tie(cable.a, cable.a_port) = end_of(link.a, link.a_port, link.line);
    std::tie(cable.b, cable.b_port) = end_of(link.b, link.b_port, link.line);
    take_rate(link.rate, cable);
    builder_.add_cable(cable);
  }

  std::pair<std::uint32_t, PortNum> end_of(std::string_view name, std::string_view port,
                                           unsigned line) {
    const System& system = systems_.find(name)->second;
    if (!system.built) {
      const PanelPort at = parse_panel_port(port);
      const bool is_ca = same_in_any_case(system.type.substr(0, 3), "HCA");
      return {builder_.add_node(name, at.device, is_ca ? PlannedType::kCa : PlannedType::kUnknown,
                                line),
              at.port};
    }
    const auto found = system.built->panel.find(port);
    if (found == system.built->panel.end()) {
      fail_at(source_, line,
              fmt::format("a system of type {} has no port {}", quote(system.type), quote(port)));
    }
    return {system.chips[found->second.chip], found->second.port};
  }

  // «-4x-10G».
  void take_rate(std::string_view rate, PlannedCable& cable) {
    while (!rate.empty()) {
      rate.remove_prefix(1);
      const std::string_view part = rate.substr(0, rate.find('-'));
      rate.remove_prefix(part.size());
      if (part.empty()) continue;
      const std::string_view number = part.substr(0, part.size() - 1);
      if (part.ends_with('G') || part.ends_with('g')) {
        cable.speed = speed_from_gigabits(number);
        if (cable.speed == LinkSpeed::kUnknown) unknown_rates_.add(source_, cable.line, part);
      } else if (const auto link = link_from_rate(fmt::format("{}x", number))) {
        cable.width = link->width;
      } else {
        unknown_rates_.add(source_, cable.line, part);
      }
    }
  }

  Lines lines_;
  const std::string& source_;
  const SystemTypes& types_;
  CableListBuilder builder_;
  std::map<std::string_view, System> systems_;
  std::vector<Link> links_;
  std::string_view current_;
  std::size_t nodes_ = 0;
  UnknownRates unknown_rates_;
};

}  // namespace

bool is_topo_connection(std::string_view line) { return connection_of(line).has_value(); }

CableList parse_topo(std::string_view text, const std::string& source, const SystemTypes& types,
                     std::vector<std::string>& warnings) {
  return TopoParser(text, source, types).parse(warnings);
}

}  // namespace weft
