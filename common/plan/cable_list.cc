#include "common/plan/cable_list.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "common/base/error.h"
#include "common/base/text.h"

namespace weft {
namespace {

std::optional<PortNum> port_number(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_port = error == std::errc{} && end == text.data() + text.size();
  return is_port && number <= kMaxPorts ? std::optional(static_cast<PortNum>(number))
                                        : std::nullopt;
}

// Parses «0x2c5eab0300b87b40».
std::optional<Guid> guid_of(std::string_view text) {
  Scanner scanner(text);
  const auto guid = scanner.guid();
  return guid && scanner.at_end() ? guid : std::nullopt;
}

// Parses «P7» and «7».
std::optional<PortNum> panel_number(std::string_view text) {
  if (text.starts_with('P') || text.starts_with('p')) text.remove_prefix(1);
  return port_number(text);
}

}  // namespace

PanelPort parse_panel_port(std::string_view text) {
  const std::size_t slash = text.rfind('/');
  if (slash == text.npos) {
    const auto number = panel_number(text);
    return number ? PanelPort{{}, *number} : PanelPort{std::string(text), 0};
  }
  const std::string_view before = text.substr(0, slash);
  const auto number = panel_number(text.substr(slash + 1));
  if (!number) return {std::string(text), 0};
  // A cage with two ports.
  const auto cage = panel_number(before);
  if (cage && *cage > 0 && (*number == 1 || *number == 2) && 2 * *cage <= kMaxPorts) {
    return {{}, static_cast<PortNum>(2 * (*cage - 1) + *number)};
  }
  return {std::string(before), *number};
}

struct CableListBuilder::Index {
  std::map<std::tuple<std::string, std::string, Guid>, std::uint32_t> nodes;
  std::map<std::pair<std::uint32_t, PortNum>, std::size_t> cables;  // by an end whose port is known
};

void UnknownRates::add(const std::string& source, unsigned line, std::string_view rate) {
  if (count_++ == 0) first_ = fmt::format("{}:{}: {}", source, line, quote(rate));
}

void UnknownRates::warn(std::vector<std::string>& warnings) const {
  if (count_ == 0) return;
  warnings.push_back(
      fmt::format("{}: the rate is not known; {} not compared with the rates of links", first_,
                  count_ == 1 ? "it is" : fmt::format("{} such rates are", count_)));
}

CableListBuilder::CableListBuilder(std::string source)
    : source_(std::move(source)), index_(std::make_unique<Index>()) {}
CableListBuilder::~CableListBuilder() = default;

std::uint32_t CableListBuilder::add_node(std::string_view name, std::string_view device,
                                         PlannedType type, unsigned line) {
  PlannedNode node = {std::string(name), std::string(device), 0, type, line};
  if (name.starts_with("0x")) {
    node.name.clear();
    node.guid = guid_of(name).value_or(0);
    if (node.guid == 0) fail_at(source_, line, fmt::format("{} is no GUID", quote(name)));
  } else if (const std::size_t open = name.rfind("(0x");
             open != name.npos && open > 0 && name.ends_with(')')) {
    const auto guid = guid_of(name.substr(open + 1, name.size() - open - 2));
    if (guid && (name[open - 1] == ' ' || name[open - 1] == '_')) {
      node.name = name.substr(0, open - 1);
      node.guid = *guid;
    }
  }
  const auto next = static_cast<std::uint32_t>(list_.nodes.size());
  const auto [place, is_new] =
      index_->nodes.try_emplace(std::tuple(node.name, node.device, node.guid), next);
  if (is_new) list_.nodes.push_back(std::move(node));
  PlannedNode& listed = list_.nodes[place->second];
  if (listed.type == PlannedType::kUnknown) listed.type = type;
  return place->second;
}

void CableListBuilder::add_cable(const PlannedCable& cable) {
  const std::size_t next = list_.cables.size();
  const std::pair<std::uint32_t, PortNum> ends[] = {{cable.a, cable.a_port},
                                                    {cable.b, cable.b_port}};
  bool is_known = false;
  for (const auto& [node, port] : ends) {
    if (port == 0) continue;
    const auto found = index_->cables.find({node, port});
    if (found == index_->cables.end()) continue;
    const PlannedCable& first = list_.cables[found->second];
    const bool is_same = (std::tuple(first.a, first.a_port, first.b, first.b_port) ==
                          std::tuple(cable.a, cable.a_port, cable.b, cable.b_port)) ||
                         (std::tuple(first.b, first.b_port, first.a, first.a_port) ==
                          std::tuple(cable.a, cable.a_port, cable.b, cable.b_port));
    if (!is_same) {
      const PlannedNode& at = list_.nodes[node];
      fail_at(source_, cable.line,
              fmt::format("port {} of {} has another cable in line {}", port,
                          at.guid != 0 ? fmt::format("0x{:016x}", at.guid) : quote(at.name),
                          first.line));
    }
    is_known = true;
  }
  if (is_known) return;
  for (const auto& end : ends) {
    if (end.second != 0) index_->cables.emplace(end, next);
  }
  list_.cables.push_back(cable);
}

CableList CableListBuilder::take() { return std::move(list_); }

}  // namespace weft
