#include "common/fabric/generators/irregular.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>
#include <vector>

#include "common/base/random.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/drawing.h"

namespace weft {
namespace {

// Streams of random numbers that have nothing to do with each other.
constexpr std::uint64_t kMissingStream = 0x4D49'5353'494E'4700;
constexpr std::uint64_t kExtraStream = 0x4558'5452'4100'0000;
constexpr std::uint64_t kGuidStream = 0x4755'4944'0000'0000;

std::vector<SwitchIndex> switches_without_cas(const Fabric& fabric) {
  std::vector<bool> has_cas(fabric.switch_count(), false);
  for (const EndPort& port : fabric.end_ports()) has_cas[port.sw] = true;
  std::vector<SwitchIndex> result;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (!has_cas[s]) result.push_back(s);
  }
  return result;
}

// GUIDs of the generators' range for CAs that the fabric does not use yet.
class FreshGuids {
 public:
  explicit FreshGuids(const Fabric& fabric) {
    for (const Switch& sw : fabric.switches()) used_.insert(sw.node_guid);
    for (const EndPort& port : fabric.end_ports()) used_.insert({port.node_guid, port.port_guid});
  }
  Guid next() {
    while (used_.contains(ca_guid(next_)) || used_.contains(ca_guid(next_) + 1)) ++next_;
    return ca_guid(next_++);
  }

 private:
  std::unordered_set<Guid> used_;
  std::uint32_t next_ = 0;
};

}  // namespace

std::uint32_t Amount::of(std::uint32_t total) const {
  // A share like 2 % has no exact binary form; the small allowance keeps 2 % of 50 at 1.
  const double exact = percent ? std::ceil(total * number / 100 - 1e-6) : number;
  return static_cast<std::uint32_t>(std::clamp(exact, 0.0, 4294967295.0));
}

Fabric without_some_cas(const Fabric& fabric, Amount missing, std::uint64_t seed) {
  Blueprint blueprint(fabric);
  std::vector<NodeId> cas(blueprint.nodes.size() - blueprint.switches);
  std::iota(cas.begin(), cas.end(), blueprint.switches);
  const std::uint32_t count = missing.of(static_cast<std::uint32_t>(cas.size()));
  if (count == 0) return fabric;
  if (count >= cas.size()) {
    throw BadInput(fmt::format("{} of the {} CAs cannot be missing: at least one has to be there",
                               count, cas.size()));
  }
  Random(seed ^ kMissingStream).shuffle(cas);
  for (std::uint32_t i = 0; i < count; ++i) blueprint.nodes[cas[i]].removed = true;
  return blueprint.build();
}

Fabric with_extra_cas(const Fabric& fabric, std::uint32_t count, LinkAttributes link,
                      std::uint64_t seed) {
  if (count == 0) return fabric;
  std::vector<SwitchIndex> places = switches_without_cas(fabric);
  if (places.empty()) {
    throw BadInput("there is no switch without CAs where extra ones could be placed");
  }
  if (count + std::uint64_t{fabric.switch_count()} + fabric.end_port_count() > kMaxUnicastLid) {
    throw BadInput(fmt::format("{} extra CAs are more than the {} LIDs of a subnet allow", count,
                               kMaxUnicastLid));
  }
  Random(seed ^ kExtraStream).shuffle(places);

  Blueprint blueprint(fabric);
  std::vector<unsigned> last_port(fabric.switch_count(), 0);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (unsigned p = 1; p < fabric.ports(s).size(); ++p) {
      if (fabric.ports(s)[p].kind != PeerKind::kNothing) last_port[s] = p;
    }
  }
  FreshGuids guids(fabric);
  for (std::uint32_t i = 0; i < count; ++i) {
    const SwitchIndex s = places[i % places.size()];
    const unsigned port = ++last_port[s];
    if (port > kMaxPorts) {
      throw BadInput(fmt::format("{} has no port for another extra CA: it has {} already",
                                 fabric.describe_switch(s), kMaxPorts));
    }
    Blueprint::Node& sw = blueprint.nodes[s];
    sw.port_count = std::max(sw.port_count, static_cast<PortNum>(port));
    const auto ca = static_cast<NodeId>(blueprint.nodes.size());
    const Guid guid = guids.next();
    blueprint.nodes.push_back({.type = NodeType::kCa,
                               .node_guid = guid,
                               .system_guid = guid,
                               .port_count = 1,
                               .name = fmt::format("extra-{:04}", i + 1)});
    blueprint.links.push_back({s, static_cast<PortNum>(port), ca, 1, link});
  }
  return blueprint.build();
}

Fabric with_shuffled_guids(const Fabric& fabric, std::uint64_t seed) {
  Blueprint blueprint(fabric);
  std::vector<Guid> switch_guids(blueprint.switches);
  std::vector<Guid> ca_guids(blueprint.nodes.size() - blueprint.switches);
  for (std::uint32_t i = 0; i < switch_guids.size(); ++i) switch_guids[i] = switch_guid(i);
  for (std::uint32_t i = 0; i < ca_guids.size(); ++i) ca_guids[i] = ca_guid(i);
  Random random(seed ^ kGuidStream);
  random.shuffle(switch_guids);
  random.shuffle(ca_guids);
  for (NodeId n = 0; n < blueprint.nodes.size(); ++n) {
    const Guid guid = n < blueprint.switches ? switch_guids[n] : ca_guids[n - blueprint.switches];
    blueprint.nodes[n].node_guid = blueprint.nodes[n].system_guid = guid;
  }
  for (Blueprint::Address& address : blueprint.addresses) address.port_guid = 0;
  return blueprint.build();
}

}  // namespace weft
