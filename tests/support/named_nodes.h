// Lines of files of nodes that are GUIDs alone.
#ifndef WEFT_TESTS_SUPPORT_NAMED_NODES_H_
#define WEFT_TESTS_SUPPORT_NAMED_NODES_H_

#include <vector>

#include "common/routing/options.h"

namespace weft::test {

inline std::vector<NamedNode> named_nodes(const std::vector<Guid>& guids) {
  std::vector<NamedNode> nodes;
  for (const Guid guid : guids) nodes.push_back({.guid = guid});
  return nodes;
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_NAMED_NODES_H_
