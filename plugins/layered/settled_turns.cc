#include "plugins/layered/settled_turns.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

// LIDs whose paths are read from the rows together, which are far from each other in memory.
constexpr std::size_t kTogether = 16;

class Walk {
 public:
  Walk(const PathLayers& paths, ConstTables rows)
      : paths_(paths),
        links_(paths.links()),
        rows_(rows),
        made_(paths.count(), std::vector<bool>(links_.turn_count())),
        link_(paths.switch_count() * kTogether),
        noted_(paths.switch_count()) {}

  const std::vector<std::vector<bool>>& made() const { return made_; }
  std::vector<std::vector<bool>> take() && { return std::move(made_); }

  void add(SwitchIndex destination, std::span<const Lid> lids) {
    for (std::size_t first = 0; first < lids.size(); first += kTogether) {
      const auto some = lids.subspan(first, std::min(kTogether, lids.size() - first));
      read(destination, some);
      for (std::size_t i = 0; i < some.size(); ++i) add(destination, some[i], i);
    }
  }

 private:
  LinkIndex& link(SwitchIndex s, std::size_t i) { return link_[s * kTogether + i]; }

  void note(unsigned layer, LinkTurn turn) { made_[layer][links_.turn(turn.from, turn.to)] = true; }

  void read(SwitchIndex destination, std::span<const Lid> lids) {
    for (SwitchIndex s = 0; s < paths_.switch_count(); ++s) {
      const PortNum* const row = rows_.row(s);
      for (std::size_t i = 0; i < lids.size(); ++i) {
        const PortNum port = row[lids[i]];
        link(s, i) = s == destination || port == kNoPath ? kNone : links_.at(s, port);
      }
    }
  }

  // The i-th of those that were read.
  void add(SwitchIndex destination, Lid lid, std::size_t i) {
    std::ranges::fill(noted_, LayerSet{0});
    for (SwitchIndex s = 0; s < paths_.switch_count(); ++s) {
      if (link(s, i) == kNone || !paths_.needs_layer(s)) continue;
      const unsigned layer = paths_.count() > 1 ? paths_.layer_of(s, destination, lid) : 0;
      const bool ways_back = paths_.holds_ways_back(layer, destination);
      const auto bit = static_cast<LayerSet>(1u << layer);
      // The rest of a path that comes to where another one of the layer has been is noted.
      for (SwitchIndex at = s; (noted_[at] & bit) == 0;) {
        noted_[at] = static_cast<LayerSet>(noted_[at] | bit);
        const LinkIndex from = link(at, i);
        at = links_.to(from);
        if (at == destination) break;
        const LinkTurn turn = {from, link(at, i)};
        note(layer, turn);
        if (ways_back) note(layer, links_.way_back(turn));
      }
    }
  }

  const PathLayers& paths_;
  const Links& links_;
  ConstTables rows_;
  std::vector<std::vector<bool>> made_;  // [layer][turn]
  std::vector<LinkIndex> link_;          // [switch][of the LIDs that were read]; kNone: no path
  std::vector<LayerSet> noted_;          // by switch: layers of the paths to a LID that passed it
};

}  // namespace

std::vector<std::vector<bool>> settled_turns(const PathLayers& paths, ConstTables rows,
                                             std::span<const std::vector<Lid>> settled) {
  const Workers& workers = paths.request().workers;
  std::vector<Walk> walks(workers.threads(), Walk(paths, rows));
  workers.parallel_for(settled.size(), 1, [&](unsigned w, std::size_t s, std::size_t) {
    walks[w].add(static_cast<SwitchIndex>(s), settled[s]);
  });
  std::vector<std::vector<bool>> made = std::move(walks.front()).take();
  for (unsigned layer = 0; layer < made.size(); ++layer) {
    for (const Walk& walk : std::span(walks).subspan(1)) {
      for (std::size_t turn = 0; turn < made[layer].size(); ++turn) {
        if (walk.made()[layer][turn]) made[layer][turn] = true;
      }
    }
  }
  return made;
}

}  // namespace weft
