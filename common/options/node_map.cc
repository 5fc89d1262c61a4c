#include "common/options/node_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cctype>
#include <optional>
#include <set>
#include <utility>

#include "common/base/text.h"
#include "common/base/warnings.h"

namespace weft {
namespace {

// Why a line is left out; empty: it is not.
using Fault = std::string_view;
constexpr Fault kFine;
constexpr Fault kBadGuid =
    "it does not begin with a GUID, which is written like 0x0002c90300001234";
constexpr Fault kNoNode =
    "it begins neither with a GUID, which is written like 0x0002c90300001234, nor with a name "
    "between quotation marks";
constexpr Fault kBadPort = "a port is a number from 1 to 254";
constexpr Fault kNamedBefore = "its GUID was named before";

bool at_end(Scanner& scanner) { return scanner.at_end() || scanner.rest().front() == '#'; }

// Of a port group: it begins with a letter, and has nothing that no line of text has.
bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && (is_letter(text.front()) || text.front() == '_') &&
         std::ranges::none_of(text, [](char c) { return c >= 0 && c < ' ' && c != '\t'; });
}

// A number that ends with its word.
template <typename T>
std::optional<T> number(Scanner& scanner) {
  const std::optional<T> value = scanner.number_as_in_c<T>();
  const std::string_view rest = scanner.rest();
  if (!rest.empty() && rest.front() != ' ' && rest.front() != '\t' && rest.front() != '#') {
    return std::nullopt;
  }
  return value;
}

std::optional<PortNum> port_number(Scanner& scanner) {
  const auto port = number<PortNum>(scanner);
  return port && (*port == 0 || *port > kMaxPorts) ? std::nullopt : port;
}

// As stock reads it, or as ibnetdiscover names nodes: «S-0002c90300001234».
std::optional<Guid> node_guid(Scanner& scanner) {
  for (const std::string_view kind : {"S-", "H-", "R-"}) {
    if (!scanner.eat(kind)) continue;
    const std::size_t digits = scanner.rest().size();
    const std::optional<Guid> guid = scanner.number<Guid>(16);
    const std::string_view rest = scanner.rest();
    const bool ends =
        rest.empty() || rest.front() == ' ' || rest.front() == '\t' || rest.front() == '#';
    return ends && digits - rest.size() == 16 ? guid : std::nullopt;
  }
  return number<Guid>(scanner);
}

// take(scanner) is called for each line that means something.
template <typename Take>
void for_each_text(std::string_view text, std::string_view source,
                   std::vector<std::string>& warnings, Take take) {
  Warnings left_out;
  Lines lines(text);
  while (lines.next()) {
    Scanner scanner(lines.line());
    if (at_end(scanner)) continue;
    const Fault fault = take(scanner);
    if (fault.empty()) continue;
    left_out.add([&] {
      return fmt::format("{}:{}: {} was left out: {}", source, lines.number(), quote(lines.line()),
                         fault);
    });
  }
  left_out.append_to(warnings, source, "lines were left out");
}

// take(guid, scanner) is called for each line, with what follows the GUID.
template <typename Take>
void for_each_line(std::string_view text, std::string_view source,
                   std::vector<std::string>& warnings, Take take) {
  for_each_text(text, source, warnings, [&](Scanner& scanner) {
    const auto guid = node_guid(scanner);
    return guid && *guid != 0 ? take(*guid, scanner) : kBadGuid;
  });
}

// All that follow, none of them twice.
Fault take_ports(Scanner& scanner, std::vector<PortNum>& ports) {
  std::bitset<std::size_t{kMaxPorts} + 1> named;
  while (!at_end(scanner)) {
    const auto port = port_number(scanner);
    if (!port) return kBadPort;
    if (named[*port]) return "it names a port twice";
    named.set(*port);
    ports.push_back(*port);
  }
  return kFine;
}

// Sorts, and keeps the last of those with the same key.
template <typename Entry, typename Key>
std::vector<Entry> sorted_last(std::vector<Entry> entries, Key key) {
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  const auto kept = std::unique(entries.rbegin(), entries.rend(),
                                [&](const Entry& a, const Entry& b) { return key(a) == key(b); });
  entries.erase(entries.begin(), kept.base());
  return entries;
}

struct TakenNode {
  Fault fault;
  std::optional<unsigned> rank;
};

// «GUID» or «GROUP», and a rank behind a blank if there is one. A GUID begins with a digit, or as
// ibnetdiscover names nodes.
TakenNode take_node(Scanner& scanner, NamedNodes& nodes) {
  const std::string_view rest = scanner.rest();
  const auto is_digit = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
  const bool is_guid = (rest.front() >= '0' && rest.front() <= '9') ||
                       (rest.size() >= 18 && rest[1] == '-' &&
                        std::string_view("SHR").find(rest.front()) != std::string_view::npos &&
                        std::ranges::all_of(rest.substr(2, 16), is_digit));
  if (is_guid) {
    const auto guid = node_guid(scanner);
    if (!guid || *guid == 0) return {kBadGuid, {}};
    nodes.guids.push_back(*guid);
    return {kFine, at_end(scanner) ? std::nullopt : number<unsigned>(scanner)};
  }
  std::string_view name = trim(rest.substr(0, std::min(rest.find(" #"), rest.find("\t#"))));
  std::optional<unsigned> rank;
  if (const std::size_t blank = name.find_last_of(" \t"); blank != std::string_view::npos) {
    Scanner last(name.substr(blank + 1));
    rank = number<unsigned>(last);
    if (rank && last.at_end()) name = trim(name.substr(0, blank));
  }
  if (!is_name(name)) return {kBadGuid, {}};
  nodes.groups.emplace_back(name);
  return {kFine, rank};
}

std::pair<Guid, PortNum> key_of(const PortNote& note) { return {note.switch_guid, note.port}; }

}  // namespace

