#include "common/repair/paths_to_lid.h"

#include <algorithm>
#include <numeric>

#include "common/fabric/counts.h"

namespace weft {

PathsToLid::PathsToLid(const Fabric& fabric, const Links& links)
    : fabric_(fabric),
      links_(links),
      senders_(sources_by_switch(fabric)),
      next_(fabric.switch_count()),
      hops_(fabric.switch_count()),
      flow_(fabric.switch_count()) {}

void PathsToLid::start(Lid lid, ConstTables rows) {
  lid_ = lid;
  destination_ = fabric_.destination_switch(lid);
  leads_to_end_port_ = fabric_.owner(lid).kind == PeerKind::kEndPort;
  constexpr unsigned kUnknown = kNowhere - 1;
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    const PortNum port = rows.row(s)[lid];
    const bool leads_on = s != destination_ && port <= fabric_.switches()[s].port_count;
    next_[s] = leads_on ? links_.at(s, port) : kNone;
    hops_[s] = s == destination_ ? 0 : kUnknown;
    flow_[s] = leads_to_end_port_ ? senders_[s] : 0;
  }
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    way_.clear();
    SwitchIndex end = s;
    for (; hops_[end] == kUnknown && next_[end] != kNone; end = links_.to(next_[end])) {
      hops_[end] = kNowhere;  // until its hops are known, so that a forwarding loop ends the walk
      way_.push_back(end);
    }
    if (hops_[end] == kUnknown) hops_[end] = kNowhere;
    if (hops_[end] == kNowhere) continue;
    for (unsigned hops = hops_[end]; !way_.empty(); way_.pop_back()) hops_[way_.back()] = ++hops;
  }
  order();
  for (std::size_t i = nearest_first_.size(); i-- > 1;) {
    const SwitchIndex s = nearest_first_[i];
    flow_[links_.to(next_[s])] += flow_[s];
  }
}

void PathsToLid::order() {
  of_hops_.clear();
  for (const unsigned hops : hops_) {
    if (hops == kNowhere) continue;
    if (of_hops_.size() < hops + 2u) of_hops_.resize(hops + 2u);
    ++of_hops_[hops + 1];
  }
  std::partial_sum(of_hops_.begin(), of_hops_.end(), of_hops_.begin());
  nearest_first_.resize(of_hops_.back());
  for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
    if (hops_[s] != kNowhere) nearest_first_[of_hops_[hops_[s]]++] = s;
  }
}

void PathsToLid::lead_by(LinkIndex link) {
  const SwitchIndex s = links_[link].from;
  side_by_side(link, [&](LinkIndex old, LinkIndex now) {
    if (links_.to(old) == links_.to(now)) return true;
    flow_[links_.to(old)] -= flow_[s];
    flow_[links_.to(now)] += flow_[s];
    return true;
  });
  next_[s] = link;
}

}  // namespace weft
