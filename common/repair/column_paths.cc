#include "common/repair/column_paths.h"

#include <algorithm>

namespace weft {
namespace {

constexpr std::uint8_t kUnknownHops = 255;

}  // namespace

ColumnPaths::ColumnPaths(const Fabric& fabric, const Links& links,
                         std::vector<std::uint64_t>& loads, Tables rows)
    : fabric_(fabric),
      links_(links),
      loads_(loads),
      rows_(rows),
      next_(fabric.switch_count(), kUnread),
      hops_(fabric.switch_count(), kUnknownHops) {}

void ColumnPaths::start(Lid lid) {
  lid_ = lid;
  for (const SwitchIndex s : read_) next_[s] = kUnread;
  read_.clear();
  destination_ = fabric_.destination_switch(lid);
  leads_to_end_port_ = fabric_.owner(lid).kind == PeerKind::kEndPort;
  forget_hops();
}

unsigned ColumnPaths::hops(SwitchIndex s) {
  way_.clear();
  unsigned hops = kNowhere;
  while (true) {
    if (s == destination_) {
      hops = 0;
    } else if (hops_[s] != kUnknownHops) {
      hops = hops_[s];
    } else if (way_.size() < kMostHops) {
      const LinkIndex link = next(s);
      way_.push_back(s);
      if (link != kNone) {
        s = links_.to(link);
        continue;
      }
    }
    break;
  }
  for (std::size_t i = way_.size(); i-- > 0;) {
    hops = hops >= kMostHops ? kNowhere : hops + 1;
    set_hops(way_[i], hops);
  }
  return hops;
}

void ColumnPaths::set_hops(SwitchIndex s, unsigned hops) {
  hops_[s] = static_cast<std::uint8_t>(hops);
  seen_.push_back(s);
}

void ColumnPaths::forget_hops() {
  for (const SwitchIndex s : seen_) hops_[s] = kUnknownHops;
  seen_.clear();
}

void ColumnPaths::append_turns(LinkIndex link, std::vector<LinkTurn>& turns) const {
  while (links_.to(link) != destination_) {
    const LinkIndex onwards = next(links_.to(link));
    turns.push_back({link, onwards});
    link = onwards;
  }
}

PathLoad ColumnPaths::load_from(LinkIndex link) const {
  PathLoad load = {loads_[link], loads_[link]};
  while (links_.to(link) != destination_) {
    link = next(links_.to(link));
    load.busiest = std::max(load.busiest, loads_[link]);
    load.sum += loads_[link];
  }
  return load;
}

void ColumnPaths::add_load(LinkIndex link, std::int64_t paths) {
  if (!leads_to_end_port_) return;
  for (unsigned hops = 0; link != kNone && hops < kMostHops; ++hops) {
    const auto load = static_cast<std::int64_t>(loads_[link]);
    loads_[link] = static_cast<std::uint64_t>(std::max(load + paths, std::int64_t{0}));
    link = next(links_.to(link));
  }
}

}  // namespace weft
