#include <algorithm>
#include <variant>

#include "common/verify/column_loads.h"
#include "common/verify/destinations.h"
#include "common/verify/fabric_index.h"
#include "common/verify/lane_map.h"
#include "common/verify/lane_walk.h"
#include "common/verify/verify.h"

namespace weft {
namespace {

// Sums up the figures of a worker's columns.
class Measurer {
 public:
  explicit Measurer(const FabricIndex& index)
      : link_load(index.links().count(), 0), index_(&index), tile_(index), loads_(index) {}

  void measure(Rows rows, std::span<const Column> columns) {
    tile_.load(rows, columns);
    for (std::size_t i = 0; i < columns.size(); ++i) measure_column(i, columns[i].destination);
  }

  std::vector<std::uint64_t> link_load;  // by link
  std::uint64_t pairs = 0;
  std::uint64_t hops = 0;
  std::uint32_t max_hops = 0;

 private:
  void measure_column(std::size_t i, SwitchIndex destination) {
    loads_.run(
        tile_.next(i), destination,
        [&](SwitchIndex, std::uint32_t paths, std::uint32_t links) {
          pairs += paths;
          hops += std::uint64_t{paths} * links;
          max_hops = std::max(max_hops, links);
        },
        [&](SwitchIndex s, std::uint32_t paths) {
          link_load[index_->slot_link(tile_.slot(i, s))] += paths;
        });
  }

  const FabricIndex* index_;
  ColumnTile tile_;
  ColumnLoads loads_;
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

// Counts the paths between switches by VL, row by row.
class PathCounter {
 public:
  PathCounter(const RoutingView& view, const FabricIndex& index)
      : view_(&view),
        index_(&index),
        lanes_(index, view.sl2vl, sls_in_use(view.lanes)),
        by_switch_(!std::holds_alternative<SlByPath>(view.lanes) &&
                   (view.sl2vl == nullptr || view.sl2vl->maps().size() == 1)) {}

  // Adds the paths of a switch's end ports.
  void count(SwitchIndex s, std::span<std::uint64_t> paths_by_vl) const {
    const std::uint32_t first = index_->first_source(s);
    const std::uint32_t sources = index_->source_count(s);
    if (by_switch_) {
      if (sources != 0) count_from(index_->sources()[first], sources, paths_by_vl);
      return;
    }
    for (std::uint32_t k = first; k < first + sources; ++k) {
      count_from(index_->sources()[k], 1, paths_by_vl);
    }
  }

 private:
  void count_from(EndPortIndex source, std::uint32_t times,
                  std::span<std::uint64_t> paths_by_vl) const {
    const Fabric& fabric = index_->fabric();
    const EndPort& end_port = fabric.end_ports()[source];
    const PortNum* row = view_->tables.row(end_port.sw);
    for (std::size_t i = 1; i <= fabric.max_lid(); ++i) {
      const auto lid = static_cast<Lid>(i);
      const LidOwner owner = fabric.owner(lid);
      if (owner.kind != PeerKind::kEndPort || fabric.end_ports()[owner.index].sw == end_port.sw) {
        continue;
      }
      const PortNum out = index_->clamp(end_port.sw, row[lid]);
      const LinkIndex link = index_->slot_link(index_->first_slot(end_port.sw) + out);
      if (link == kNone) continue;
      const Sl sl = path_sl(view_->lanes, {end_port.sw, source}, lid, 0) % kSls;
      const unsigned lane =
          lanes_.lane(end_port.sw, end_port.switch_port, out, sl, index_->links()[link].data_vls);
      if (lane != LaneMap::kDropped) paths_by_vl[lanes_.vl(lane)] += times;
    }
  }

  const RoutingView* view_;
  const FabricIndex* index_;
  LaneMap lanes_;
  bool by_switch_;  // all end ports of a switch send on the same VL
};

void count_paths(const RoutingView& view, const FabricIndex& index, const Workers& workers,
                 Figures& figures) {
  const PathCounter counter(view, index);
  using Counts = decltype(figures.paths_by_vl);
  std::vector<Counts> counts(workers.threads());
  workers.parallel_for(index.switch_count(), 4,
                       [&](unsigned worker, std::size_t first, std::size_t last) {
                         for (std::size_t s = first; s < last; ++s) {
                           counter.count(static_cast<SwitchIndex>(s), counts[worker]);
                         }
                       });
  for (const Counts& part : counts) {
    for (std::size_t vl = 0; vl < part.size(); ++vl) figures.paths_by_vl[vl] += part[vl];
  }
}

}  // namespace

Figures measure_loads(const RoutingView& view, const Workers& workers) {
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

Figures measure(const RoutingView& view, const Workers& workers) {
  Figures figures = measure_loads(view, workers);
  count_paths(view, FabricIndex(view.fabric), workers, figures);
  return figures;
}

}  // namespace weft
