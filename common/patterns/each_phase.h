// All phases of a pattern, shared among workers.
// Tested by tests/common/patterns/patterns_property_test.cc.
#ifndef WEFT_PATTERNS_EACH_PHASE_H_
#define WEFT_PATTERNS_EACH_PHASE_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "common/base/workers.h"
#include "common/patterns/phases.h"

namespace weft {

// Calls judge(hand, phase, flows) for every phase, on any thread. Each worker has its own hand,
// made by make_hand(). Throws Stopped and std::bad_alloc.
template <typename MakeHand, typename Judge>
void for_each_phase(Phases& phases, const Workers& workers, MakeHand make_hand, Judge judge) {
  constexpr std::size_t kDrawn = 32;  // phases drawn in order before they are judged
  std::vector<std::vector<Flow>> drawn(std::min<std::size_t>(kDrawn, phases.count()));
  std::vector<decltype(make_hand())> hands;
  const std::size_t used = std::min<std::size_t>(workers.threads(), drawn.size());
  hands.reserve(used);
  for (std::size_t i = 0; i < used; ++i) hands.push_back(make_hand());
  for (std::size_t first = 0; first < phases.count(); first += kDrawn) {
    const std::size_t count = std::min<std::size_t>(kDrawn, phases.count() - first);
    for (std::size_t i = 0; i < count; ++i) phases.next(drawn[i]);
    workers.parallel_for(count, 1, [&](unsigned worker, std::size_t i, std::size_t) {
      judge(hands[worker], first + i, std::span<const Flow>(drawn[i]));
    });
  }
}

}  // namespace weft

#endif  // WEFT_PATTERNS_EACH_PHASE_H_
