// A fabric with all that the parts of the layered engines are given.
#ifndef WEFT_TESTS_SUPPORT_LAYERS_ON_H_
#define WEFT_TESTS_SUPPORT_LAYERS_ON_H_

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/links.h"
#include "common/routing/routing.h"
#include "plugins/layered/path_layers.h"
#include "tests/support/lane_routing.h"
#include "tests/support/sketch.h"

namespace weft::test {

struct LayersOn {
  explicit LayersOn(Fabric f, unsigned lanes = 1)
      : routed(std::move(f)),
        links(routed.fabric),
        request{routed.fabric, options, workers, first_lanes(lanes)},
        tables(routed.block.tables()),
        sources(sources_by_switch(routed.fabric)) {}
  LayersOn(const LayersOn&) = delete;
  LayersOn& operator=(const LayersOn&) = delete;

  const Fabric& fabric() const { return routed.fabric; }
  // The first of those from one switch to another.
  LinkIndex link(SwitchIndex from, SwitchIndex to) const {
    LinkIndex link = links.first_of(from);
    while (links[link].to != to) ++link;
    return link;
  }
  // All links, those along a walk from switch to switch first.
  std::vector<LinkIndex> order(std::initializer_list<SwitchIndex> walk) const {
    std::vector<LinkIndex> order;
    for (const auto* s = walk.begin(); s + 1 < walk.end(); ++s) order.push_back(link(s[0], s[1]));
    for (LinkIndex l = 0; l < links.count(); ++l) {
      if (std::ranges::find(order, l) == order.end()) order.push_back(l);
    }
    return order;
  }
  // The tree in which each switch but the destination, kNone, takes its link to another.
  PathTree tree(const std::vector<SwitchIndex>& next) const {
    PathTree tree;
    for (SwitchIndex s = 0; s < next.size(); ++s) {
      tree.link.push_back(next[s] == kNone ? kNone : link(s, next[s]));
    }
    tree.fits.assign(next.size(), 0);
    return tree;
  }
  // Writes the paths of a tree to a LID into the tables.
  void write(const PathTree& tree, Lid lid) {
    for (SwitchIndex s = 0; s < tree.link.size(); ++s) {
      if (tree.link[s] != kNone) tables.row(s)[lid] = links[tree.link[s]].port;
    }
  }

  Routed routed;
  Links links;
  Options options;
  Workers workers{1};
  RouteRequest request;
  Tables tables;
  std::vector<std::uint32_t> sources;  // by switch
};

// 0 above 1 and 2, these above 3. One CA at 0, a0, and four at 3, a1 to a4.
inline Fabric square() {
  Sketch sketch(4);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 2, 1);
  sketch.link(1, 2, 3, 1);
  sketch.link(2, 2, 3, 2);
  sketch.ca(0, 3);
  for (PortNum port = 3; port < 7; ++port) sketch.ca(3, port);
  return sketch.build();
}

// A line 0 - 1 - 2 with a CA at each end, a0 and a1.
inline Fabric line() {
  Sketch sketch(3);
  sketch.link(0, 1, 1, 1);
  sketch.link(1, 2, 2, 1);
  sketch.ca(0, 3);
  sketch.ca(2, 3);
  return sketch.build();
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_LAYERS_ON_H_
