// Searches paths from one switch to another, the shortest first.
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
  // may_use: may a way use this link? All of it outlives this. Cost: O(links).
  WaySearch(const Links& links, SwitchIndex destination,
            const std::function<bool(LinkIndex)>& may_use);

  struct Task {
    SwitchIndex from;
    unsigned most_longer;  // hops more than on the shortest way
    std::function<bool(LinkTurn)> may_turn;
    std::function<bool(std::span<const LinkIndex>)>
        accept;  // called for each way; true: it is taken
  };
  // Calls accept for ways until one is taken; false: none was. A way has no switch twice. budget:
  // links that may be looked at; those that were are subtracted.
  bool find(const Task& task, std::uint64_t& budget);

 private:
  bool extend(const Task& task, SwitchIndex at, unsigned most_hops, std::uint64_t& budget);

  const Links& links_;
  SwitchIndex destination_;
  const std::function<bool(LinkIndex)>& may_use_;
  std::vector<std::uint32_t> hops_;  // by switch: the fewest to the destination; kNone: no way
  // The way that is being built.
  std::vector<LinkIndex> way_;
  std::vector<char> is_on_way_;  // by switch
};

}  // namespace weft

#endif  // WEFT_REPAIR_WAY_SEARCH_H_
