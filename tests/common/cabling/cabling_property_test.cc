// Cables are taken out, or plugged in at each other's place: that, and nothing else, is found.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "common/base/random.h"
#include "common/cabling/cabling.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "tests/support/recabled.h"

namespace weft {
namespace {

// Six switches or more are peers, so that two of them leave two thirds that agree. The last of four
// shapes is a torus, in which some chords are in as many squares as links.
Fabric drawn_whole_fabric(int shapes) {
  const unsigned seed = *rc::gen::arbitrary<unsigned>();
  switch (*rc::gen::inRange(0, shapes)) {
    case 0:
      return with_shuffled_guids(make_xgft({.down = {4, *rc::gen::inRange(6u, 12u)}, .up = {1, 4}}),
                                 seed);
    case 1:
      return with_shuffled_guids(
          make_xgft({.down = {4, 6, *rc::gen::inRange(6u, 8u)}, .up = {1, 6, 4}}), seed);
    case 2:
      return with_shuffled_guids(make_directors({.spines = {6, 6},
                                                 .lines = {10, 8},
                                                 .edges = *rc::gen::inRange(18u, 24u),
                                                 .uplinks = {5, 4},
                                                 .cas = 6}),
                                 seed);
    default:
      return with_shuffled_guids(make_torus({.dims = {5, 6, *rc::gen::inRange(5u, 8u)}}), seed);
  }
}

RC_GTEST_PROP(Cabling, FindsACableThatWasTakenOut, ()) {
  const Fabric fabric = drawn_whole_fabric(4);
  RC_ASSERT(judge_cabling(fabric, Workers(1)).findings.empty());
  test::Recabled recabled(fabric);
  const auto index = *rc::gen::inRange<std::size_t>(0, recabled.cables.size());
  const test::Cable cable = recabled.cables[index];
  recabled.cables.erase(recabled.cables.begin() + static_cast<std::ptrdiff_t>(index));
  const Cabling cabling = judge_cabling(recabled.build(), Workers(1));
  RC_ASSERT(cabling.findings.size() == 1u);
  const CablingFinding& found = cabling.findings[0];
  RC_ASSERT(found.kind == CablingKind::kMissing && found.is_fault);
  const std::set<SwitchIndex> ends = {found.ends[0].index, found.ends[1].index};
  RC_ASSERT(ends == (std::set<SwitchIndex>{cable.a.sw, cable.b.sw}));
}

RC_GTEST_PROP(Cabling, FindsTwoCablesThatHaveChangedPlaces, ()) {
  const Fabric fabric = drawn_whole_fabric(3);
  test::Recabled recabled(fabric);
  Random random(*rc::gen::arbitrary<unsigned>());
  const auto size = static_cast<std::uint32_t>(recabled.cables.size());
  std::set<SwitchIndex> ends;
  test::Cable* first = nullptr;
  test::Cable* second = nullptr;
  while (ends.size() != 4) {
    first = &recabled.cables[random.below(size)];
    second = &recabled.cables[random.below(size)];
    ends = {first->a.sw, first->b.sw, second->a.sw, second->b.sw};
  }
  std::swap(first->b, second->b);
  const Cabling cabling = judge_cabling(recabled.build(), Workers(1));
  RC_ASSERT(cabling.findings.size() == 1u);
  RC_ASSERT(cabling.findings[0].kind == CablingKind::kSwapped);
  // Which of two links between the same switches is the wrong one, nobody can say.
  std::set<SwitchIndex> found;
  for (const CableEnd& end : cabling.findings[0].ends) found.insert(end.index);
  RC_ASSERT(found == ends);
}

}  // namespace
}  // namespace weft
