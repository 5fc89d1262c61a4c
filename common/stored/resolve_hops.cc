#include "common/stored/resolve_hops.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "common/stored/stored_lids.h"

namespace weft {
namespace {

// Columns of destinations by stored LID; kNone: no column.
using Columns = std::vector<std::uint32_t>;

Columns columns_by_stored_lid(const Fabric& fabric, const std::vector<Lid>& stored_lids,
                              std::span<const SwitchIndex> destinations) {
  Columns columns(kMaxUnicastLid + std::size_t{1}, kNone);
  for (std::size_t d = 0; d < destinations.size(); ++d) {
    const Lid lid = fabric.switches()[destinations[d]].lid;
    if (lid != 0 && stored_lids[lid] != 0) {
      columns[stored_lids[lid]] = static_cast<std::uint32_t>(d);
    }
  }
  return columns;
}

// The pairs of one switch without remaining candidates.
struct Lost {
  std::uint64_t count = 0;
  SwitchIndex first = kNone;
};

class RowFiller {
 public:
  RowFiller(const Fabric& fabric, std::span<const SwitchIndex> destinations, const Columns& columns,
            HopTable& table)
      : fabric_(fabric),
        destinations_(destinations),
        columns_(columns),
        table_(table),
        words_(port_set_words(fabric)) {}

  Lost fill(SwitchIndex s, const StoredHopTable& stored) const {
    const std::array<std::uint8_t, 32> usable = ports_to_switches(s);
    std::uint64_t* const sets = table_.candidates.data() + s * table_.distances.columns() * words_;
    Lost lost;
    for (std::size_t i = 0; i < stored.lids.size(); ++i) {
      const std::uint32_t d = columns_[stored.lids[i]];
      if (d == kNone || destinations_[d] == s || stored.hops[i] == kNoStoredHops) continue;
      const std::span<const std::uint8_t> set = stored.set(i);
      std::uint64_t any = 0;
      for (std::size_t b = 0; b < set.size() && b / 8 < words_; ++b) {
        const std::uint64_t ports = std::uint64_t{set[b]} & usable[b];
        sets[d * words_ + b / 8] |= ports << (b % 8 * 8);
        any |= ports;
      }
      if (any != 0) {
        table_.distances.from(s)[d] = stored.hops[i];
      } else if (lost.count++ == 0) {
        lost.first = destinations_[d];
      }
    }
    return lost;
  }

 private:
  std::array<std::uint8_t, 32> ports_to_switches(SwitchIndex s) const {
    std::array<std::uint8_t, 32> set{};
    const auto ports = fabric_.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch || ports[p].peer == s) continue;
      set[p / 8] |= static_cast<std::uint8_t>(1u << (p % 8));
    }
    return set;
  }

  const Fabric& fabric_;
  std::span<const SwitchIndex> destinations_;
  const Columns& columns_;
  HopTable& table_;
  std::size_t words_;
};

// Leaves candidates that lead to fewer hops. A switch that is 0 hops away by the file, but is not
// the destination, has none. Returns by destination the switches that lose their last one.
std::vector<std::vector<SwitchIndex>> keep_descending(const Fabric& fabric,
                                                      std::span<const SwitchIndex> destinations,
                                                      const Workers& workers, HopTable& table) {
  const std::size_t words = port_set_words(fabric);
  std::vector<std::vector<SwitchIndex>> lost(destinations.size());
  workers.parallel_for(destinations.size(), 8, [&](std::size_t first, std::size_t last) {
    std::vector<SwitchIndex> order;
    for (std::size_t d = first; d < last; ++d) {
      const auto hops = [&](SwitchIndex s) -> Hops& { return table.distances.from(s)[d]; };
      order.clear();
      for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
        if (s != destinations[d] && hops(s) != kFar) order.push_back(s);
      }
      std::ranges::stable_sort(order, {}, hops);
      for (const SwitchIndex s : order) {
        std::uint64_t* const set =
            table.candidates.data() + (s * table.distances.columns() + d) * words;
        bool any = false;
        for (std::size_t w = 0; w < words; ++w) {
          for (std::uint64_t left = set[w]; left != 0; left &= left - 1) {
            const auto port = w * 64 + static_cast<std::size_t>(std::countr_zero(left));
            if (hops(fabric.ports(s)[port].peer) >= hops(s)) set[w] &= ~(left & -left);
          }
          any = any || set[w] != 0;
        }
        if (any) continue;
        hops(s) = kFar;
        lost[d].push_back(s);
      }
    }
  });
  return lost;
}

void warn_of_lost(const std::string& source, const Fabric& fabric, const std::vector<Lost>& lost,
                  std::vector<std::string>& warnings) {
  std::uint64_t pairs = 0;
  Named switches;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (lost[s].count == 0) continue;
    pairs += lost[s].count;
    switches.note([&] {
      return fmt::format("{} on the way to {}", fabric.describe_switch(s),
                         fabric.describe_switch(lost[s].first));
    });
  }
  warn_of(source, switches,
          fmt::format("{} paths are left out because none of their ports leads to a switch with "
                      "fewer hops, at switches",
                      pairs),
          warnings);
}

}  // namespace

HopTable resolve_hops(const StoredHops& stored, const Fabric& fabric,
                      std::span<const SwitchIndex> destinations, const Workers& workers,
                      std::vector<std::string>& warnings) {
  const auto tables = find_stored_switches(stored, fabric, warnings);
  const std::vector<Lid> stored_lids = find_stored_lids(
      fabric, stored_owners(stored, kMaxUnicastLid + std::size_t{1}), stored.source, warnings);
  const Columns columns = columns_by_stored_lid(fabric, stored_lids, destinations);

  HopTable table{.distances = Distances(fabric.switch_count(), destinations.size())};
  table.candidates.resize(fabric.switch_count() * table.distances.columns() *
                          port_set_words(fabric));
  for (std::size_t d = 0; d < destinations.size(); ++d) {
    table.distances.from(destinations[d])[d] = 0;
  }
  const RowFiller filler(fabric, destinations, columns, table);
  std::vector<Lost> lost(fabric.switch_count());
  workers.parallel_for(fabric.switch_count(), 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t s = first; s < last; ++s) {
      if (tables[s] != nullptr) lost[s] = filler.fill(static_cast<SwitchIndex>(s), *tables[s]);
    }
  });
  const auto more = keep_descending(fabric, destinations, workers, table);
  for (std::size_t d = 0; d < more.size(); ++d) {
    for (const SwitchIndex s : more[d]) {
      if (lost[s].count++ == 0) lost[s].first = destinations[d];
    }
  }
  warn_of_lost(stored.source, fabric, lost, warnings);
  return table;
}

}  // namespace weft
