#include "tests/support/random_routing.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "tests/support/fabric_facts.h"

namespace weft::test {
namespace {

// least: index of the least number of data VLs; with 4 all lanes are everywhere.
LinkAttributes random_link(std::uint32_t least, Random& random) {
  static constexpr std::uint8_t kDataVls[] = {1, 2, 4, 8, 15};
  LinkAttributes link;
  link.data_vls = kDataVls[least + random.below(5 - least)];
  return link;
}

// Hands out LIDs with gaps, in a random order.
class LidPool {
 public:
  explicit LidPool(Random& random) {
    for (Lid base = 8; base < 400; base = static_cast<Lid>(base + 8)) bases_.push_back(base);
    random.shuffle(bases_);
  }
  Lid take() {
    const Lid base = bases_.back();
    bases_.pop_back();
    return base;
  }

 private:
  std::vector<Lid> bases_;  // aligned to every LMC up to 3
};

// A switch's ports that are not linked yet.
using FreePorts = std::vector<std::vector<PortNum>>;

// Half of the fabrics begin with a ring, so that there are long paths and cycles.
void link_switches(FabricBuilder& builder, FreePorts& free, Random& random) {
  const auto switches = static_cast<std::uint32_t>(free.size());
  const std::uint32_t ring = random.below(2) == 0 ? switches : 0;
  const std::uint32_t least = random.below(2) == 0 ? random.below(5) : 0;
  const std::uint32_t links = ring + random.below(random.below(3) == 0 ? 2 * switches + 1 : 3);
  for (std::uint32_t i = 0; i < links; ++i) {
    const NodeId a = i < ring ? i : random.below(switches);
    const NodeId b = i < ring ? (i + 1) % switches : random.below(switches);
    if (free[a].size() < 2 || free[b].size() < 2) continue;
    if (a == b && random.below(3) != 0) continue;
    const PortNum port_a = free[a].back();
    free[a].pop_back();
    const PortNum port_b = free[b].back();
    free[b].pop_back();
    builder.add_link(a, port_a, b, port_b, random_link(least, random));
  }
}

void link_end_ports(FabricBuilder& builder, FreePorts& free, LidPool& lids, Random& random) {
  const auto switches = static_cast<std::uint32_t>(free.size());
  const std::uint32_t nodes = random.below(12);
  const std::uint8_t lmc = static_cast<std::uint8_t>(random.below(4) == 0 ? random.below(4) : 0);
  // Some switches keep without end ports.
  const std::uint32_t used = 1 + random.below(switches);
  for (std::uint32_t n = 0; n < nodes; ++n) {
    NodeSpec spec;
    spec.type = random.below(8) == 0 ? NodeType::kRouter : NodeType::kCa;
    spec.node_guid = 0x1000 + n * 16;
    spec.port_count = static_cast<PortNum>(1 + random.below(2));
    const NodeId node = builder.add_node(spec);
    for (unsigned p = 1; p <= spec.port_count; ++p) {
      const auto port = static_cast<PortNum>(p);
      const NodeId s = random.below(used);
      if (free[s].empty()) continue;
      builder.add_link(node, port, s, free[s].back(), random_link(0, random));
      free[s].pop_back();
      if (random.below(8) != 0) builder.set_address(node, port, 0, lids.take(), lmc);
    }
  }
}

// The entry that is right at a LID's own switch.
PortNum last_entry(const Fabric& fabric, Lid lid) {
  const LidOwner owner = fabric.owner(lid);
  return owner.kind == PeerKind::kSwitch ? PortNum{0} : fabric.end_ports()[owner.index].switch_port;
}

PortNum random_entry(const Fabric& fabric, SwitchIndex s, Random& random) {
  const auto ports = static_cast<std::uint32_t>(fabric.ports(s).size());
  switch (random.below(5)) {
    case 0:
      return kNoPath;
    case 1:
      return 0;
    case 2:
      return static_cast<PortNum>(random.below(256));
    default:
      return static_cast<PortNum>(random.below(ports));
  }
}

void damage(const Fabric& fabric, Tables tables, std::uint32_t one_in, Random& random) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t lid = 0; lid <= fabric.max_lid(); ++lid) {
      if (random.below(one_in) == 0) tables.row(s)[lid] = random_entry(fabric, s, random);
    }
  }
}

