#include "plugins/opensm/lanes.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace weft {
namespace {

constexpr Sl kNoSl = 255;

unsigned most_data_vls(const Fabric& fabric) {
  unsigned most = 1;
  for (const Port& port : fabric.all_ports()) {
    if (port.kind == PeerKind::kSwitch) most = std::max<unsigned>(most, port.link.data_vls);
  }
  return most;
}

}  // namespace

Sl2Vl::Map parse_sl2vl_option(const char* list) {
  Sl2Vl::Map map = {};
  for (Vl& vl : map) {
    char* end = nullptr;
    vl = static_cast<Vl>(std::strtoul(list, &end, 0) & 15);
    list = *end == '\0' ? end : end + 1;
  }
  return map;
}

LaneBudget lane_budget(const Sl2Vl::Map& map, const Fabric& fabric, VlSet unserved) {
  std::array<Sl, kDropVl> lowest;
  lowest.fill(kNoSl);
  for (unsigned sl = kSls; sl-- > 0;) {
    if (map[sl] != kDropVl) lowest[map[sl]] = static_cast<Sl>(sl);
  }
  LaneBudget budget;
  budget.lanes.clear();
  const std::size_t vls = std::min<std::size_t>(lowest.size(), most_data_vls(fabric));
  for (std::size_t vl = 0; vl < vls; ++vl) {
    if (lowest[vl] == kNoSl || (unserved >> vl & 1) != 0) continue;
    budget.lanes.push_back({lowest[vl], static_cast<Vl>(vl)});
  }
  return budget.lanes.empty() ? LaneBudget{} : budget;
}

}  // namespace weft
