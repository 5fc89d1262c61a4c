// A shape is what its line makes: so many switches, cables and host ports, and no switch with more
// ports than there are.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "common/design/shapes.h"
#include "common/fabric/generators/catalog.h"
#include "tests/support/fabric_facts.h"

namespace weft {
namespace {

RC_GTEST_PROP(ShapesProperty, AreTheFabricsOfTheirLines, ()) {
  const auto hosts = *rc::gen::inRange(2u, 400u);
  const auto radix = *rc::gen::inRange(4u, 41u);
  const auto oversubscription = *rc::gen::inRange(1u, 5u);
  const auto shapes =
      find_shapes({.hosts = hosts, .radix = radix, .oversubscription = oversubscription});
  for (const PlannedShape& shape : shapes) {
    const Fabric fabric = generate_from_line(shape.line);
    const FabricFacts facts = facts_of(fabric);
    RC_ASSERT(fabric.switch_count() == shape.switches);
    RC_ASSERT(fabric.end_port_count() == shape.host_ports);
    RC_ASSERT(facts.links == shape.switch_cables);
    RC_ASSERT(facts.pieces == 1u);
    std::uint64_t most = 0;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      std::uint64_t ports = 0;
      for (const Port& port : fabric.ports(s)) ports += port.kind != PeerKind::kNothing ? 1 : 0;
      most = std::max(most, ports);
    }
    RC_ASSERT(most == shape.ports);
    RC_ASSERT(most <= radix);
    RC_ASSERT(shape.bisection.share() > 0);
    RC_ASSERT(shape.bisection.share() <= 1);
    const Fabric filled = generate_from_line(shape.line + " --hosts " + std::to_string(hosts));
    RC_ASSERT(filled.end_port_count() == hosts);
    RC_ASSERT(filled.switch_count() == shape.switches);
  }
}

}  // namespace
}  // namespace weft