LanePlan random_lanes(const Fabric& fabric, Random& random) {
  const std::uint32_t kind = random.below(4);
  if (kind < 2) return OneLane{};
  const bool by_switch = kind == 2;
  const std::uint32_t sls = 1 + random.below(random.below(2) == 0 ? 3 : 16);
  std::vector<std::vector<Sl>> rows(
      random.below((by_switch ? fabric.switch_count() : fabric.end_port_count()) + 1));
  for (auto& row : rows) {
    row.resize(random.below(fabric.max_lid() + 2u));
    for (Sl& sl : row) sl = static_cast<Sl>(random.below(sls));
  }
  if (by_switch) {
    const std::uint32_t from_hint = random.below(3) == 0 ? random.below(16) : 0;
    return SlBySwitch{std::move(rows), static_cast<Sl>(from_hint)};
  }
  return SlByPath{std::move(rows)};
}

Sl2Vl random_sl2vl(const Fabric& fabric, Random& random) {
  const std::uint32_t vls = 1 + random.below(random.below(2) == 0 ? 3 : 16);
  const auto random_map = [&] {
    Sl2Vl::Map map;
    for (Vl& vl : map) vl = static_cast<Vl>(random.below(vls));
    return map;
  };
  Sl2Vl sl2vl(random.below(2) == 0 ? random_map() : Sl2Vl::kIdentity);
  if (random.below(2) == 0) return sl2vl;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t in = 0; in < fabric.ports(s).size(); ++in) {
      for (std::size_t out = 1; out < fabric.ports(s).size(); ++out) {
        if (random.below(3) == 0) continue;
        sl2vl.set(s, static_cast<PortNum>(in), static_cast<PortNum>(out), random_map());
      }
    }
  }
  return sl2vl;
}

// Adds the part of the fabric around a root to a tree, link by link in a random order.
void grow_tree(const Fabric& fabric, SwitchIndex root, MasterTree& tree, Random& random) {
  tree.nodes[root].in_tree = true;
  std::vector<std::pair<SwitchIndex, PortNum>> open;
  const auto reach = [&](SwitchIndex s) {
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      if (fabric.ports(s)[p].kind == PeerKind::kSwitch) {
        open.emplace_back(s, static_cast<PortNum>(p));
      }
    }
  };
  reach(root);
  while (!open.empty()) {
    std::swap(open.back(), open[random.below(static_cast<std::uint32_t>(open.size()))]);
    const auto [s, p] = open.back();
    open.pop_back();
    const Port& port = fabric.ports(s)[p];
    if (tree.nodes[port.peer].in_tree) continue;
    tree.nodes[port.peer] = {s, port.peer_port, p,
                             static_cast<std::uint16_t>(tree.nodes[s].depth + 1), true};
    reach(port.peer);
  }
}

MasterTree random_tree(const Fabric& fabric, Random& random) {
  MasterTree tree;
  tree.nodes.resize(fabric.switch_count());
  if (tree.nodes.empty()) return tree;
  const SwitchIndex first = random.below(fabric.switch_count());
  for (SwitchIndex i = 0; i < fabric.switch_count(); ++i) {
    const SwitchIndex root = (first + i) % fabric.switch_count();
    // Some pieces of the fabric stay outside.
    if (!tree.nodes[root].in_tree && random.below(8) != 0) grow_tree(fabric, root, tree, random);
  }
  return tree;
}

