#include "common/patterns/link_times.h"

#include <algorithm>
#include <cstddef>

#include "common/fabric/link_rate.h"

namespace weft {

LinkTimes::LinkTimes(const FabricIndex& index) : class_of_(index.links().count()) {
  const Fabric& fabric = index.fabric();
  const double usual = usual_rates(fabric).of_end_ports;
  const auto time_of = [&](const Port& port) {
    return usual == 0 ? 1 : usual / data_rate(port.link);
  };
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const std::uint32_t link = index.links().at(s, static_cast<PortNum>(p));
      if (link == kNone) continue;
      const double time = time_of(ports[p]);
      const auto at = std::ranges::find(classes_, time);
      class_of_[link] = static_cast<std::uint8_t>(at - classes_.begin());
      if (at == classes_.end()) classes_.push_back(time);
    }
  }
  of_end_port_.reserve(fabric.end_port_count());
  for (const EndPort& end : fabric.end_ports()) {
    of_end_port_.push_back(time_of(fabric.ports(end.sw)[end.switch_port]));
    end_ports_differ_ = end_ports_differ_ || of_end_port_.back() != 1;
  }
}

}  // namespace weft
