#include "common/fabric/generators/drawing.h"

#include <fmt/format.h>

#include <string>

#include "common/base/error.h"

namespace weft {
namespace {

std::string words(std::uint64_t count) {
  return count >= kTooMany ? "far too many" : fmt::format("{}", count);
}

void check_size(std::string_view topology, const FabricSize& size) {
  for (const std::uint64_t ports : {size.switch_ports, size.ca_ports}) {
    if (ports >= 1 && ports <= kMaxPorts) continue;
    throw BadInput(fmt::format("{} like this needs {} with {} ports; 1 to {} are possible",
                               topology, ports == size.switch_ports ? "switches" : "CAs",
                               words(ports), kMaxPorts));
  }
  const std::uint64_t end_ports = times(size.cas, size.ca_ports);
  if (size.switches + end_ports > kMaxUnicastLid) {
    throw BadInput(
        fmt::format("{} like this has {} switches and {} CA ports; a subnet has {} LIDs for both",
                    topology, words(size.switches), words(end_ports), kMaxUnicastLid));
  }
}

}  // namespace

std::uint64_t product(std::span<const unsigned> factors) {
  std::uint64_t result = 1;
  for (const unsigned factor : factors) result = times(result, factor);
  return result;
}

Rails::Rails(unsigned rails, std::uint64_t leaves, std::uint64_t cas) : rails_(rails), cas_(cas) {
  if (rails == 0 || leaves % rails != 0) {
    throw BadInput(fmt::format(
        "the {} leaf switches cannot be shared out to groups of {}, one for each CA of a host",
        leaves, rails));
  }
}

std::string Rails::name(std::uint64_t ca) const {
  return rails_ == 1 ? std::string()
                     : fmt::format("node-{:04} HCA-{}", ca / rails_ + 1, ca % rails_ + 1);
}

FabricDrawing::FabricDrawing(std::string_view topology, const FabricSize& size, LinkAttributes link)
    : builder_(std::string(topology)), link_(link) {
  check_size(topology, size);
}

NodeId FabricDrawing::add_switch(std::string_view name, std::uint64_t ports) {
  const Guid guid = switch_guid(switches_++);
  return builder_.add_node({.type = NodeType::kSwitch,
                            .node_guid = guid,
                            .system_guid = guid,
                            .port_count = static_cast<PortNum>(ports),
                            .name = name});
}

NodeId FabricDrawing::add_ca(std::uint64_t ports, std::string_view name) {
  const Guid guid = ca_guid(cas_++);
  const std::string numbered = fmt::format("node-{:04}", cas_);
  return builder_.add_node({.type = NodeType::kCa,
                            .node_guid = guid,
                            .system_guid = guid,
                            .port_count = static_cast<PortNum>(ports),
                            .name = name.empty() ? numbered : name});
}

void FabricDrawing::attach_cas(NodeId sw, std::uint64_t first_port, unsigned count) {
  for (unsigned i = 0; i < count; ++i) link(sw, first_port + i, add_ca(1), 1, 1);
}

void FabricDrawing::link(NodeId a, std::uint64_t port_a, NodeId b, std::uint64_t port_b,
                         unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    builder_.add_link(a, static_cast<PortNum>(port_a + i), b, static_cast<PortNum>(port_b + i),
                      link_);
  }
}

}  // namespace weft
