// Routing chains drawn at random.
#ifndef WEFT_TESTS_SUPPORT_DRAWN_CHAIN_H_
#define WEFT_TESTS_SUPPORT_DRAWN_CHAIN_H_

#include <fmt/format.h>
#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/fabric.h"
#include "common/policy/chain_policy.h"
#include "common/policy/port_groups.h"

namespace weft::test {

// A policy whose steps after the first have parts of the fabric drawn at random.
class DrawnChain {
 public:
  DrawnChain(const Fabric& fabric, Random& random) : fabric_(fabric), random_(random) {
    std::string groups;
    const auto steps = 1 + random.below(3);
    for (unsigned k = 0; k < steps; ++k) draw_topology(k, groups);
    std::vector<std::string> errors;
    policy.groups = parse_port_groups(groups, "groups", errors, errors);
    RC_ASSERT(errors.empty());
    policy.links.push_back({.step = {.id = 1, .engine = draw_engine()}, .fallbacks = {}});
    for (unsigned k = 0; k < steps; ++k) {
      policy.topologies.push_back({.id = k + 1,
                                   .switches = *find_group(policy.groups, "s" + std::to_string(k)),
                                   .hcas = *find_group(policy.groups, "h" + std::to_string(k))});
      ChainStep step = {.id = k + 2, .engine = draw_engine(), .topology = k};
      if (random.below(4) == 0) step.path_bit = static_cast<std::uint8_t>(random.below(3));
      policy.links.push_back({.step = step, .fallbacks = {}});
    }
  }

  // A step's, by index in the fabric.
  struct Drawn {
    std::vector<bool> switches;  // in the topology
    std::vector<bool> hcas;
  };

  ChainPolicy policy;
  std::vector<Drawn> drawn;

 private:
  std::string draw_engine() {
    const char* const names[] = {"minhop", "updn", "dfsssp", "nue", "sssp"};
    return names[random_.below(5)];
  }

  void draw_topology(unsigned k, std::string& groups) {
    const auto of_ten = 3 + random_.below(8);
    const auto number = std::to_string(k);
    Drawn drawn_now;
    groups += "port-group\nname: s" + number + "\nport-guid: 0x1";
    for (const Switch& sw : fabric_.switches()) {
      drawn_now.switches.push_back(random_.below(10) < of_ten);
      if (drawn_now.switches.back()) groups += fmt::format(", {:#x}", sw.node_guid);
    }
    groups += "\nend-port-group\nport-group\nname: h" + number + "\nport-guid: 0x1";
    for (const EndPort& end : fabric_.end_ports()) {
      drawn_now.hcas.push_back(random_.below(10) < of_ten);
      if (drawn_now.hcas.back()) groups += fmt::format(", {:#x}", end.port_guid);
    }
    groups += "\nend-port-group\n";
    drawn.push_back(drawn_now);
  }

  const Fabric& fabric_;
  Random& random_;
};

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_DRAWN_CHAIN_H_
