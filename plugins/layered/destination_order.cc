#include "plugins/layered/destination_order.h"

#include <algorithm>
#include <array>
#include <utility>

#include "common/base/disjoint_sets.h"
#include "common/fabric/counts.h"
#include "common/fabric/leaf_switches.h"
#include "common/routing/node_roles.h"

namespace weft {
namespace {

// Units of a batch at most. The number of threads does not matter, or routes would depend on it.
constexpr std::size_t kMostAtOnce = 16;
// So many switches' own LIDs make a batch. Paths to these are no load.
constexpr std::size_t kMostSwitches = 64;
// LIDs of a unit at most: the paths to all LIDs of a batch are in memory at once.
constexpr std::size_t kMostLids = 64;

void begin_unit(DestinationOrder& order, SwitchIndex s) {
  order.units.push_back({s, static_cast<std::uint32_t>(order.lids.size()), 0, false});
}

enum class LidOf : std::uint8_t { kSwitch, kEndPort };

void add(DestinationOrder& order, Lid lid, LidOf owner) {
  order.lids.push_back(lid);
  ++order.units.back().count;
  order.units.back().end_ports |= owner == LidOf::kEndPort;
}

void close_batch(DestinationOrder& order) {
  const auto end = static_cast<std::uint32_t>(order.units.size());
  if (order.batches.back() != end) order.batches.push_back(end);
}

void add_switch_lids(const Fabric& fabric, SwitchIndex s, DestinationOrder& order) {
  for (const Lid lid : lids_of(fabric.switches()[s])) add(order, lid, LidOf::kSwitch);
}

// By switch.
std::vector<bool> find_leaves(const Fabric& fabric) {
  std::vector<bool> leaves(fabric.switch_count());
  for (const SwitchIndex s : leaf_switches(fabric)) leaves[s] = true;
  return leaves;
}

// Are many switches no leaves?
bool is_indirect(const std::vector<bool>& leaves) {
  return std::ranges::count(leaves, false) * 8 >= std::ssize(leaves);
}

class OrderByLid {
 public:
  OrderByLid(const RouteRequest& request, const SwitchGraph& graph,
             std::span<const SwitchIndex> switches)
      : fabric_(request.fabric),
        graph_(graph),
        switches_(switches),
        roles_(node_roles(request.fabric, request.options)),
        is_leaf_(find_leaves(request.fabric)) {
    order_.leaf_by_leaf = is_indirect(is_leaf_);
    for (const EndPort& port : fabric_.end_ports()) {
      path_bits_ = std::max(path_bits_, lids_of(port).count);
    }
    std::array<NodeRole, 3> roles = {NodeRole::kCompute, NodeRole::kIo, NodeRole::kOther};
    if (!request.options.compute_nodes) std::swap(roles[0], roles[1]);
    for (const NodeRole role : roles) {
      if (order_.leaf_by_leaf) add_leaves(role);
      for (unsigned bit = 0; bit < path_bits_ && !order_.leaf_by_leaf; ++bit) {
        add_round_robin(role, bit);
      }
    }
    for (const SwitchIndex s : switches_) {
      if (fabric_.switches()[s].lid == 0) continue;
      begin_unit(order_, s);
      add_switch_lids(fabric_, s, order_);
      if (order_.units.size() - order_.batches.back() == kMostSwitches) close_batch(order_);
    }
    close_batch(order_);
  }

  DestinationOrder take() { return std::move(order_); }

 private:
  // With a path bit, of end ports with a role.
  std::vector<Lid> lids_at(SwitchIndex s, NodeRole role, unsigned bit) const {
    std::vector<Lid> lids;
    for (const Port& port : fabric_.ports(s)) {
      if (port.kind != PeerKind::kEndPort || roles_[port.peer] != role) continue;
      const LidRange of_port = lids_of(fabric_.end_ports()[port.peer]);
      if (bit < of_port.count) lids.push_back(static_cast<Lid>(of_port.first + bit));
    }
    return lids;
  }

