#include "common/whatif/newly_lost.h"

#include <algorithm>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/pieces.h"

namespace weft {
namespace {

// By switch: do its packets to an end port's LID arrive?
class Arrivals {
 public:
  Arrivals(const Fabric& fabric, ConstTables tables)
      : fabric_(fabric), tables_(tables), state_(fabric.switch_count()) {}

  void find(Lid lid) {
    to_ = &fabric_.end_ports()[fabric_.owner(lid).index];
    std::ranges::fill(state_, kUnknown);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) follow(s, lid);
  }
  bool at(SwitchIndex s) const { return state_[s] == kYes; }

 private:
  enum State : std::uint8_t { kUnknown, kOnWay, kYes, kNo };

  void follow(SwitchIndex s, Lid lid) {
    way_.clear();
    State end = kUnknown;
    while (end == kUnknown) {
      if (state_[s] != kUnknown) {
        end = state_[s] == kYes ? kYes : kNo;  // reached a switch of this path: a loop
        break;
      }
      state_[s] = kOnWay;
      way_.push_back(s);
      const PortNum out = tables_.row(s)[lid];
      if (s == to_->sw && out == to_->switch_port) {
        end = kYes;
      } else if (out >= fabric_.ports(s).size() ||
                 fabric_.ports(s)[out].kind != PeerKind::kSwitch) {
        end = kNo;
      } else {
        s = fabric_.ports(s)[out].peer;
      }
    }
    for (const SwitchIndex passed : way_) state_[passed] = end;
  }

  const Fabric& fabric_;
  ConstTables tables_;
  const EndPort* to_ = nullptr;
  std::vector<State> state_;
  std::vector<SwitchIndex> way_;
};

}  // namespace

NewlyLost count_newly_lost(const FabricMatch& match, ConstTables before, ConstTables now,
                           const Verdict& verdict) {
  NewlyLost lost;
  if (verdict.unreachable_pairs == 0) return lost;
  const Fabric& fabric = match.now();
  const Pieces pieces = find_pieces(fabric);
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  Arrivals arrivals_now(fabric, now);
  Arrivals arrivals_before(match.before(), before);
  for (std::size_t l = 1; l <= fabric.max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    if (fabric.owner(lid).kind != PeerKind::kEndPort) continue;
    const bool loses =
        verdict.disconnected_pairs > 0 || std::ranges::binary_search(verdict.unreached, lid);
    if (!loses) continue;
    arrivals_now.find(lid);
    arrivals_before.find(lid);
    const SwitchIndex to = fabric.destination_switch(lid);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (arrivals_now.at(s) || !arrivals_before.at(match.switch_before(s))) continue;
      const std::uint64_t pairs = sources[s] - (s == to ? 1 : 0);
      (pieces.of[s] == pieces.of[to] ? lost.pairs : lost.disconnected) += pairs;
    }
  }
  return lost;
}

}  // namespace weft
