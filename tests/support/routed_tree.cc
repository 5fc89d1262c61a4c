#include "tests/support/routed_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "common/base/workers.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/blueprint.h"
#include "common/graph/up_down.h"
#include "plugins/fat_tree/ftree.h"

namespace weft::test {
namespace {

std::vector<Hops> lifted_ranks(const Fabric& fabric, const SwitchGraph& graph,
                               const std::vector<SwitchIndex>& roots) {
  std::vector<Hops> ranks = ranks_below(graph, roots);
  lift_dead_ends(fabric, graph, ranks);
  return ranks;
}

// Does the path from a switch to a LID step up after it stepped down? Paths that do not arrive are
// others' business.
bool turns_up(const Fabric& fabric, Tables tables, const Orientation& orientation, SwitchIndex s,
              Lid lid) {
  bool went_down = false;
  for (std::uint32_t hops = 0; hops <= fabric.switch_count(); ++hops) {
    const PortNum out = tables.row(s)[lid];
    if (out >= fabric.ports(s).size() || fabric.ports(s)[out].kind != PeerKind::kSwitch) break;
    const SwitchIndex next = fabric.ports(s)[out].peer;
    if (orientation.goes_up(s, next) && went_down) return true;
    went_down = went_down || !orientation.goes_up(s, next);
    s = next;
  }
  return false;
}

}  // namespace

FoundTree::FoundTree(Fabric f, const std::vector<SwitchIndex>& roots, const Options& options)
    : fabric(std::move(f)),
      graph(fabric),
      tree(find_fat_tree(fabric, graph, lifted_ranks(fabric, graph, roots))),
      up(fabric, tree),
      to(find_tree_destinations(fabric, tree, up, options)) {}

std::vector<std::uint16_t> FoundTree::slots(SwitchIndex s) const {
  const auto first = tree.slot.begin() + fabric.switches()[s].first_port + 1;
  return {first, first + fabric.switches()[s].port_count};
}

DestinationIndex FoundTree::destination(Lid lid) const {
  return static_cast<DestinationIndex>(std::find(to.lids.begin(), to.lids.end(), lid) -
                                       to.lids.begin());
}

std::vector<SwitchIndex> FoundTree::way(Lid lid) const {
  std::vector<SwitchIndex> way;
  for (unsigned rank = tree.ranks[fabric.destination_switch(lid)] + 1u; rank-- > 0;) {
    way.push_back(to.way[rank][destination(lid)]);
  }
  return way;
}

std::vector<SwitchIndex> spines_of(const Fabric& fabric) {
  std::vector<SwitchIndex> spines;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (fabric.switch_name(s).starts_with("spine")) spines.push_back(s);
  }
  return spines;
}

RoutedTree::RoutedTree(Fabric f, const Options& o, unsigned threads)
    : fabric(std::move(f)), options(o), block(fabric.switch_count(), fabric.max_lid()) {
  const Workers workers(threads);
  routing = ftree_engine().route({fabric, options, workers}, block.tables());
  verdict = verify({fabric, block.tables(), routing.lanes, nullptr, &routing.multicast}, workers);
}

Rows RoutedTree::rows() {
  Rows rows;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const PortNum* row = block.tables().row(s);
    rows.emplace_back(row, row + fabric.max_lid() + 1);
  }
  return rows;
}

std::string RoutedTree::faults() {
  std::string text;
  if (routing.unrouted_pairs > 0) text += fmt::format("{} unrouted; ", routing.unrouted_pairs);
  if (verdict.unreachable_pairs != verdict.disconnected_pairs) {
    text += fmt::format("{} pairs without a path; ",
                        verdict.unreachable_pairs - verdict.disconnected_pairs);
  }
  if (verdict.forwarding_loops > 0) text += fmt::format("{} loops; ", verdict.forwarding_loops);
  for (const auto* cycle : {&verdict.credit_loop, &verdict.credit_loop_reversed}) {
    if (!cycle->empty()) text += describe_cycle(fabric, *cycle) + "; ";
  }
  std::vector<SwitchIndex> all(fabric.switch_count());
  std::iota(all.begin(), all.end(), SwitchIndex{0});
  const Distances distances =
      up_down_distances_to(SwitchGraph(fabric), routing.notes.orientation, all, Workers(1));
  for (const EndPort& port : fabric.end_ports()) {
    for (const EndPort& from : fabric.end_ports()) {
      if (from.lid == 0) continue;
      if (distances.from(from.sw)[port.sw] == kFar) continue;  // an added path may
      for (const Lid lid : lids_of(port)) {
        if (turns_up(fabric, block.tables(), routing.notes.orientation, from.sw, lid)) {
          text += fmt::format("up after down to LID {}; ", lid);
        }
      }
    }
  }
  return text;
}

FoundTree RoutedTree::found() const { return {fabric, routing.notes.roots, options}; }

PatternFigures RoutedTree::shifts() {
  const FoundTree tree = found();
  return judge_pattern(fabric, block.tables(), tree.to.compute_nodes, {}, Workers(1));
}

std::uint64_t changed_entries(RoutedTree& before, RoutedTree& after) {
  const Rows old_rows = before.rows();
  const Rows new_rows = after.rows();
  std::uint64_t changed = 0;
  for (SwitchIndex s = 0; s < old_rows.size(); ++s) {
    for (std::size_t lid = 0; lid < old_rows[s].size(); ++lid) {
      changed += old_rows[s][lid] != new_rows[s][lid] ? 1 : 0;
    }
  }
  return changed;
}

Fabric without_link(const Fabric& fabric, SwitchIndex s, PortNum port) {
  Blueprint blueprint(fabric);
  for (Blueprint::Link& link : blueprint.links) {
    if ((link.a == s && link.port_a == port) || (link.b == s && link.port_b == port)) {
      link.removed = true;
    }
  }
  return blueprint.build();
}

}  // namespace weft::test
