#include "common/verify/lost_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "common/fabric/counts.h"
#include "common/graph/pieces.h"

namespace weft {
namespace {

class Search {
 public:
  Search(const Fabric& fabric, ConstTables tables, std::size_t most)
      : fabric_(fabric),
        tables_(tables),
        most_(most),
        pieces_(find_pieces(fabric)),
        senders_(fabric.switch_count()),
        fate_(fabric.switch_count()) {
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      if (fabric.end_ports()[e].lid != 0) senders_[fabric.end_ports()[e].sw].push_back(e);
    }
  }

  LostPairs run(std::span<const Lid> lids) {
    for (const Lid lid : lids) look_for(lid);
    return std::move(result_);
  }

 private:
  enum class Fate : char { kUnknown, kOnTheWay, kArrives, kIsLost };

  void look_for(Lid lid) {
    const SwitchIndex to = fabric_.destination_switch(lid);
    if (to == kNone) return;
    std::fill(fate_.begin(), fate_.end(), Fate::kUnknown);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (senders_[s].empty() || pieces_.of[s] != pieces_.of[to]) continue;
      if (follow(s, lid) == Fate::kIsLost) count(s, lid);
    }
  }

  Fate follow(SwitchIndex from, Lid lid) {
    way_.clear();
    SwitchIndex s = from;
    while (fate_[s] == Fate::kUnknown) {
      fate_[s] = Fate::kOnTheWay;
      way_.push_back(s);
      s = next(s, lid);
      if (s == kNone) break;
    }
    // A path that comes back to itself is a forwarding loop.
    const Fate fate = s != kNone                     ? fate_[s]
                      : arrives_at(way_.back(), lid) ? Fate::kArrives
                                                     : Fate::kIsLost;
    for (const SwitchIndex w : way_) fate_[w] = fate == Fate::kArrives ? fate : Fate::kIsLost;
    return fate_[from];
  }

  // The switch that an entry leads to; kNone: it leads to none.
  SwitchIndex next(SwitchIndex s, Lid lid) const {
    const PortNum port = tables_.row(s)[lid];
    const auto ports = fabric_.ports(s);
    if (port == 0 || port >= ports.size() || ports[port].kind != PeerKind::kSwitch) return kNone;
    return ports[port].peer;
  }

  // Does the entry of a switch lead out to the LID's owner?
  bool arrives_at(SwitchIndex s, Lid lid) const {
    const LidOwner owner = fabric_.owner(lid);
    const PortNum port = tables_.row(s)[lid];
    if (owner.kind == PeerKind::kSwitch) return owner.index == s && port == 0;
    const EndPort& end_port = fabric_.end_ports()[owner.index];
    return end_port.sw == s && end_port.switch_port == port;
  }

  void count(SwitchIndex s, Lid lid) {
    const LidOwner owner = fabric_.owner(lid);
    const bool to_switch = owner.kind == PeerKind::kSwitch;
    for (const EndPortIndex from : senders_[s]) {
      if (!to_switch && from == owner.index) continue;
      const bool is_host = !is_aggregation_node(fabric_, from);
      if (to_switch && !is_host) continue;
      ++(to_switch                                               ? result_.to_switches
         : is_host && !is_aggregation_node(fabric_, owner.index) ? result_.between_hosts
                                                                 : result_.of_aggregation_nodes);
      if (result_.list.size() < most_) result_.list.push_back({from, lid});
    }
  }

  const Fabric& fabric_;
  ConstTables tables_;
  std::size_t most_;
  Pieces pieces_;
  std::vector<std::vector<EndPortIndex>> senders_;  // by switch
  std::vector<Fate> fate_;                          // by switch, of packets to the current LID
  std::vector<SwitchIndex> way_;
  LostPairs result_;
};

}  // namespace

LostPairs find_lost_pairs(const Fabric& fabric, ConstTables tables, const Verdict& verdict,
                          std::size_t most) {
  return Search(fabric, tables, most).run(verdict.unreached);
}

std::string describe(const LostPairs& lost) {
  std::string text;
  const auto add = [&](std::uint64_t count, const char* what) {
    if (count != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(lost.between_hosts, "between hosts");
  add(lost.of_aggregation_nodes, "of aggregation nodes");
  add(lost.to_switches, "from hosts to LIDs of switches");
  return text;
}

}  // namespace weft