  // A batch has the i-th leaves of some pods, which are spread over all pods. The leaves of a pod
  // follow each other closely: it costs much balance if all leaves take turns.
  void add_leaves(NodeRole role) {
    const std::vector<std::vector<SwitchIndex>> pods = find_pods(role);
    const std::size_t stride = (pods.size() + kMostAtOnce - 1) / kMostAtOnce;
    std::size_t largest = 0;
    for (const auto& pod : pods) largest = std::max(largest, pod.size());
    std::vector<SwitchIndex> leaves;
    for (std::size_t first = 0; first < stride; ++first) {
      for (std::size_t i = 0; i < largest; ++i) {
        leaves.clear();
        for (std::size_t pod = first; pod < pods.size(); pod += stride) {
          if (i < pods[pod].size()) leaves.push_back(pods[pod][i]);
        }
        for (unsigned bit = 0; bit < path_bits_; ++bit) add_batches(leaves, role, bit);
      }
    }
  }

  void add_batches(std::span<const SwitchIndex> leaves, NodeRole role, unsigned bit) {
    std::vector<std::vector<Lid>> lids;
    std::size_t most = 0;
    for (const SwitchIndex leaf : leaves) {
      most = std::max(most, lids.emplace_back(lids_at(leaf, role, bit)).size());
    }
    for (std::size_t from = 0; from < most; from += kMostLids) {
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        if (from >= lids[i].size()) continue;
        begin_unit(order_, leaves[i]);
        const std::size_t end = std::min(from + kMostLids, lids[i].size());
        for (std::size_t l = from; l < end; ++l) add(order_, lids[i][l], LidOf::kEndPort);
      }
      close_batch(order_);
    }
  }

  // Switches with end ports of that role, grouped by neighbours without end ports that they share.
  std::vector<std::vector<SwitchIndex>> find_pods(NodeRole role) const {
    DisjointSets sets(fabric_.switch_count());
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (is_leaf_[s]) continue;
      SwitchIndex first = kNone;
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        if (!is_leaf_[bundle.peer]) continue;
        if (first == kNone) first = bundle.peer;
        sets.unite(first, bundle.peer);
      }
    }
    std::vector<std::vector<SwitchIndex>> pods;
    std::vector<std::uint32_t> pod_of(fabric_.switch_count(), kNone);
    for (const SwitchIndex s : switches_) {
      if (lids_at(s, role, 0).empty()) continue;
      std::uint32_t& pod = pod_of[sets.find(s)];
      if (pod == kNone) {
        pod = static_cast<std::uint32_t>(pods.size());
        pods.emplace_back();
      }
      pods[pod].push_back(s);
    }
    return pods;
  }

  void add_round_robin(NodeRole role, unsigned bit) {
    std::vector<std::vector<Lid>> lids;
    std::size_t most = 0;
    for (const SwitchIndex s : switches_) {
      most = std::max(most, lids.emplace_back(lids_at(s, role, bit)).size());
    }
    for (std::size_t n = 0; n < most; ++n) {
      for (std::size_t i = 0; i < switches_.size(); ++i) {
        if (n >= lids[i].size()) continue;
        begin_unit(order_, switches_[i]);
        add(order_, lids[i][n], LidOf::kEndPort);
        close_batch(order_);
      }
    }
  }

  const Fabric& fabric_;
  const SwitchGraph& graph_;
  std::span<const SwitchIndex> switches_;
  std::vector<NodeRole> roles_;
  std::vector<bool> is_leaf_;
  unsigned path_bits_ = 1;
  DestinationOrder order_;
};

}  // namespace

DestinationOrder order_by_lid(const RouteRequest& request, const SwitchGraph& graph,
                              std::span<const SwitchIndex> switches) {
  return OrderByLid(request, graph, switches).take();
}

DestinationOrder order_by_switch(const Fabric& fabric, std::span<const SwitchIndex> switches) {
  DestinationOrder order;
  order.leaf_by_leaf = is_indirect(find_leaves(fabric));
  for (const SwitchIndex s : switches) {
    bool any = true;
    for (unsigned bit = 0; any; ++bit) {
      begin_unit(order, s);
      for (const Port& port : fabric.ports(s)) {
        if (port.kind != PeerKind::kEndPort) continue;
        const LidRange of_port = lids_of(fabric.end_ports()[port.peer]);
        if (bit < of_port.count) {
          add(order, static_cast<Lid>(of_port.first + bit), LidOf::kEndPort);
        }
      }
      if (bit == 0) add_switch_lids(fabric, s, order);
      any = order.units.back().count > 0;
      if (!any) order.units.pop_back();
      close_batch(order);
    }
  }
  return order;
}

}  // namespace weft
