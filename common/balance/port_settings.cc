#include "common/balance/port_settings.h"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <numeric>

#include "common/fabric/guid_index.h"
#include "common/fabric/link_rate.h"

namespace weft {
namespace {

template <typename T>
std::vector<T> set_where_noted(const Fabric& fabric, const std::vector<PortNote>& notes, T unset,
                               T (*value)(const PortNote&)) {
  std::vector<T> values(fabric.all_ports().size(), unset);
  for (const PortNote& note : notes) {
    const SwitchIndex s = find_switch(fabric, note.switch_guid);
    if (s == kNone || note.port == 0 || note.port >= fabric.ports(s).size()) continue;
    if (value(note) != 0) values[fabric.switches()[s].first_port + note.port] = value(note);
  }
  return values;
}

bool is_good(const std::vector<PortNum>& ports, std::size_t port_count) {
  std::bitset<256> seen;
  for (const PortNum port : ports) {
    if (port == 0 || port > port_count || seen[port]) return false;
    seen.set(port);
  }
  return !ports.empty();
}

std::vector<PortNum> order_ports(const Fabric& fabric, const std::vector<SearchOrder>& orders) {
  std::vector<PortNum> all(fabric.all_ports().size());
  for (const Switch& sw : fabric.switches()) {
    const auto first = all.begin() + sw.first_port;
    std::iota(first, first + sw.port_count + 1, PortNum{0});
  }
  std::vector<bool> listed(fabric.switch_count());
  for (const SearchOrder& order : orders) {
    const SwitchIndex s = find_switch(fabric, order.switch_guid);
    if (s == kNone || listed[s]) continue;
    const Switch& sw = fabric.switches()[s];
    if (!is_good(order.ports, sw.port_count)) continue;
    listed[s] = true;
    auto position = all.begin() + sw.first_port + 1;
    const auto end = position + sw.port_count;
    for (const PortNum port : order.ports) {
      const auto found = std::find(position, end, port);
      std::rotate(position, found, found + 1);
      ++position;
    }
  }
  return all;
}

}  // namespace

PortSettings::PortSettings(const Fabric& fabric, const Options& options) {
  if (options.hop_weights) {
    hop_weight = set_where_noted<std::uint8_t>(fabric, *options.hop_weights, 1,
                                               [](const PortNote& note) { return note.weight; });
  }
  if (options.ignored_ports) {
    ignored = set_where_noted<std::uint8_t>(fabric, *options.ignored_ports, 0,
                                            [](const PortNote&) { return std::uint8_t{1}; });
  }
  if (options.search_order) search_order = order_ports(fabric, *options.search_order);
  // Links of one rate need no weights, and without them shifts keep their turns (balance.h).
  if (options.weigh_links && !have_one_rate(fabric)) {
    share.reserve(fabric.all_ports().size());
    for (const Port& port : fabric.all_ports()) share.push_back(data_rate(port.link));
  }
}

}  // namespace weft
