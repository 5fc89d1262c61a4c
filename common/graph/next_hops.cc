#include "common/graph/next_hops.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

// A value that no distance plus a step has, with any mask.
constexpr Hops kNever = 0xC000;

}  // namespace

std::size_t port_set_words(const Fabric& fabric) {
  std::size_t most = 0;
  for (const Switch& s : fabric.switches()) most = std::max<std::size_t>(most, s.port_count);
  return most / 64 + 1;
}

HopTable shortest_hop_table(const Fabric& fabric, const SwitchGraph& graph,
                            std::vector<std::uint8_t> weights,
                            std::span<const SwitchIndex> destinations, const Workers& workers) {
  Distances distances = weights.empty()
                            ? distances_to(graph, destinations, workers)
                            : weighted_distances_to(fabric, weights, destinations, workers);
  return {.distances = std::move(distances), .weights = std::move(weights)};
}

HopTable up_down_hop_table(const SwitchGraph& graph, Orientation orientation,
                           std::span<const SwitchIndex> destinations, const Workers& workers) {
  Distances distances = up_down_distances_to(graph, orientation, destinations, workers);
  return {.distances = std::move(distances), .orientation = std::move(orientation)};
}

NextHops::NextHops(const Fabric& fabric, const HopTable& table, std::size_t columns)
    : fabric_(&fabric),
      table_(&table),
      words_(port_set_words(fabric)),
      sixteen_ports_(columns),
      down_(table.orientation.place.empty() ? 0 : columns),
      up_(down_.size()) {}

void NextHops::fill(SwitchIndex s, std::size_t first, std::size_t count, std::uint64_t* sets) {
  if (table_->candidates.empty()) {
    compare_distances(s, first, count, sets);
  } else {
    const std::size_t at = s * table_->distances.columns() + first;
    std::copy_n(table_->candidates.data() + at * words_, count * words_, sets);
  }
  if (table_->one_neighbour) keep_one_neighbour(s, count, sets);
}

void NextHops::compare_distances(SwitchIndex s, std::size_t first, std::size_t count,
                                 std::uint64_t* sets) {
  const auto ports = fabric_->ports(s);
  const Distances& distances = table_->distances;
  const bool oriented = !table_->orientation.place.empty();
  const std::span<const Hops> own = distances.from(s).subspan(first, count);
  if (oriented) split_by_direction(own);
  std::uint16_t* const sixteen = sixteen_ports_.data();
  std::fill_n(sets, count * words_, std::uint64_t{0});
  // Sixteen ports at a time, so that their bits are collected where the distances are compared.
  for (std::size_t base = 0; base < ports.size(); base += 16) {
    bool any = false;
    for (std::size_t p = base; p < std::min(base + 16, ports.size()); ++p) {
      if (ports[p].kind != PeerKind::kSwitch || ports[p].peer == s) continue;
      if (!any) std::fill_n(sixteen, count, std::uint16_t{0});
      any = true;
      const Hops* const theirs = distances.from(ports[p].peer).data() + first;
      const bool up = oriented && table_->orientation.goes_up(s, ports[p].peer);
      const Hops* const wanted = !oriented ? own.data() : up ? up_.data() : down_.data();
      const Hops mask = up ? kUpFirst - 1 : kFar;
      const Hops step = table_->weights.empty()
                            ? Hops{1}
                            : table_->weights[fabric_->switches()[s].first_port + p];
      const auto bit = static_cast<std::uint16_t>(1u << (p - base));
      for (std::size_t d = 0; d < count; ++d) {
        const auto through = static_cast<Hops>((theirs[d] & mask) + step);
        sixteen[d] |= through == wanted[d] ? bit : std::uint16_t{0};
      }
    }
    if (!any) continue;
    std::uint64_t* const word = sets + base / 64;
    const unsigned shift = base % 64;
    for (std::size_t d = 0; d < count; ++d) word[d * words_] |= std::uint64_t{sixteen[d]} << shift;
  }
}

// A switch whose path goes down sends only to neighbours whose paths go down.
void NextHops::split_by_direction(std::span<const Hops> own) {
  for (std::size_t d = 0; d < own.size(); ++d) {
    const bool is_far = own[d] == kFar;
    const bool goes_down = !is_far && (own[d] & kUpFirst) == 0;
    const bool goes_up = !is_far && (own[d] & (kUpFirst | kUpOrDown)) != 0;
    down_[d] = goes_down ? hops_of(own[d]) : kNever;
    up_[d] = goes_up ? hops_of(own[d]) : kNever;
  }
}

void NextHops::keep_one_neighbour(SwitchIndex s, std::size_t count, std::uint64_t* sets) {
  const auto ports = fabric_->ports(s);
  const PortNum* const order = table_->search_order.empty() ? nullptr
                                                            : table_->search_order.data() +
                                                                  fabric_->switches()[s].first_port;
  find_parallel_ports(s);
  for (std::size_t d = 0; d < count; ++d) {
    const std::span<std::uint64_t> set(sets + d * words_, words_);
    if (is_empty(set)) continue;
    std::size_t first = 0;
    if (order != nullptr) {
      first = *std::find_if(order, order + ports.size(),
                            [set](PortNum port) { return contains(set, port); });
    } else {
      while (set[first / 64] == 0) first += 64;
      first += static_cast<unsigned>(std::countr_zero(set[first / 64]));
    }
    for (std::size_t w = 0; w < words_; ++w) set[w] &= parallel_ports_[first * words_ + w];
  }
}

void NextHops::find_parallel_ports(SwitchIndex s) {
  const auto ports = fabric_->ports(s);
  parallel_ports_.assign(ports.size() * words_, 0);
  for (std::size_t p = 1; p < ports.size(); ++p) {
    if (ports[p].kind != PeerKind::kSwitch) continue;
    for (std::size_t q = 1; q < ports.size(); ++q) {
      if (ports[q].kind != PeerKind::kSwitch || ports[q].peer != ports[p].peer) continue;
      parallel_ports_[p * words_ + q / 64] |= std::uint64_t{1} << (q % 64);
    }
  }
}

}  // namespace weft
