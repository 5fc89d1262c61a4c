// Dragonflies whose links between groups end at other switches of the same groups.
#ifndef WEFT_TESTS_SUPPORT_CROSSED_LINKS_H_
#define WEFT_TESTS_SUPPORT_CROSSED_LINKS_H_

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/generators/blueprint.h"

namespace weft::test {

// Of links from a group to another one, those of the other ends change places. Groups are `members`
// switches each, one after the other. Every switch keeps its links to each group.
inline Fabric with_crossed_links(const Fabric& fabric, unsigned members, Random& random) {
  Blueprint blueprint(fabric);
  std::map<std::pair<NodeId, NodeId>, std::vector<Blueprint::Link*>> links;
  for (Blueprint::Link& link : blueprint.links) {
    if (link.a >= blueprint.switches || link.b >= blueprint.switches) continue;
    if (link.a / members > link.b / members) {
      std::swap(link.a, link.b);
      std::swap(link.port_a, link.port_b);
    }
    if (link.a / members != link.b / members) {
      links[{link.a / members, link.b / members}].push_back(&link);
    }
  }
  for (auto& [groups, between] : links) {
    for (std::size_t i = between.size(); i > 1; --i) {
      Blueprint::Link& other = *between[random.below(static_cast<unsigned>(i))];
      std::swap(between[i - 1]->b, other.b);
      std::swap(between[i - 1]->port_b, other.port_b);
    }
  }
  return blueprint.build();
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_CROSSED_LINKS_H_
