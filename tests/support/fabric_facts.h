// Facts about a fabric, found the slow obvious way.
#ifndef WEFT_TESTS_SUPPORT_FABRIC_FACTS_H_
#define WEFT_TESTS_SUPPORT_FABRIC_FACTS_H_

#include <string>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

struct FabricFacts {
  unsigned switches = 0;
  unsigned end_ports = 0;
  unsigned links = 0;       // between two switches, each once
  unsigned min_degree = 0;  // links of a switch to other switches
  unsigned max_degree = 0;
  unsigned pieces = 0;  // sets of switches that reach each other
  unsigned diameter =
      0;  // hops of the longest shortest path between two switches that reach each other
  unsigned ca_diameter = 0;  // the same between two switches with end ports
};
FabricFacts facts_of(const Fabric& fabric);

// Hops from a switch to every switch; kNone: not reached.
std::vector<std::uint32_t> hops_from(const Fabric& fabric, SwitchIndex from);

// All that a Fabric says, as text: equal texts, equal fabrics.
std::string text_of(const Fabric& fabric);

// The first switch of that name; kNone if there is none.
SwitchIndex switch_named(const Fabric& fabric, std::string_view name);

// Sentences about what contradicts itself: links that the two ends see differently, names or GUIDs
// that occur twice (but for aggregation nodes' names); none for a good fabric.
std::vector<std::string> contradictions(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_TESTS_SUPPORT_FABRIC_FACTS_H_
