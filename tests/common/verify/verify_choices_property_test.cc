// verify_choices() against the slow obvious verifier, over random fabrics, tables and subsets of
// next hops.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tests/support/drawn_fabric.h"
#include "tests/support/fabric_facts.h"
#include "tests/support/random_routing.h"
#include "tests/support/slow_choices.h"

namespace weft {
namespace {

// Beside each entry some of the ports that lead nearer; in one of three cases also a few of any.
// Destinations have the same subsets for all of their LIDs half of the time.
PortChoices random_choices(const RoutingView& view, Random& random) {
  const Fabric& fabric = view.fabric;
  PortChoices choices = test::only_choices(view);
  const bool with_any = random.below(3) == 0;
  const bool by_destination = random.below(2) == 0;
  for (SwitchIndex d = 0; d < fabric.switch_count(); ++d) {
    const std::vector<std::uint32_t> hops = hops_from(fabric, d);
    const std::uint64_t seed = random.next();
    for (unsigned lid = 1; lid <= fabric.max_lid(); ++lid) {
      if (fabric.destination_switch(static_cast<Lid>(lid)) != d) continue;
      Random own(by_destination ? seed : seed + lid);
      for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
        for (std::size_t p = 0; p < fabric.ports(s).size(); ++p) {
          const Port& port = fabric.ports(s)[p];
          const bool nearer = port.kind == PeerKind::kSwitch && hops[port.peer] != kNone &&
                              hops[port.peer] < hops[s];
          if (nearer ? own.below(2) == 0 : with_any && own.below(200) == 0) {
            test::choose(choices, s, static_cast<Lid>(lid), static_cast<PortNum>(p));
          }
        }
      }
    }
  }
  return choices;
}

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-9 * (1 + std::abs(a)); }

void expect_same(const ChoiceVerdict& verdict, const test::SlowChoices& slow,
                 const Fabric& fabric) {
  RC_ASSERT(verdict.entries == slow.entries);
  RC_ASSERT(verdict.with_several_ports == slow.with_several_ports);
  RC_ASSERT(verdict.unsafe_pairs == slow.unsafe_pairs);
  RC_ASSERT(verdict.disconnected_pairs == slow.disconnected_pairs);
  RC_ASSERT(verdict.unsafe_switch_pairs == slow.unsafe_switch_pairs);
  RC_ASSERT(verdict.looping_lids == slow.looping_lids);
  RC_ASSERT(verdict.drops == slow.drops);
  RC_ASSERT(verdict.lanes_used == slow.lanes.size());
  RC_ASSERT(verdict.credit_loop.empty() != test::has_cycle(slow.dependencies));
  RC_ASSERT(verdict.credit_loop.empty() ||
            test::is_cycle_of(verdict.credit_loop, slow.dependencies));
  double most = 0;
  double sum = 0;
  std::uint64_t links = 0;
  std::uint64_t unused = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t p = 0; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      if (port.kind != PeerKind::kSwitch || port.peer == s) continue;
      const double load = slow.link_load[fabric.switches()[s].first_port + p];
      most = std::max(most, load);
      sum += load;
      ++links;
      unused += load == 0 ? 1 : 0;
    }
  }
  RC_ASSERT(is_near(verdict.max_link_load, most));
  RC_ASSERT(is_near(verdict.mean_link_load, links == 0 ? 0 : sum / static_cast<double>(links)));
  RC_ASSERT(verdict.unused_links == unused);
  const bool wrong = slow.unsafe_pairs != slow.disconnected_pairs ||
                     slow.unsafe_switch_pairs != 0 || slow.looping_lids != 0 || slow.drops;
  RC_ASSERT(verdict.findings.empty() != wrong);
  RC_ASSERT(verdict.findings.size() <= 8u);
}

RC_GTEST_PROP(VerifyChoicesProperty, AgreesWithTheSlowVerifier, ()) {
  auto [fabric, random] = *test::drawn_tangle();
  auto routing = test::random_routing(std::move(fabric), random);
  const PortChoices choices = random_choices(routing.view(), random);
  const ChoiceVerdict verdict = verify_choices(routing.view(), choices, Workers(1));
  expect_same(verdict, test::slow_choices(routing.view(), choices), routing.fabric);

  const ChoiceVerdict by_three = verify_choices(routing.view(), choices, Workers(3));
  RC_ASSERT(by_three.unsafe_pairs == verdict.unsafe_pairs);
  RC_ASSERT(by_three.credit_loop == verdict.credit_loop);
  RC_ASSERT(by_three.max_link_load == verdict.max_link_load);
  RC_ASSERT(by_three.mean_link_load == verdict.mean_link_load);
  RC_ASSERT(by_three.lanes_used == verdict.lanes_used);
  RC_ASSERT(by_three.findings == verdict.findings);
}

RC_GTEST_PROP(VerifyChoicesProperty, AgreesWithVerifyWhereThereIsNoChoice, ()) {
  auto [fabric, random] = *test::drawn_tangle();
  auto routing = test::random_routing(std::move(fabric), random);
  const Verdict verdict = verify(routing.view(), Workers(1));
  const ChoiceVerdict choices =
      verify_choices(routing.view(), test::only_choices(routing.view()), Workers(2));
  RC_ASSERT(choices.with_several_ports == 0u);
  RC_ASSERT((choices.looping_lids == 0) == (verdict.forwarding_loops == 0));
  RC_ASSERT(choices.unsafe_switch_pairs == verdict.unreachable_switch_pairs);
  if (choices.drops) return;
  RC_ASSERT(choices.unsafe_pairs == verdict.unreachable_pairs);
  RC_ASSERT(choices.disconnected_pairs == verdict.disconnected_pairs);
  const RoutingView now = {routing.fabric, routing.tables.tables(), routing.lanes,
                           routing.view().sl2vl};
  const Verdict of_now = verify(now, Workers(1));
  RC_ASSERT(choices.credit_loop.empty() == of_now.credit_loop.empty());
  const Figures figures = measure_loads(now, Workers(1));
  RC_ASSERT(choices.max_link_load == static_cast<double>(figures.max_link_load));
  RC_ASSERT(is_near(choices.mean_link_load, figures.mean_link_load));
  RC_ASSERT(choices.unused_links == figures.unused_links);
}

}  // namespace
}  // namespace weft
