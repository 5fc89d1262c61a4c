#include "common/dumps/lane_writers.h"

#include <fmt/format.h>

#include <vector>

#include "common/base/append.h"
#include "common/base/file.h"

namespace weft {
namespace {

std::string packed(const Sl2Vl::Map& map) {
  std::string vls;
  for (unsigned sl = 0; sl < kSls; sl += 2) vls += fmt::format(" 0x{:x}{:x}", map[sl], map[sl + 1]);
  return vls;
}

}  // namespace

void write_path_sls(const Fabric& fabric, const LanePlan& plan, const std::string& path) {
  NewFile file(path);
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& source = fabric.end_ports()[e];
    // A port's lines have its own GUID, because the ports of a node may be on several switches.
    // ibdmchk has no lines for routers and reads these lines as lines of CAs.
    append(file.buffer(), "Channel Adapter 0x{:016x}, base LID {}\n", source.port_guid, source.lid);
    for (std::size_t l = 1; l <= fabric.max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      const LidOwner owner = fabric.owner(lid);
      if (owner.kind != PeerKind::kEndPort || owner.index == e) continue;
      append(file.buffer(), "0x{:04X} : {}\n", lid, path_sl(plan, {source.sw, e}, lid, 0));
      file.flush_if_full();
    }
  }
  file.commit();
}

void write_sl2vl(const Fabric& fabric, const Sl2Vl& sl2vl, const std::string& path) {
  NewFile file(path);
  std::vector<std::string> vls;  // by number of the map
  vls.reserve(sl2vl.maps().size());
  for (const Sl2Vl::Map& map : sl2vl.maps()) vls.push_back(packed(map));
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t in = 1; in < ports.size(); ++in) {
      if (ports[in].kind == PeerKind::kNothing) continue;
      for (std::size_t out = 1; out < ports.size(); ++out) {
        if (ports[out].kind == PeerKind::kNothing) continue;
        const auto number = sl2vl.number(s, static_cast<PortNum>(in), static_cast<PortNum>(out));
        append(file.buffer(), "0x{:016x} {} {}{}\n", fabric.switches()[s].node_guid, in, out,
               vls[number]);
        file.flush_if_full();
      }
    }
  }
  file.commit();
}

}  // namespace weft
