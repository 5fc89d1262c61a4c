#include "plugins/hypercube/dimension_tables.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "common/fabric/counts.h"

namespace weft {
namespace {

using Place = ProductPlaces::Place;

struct Destination {
  Place place;
  Lid lid;
  PortNum port;  // at its own switch
  bool is_switch;
  std::uint8_t order;
};

std::vector<Destination> find_destinations(const DimensionTask& task) {
  std::vector<Destination> found;
  const auto add = [&](SwitchIndex s, const LidRange& lids, PortNum port, bool is_switch) {
    const Place place = task.places.place_of(s);
    if (place == kNone) return;
    for (const Lid lid : lids) {
      found.push_back({place, lid, port, is_switch, task.order_of_lid[lid]});
    }
  };
  for (SwitchIndex s = 0; s < task.fabric.switch_count(); ++s) {
    add(s, lids_of(task.fabric.switches()[s]), 0, true);
  }
  for (const EndPort& port : task.fabric.end_ports()) {
    add(port.sw, lids_of(port), port.switch_port, false);
  }
  return found;
}

class TableWriter {
 public:
  TableWriter(const DimensionTask& task, std::span<const Destination> destinations, Tables rows)
      : task_(task),
        places_(task.places),
        destinations_(destinations),
        rows_(rows),
        hops_(std::size_t{task.orders.count} * task.places.count()) {
    std::uint32_t lines = 0;
    for (const std::uint32_t size : places_.sizes()) {
      first_line_.push_back(lines);
      lines += size;
    }
    lines_.resize(lines);
  }

  void write(SwitchIndex s) {
    const Place here = places_.place_of(s);
    find_lines(s, here);
    for (unsigned order = 0; order < task_.orders.count; ++order) find_hops(here, order);
    PortNum* const row = rows_.row(s);
    dealt_.clear();
    for (std::uint32_t i = 0; i < destinations_.size(); ++i) {
      const Destination& to = destinations_[i];
      if (to.place == here) {
        row[to.lid] = to.port;
        continue;
      }
      const Hop& hop = hop_to(to);
      const std::vector<LinkLoad>& line = lines_[hop.line];
      if (line.size() > 1) {
        dealt_.push_back(i);
      } else if (!line.empty()) {
        row[to.lid] = line.front().port;
      }
    }
    deal(row);
  }

 private:
  // The next hop to a place in an order.
  struct Hop {
    std::uint32_t line;
    std::uint32_t sources;  // switches whose packets to the place pass this switch
  };
  // The load of a link: the switches whose packets it carries, summed over the destinations,
  // separately for end ports and for switches.
  struct LinkLoad {
    PortNum port;
    std::uint64_t sources[2];
  };

  // Finds the links from a switch, by the dimension and the coordinate that they lead to.
  void find_lines(SwitchIndex s, Place here) {
    for (std::vector<LinkLoad>& line : lines_) line.clear();
    const auto ports = task_.fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch) continue;
      const Place there = places_.place_of(ports[p].peer);
      if (there == kNone) continue;
      const std::uint32_t d = places_.dimension_between(here, there);
      if (d == kNone) continue;
      lines_[first_line_[d] + places_.coordinates(there)[d]].push_back(
          {static_cast<PortNum>(p), {}});
    }
  }

  // Finds the next hops: along the first dimension of the order in which a place differs.
  void find_hops(Place here, unsigned order) {
    const auto from = places_.coordinates(here);
    Hop* const hops = hops_.data() + std::size_t{order} * places_.count();
    for (Place place = 0; place < places_.count(); ++place) {
      if (place == here) continue;
      const auto to = places_.coordinates(place);
      std::uint32_t sources = 1;
      std::uint32_t step = 0;
      std::uint32_t d = task_.orders.dimension(order, step);
      while (from[d] == to[d]) {
        sources *= places_.sizes()[d];
        d = task_.orders.dimension(order, ++step);
      }
      hops[place] = {first_line_[d] + to[d], sources};
    }
  }

  const Hop& hop_to(const Destination& to) const {
    return hops_[std::size_t{to.order} * places_.count() + to.place];
  }

  // Deals destinations over parallel links, the heaviest first.
  void deal(PortNum* row) {
    std::ranges::stable_sort(dealt_, std::ranges::greater(),
                             [this](std::uint32_t i) { return hop_to(destinations_[i]).sources; });
    for (const std::uint32_t i : dealt_) {
      const Destination& to = destinations_[i];
      const Hop& hop = hop_to(to);
      const std::size_t kind = to.is_switch ? 1 : 0;
      LinkLoad& least = *std::ranges::min_element(
          lines_[hop.line], {}, [kind](const LinkLoad& link) { return link.sources[kind]; });
      least.sources[kind] += hop.sources;
      row[to.lid] = least.port;
    }
  }

  const DimensionTask& task_;
  const ProductPlaces& places_;
  std::span<const Destination> destinations_;
  Tables rows_;
  std::vector<std::uint32_t> first_line_;     // by dimension
  std::vector<std::vector<LinkLoad>> lines_;  // of the current switch, by dimension and coordinate
  std::vector<Hop> hops_;                     // from the current switch, by order and place
  std::vector<std::uint32_t> dealt_;          // destinations over parallel links
};

}  // namespace

void write_dimension_tables(const DimensionTask& task, Tables rows) {
  const std::vector<Destination> destinations = find_destinations(task);
  constexpr std::size_t kGrain = 16;
  task.workers.parallel_for(task.fabric.switch_count(), kGrain,
                            [&](std::size_t first, std::size_t last) {
                              TableWriter writer(task, destinations, rows);
                              for (auto s = static_cast<SwitchIndex>(first); s < last; ++s) {
                                if (task.places.place_of(s) != kNone) writer.write(s);
                              }
                            });
}

}  // namespace weft
