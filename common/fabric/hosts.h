// Hosts: a host is all its HCAs, and all their ports.
// Tested by tests/common/fabric/hosts_test.cc.
#ifndef WEFT_FABRIC_HOSTS_H_
#define WEFT_FABRIC_HOSTS_H_

#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

struct Host {
  std::string_view name;  // of the fabric's text; empty: it has none
  // Its rails: the ports that are linked to a switch, by node description (where numbers in it
  // count as numbers), then by port number. Never empty.
  std::vector<EndPortIndex> rails;
};

// The hosts (is_host_port) in the order of their names, numbers in these counting as numbers, then
// of the GUID of their first rail. A name is the first word of a node description: CAs that share
// it, and have descriptions that differ («c1 HCA-1», «c1 mlx5_1»), are one host. CAs whose whole
// descriptions are equal, or that have none, are hosts of their own, and so are all of their name.
// Cost: O(E log E).
std::vector<Host> find_hosts(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_FABRIC_HOSTS_H_