// Paths without loops, but of any length.
TableBlock random_winding_tables(const Fabric& fabric, Random& random) {
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  for (std::size_t i = 1; i <= fabric.max_lid(); ++i) {
    const auto lid = static_cast<Lid>(i);
    const SwitchIndex destination = fabric.destination_switch(lid);
    if (destination == kNone) continue;
    MasterTree tree;
    tree.nodes.resize(fabric.switch_count());
    grow_tree(fabric, destination, tree, random);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (tree.nodes[s].in_tree) block.tables().row(s)[lid] = tree.nodes[s].port;
    }
    block.tables().row(destination)[lid] = last_entry(fabric, lid);
  }
  return block;
}

}  // namespace

Fabric random_tangle(Random& random) {
  FabricBuilder builder("random");
  LidPool lids(random);
  FreePorts free(1 + random.below(9));
  for (std::size_t s = 0; s < free.size(); ++s) {
    NodeSpec spec;
    spec.type = NodeType::kSwitch;
    spec.node_guid = 1 + (s * 7) % 64;
    spec.port_count = static_cast<PortNum>(random.below(20) == 0 ? 254 : 2 + random.below(9));
    spec.enhanced_port0 = random.below(3) == 0;
    const NodeId node = builder.add_node(spec);
    const auto lmc = static_cast<std::uint8_t>(spec.enhanced_port0 ? random.below(3) : 0);
    if (random.below(6) != 0) builder.set_address(node, 0, 0, lids.take(), lmc);
    for (unsigned p = 1; p <= spec.port_count; ++p) free[s].push_back(static_cast<PortNum>(p));
    random.shuffle(free[s]);
  }
  link_switches(builder, free, random);
  link_end_ports(builder, free, lids, random);
  return builder.build();
}

TableBlock random_minimal_tables(const Fabric& fabric, Random& random) {
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const Tables tables = block.tables();
  for (std::size_t i = 1; i <= fabric.max_lid(); ++i) {
    const auto lid = static_cast<Lid>(i);
    const SwitchIndex destination = fabric.destination_switch(lid);
    if (destination == kNone) continue;
    const std::vector<std::uint32_t> hops = hops_from(fabric, destination);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (s == destination) {
        tables.row(s)[lid] = last_entry(fabric, lid);
        continue;
      }
      std::vector<PortNum> nearer;
      for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
        const Port& port = fabric.ports(s)[p];
        if (port.kind == PeerKind::kSwitch && hops[s] != kNone && hops[port.peer] + 1 == hops[s]) {
          nearer.push_back(static_cast<PortNum>(p));
        }
      }
      if (!nearer.empty()) {
        tables.row(s)[lid] = nearer[random.below(static_cast<std::uint32_t>(nearer.size()))];
      }
    }
  }
  return block;
}

RandomRouting random_routing(Fabric fabric, Random& random) {
  TableBlock tables = random.below(2) == 0 ? random_minimal_tables(fabric, random)
                                           : random_winding_tables(fabric, random);
  static constexpr std::uint32_t kDamage[] = {0, 0, 0, 1000, 100, 20, 3, 1};
  const std::uint32_t one_in = kDamage[random.below(8)];
  if (one_in != 0) damage(fabric, tables.tables(), one_in, random);
  LanePlan lanes = random_lanes(fabric, random);
  std::optional<Sl2Vl> sl2vl;
  if (random.below(3) == 0) sl2vl = random_sl2vl(fabric, random);
  std::optional<MulticastPlan> multicast;
  if (random.below(2) == 0) {
    multicast.emplace();
    for (std::uint32_t i = random.below(4); i-- > 0;) {
      multicast->masters.push_back(random_tree(fabric, random));
    }
  }
  std::vector<LanePlan> granted;
  if (!std::holds_alternative<OneLane>(lanes)) {
    for (std::uint32_t i = random.below(3); i-- > 0;) {
      granted.push_back(random_lanes(fabric, random));
    }
  }
  return {std::move(fabric), std::move(tables),    std::move(lanes),
          std::move(sl2vl),  std::move(multicast), std::move(granted)};
}

}  // namespace weft::test
