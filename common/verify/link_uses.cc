#include "common/verify/link_uses.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include "common/fabric/counts.h"
#include "common/fabric/link_rate.h"
#include "common/verify/column_loads.h"
#include "common/verify/column_tile.h"
#include "common/verify/destinations.h"
#include "common/verify/fabric_index.h"
#include "common/verify/upstream.h"

namespace weft {
namespace {

class LinkSurvey {
 public:
  LinkSurvey(const Fabric& fabric, const std::vector<std::uint64_t>& load)
      : fabric_(fabric), load_(load) {}

  LinkUses run() {
    const UsualRates usual = usual_rates(fabric_);
    uses_.usual_rate = usual.between_switches;
    usual_of_end_ports_ = usual.of_end_ports;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const auto ports = fabric_.ports(s);
      for (std::size_t p = 1; p < ports.size(); ++p) add(s, static_cast<PortNum>(p), ports[p]);
    }
    std::ranges::sort(uses_.busiest, [](const LinkUse& a, const LinkUse& b) {
      return std::tuple(-a.time, a.sw, a.port) < std::tuple(-b.time, b.sw, b.port);
    });
    if (!uses_.busiest.empty()) uses_.max_time = uses_.busiest.front().time;
    const std::size_t links = uses_.busiest.size() + uses_.unused.size();
    if (links != 0) uses_.mean_time /= static_cast<double>(links);
    return std::move(uses_);
  }

 private:
  void add(SwitchIndex s, PortNum p, const Port& port) {
    if (port.kind == PeerKind::kNothing || (port.kind == PeerKind::kSwitch && port.peer == s))
      return;
    const bool is_between = port.kind == PeerKind::kSwitch;
    const std::uint16_t rate = data_rate(port.link);
    const std::uint64_t paths = load_[fabric_.switches()[s].first_port + std::size_t{p}];
    LinkUse use = {s, p, paths, 0};
    if (is_between) {
      use.time = static_cast<double>(paths) * uses_.usual_rate / rate;
      uses_.mean_time += use.time;
      (paths == 0 ? uses_.unused : uses_.busiest).push_back(use);
    }
    const std::uint16_t usual = is_between ? uses_.usual_rate : usual_of_end_ports_;
    const bool is_slow = rate < usual || port.link.throttled;
    if (is_slow && (!is_between || s < port.peer)) uses_.slow.push_back(use);
  }

  const Fabric& fabric_;
  const std::vector<std::uint64_t>& load_;
  std::uint16_t usual_of_end_ports_ = 0;
  LinkUses uses_;
};

bool arrives(const Fabric& fabric, ConstTables tables, SwitchIndex from, Lid lid) {
  const LidOwner owner = fabric.owner(lid);
  SwitchIndex s = from;
  for (std::uint32_t hops = 0; hops <= fabric.switch_count(); ++hops) {
    const PortNum out = tables.row(s)[lid];
    if (out == 0 || out >= fabric.ports(s).size()) return false;
    const Port& port = fabric.ports(s)[out];
    if (port.kind == PeerKind::kEndPort) return port.peer == owner.index;
    if (port.kind != PeerKind::kSwitch) return false;
    s = port.peer;
  }
  return false;
}

// Sorted; the others are removed.
void keep_most_used(std::vector<LidUse>& lids, std::size_t most) {
  const auto end = lids.begin() + static_cast<std::ptrdiff_t>(std::min(most, lids.size()));
  std::ranges::partial_sort(lids, end, [](const LidUse& a, const LidUse& b) {
    return std::tuple(b.paths, a.lid) < std::tuple(a.paths, b.lid);
  });
  lids.erase(end, lids.end());
}

}  // namespace

LinkUses find_link_uses(const Fabric& fabric, const std::vector<std::uint64_t>& load) {
  return LinkSurvey(fabric, load).run();
}

