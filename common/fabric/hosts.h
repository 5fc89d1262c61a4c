// Finds hosts: a host has one or several HCAs, with all their ports.
// Tested by tests/common/fabric/hosts_test.cc.
#ifndef WEFT_FABRIC_HOSTS_H_
#define WEFT_FABRIC_HOSTS_H_

#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

struct Host {
  std::string_view name;  // refers to the fabric; empty: none
  // Its rails: the ports linked to a switch, in natural order of node description, then by port
  // number. Never empty.
  std::vector<EndPortIndex> rails;
};

// The hosts (is_host_port), ordered by name in natural order, then by the GUID of their first rail.
// A name is the first word of a node description. CAs of one name with different descriptions («c1
// HCA-1», «c1 mlx5_1») are one host. CAs without a description are separate hosts. If two CAs of a
// name have equal descriptions, all CAs of the name are separate hosts. Cost: O(E log E).
std::vector<Host> find_hosts(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_FABRIC_HOSTS_H_
