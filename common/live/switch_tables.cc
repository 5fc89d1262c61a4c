#include "common/live/switch_tables.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "common/routing/tables.h"

namespace weft {
namespace {

// The tag of a request: a node, and a number below 2^32.
std::uint64_t tag_of(std::size_t node, std::uint32_t number) {
  return std::uint64_t{node} << 32 | number;
}
std::size_t node_in(std::uint64_t tag) { return tag >> 32; }
std::uint32_t number_in(std::uint64_t tag) { return static_cast<std::uint32_t>(tag); }

// The modifiers of all maps that packets can use: in port x 256 + out port.
std::vector<std::uint32_t> port_pairs(const LiveNode& node) {
  std::vector<std::uint32_t> pairs;
  if (!is_switch(node)) return pairs;
  for (std::uint32_t in = 0; in < node.ports.size(); ++in) {
    if (in != 0 && node.ports[in].peer == kNone) continue;
    for (std::uint32_t out = 1; out < node.ports.size(); ++out) {
      if (node.ports[out].peer != kNone) pairs.push_back(in << 8 | out);
    }
  }
  return pairs;
}

}  // namespace

void read_switch_tables(Exchange& exchange, LiveSubnet& subnet,
                        const std::function<void()>& after_each) {
  for (LiveNode& node : subnet.nodes) {
    if (is_switch(node) && !node.no_switch_info) {
      node.table.assign(lft_row_size(node.sw.top), kNoPath);
    }
  }
  std::size_t n = 0;
  std::uint32_t block = 0;
  const auto next = [&]() -> std::optional<Exchange::Question> {
    while (n < subnet.nodes.size() && block * kLftBlock >= subnet.nodes[n].table.size()) {
      ++n;
      block = 0;
    }
    if (n == subnet.nodes.size()) return std::nullopt;
    LiveNode& node = subnet.nodes[n];
    ++node.blocks_asked;
    const std::uint64_t tag = tag_of(n, block);
    return Exchange::Question{smp_request(node.path, SmpAttribute::kForwarding, block++), 0, tag};
  };
  exchange.run(next, [&](std::uint64_t tag, const Mad* answer) {
    LiveNode& node = subnet.nodes[node_in(tag)];
    if (answer == nullptr) {
      ++node.blocks_unanswered;
    } else {
      std::ranges::copy(attribute_of(*answer), node.table.data() + number_in(tag) * kLftBlock);
    }
    after_each();
  });
  // Bytes above the top LID are no entries.
  for (LiveNode& node : subnet.nodes) {
    if (!node.table.empty()) node.table.resize(node.sw.top + std::size_t{1});
  }
}

bool has_lanes(const LiveSubnet& subnet) {
  const auto is_wide = [&](const LivePort& port) {
    return port.peer != kNone && port.info.link.data_vls > 1 && is_switch(subnet.nodes[port.peer]);
  };
  return std::ranges::any_of(subnet.nodes, [&](const LiveNode& node) {
    return is_switch(node) && std::ranges::any_of(node.ports, is_wide);
  });
}

void read_lane_maps(Exchange& exchange, LiveSubnet& subnet,
                    const std::function<void()>& after_each) {
  std::map<Sl2Vl::Map, Sl2Vl::Number> numbers;
  std::size_t n = 0;                 // the next node
  std::vector<std::uint32_t> pairs;  // remaining pairs of the node before
  const auto next = [&]() -> std::optional<Exchange::Question> {
    while (pairs.empty()) {
      if (n == subnet.nodes.size()) return std::nullopt;
      pairs = port_pairs(subnet.nodes[n++]);
    }
    LiveNode& node = subnet.nodes[n - 1];
    ++node.maps_asked;
    const std::uint32_t ports = pairs.back();
    pairs.pop_back();
    return Exchange::Question{smp_request(node.path, SmpAttribute::kSlToVl, ports), 0,
                              tag_of(n - 1, ports)};
  };
  exchange.run(next, [&](std::uint64_t tag, const Mad* answer) {
    if (answer == nullptr) {
      ++subnet.nodes[node_in(tag)].maps_unanswered;
    } else {
      const auto [found, is_new] = numbers.try_emplace(
          read_sl_to_vl(attribute_of(*answer)), static_cast<Sl2Vl::Number>(subnet.maps.size()));
      if (is_new) subnet.maps.push_back(found->first);
      subnet.sl_to_vl.push_back({static_cast<std::uint32_t>(node_in(tag)),
                                 static_cast<PortNum>(number_in(tag) >> 8),
                                 static_cast<PortNum>(number_in(tag) & 0xFF), found->second});
    }
    after_each();
  });
}

}  // namespace weft