std::vector<PairBundle> pairs_over(const Fabric& fabric, ConstTables tables, SwitchIndex sw,
                                   PortNum port) {
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  std::vector<PairBundle> bundles;
  std::map<std::vector<SwitchIndex>, std::size_t> places;  // by senders
  Upstream upstream(fabric, tables);
  for (std::uint32_t i = 1; i <= fabric.max_lid(); ++i) {
    const Lid lid = static_cast<Lid>(i);
    if (tables.row(sw)[lid] != port || fabric.owner(lid).kind != PeerKind::kEndPort) continue;
    if (!arrives(fabric, tables, sw, lid)) continue;
    std::vector<SwitchIndex> from;
    for (const SwitchIndex s : upstream.of(sw, lid)) {
      const std::uint32_t own = s == fabric.destination_switch(lid) ? 1 : 0;
      if (sources[s] > own) from.push_back(s);
    }
    if (from.empty()) continue;
    std::ranges::sort(from);
    const auto [at, is_new] = places.try_emplace(from, bundles.size());
    if (is_new) bundles.push_back({std::move(from), {}});
    bundles[at->second].to.push_back(lid);
  }
  return bundles;
}

LinkSharers sharers_of(const Fabric& fabric, ConstTables tables, SwitchIndex sw, PortNum port) {
  LinkSharers sharers;
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  std::vector<std::uint64_t> lids_from(fabric.switch_count());   // LIDs that a switch sends to
  std::vector<std::uint64_t> own_lids(fabric.end_port_count());  // of these, those of an end port
  for (const PairBundle& bundle : pairs_over(fabric, tables, sw, port)) {
    std::uint64_t senders = 0;
    for (const SwitchIndex s : bundle.from) {
      lids_from[s] += bundle.to.size();
      senders += sources[s];
    }
    for (const Lid lid : bundle.to) {
      const bool has_own = std::ranges::binary_search(bundle.from, fabric.destination_switch(lid));
      own_lids[fabric.owner(lid).index] += has_own ? 1 : 0;
      sharers.lids.push_back({lid, senders - (has_own ? 1 : 0)});
    }
  }
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& end = fabric.end_ports()[e];
    const std::uint64_t paths = end.lid == 0 ? 0 : lids_from[end.sw] - own_lids[e];
    if (paths != 0) sharers.senders.push_back({e, paths});
  }
  keep_most_used(sharers.lids, sharers.lids.size());
  std::ranges::sort(sharers.senders, [](const SenderUse& a, const SenderUse& b) {
    return std::tuple(b.paths, a.end_port) < std::tuple(a.paths, b.end_port);
  });
  return sharers;
}

std::vector<LidsOfLink> lids_over(const Fabric& fabric, ConstTables tables,
                                  std::span<const LinkUse> links, std::size_t most) {
  const FabricIndex index(fabric);
  std::vector<LidsOfLink> found(links.size());
  std::vector<LidsOfLink*> found_of(index.links().count());  // by link
  std::vector<bool> is_led_to(fabric.max_lid() + std::size_t{1});
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto& [sw, port, paths, time] = links[i];
    found_of[index.slot_link(index.first_slot(sw) + port)] = &found[i];
    const PortNum* row = tables.row(sw);
    for (std::size_t lid = 0; lid < is_led_to.size(); ++lid) {
      if (row[lid] == port) is_led_to[lid] = true;
    }
  }
  const Destinations destinations(index);
  std::vector<Column> columns;
  for (std::size_t d = 0; d < destinations.count(); ++d) destinations.add_end_ports(d, columns);
  std::erase_if(columns, [&](const Column& column) { return !is_led_to[column.entry]; });
  std::vector<const PortNum*> rows;
  for (SwitchIndex s = 0; s < index.switch_count(); ++s) rows.push_back(tables.row(s));

  ColumnTile tile(index);
  ColumnLoads loads(index);
  for (std::size_t first = 0; first < columns.size(); first += ColumnTile::kWidth) {
    const auto of_tile =
        std::span(columns).subspan(first, std::min(ColumnTile::kWidth, columns.size() - first));
    tile.load(rows, of_tile);
    for (std::size_t i = 0; i < of_tile.size(); ++i) {
      loads.run(
          tile.next(i), of_tile[i].destination, [](SwitchIndex, std::uint32_t, std::uint32_t) {},
          [&](SwitchIndex s, std::uint32_t paths) {
            LidsOfLink* const of = found_of[index.slot_link(tile.slot(i, s))];
            if (of == nullptr) return;
            ++of->count;
            of->first.push_back({static_cast<Lid>(of_tile[i].entry), paths});
            if (of->first.size() / 2 > most) keep_most_used(of->first, most);
          });
    }
  }
  for (LidsOfLink& of : found) keep_most_used(of.first, most);
  return found;
}

}  // namespace weft
