// The slow obvious verifier of tables whose entries name several ports: every choice followed hop
// by hop, sets for sets. What verify_choices() finds is compared with it.
#ifndef WEFT_TESTS_SUPPORT_SLOW_CHOICES_H_
#define WEFT_TESTS_SUPPORT_SLOW_CHOICES_H_

#include <cstdint>
#include <set>
#include <vector>

#include "common/verify/verify_choices.h"
#include "tests/support/slow_verify.h"

namespace weft::test {

struct SlowChoices {
  std::uint64_t entries = 0;
  std::uint64_t with_several_ports = 0;
  std::uint64_t unsafe_pairs = 0;
  std::uint64_t disconnected_pairs = 0;
  std::uint64_t unsafe_switch_pairs = 0;
  std::uint64_t looping_lids = 0;
  bool drops = false;
  std::set<Vl> lanes;
  Dependencies dependencies;
  std::vector<double> link_load;  // by position in Fabric::all_ports()
};

SlowChoices slow_choices(const RoutingView& view, const PortChoices& choices);

// Rows without any entry, for choose().
PortChoices no_choices(const Fabric& fabric);
// Adds a port to the choices of a switch for a LID.
void choose(PortChoices& choices, SwitchIndex s, Lid lid, PortNum port);
// The entries of tables, each its own only choice.
PortChoices only_choices(const RoutingView& view);

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_SLOW_CHOICES_H_
