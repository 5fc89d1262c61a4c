#include <algorithm>

#include "common/verify/column_walk.h"
#include "common/verify/destinations.h"
#include "common/verify/fabric_index.h"
#include "common/verify/verify.h"

namespace weft {
namespace {

// The figures of a worker's columns, summed up.
class Measurer {
 public:
  explicit Measurer(const FabricIndex& index)
      : link_load(index.links().count(), 0),
        index_(&index),
        tile_(index),
        order_(index.switch_count()),
        passed_(index.switch_count()),
        packets_(index.switch_count()),
        hops_(index.switch_count()) {}

  void measure(Rows rows, std::span<const Column> columns) {
    tile_.load(rows, columns);
    for (std::size_t i = 0; i < columns.size(); ++i) measure_column(i, columns[i].destination);
  }

  std::vector<std::uint64_t> link_load;  // by link
  std::uint64_t pairs = 0;
  std::uint64_t hops = 0;
  std::uint32_t max_hops = 0;

 private:
  std::uint32_t senders(SwitchIndex s, SwitchIndex destination) const {
    return index_->source_count(s) - (s == destination ? 1 : 0);
  }

  void measure_column(std::size_t i, SwitchIndex destination) {
    const auto next = tile_.next(i);
    const SwitchIndex switches = index_->switch_count();
    std::size_t count = 0;
    order_.run(
        next, [&](SwitchIndex s) { passed_[count++] = s; },
        [&](std::span<const SwitchIndex> members) {
          for (const SwitchIndex s : members) hops_[s] = kNone;
        });
    // Backwards, from the destination: how far is it, if packets get there at all?
    for (std::size_t k = count; k-- > 0;) {
      const SwitchIndex s = passed_[k];
      const SwitchIndex n = next[s];
      if (n == kArrived) {
        hops_[s] = 0;
      } else {
        hops_[s] = n < switches && hops_[n] != kNone ? hops_[n] + 1 : kNone;
      }
      packets_[s] = hops_[s] == kNone ? 0 : senders(s, destination);
      if (packets_[s] == 0) continue;
      pairs += packets_[s];
      hops += std::uint64_t{packets_[s]} * hops_[s];
      max_hops = std::max(max_hops, hops_[s]);
    }
    // Forwards: the packets of those that have not been lost.
    for (std::size_t k = 0; k < count; ++k) {
      const SwitchIndex s = passed_[k];
      if (packets_[s] == 0 || next[s] >= switches) continue;
      packets_[next[s]] += packets_[s];
      link_load[index_->slot_link(tile_.slot(i, s))] += packets_[s];
    }
  }

  const FabricIndex* index_;
  ColumnTile tile_;
  ColumnOrder order_;
  std::vector<SwitchIndex> passed_;
  std::vector<std::uint32_t> packets_;
  std::vector<std::uint32_t> hops_;  // kNone: packets do not arrive
};

void sum_up_links(const FabricIndex& index, Figures& figures,
                  const std::vector<std::uint64_t>& load) {
  figures.link_load.assign(index.fabric().all_ports().size(), 0);
  std::uint64_t links = 0;
  std::uint64_t total = 0;
  for (LinkIndex l = 0; l < load.size(); ++l) {
    const Link& link = index.links()[l];
    if (link.from == link.to) continue;
    figures.link_load[index.fabric().switches()[link.from].first_port + link.port] = load[l];
    figures.max_link_load = std::max(figures.max_link_load, load[l]);
    figures.unused_links += load[l] == 0;
    total += load[l];
    ++links;
  }
  if (links != 0) figures.mean_link_load = static_cast<double>(total) / static_cast<double>(links);
}

}  // namespace

Figures measure(const RoutingView& view, const Workers& workers) {
  const FabricIndex index(view.fabric);
  const Destinations destinations(index);
  std::vector<Column> columns;
  for (std::size_t d = 0; d < destinations.count(); ++d) destinations.add_end_ports(d, columns);
  std::vector<const PortNum*> rows;
  for (SwitchIndex s = 0; s < index.switch_count(); ++s) rows.push_back(view.tables.row(s));

  const std::size_t tiles = (columns.size() + ColumnTile::kWidth - 1) / ColumnTile::kWidth;
  std::vector<Measurer> measurers;
  const std::size_t used = std::min<std::size_t>(workers.threads(), tiles);
  measurers.reserve(used);
  for (std::size_t i = 0; i < used; ++i) measurers.emplace_back(index);
  workers.parallel_for(tiles, 1, [&](unsigned worker, std::size_t tile, std::size_t) {
    const std::size_t first = tile * ColumnTile::kWidth;
    const std::size_t count = std::min(ColumnTile::kWidth, columns.size() - first);
    measurers[worker].measure(rows, std::span(columns).subspan(first, count));
  });

  Figures figures;
  std::vector<std::uint64_t> load(index.links().count(), 0);
  std::uint64_t pairs = 0;
  std::uint64_t hops = 0;
  for (const Measurer& m : measurers) {
    for (std::size_t l = 0; l < load.size(); ++l) load[l] += m.link_load[l];
    pairs += m.pairs;
    hops += m.hops;
    figures.max_hops = std::max(figures.max_hops, m.max_hops);
  }
  if (pairs != 0) figures.mean_hops = static_cast<double>(hops) / static_cast<double>(pairs);
  sum_up_links(index, figures, load);
  return figures;
}

}  // namespace weft
