// WaySearch: tries paths from one switch to another, the shortest first.
#ifndef WEFT_REPAIR_WAY_SEARCH_H_
#define WEFT_REPAIR_WAY_SEARCH_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "common/graph/links.h"

namespace weft {

class WaySearch {
 public:
  // may_use: may a path use this link? All arguments outlive it. Cost: O(links).
  WaySearch(const Links& links, SwitchIndex destination,
            const std::function<bool(LinkIndex)>& may_use);

  struct Task {
    SwitchIndex from;
    unsigned most_longer;  // hops more than on the shortest path
    std::function<bool(LinkTurn)> may_turn;
    std::function<bool(std::span<const LinkIndex>)>
        accept;  // called for each path; true ends the search
  };
  // Calls accept for each path until it returns true; false: it never did. A path has no switch
  // twice. budget: the most links to look at; each look is subtracted.
  bool find(const Task& task, std::uint64_t& budget);

 private:
  bool extend(const Task& task, SwitchIndex at, unsigned most_hops, std::uint64_t& budget);

  const Links& links_;
  SwitchIndex destination_;
  const std::function<bool(LinkIndex)>& may_use_;
  std::vector<std::uint32_t> hops_;  // by switch: the fewest to the destination; kNone: no path
  // The path that is being built.
  std::vector<LinkIndex> way_;
  std::vector<char> is_on_way_;  // by switch
};

}  // namespace weft

#endif  // WEFT_REPAIR_WAY_SEARCH_H_
