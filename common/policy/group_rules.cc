#include "common/policy/group_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <optional>

#include "common/base/text.h"

namespace weft {
namespace {

// Calls take(item) for each item of a list with commas, until it returns an error.
template <typename Take>
Fault for_each_item(std::string_view list, Take take) {
  for (;;) {
    const std::size_t comma = list.find(',');
    Fault fault = take(trim(list.substr(0, comma)));
    if (!fault.empty() || comma == std::string_view::npos) return fault;
    list.remove_prefix(comma + 1);
  }
}

std::optional<Guid> guid(Scanner& scanner) {
  scanner.skip_blanks();
  if (!scanner.rest().starts_with("0x") && !scanner.rest().starts_with("0X")) return std::nullopt;
  return scanner.number_as_in_c<Guid>();
}

std::optional<PortNum> port(Scanner& scanner) {
  const auto number = scanner.number<PortNum>();
  return number && *number > kMaxPorts ? std::nullopt : number;
}

// «3» or «2-5».
std::optional<std::pair<PortNum, PortNum>> port_range(Scanner& scanner) {
  const auto first = port(scanner);
  const auto last = first && scanner.eat('-') ? port(scanner) : first;
  if (!last || *last < *first) return std::nullopt;
  return std::pair(*first, *last);
}

Fault read_guid(std::string_view item, std::vector<GroupRule>& rules) {
  Scanner scanner(item);
  const auto number = guid(scanner);
  if (!number) {
    return fmt::format("{} is not a GUID: write a list like 0x283, 0x286@1/5-7", quote(item));
  }
  PortsOfGuid rule = {*number, {}};
  if (scanner.eat('@') || scanner.eat('/')) {
    do {
      const auto range = port_range(scanner);
      if (!range) {
        return fmt::format(
            "{} is not understood: behind @ write ports from 0 to {} and ranges of them, like "
            "2-5/7",
            quote(item), kMaxPorts);
      }
      rule.ports.push_back(*range);
    } while (scanner.eat('/'));
  }
  if (!scanner.at_end()) {
    return fmt::format("{} does not end behind {}: write a list like 0x283, 0x286@1/5-7",
                       quote(item), quote(item.substr(0, item.size() - scanner.rest().size())));
  }
  rules.emplace_back(std::move(rule));
  return {};
}

template <std::unsigned_integral T>
std::optional<T> whole_number(std::string_view text) {
  Scanner scanner(text);
  const auto number = scanner.number<T>();
  return scanner.at_end() ? number : std::nullopt;
}

Fault set_field(PortsOfHost& host, std::string_view key, std::string_view value) {
  const auto twice = [&] { return fmt::format("{} is given twice for one host", key); };
  if (same_in_any_case(key, "hostname")) {
    if (!host.hostname.empty()) return twice();
    if (value.empty()) return "a name is missing behind hostname=";
    host.hostname = value;
  } else if (same_in_any_case(key, "port")) {
    if (host.port) return twice();
    host.port = whole_number<PortNum>(value);
    if (!host.port || *host.port > kMaxPorts) {
      return fmt::format("port={} is not understood: a port is a number from 0 to {}", quote(value),
                         kMaxPorts);
    }
  } else if (same_in_any_case(key, "hca_idx")) {
    if (host.hca_idx) return twice();
    host.hca_idx = whole_number<unsigned>(value);
    if (!host.hca_idx) return fmt::format("hca_idx={} is not a number", quote(value));
  } else {
    return fmt::format("{} is not known here: write hostname=, port= and hca_idx=", quote(key));
  }
  return {};
}

Fault read_host(std::string_view item, std::vector<GroupRule>& rules) {
  Scanner scanner(item);
  PortsOfHost host;
  while (!scanner.at_end()) {
    if (scanner.eat(';')) continue;
    const std::string_view key = scanner.word("=; \t");
    if (!scanner.eat('=')) {
      return fmt::format("an = is missing behind {}: write hosts like hostname=host1; port=2",
                         quote(key));
    }
    Fault fault = set_field(host, key, scanner.word("; \t"));
    if (!fault.empty()) return fault;
  }
  if (host.hostname.empty()) {
    return fmt::format("{} has no hostname=: each host of the list needs one", quote(item));
  }
  rules.emplace_back(std::move(host));
  return {};
}

bool all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Fault check_pattern(std::string_view regexp, std::size_t& size_left) {
  // Without a result: the pattern was refused, and counts as the largest.
  constexpr std::size_t kLargest = kPatternMemory / 12;
  if (regexp.size() > kLongestPattern) {
    return fmt::format("{} has more than {} characters", quote(regexp), kLongestPattern);
  }
  if (size_left == 0) return "the regular expressions of the file are too many or too long";
  const RE2 pattern(piece(regexp), node_pattern_options());
  const auto size = pattern.ok() ? static_cast<std::size_t>(pattern.ProgramSize()) : kLargest;
  size_left -= std::min(size, size_left);
  if (pattern.ok()) return {};
  return fmt::format("{} is not a regular expression: {}", quote(regexp), quote(pattern.error()));
}

}  // namespace

Fault read_guid_list(std::string_view value, std::vector<GroupRule>& rules) {
  return for_each_item(value, [&](std::string_view item) { return read_guid(item, rules); });
}

Fault read_guid_range(std::string_view value, std::vector<GroupRule>& rules) {
  Scanner scanner(value);
  const auto first = guid(scanner);
  const auto last = first && scanner.eat('-') ? guid(scanner) : std::nullopt;
  if (!last || !scanner.at_end()) {
    return fmt::format("{} is not one range of GUIDs like 0x283-0x289, without ports",
                       quote(value));
  }
  if (*last < *first) return fmt::format("{} ends before it begins", quote(value));
  rules.emplace_back(GuidRange{*first, *last});
  return {};
}

Fault read_hosts(std::string_view value, std::vector<GroupRule>& rules) {
  return for_each_item(value, [&](std::string_view item) { return read_host(item, rules); });
}

Fault read_pattern(std::string_view value, std::size_t& size_left, std::vector<GroupRule>& rules) {
  std::string_view regexp = value;
  std::optional<PortNum> port_number;
  const std::size_t colon = value.rfind(':');
  if (colon != std::string_view::npos) {
    const std::string_view digits = trim(value.substr(colon + 1));
    if (all_digits(digits)) {
      port_number = whole_number<PortNum>(digits);
      if (!port_number || *port_number > kMaxPorts) {
        return fmt::format("the number behind the last colon of {} is not a port from 0 to {}",
                           quote(value), kMaxPorts);
      }
      regexp = trim(value.substr(0, colon));
    }
  }
  if (regexp.empty()) {
    return fmt::format("a regular expression is missing before the port in {}", quote(value));
  }
  Fault fault = check_pattern(regexp, size_left);
  if (fault.empty()) rules.emplace_back(PortsOfPattern{std::string(regexp), port_number});
  return fault;
}

Fault read_names(std::string_view value, std::pair<std::string_view, std::string_view>& names) {
  const std::size_t comma = value.find(',');
  names.first = trim(value.substr(0, comma));
  if (comma != std::string_view::npos) names.second = trim(value.substr(comma + 1));
  if (names.first.empty() || names.second.empty() ||
      names.second.find(',') != std::string_view::npos) {
    return fmt::format("{} is not two names of groups with a comma between them", quote(value));
  }
  return {};
}

}  // namespace weft
