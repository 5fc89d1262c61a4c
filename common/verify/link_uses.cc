#include "common/verify/link_uses.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "common/fabric/counts.h"
#include "common/fabric/link_rate.h"
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
  std::ranges::sort(sharers.lids, [](const LidUse& a, const LidUse& b) {
    return std::tuple(b.paths, a.lid) < std::tuple(a.paths, b.lid);
  });
  std::ranges::sort(sharers.senders, [](const SenderUse& a, const SenderUse& b) {
    return std::tuple(b.paths, a.end_port) < std::tuple(a.paths, b.end_port);
  });
  return sharers;
}

std::vector<LidUse> lids_over(const Fabric& fabric, ConstTables tables, SwitchIndex sw,
                              PortNum port) {
  return sharers_of(fabric, tables, sw, port).lids;
}

}  // namespace weft
