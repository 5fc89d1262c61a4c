// Fat trees taken apart into what engine ftree sees in them, and the tables that it makes of them.
#ifndef WEFT_TESTS_SUPPORT_ROUTED_TREE_H_
#define WEFT_TESTS_SUPPORT_ROUTED_TREE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/switch_graph.h"
#include "common/patterns/patterns.h"
#include "common/routing/options.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/topology/fat_tree.h"
#include "common/verify/verify.h"
#include "plugins/fat_tree/tree_destinations.h"
#include "tests/support/slow_updown.h"

namespace weft::test {

// What there is to see below some roots, dead ends lifted.
struct FoundTree {
  FoundTree(Fabric f, const std::vector<SwitchIndex>& roots, const Options& options = {});

  std::uint16_t slot(SwitchIndex s, PortNum port) const {
    return tree.slot[fabric.switches()[s].first_port + port];
  }
  // By port 1..: of a switch.
  std::vector<std::uint16_t> slots(SwitchIndex s) const;
  DestinationIndex destination(Lid lid) const;
  std::uint32_t position(Lid lid) const { return to.position[destination(lid)]; }
  // The switches that the way of a LID leads over, from its own one upwards; kNone where it ends.
  std::vector<SwitchIndex> way(Lid lid) const;

  Fabric fabric;
  SwitchGraph graph;
  FatTree tree;
  UpPorts up;
  TreeDestinations to;
};

// Switches whose names begin with «spine».
std::vector<SwitchIndex> spines_of(const Fabric& fabric);

// The tables of engine ftree, and what verify says of them.
struct RoutedTree {
  explicit RoutedTree(Fabric f, const Options& options = {}, unsigned threads = 2);

  PortNum entry(SwitchIndex s, Lid lid) { return block.tables().row(s)[lid]; }
  Rows rows();
  // What is wrong: pairs without a path, loops, a cycle of channels, a step up after a step down
  // where up*/down* has a path; empty: nothing.
  std::string faults();
  // As FoundTree, below the roots that the engine took.
  FoundTree found() const;
  // Every shift over the compute nodes in the order of the tree.
  PatternFigures shifts();

  Fabric fabric;
  Options options;
  TableBlock block;
  Routing routing;
  Verdict verdict;
};

// Entries that differ, of LIDs and switches of `before` alone; both have the same switches and
// LIDs.
std::uint64_t changed_entries(RoutedTree& before, RoutedTree& after);

// A copy without the link at a port of a switch; GUIDs, port numbers and LIDs stay.
Fabric without_link(const Fabric& fabric, SwitchIndex s, PortNum port);

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_ROUTED_TREE_H_
