#include "plugins/up_down/stranded_switches.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "common/fabric/counts.h"
#include "common/fabric/leaf_switches.h"
#include "common/graph/pieces.h"

namespace weft {
namespace {

// If more than one of this number of switches is stranded, a ranking is bad.
constexpr std::size_t kShare = 32;
constexpr std::size_t kFew = 4;
constexpr std::size_t kMostPairs = 1u << 20;

using Pair = std::pair<SwitchIndex, SwitchIndex>;

bool lacks_path(const PortNum* row, const EndPort& to) {
  bool lacks = false;
  for (const Lid lid : lids_of(to)) lacks = lacks || row[lid] == kNoPath;
  return lacks;
}

// Pairs of source and destination; at most the first kMostPairs.
std::vector<Pair> missing_pairs(const Fabric& fabric, ConstTables rows, const Workers& workers) {
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  const std::vector<std::uint32_t> piece = find_pieces(fabric).of;
  std::vector<Pair> pairs;
  for (SwitchIndex s = 0; s < fabric.switch_count() && pairs.size() <= kMostPairs; ++s) {
    if (sources[s] == 0) continue;
    workers.check_stop();
    const PortNum* const row = rows.row(s);
    for (const EndPort& port : fabric.end_ports()) {
      if (piece[port.sw] == piece[s] && lacks_path(row, port)) pairs.emplace_back(s, port.sw);
    }
  }
  return pairs;
}

}  // namespace

std::vector<SwitchIndex> stranded_switches(const Fabric& fabric, ConstTables rows,
                                           const Workers& workers) {
  std::vector<Pair> pairs = missing_pairs(fabric, rows, workers);
  if (pairs.size() > kMostPairs) return {};
  const std::vector<char> is_leaf = leaf_flags(fabric);
  const std::size_t most = std::max<std::size_t>(kFew, fabric.switch_count() / kShare);
  std::vector<SwitchIndex> stranded;
  std::vector<std::size_t> pairs_of(fabric.switch_count());
  while (!pairs.empty()) {
    workers.check_stop();
    std::fill(pairs_of.begin(), pairs_of.end(), 0);
    for (const auto& [from, to] : pairs) {
      if (!is_leaf[from]) ++pairs_of[from];
      if (!is_leaf[to]) ++pairs_of[to];
    }
    const auto busiest = std::max_element(pairs_of.begin(), pairs_of.end());
    if (*busiest == 0 || stranded.size() == most) return {};
    const auto s = static_cast<SwitchIndex>(busiest - pairs_of.begin());
    stranded.push_back(s);
    std::erase_if(pairs, [s](const Pair& pair) { return pair.first == s || pair.second == s; });
  }
  std::sort(stranded.begin(), stranded.end());
  return stranded;
}

bool connects_leaf_switches(const Fabric& fabric, ConstTables rows, const Workers& workers) {
  const std::vector<std::uint32_t> piece = find_pieces(fabric).of;
  const std::vector<char> is_leaf = leaf_flags(fabric);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (!is_leaf[s]) continue;
    workers.check_stop();
    for (const EndPort& to : fabric.end_ports()) {
      if (is_leaf[to.sw] && piece[to.sw] == piece[s] && lacks_path(rows.row(s), to)) return false;
    }
  }
  return true;
}

}  // namespace weft
