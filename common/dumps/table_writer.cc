#include "common/dumps/table_writer.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/base/append.h"
#include "common/base/workers.h"
#include "common/fabric/counts.h"
#include "common/fabric/writers/safe_name.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"

namespace weft {
namespace {

constexpr std::uint8_t kLost = 255;  // the path does not arrive
constexpr std::uint8_t kNotWalked = 254;
constexpr std::uint8_t kLongestPath = 253;

// The number of links from each switch to each LID along the tables, or kLost.
class PathLengths {
 public:
  PathLengths(const Fabric& fabric, ConstTables tables)
      : fabric_(fabric),
        tables_(tables),
        lids_(fabric.max_lid() + std::size_t{1}),
        hops_(fabric.switch_count() * lids_, kNotWalked) {
    for (std::size_t lid = 1; lid < lids_; ++lid) {
      if (fabric.owner(static_cast<Lid>(lid)).kind == PeerKind::kNothing) continue;
      for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) walk(s, static_cast<Lid>(lid));
    }
  }

  std::uint8_t hops(SwitchIndex s, Lid lid) const { return hops_[s * lids_ + lid]; }

 private:
  struct Step {
    SwitchIndex next = kNone;   // kNone: the path ends at this switch,
    std::uint8_t hops = kLost;  // at this number of links from its destination
  };

  // Follows the tables to a switch with a known length, then returns: visits each switch once for
  // each LID.
  void walk(SwitchIndex s, Lid lid) {
    path_.clear();
    while (hops_[s * lids_ + lid] == kNotWalked) {
      const Step step = step_from(s, lid);
      hops_[s * lids_ + lid] = step.hops;  // kLost until known: a walk that meets it loops
      if (step.next == kNone) break;
      path_.push_back(s);
      s = step.next;
    }
    std::uint8_t hops = hops_[s * lids_ + lid];
    while (!path_.empty()) {
      hops = hops < kLongestPath ? static_cast<std::uint8_t>(hops + 1) : kLost;
      hops_[path_.back() * lids_ + lid] = hops;
      path_.pop_back();
    }
  }

  Step step_from(SwitchIndex s, Lid lid) const {
    const PortNum out = tables_.row(s)[lid];
    const LidOwner owner = fabric_.owner(lid);
    if (out > fabric_.switches()[s].port_count) return {};
    if (owner.kind == PeerKind::kSwitch && owner.index == s)
      return {kNone, out == 0 ? std::uint8_t{0} : kLost};
    const Port& port = fabric_.ports(s)[out];
    if (port.kind == PeerKind::kSwitch) return {port.peer, kLost};
    const bool arrives = port.kind == PeerKind::kEndPort && owner.kind == PeerKind::kEndPort &&
                         owner.index == port.peer;
    return {kNone, arrives ? std::uint8_t{1} : kLost};
  }

  const Fabric& fabric_;
  ConstTables tables_;
  std::size_t lids_;
  std::vector<std::uint8_t> hops_;
  std::vector<SwitchIndex> path_;
};

Distances all_distances(const Fabric& fabric) {
  return distances_to(SwitchGraph(fabric), all_switches(fabric), Workers(1));
}

// «Channel Adapter portguid 0x...: 'name'»
std::string describe_owner(const Fabric& fabric, LidOwner owner) {
  if (owner.kind == PeerKind::kSwitch) {
    return fmt::format("Switch portguid 0x{:016x}: '{}'", fabric.switches()[owner.index].node_guid,
                       safe_name(fabric.switch_name(owner.index)));
  }
  const EndPort& port = fabric.end_ports()[owner.index];
  return fmt::format("{} portguid 0x{:016x}: '{}'",
                     port.type == NodeType::kCa ? "Channel Adapter" : "Router", port.port_guid,
                     safe_name(fabric.end_port_name(owner.index)));
}

// By LID; empty: the LID has no owner.
std::vector<std::string> describe_owners(const Fabric& fabric) {
  std::vector<std::string> owners(fabric.max_lid() + std::size_t{1});
  for (std::size_t lid = 1; lid < owners.size(); ++lid) {
    const LidOwner owner = fabric.owner(static_cast<Lid>(lid));
    if (owner.kind != PeerKind::kNothing) owners[lid] = describe_owner(fabric, owner);
  }
  return owners;
}

template <typename... Arguments>
void print(NewFile& file, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  append(file.buffer(), format, std::forward<Arguments>(arguments)...);
}

}  // namespace

void write_lfts_dump(const Fabric& fabric, ConstTables tables, const std::string& path,
                     Existing existing) {
  NewFile file(path, existing);
  const std::vector<std::string> owners = describe_owners(fabric);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const Switch& sw = fabric.switches()[s];
    print(file, "Unicast lids [0-{}] of switch Lid {} guid 0x{:016x} ('{}'):\n", fabric.max_lid(),
          sw.lid, sw.node_guid, safe_name(fabric.switch_name(s)));
    for (std::size_t lid = 1; lid < owners.size(); ++lid) {
      const PortNum port = tables.row(s)[lid];
      if (port == kNoPath || owners[lid].empty()) continue;
      print(file, "0x{:04x} {:03} # {}\n", lid, port, owners[lid]);
      file.flush_if_full();
    }
    print(file, "{} lids dumped\n", fabric.max_lid());
  }
  file.commit();
}

void write_fdbs(const Fabric& fabric, ConstTables tables, const std::string& path,
                Existing existing) {
  NewFile file(path, existing);
  const PathLengths lengths(fabric, tables);
  const Distances distances = all_distances(fabric);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    print(file, "dump_ucast_routes: Switch 0x{:016x}\nLID    : Port : Hops : Optimal\n",
          fabric.switches()[s].node_guid);
    for (unsigned l = 1; l <= fabric.max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      const LidOwner owner = fabric.owner(lid);
      const PortNum port = tables.row(s)[lid];
      if (owner.kind == PeerKind::kNothing || port == kNoPath) {
        print(file, "0x{:04X} : UNREACHABLE\n", lid);
        continue;
      }
      const unsigned least = distances.from(s)[fabric.destination_switch(lid)] +
                             (owner.kind == PeerKind::kEndPort ? 1u : 0u);
      const unsigned hops = lengths.hops(s, lid);
      print(file, "0x{:04X} : {:03}  : {:02}   : {}\n", lid, port, hops,
            hops == least ? "yes" : "no");
      file.flush_if_full();
    }
  }
  file.commit();
}

}  // namespace weft
