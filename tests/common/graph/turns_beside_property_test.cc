#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <vector>

#include "common/graph/acyclic_turns.h"
#include "common/graph/turns_beside.h"
#include "tests/support/drawn_fabric.h"

namespace weft {
namespace {

RC_GTEST_PROP(TurnsBesideProperty, CloseACycleWhereAllOfUpDownAndTheseDo, ()) {
  auto [fabric, random] = *test::drawn_whole_or_broken_fabric();
  const Links links(fabric);
  RC_PRE(links.count() > 0);
  std::vector<std::uint32_t> place;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) place.push_back(s);
  random.shuffle(place);
  const auto goes_up = [&](const Link& link) { return place[link.to] > place[link.from]; };
  std::vector<LinkTurn> turns;
  for (unsigned i = random.below(4); i > 0; --i) {
    const LinkIndex from = random.below(links.count());
    const Links::TurnsFrom& next = links.turns_from(from);
    turns.push_back({from, next.first_link + random.below(next.count)});
  }
  AcyclicTurns all(links);
  RC_ASSERT(all.add_where(
      [&](LinkTurn turn) { return goes_up(links[turn.from]) || !goes_up(links[turn.to]); }));
  RC_ASSERT(close_cycle_with_up_down(links, goes_up, turns) == !all.add_all(turns));
}

}  // namespace
}  // namespace weft
