#include "common/fabric/fabric.h"

#include <fmt/format.h>

#include "common/base/text.h"

namespace weft {
namespace {

std::string describe(std::string_view name, Guid guid) {
  if (name.empty()) return fmt::format("0x{:016x}", guid);
  return fmt::format("{} (0x{:016x})", on_one_line(name), guid);
}

}  // namespace

std::string Fabric::describe_switch(SwitchIndex s) const {
  return describe(switch_name(s), switches_[s].node_guid);
}

std::string Fabric::describe_end_port(EndPortIndex e) const {
  return describe(end_port_name(e), end_ports_[e].port_guid);
}

std::string Fabric::describe_lid(Lid lid) const {
  const LidOwner o = owner(lid);
  switch (o.kind) {
    case PeerKind::kSwitch:
      return fmt::format("LID {} of {}", lid, describe_switch(o.index));
    case PeerKind::kEndPort:
      return fmt::format("LID {} of {}", lid, describe_end_port(o.index));
    case PeerKind::kNothing:
      break;
  }
  return fmt::format("LID {} (of no port)", lid);
}

}  // namespace weft
