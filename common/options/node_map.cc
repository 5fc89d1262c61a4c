#include "common/options/node_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "common/base/text.h"
#include "common/base/warnings.h"

namespace weft {
namespace {

// Why a line is left out; empty: it is used.
using Fault = std::string_view;
constexpr Fault kFine;
constexpr Fault kBadGuid =
    "it does not begin with a GUID, which is written like 0x0002c90300001234";
constexpr Fault kNoGroup =
    "it begins neither with a GUID, which is written like 0x0002c90300001234, nor with the name of "
    "a port group";
constexpr Fault kNoNode =
    "it begins neither with a GUID, which is written like 0x0002c90300001234, nor with a name "
    "between quotation marks";
constexpr Fault kBadPort = "a port is a number from 1 to 254";
constexpr Fault kNamedBefore = "its node was named before";

bool at_end(Scanner& scanner) { return scanner.at_end() || scanner.rest().front() == '#'; }

// The name of a port group: no control characters except tabs.
bool is_name(std::string_view text) {
  return !text.empty() &&
         std::ranges::none_of(text, [](char c) { return c >= 0 && c < ' ' && c != '\t'; });
}

// A number followed by the end of its word.
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

// 16 digits without 0x: as a number of C it would be octal and another GUID.
bool lacks_prefix(std::string_view text) {
  const std::string_view word = text.substr(0, text.find_first_of(" \t#"));
  return word.size() == 16 && word.starts_with('0') && !word.starts_with("0x") &&
         !word.starts_with("0X");
}

// In stock's format, or in that of ibnetdiscover: «S-0002c90300001234».
std::optional<Guid> node_guid(Scanner& scanner) {
  if (lacks_prefix(scanner.rest())) return std::nullopt;
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

// Calls take(scanner) for each line that is not empty or a comment.
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

// Calls take(guid, scanner) for each line; the scanner is after the GUID.
template <typename Take>
void for_each_line(std::string_view text, std::string_view source,
                   std::vector<std::string>& warnings, Take take) {
  for_each_text(text, source, warnings, [&](Scanner& scanner) {
    const auto guid = node_guid(scanner);
    return guid && *guid != 0 ? take(*guid, scanner) : kBadGuid;
  });
}

// All ports to the end of the line; a repeated port is an error.
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

// Sorts, and keeps the last entry of each key.
template <typename Entry, typename Key>
std::vector<Entry> sorted_last(std::vector<Entry> entries, Key key) {
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  const auto kept = std::unique(entries.rbegin(), entries.rend(),
                                [&](const Entry& a, const Entry& b) { return key(a) == key(b); });
  entries.erase(entries.begin(), kept.base());
  return entries;
}

bool are_digits(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
}

// Is the first word a GUID, or meant as one: with 0x, all digits, or in ibnetdiscover's format?
bool begins_with_guid(std::string_view text) {
  const std::string_view word = text.substr(0, text.find_first_of(" \t#"));
  const bool has_digit = word.front() >= '0' && word.front() <= '9';
  return (has_digit && are_digits(word)) || word.starts_with("0x") || word.starts_with("0X") ||
         (word.size() >= 18 && word[1] == '-' &&
          std::string_view("SHR").find(word.front()) != std::string_view::npos &&
          are_digits(word.substr(2, 16)));
}

bool is_number(std::string_view word) {
  Scanner scanner(word);
  return number<std::uint64_t>(scanner) && scanner.at_end();
}

constexpr std::size_t kAnyNumbers = SIZE_MAX;

// Takes a GUID or the name of a port group from the beginning of a line. The name may have blanks,
// and ends before the last `numbers` numbers of the line; or it is between quotation marks.
// Nothing: neither.
std::optional<NamedNode> take_node(Scanner& scanner, std::size_t numbers) {
  if (scanner.eat('"')) {
    const std::optional<std::string_view> name = scanner.until('"');
    if (!name || !is_name(*name)) return std::nullopt;
    return NamedNode{.group = std::string(*name)};
  }
  if (begins_with_guid(scanner.rest())) {
    const auto guid = node_guid(scanner);
    if (!guid || *guid == 0) return std::nullopt;
    return NamedNode{.guid = *guid};
  }
  const std::string_view text = before_comment(scanner.rest());
  std::string_view name = text;
  for (std::size_t blank = name.find_last_of(" \t");
       numbers > 0 && blank != std::string_view::npos && is_number(name.substr(blank + 1));
       blank = name.find_last_of(" \t"), --numbers) {
    name = trim(name.substr(0, blank));
  }
  const auto begins_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (name.empty() || !begins_name(static_cast<unsigned char>(name.front())) || !is_name(name)) {
    return std::nullopt;
  }
  scanner = Scanner(text.substr(name.size()));
  return NamedNode{.group = std::string(name)};
}

// Calls take(node, scanner) for each line; the scanner is after the node. numbers: how many may
// follow a node.
template <typename Take>
void for_each_node(std::string_view text, std::string_view source, std::size_t numbers,
                   std::vector<std::string>& warnings, Take take) {
  for_each_text(text, source, warnings, [&](Scanner& scanner) -> Fault {
    std::optional<NamedNode> node = take_node(scanner, numbers);
    return node ? take(*std::move(node), scanner) : kNoGroup;
  });
}

std::pair<Guid, PortNum> key_of(const PortNote& note) { return {note.switch_guid, note.port}; }

}  // namespace

std::vector<NamedNode> parse_nodes(std::string_view text, std::string_view source,
                                   std::vector<std::string>& warnings) {
  std::vector<NamedNode> nodes;
  for_each_node(text, source, 0, warnings, [&](NamedNode node, Scanner&) {
    nodes.push_back(std::move(node));
    return kFine;
  });
  return nodes;
}

std::vector<NamedNode> parse_roots(std::string_view text, std::string_view source,
                                   std::vector<std::string>& warnings) {
  std::vector<NamedNode> nodes;
  for_each_node(text, source, 1, warnings, [&](NamedNode node, Scanner& scanner) -> Fault {
    const std::string_view rest = trim(scanner.rest());
    const bool is_number = !rest.empty() && rest.front() >= '0' && rest.front() <= '9';
    const std::optional<unsigned> rank = number<unsigned>(scanner);
    // Words that are no number are ignored.
    if (is_number && (!rank || *rank > kLowestRank)) return "a rank is a number from 0 to 63";
    node.rank = static_cast<std::uint8_t>(is_number ? *rank : 0);
    nodes.push_back(std::move(node));
    return kFine;
  });
  return nodes;
}

std::vector<NamedNode> parse_routing_order(std::string_view text, std::string_view source,
                                           std::vector<std::string>& warnings) {
  std::vector<NamedNode> nodes;
  std::set<std::pair<Guid, std::string>> seen;
  for_each_node(text, source, 0, warnings, [&](NamedNode node, Scanner&) {
    if (!seen.emplace(node.guid, node.group).second) return kNamedBefore;
    nodes.push_back(std::move(node));
    return kFine;
  });
  return nodes;
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
  std::set<std::pair<Guid, std::string>> seen;
  for_each_node(
      text, source, kAnyNumbers, warnings, [&](NamedNode node, Scanner& scanner) -> Fault {
        SearchOrder order = {.switch_guid = node.guid, .ports = {}, .group = std::move(node.group)};
        const Fault fault = take_ports(scanner, order.ports);
        if (!fault.empty()) return fault;
        if (order.ports.empty()) return "it names no port";
        if (!seen.emplace(order.switch_guid, order.group).second) return kNamedBefore;
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
      part.group = before_comment(scanner.rest());
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
