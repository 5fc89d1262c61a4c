#include "common/topology/switch_rows.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "common/base/types.h"

namespace weft {
namespace {

class RowSearch {
 public:
  RowSearch(const SwitchGraph& graph, std::span<const std::uint32_t> common)
      : graph_(graph),
        row_(graph.switch_count(), kNone),
        mark_(graph.switch_count(), kNone),
        inside_(graph.switch_count()) {
    for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
      std::uint32_t i = graph.first_bundle(s);
      for (const LinkBundle& bundle : graph.bundles(s)) {
        const std::uint32_t shared = common[i++];
        if (shared > 0 && s < bundle.peer) add({s, bundle.peer}, shared + 2);
      }
    }
  }

  SwitchRows find() && {
    for (std::size_t size = links_.size(); size-- > kFewestInRow;) {
      for (const auto& [a, b] : links_[size]) {
        if (row_[a] != kNone || row_[b] != kNone) continue;
        const std::vector<SwitchIndex> row = row_of(a, b);
        if (steps_ > kMostSteps) return numbered(std::vector(row_.size(), kNone));
        if (row.size() >= size) {
          take(row);
        } else if (row.size() >= kFewestInRow) {
          add({a, b}, row.size());
        }
      }
    }
    add_stragglers();
    return numbered(row_);
  }

 private:
  using Ends = std::pair<SwitchIndex, SwitchIndex>;

  static constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 27;

  // size: of the row that a link may be in.
  void add(Ends link, std::size_t size) {
    if (links_.size() <= size) links_.resize(size + 1);
    links_[size].push_back(link);
  }

  // The row of two linked switches, among switches that have no row yet.
  std::vector<SwitchIndex> row_of(SwitchIndex a, SwitchIndex b) {
    std::vector<SwitchIndex> row = {a, b};
    ++round_;
    for (const LinkBundle& bundle : graph_.bundles(a)) mark_[bundle.peer] = round_;
    for (const LinkBundle& bundle : graph_.bundles(b)) {
      if (mark_[bundle.peer] == round_ && row_[bundle.peer] == kNone) row.push_back(bundle.peer);
    }
    ++round_;
    for (const SwitchIndex s : row) mark_[s] = round_;
    for (const SwitchIndex s : row) inside_[s] = joined_inside(s);
    drop_strangers(row);
    return row;
  }

  std::uint32_t joined_inside(SwitchIndex s) {
    const auto bundles = graph_.bundles(s);
    steps_ += bundles.size();
    return static_cast<std::uint32_t>(std::ranges::count_if(
        bundles, [&](const LinkBundle& bundle) { return mark_[bundle.peer] == round_; }));
  }

  // Removes, one after the other, switches that are linked to fewer than three quarters of the
  // others.
  void drop_strangers(std::vector<SwitchIndex>& row) {
    while (row.size() >= kFewestInRow) {
      const auto least =
          std::ranges::min_element(row, {}, [&](SwitchIndex s) { return inside_[s]; });
      steps_ += row.size();
      if (std::size_t{4} * inside_[*least] >= 3 * (row.size() - 1)) return;
      mark_[*least] = kNone;
      for (const LinkBundle& bundle : graph_.bundles(*least)) {
        if (mark_[bundle.peer] == round_) --inside_[bundle.peer];
      }
      row.erase(least);
    }
  }

  void take(const std::vector<SwitchIndex>& row) {
    for (const SwitchIndex s : row) row_[s] = rows_;
    sizes_.push_back(static_cast<std::uint32_t>(row.size()));
    ++rows_;
  }

  // A switch without a row joins a row if it is linked to half of it.
  void add_stragglers() {
    std::map<std::uint32_t, std::uint32_t> neighbours;  // by row
    for (SwitchIndex s = 0; s < graph_.switch_count(); ++s) {
      if (row_[s] != kNone) continue;
      neighbours.clear();
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        if (row_[bundle.peer] != kNone) ++neighbours[row_[bundle.peer]];
      }
      if (neighbours.empty()) continue;
      const auto [row, count] =
          *std::ranges::max_element(neighbours, {}, &decltype(neighbours)::value_type::second);
      if (count < 2 || 2 * count < sizes_[row]) continue;
      row_[s] = row;
      ++sizes_[row];
    }
  }

  // row: as row_.
  static SwitchRows numbered(const std::vector<std::uint32_t>& row) {
    SwitchRows rows;
    rows.of.reserve(row.size());
    std::map<std::uint32_t, std::uint32_t> numbers;
    for (const std::uint32_t found : row) {
      std::uint32_t number = static_cast<std::uint32_t>(rows.sizes.size());
      if (found != kNone) number = numbers.try_emplace(found, number).first->second;
      if (number == rows.sizes.size()) rows.sizes.push_back(0);
      rows.of.push_back(number);
      ++rows.sizes[number];
    }
    return rows;
  }

  const SwitchGraph& graph_;
  std::vector<std::vector<Ends>> links_;  // by the size of the row that they may be in
  std::vector<std::uint32_t> row_;        // by switch; kNone: none yet
  std::vector<std::uint32_t> sizes_;      // by row
  std::uint32_t rows_ = 0;
  std::vector<std::uint32_t> mark_;    // by switch: the last round that marked it
  std::vector<std::uint32_t> inside_;  // by marked switch: number of its marked neighbours
  std::uint32_t round_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace

std::vector<std::uint32_t> count_common(const SwitchGraph& graph) {
  std::vector<std::uint32_t> common(graph.bundle_count());
  std::vector<SwitchIndex> near(graph.switch_count(),
                                kNone);  // by switch: the last switch it is a neighbour of
  for (SwitchIndex s = 0; s < graph.switch_count(); ++s) {
    for (const LinkBundle& bundle : graph.bundles(s)) near[bundle.peer] = s;
    std::uint32_t i = graph.first_bundle(s);
    for (const LinkBundle& bundle : graph.bundles(s)) {
      const auto others = graph.bundles(bundle.peer);
      common[i++] = static_cast<std::uint32_t>(std::ranges::count_if(
          others, [&](const LinkBundle& other) { return near[other.peer] == s; }));
    }
  }
  return common;
}

SwitchRows find_rows(const SwitchGraph& graph, std::span<const std::uint32_t> common) {
  return RowSearch(graph, common).find();
}

}  // namespace weft