std::vector<Guid> parse_guids(std::string_view text, std::string_view source,
                              std::vector<std::string>& warnings) {
  std::vector<Guid> guids;
  for_each_line(text, source, warnings, [&](Guid guid, Scanner&) {
    guids.push_back(guid);
    return kFine;
  });
  return guids;
}

NamedNodes parse_nodes(std::string_view text, std::string_view source,
                       std::vector<std::string>& warnings) {
  NamedNodes nodes;
  for_each_text(text, source, warnings,
                [&](Scanner& scanner) { return take_node(scanner, nodes).fault; });
  return nodes;
}

NamedNodes parse_roots(std::string_view text, std::string_view source,
                       std::vector<std::string>& warnings) {
  NamedNodes roots;
  std::size_t others = 0;
  for_each_text(text, source, warnings, [&](Scanner& scanner) -> Fault {
    NamedNodes named;
    const auto [fault, rank] = take_node(scanner, named);
    if (!fault.empty()) return fault;
    if (rank.value_or(0) > 0) {
      ++others;
      return kFine;
    }
    std::ranges::move(named.guids, std::back_inserter(roots.guids));
    std::ranges::move(named.groups, std::back_inserter(roots.groups));
    return kFine;
  });
  if (others > 0) {
    warnings.push_back(
        fmt::format("{}: {} lines have a rank above 0 and name no roots: the ranks of all other "
                    "switches follow "
                    "from the roots",
                    source, others));
  }
  return roots;
}

std::vector<Guid> parse_routing_order(std::string_view text, std::string_view source,
                                      std::vector<std::string>& warnings) {
  std::vector<Guid> guids;
  std::set<Guid> seen;
  for_each_line(text, source, warnings, [&](Guid guid, Scanner&) {
    if (!seen.insert(guid).second) return kNamedBefore;
    guids.push_back(guid);
    return kFine;
  });
  return guids;
}

std::vector<SwitchId> parse_switch_ids(std::string_view text, std::string_view source,
                                       std::vector<std::string>& warnings) {
  std::vector<SwitchId> ids;
  for_each_line(text, source, warnings, [&](Guid guid, Scanner& scanner) -> Fault {
    const auto id = number<std::uint64_t>(scanner);
    if (!id) return "no number follows the GUID";
    ids.push_back({guid, *id});
    return kFine;
  });
  return sorted_last(std::move(ids), [](const SwitchId& id) { return id.switch_guid; });
}

std::vector<PortNote> parse_hop_weights(std::string_view text, std::string_view source,
                                        std::vector<std::string>& warnings) {
  std::vector<PortNote> notes;
  for_each_line(text, source, warnings, [&](Guid guid, Scanner& scanner) -> Fault {
    const auto port = port_number(scanner);
    if (!port) return kBadPort;
    const auto weight = number<std::uint8_t>(scanner);
    if (!weight || *weight == 0) return "a weight is a number from 1 to 255";
    notes.push_back({guid, *port, *weight});
    return kFine;
  });
  return sorted_last(std::move(notes), key_of);
}

std::vector<PortNote> parse_ignored_ports(std::string_view text, std::string_view source,
                                          std::vector<std::string>& warnings) {
  std::vector<PortNote> notes;
  for_each_line(text, source, warnings, [&](Guid guid, Scanner& scanner) {
    const auto port = port_number(scanner);
    if (!port) return kBadPort;
    notes.push_back({guid, *port, 1});
    return kFine;
  });
  return sorted_last(std::move(notes), key_of);
}

std::vector<SearchOrder> parse_search_order(std::string_view text, std::string_view source,
                                            std::vector<std::string>& warnings) {
  std::vector<SearchOrder> orders;
  std::set<Guid> seen;
  for_each_line(text, source, warnings, [&](Guid guid, Scanner& scanner) -> Fault {
    SearchOrder order = {guid, {}};
    const Fault fault = take_ports(scanner, order.ports);
    if (!fault.empty()) return fault;
    if (order.ports.empty()) return "it names no port";
    if (!seen.insert(guid).second) return kNamedBefore;
    orders.push_back(std::move(order));
    return kFine;
  });
  return orders;
}

std::vector<DrainedPart> parse_drained_parts(std::string_view text, std::string_view source,
                                             std::vector<std::string>& warnings) {
  std::vector<DrainedPart> parts;
  for_each_text(text, source, warnings, [&](Scanner& scanner) -> Fault {
    DrainedPart part;
    if (scanner.eat('"')) {
      const std::optional<std::string_view> name = scanner.until('"');
      if (!name || name->empty()) return "no name ends with a quotation mark";
      part.name = *name;
    } else if (scanner.eat("group ")) {
      part.group = trim(scanner.rest().substr(0, scanner.rest().find('#')));
      if (part.group.empty()) return "no name of a port group follows";
      parts.push_back(std::move(part));
      return kFine;
    } else {
      const auto guid = node_guid(scanner);
      if (!guid || *guid == 0) return kNoNode;
      part.guid = *guid;
    }
    const Fault fault = take_ports(scanner, part.ports);
    if (fault.empty()) parts.push_back(std::move(part));
    return fault;
  });
  return parts;
}

}  // namespace weft
