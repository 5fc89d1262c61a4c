#include "common/plan/plan_names.h"

#include <fmt/format.h>

#include "common/base/text.h"
#include "common/export/exported_hosts.h"

namespace weft {

std::string PlanNames::text(PlanNode node) const {
  const PlanEnd end = this->end(node, 0);
  if (end.guid == 0) return end.name;
  return end.name.empty() ? fmt::format("0x{:016x}", end.guid)
                          : fmt::format("{} (0x{:016x})", end.name, end.guid);
}

std::string PlanNames::text(PlanNode node, PortNum port) const {
  const bool has_port =
      port != 0 &&
      (is_switch(node) || plan_.end_ports()[node - plan_.switch_count()].node_ports > 1);
  return has_port ? fmt::format("{} port {}", text(node), port) : text(node);
}

PlanEnd PlanNames::end(PlanNode node, PortNum port) const {
  return is_switch(node) ? switch_end(node, port) : host_end(node - plan_.switch_count());
}

PlanEnd PlanNames::switch_end(SwitchIndex s, PortNum port) const {
  const SwitchIndex there = match_.switch_there[s];
  const std::string_view name = plan_.switch_name(s);
  std::string planned = is_default_description(name) ? std::string() : on_one_line(trim(name));
  if (there == kNone) {
    return {planned.empty() ? no_name(plan_.switches()[s].node_guid) : planned, 0, port};
  }
  if (planned.empty()) planned = on_one_line(there_.switch_name(there));
  return {planned, there_.switches()[there].node_guid, port};
}

std::string PlanNames::planned(SwitchIndex s) const {
  const std::string_view name = trim(plan_.switch_name(s));
  const bool tells = !name.empty() && !is_default_description(name);
  return tells ? on_one_line(name) : no_name(plan_.switches()[s].node_guid);
}

PlanEnd PlanNames::host_end(EndPortIndex e) const {
  const EndPortIndex there = match_.port_there[e];
  if (there == kNone) {
    const EndPort& planned = plan_.end_ports()[e];
    const std::string name = on_one_line(plan_.end_port_name(e));
    return {name.empty() ? no_name(planned.node_guid) : name, 0, planned.port_num};
  }
  return {on_one_line(there_.end_port_name(there)), there_.end_ports()[there].port_guid,
          there_.end_ports()[there].port_num};
}

std::string PlanNames::no_name(Guid guid) const {
  return is_made_up(guid) || !given_.has_guids ? "a node without a name"
                                               : fmt::format("0x{:016x}", guid);
}

}  // namespace weft
