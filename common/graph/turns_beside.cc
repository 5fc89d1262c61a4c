#include "common/graph/turns_beside.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace weft {
namespace {

// The switch of a packet, and whether it may still go up: up*/down* needs no more of its path. A
// turn from a link down to a link up is a jump: from the beginning of the first link, which
// every packet there may take, to the end of the second.
using State = std::uint32_t;
constexpr State above(SwitchIndex s) { return 2 * s; }
constexpr State below(SwitchIndex s) { return 2 * s + 1; }

class Search {
 public:
  Search(const Links& links, const std::function<bool(const Link&)>& goes_up,
         std::span<const LinkTurn> turns)
      : links_(links),
        colour_(2 * std::size_t{links.switch_count()}),
        jumps_(links.switch_count()) {
    for (const Link& link : links.all()) goes_up_.push_back(goes_up(link));
    for (const LinkTurn turn : turns) {
      if (goes_up_[turn.from] || !goes_up_[turn.to]) continue;
      jumps_[links[turn.from].from].push_back(links.to(turn.to));
    }
  }

  // Searches from the jumps, since every cycle has one.
  bool finds_cycle() {
    for (const auto& from : jumps_) {
      for (const SwitchIndex to : from) {
        if (leads_round(above(to))) return true;
      }
    }
    return false;
  }

 private:
  enum class Colour : std::uint8_t { kUnseen, kOnPath, kDone };

  // Depth first.
  bool leads_round(State from) {
    if (colour_[from] != Colour::kUnseen) return false;
    std::vector<std::pair<State, std::uint32_t>> path;  // and the number of steps that are done
    const auto enter = [&](State state) {
      colour_[state] = Colour::kOnPath;
      path.emplace_back(state, 0);
    };
    enter(from);
    while (!path.empty()) {
      auto& [state, done] = path.back();
      const SwitchIndex s = state / 2;
      if (done == links_.count_of(s) + jumps_[s].size()) {
        colour_[state] = Colour::kDone;
        path.pop_back();
        continue;
      }
      const std::uint32_t way = done++;
      State to = 0;
      if (way >= links_.count_of(s)) {
        to = above(jumps_[s][way - links_.count_of(s)]);
      } else {
        const LinkIndex link = links_.first_of(s) + way;
        if (goes_up_[link] && state == below(s)) continue;
        to = goes_up_[link] ? above(links_.to(link)) : below(links_.to(link));
      }
      if (colour_[to] == Colour::kOnPath) return true;
      if (colour_[to] == Colour::kUnseen) enter(to);
    }
    return false;
  }

  const Links& links_;
  std::vector<char> goes_up_;  // by link
  std::vector<Colour> colour_;
  std::vector<std::vector<SwitchIndex>> jumps_;  // by the switch where they begin: their ends
};

}  // namespace

bool close_cycle_with_up_down(const Links& links, const std::function<bool(const Link&)>& goes_up,
                              std::span<const LinkTurn> turns) {
  return Search(links, goes_up, turns).finds_cycle();
}

}  // namespace weft
