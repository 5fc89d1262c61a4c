// SwitchGraph: the switches of a fabric and the links between them, as a CSR graph of link bundles.
#ifndef WEFT_GRAPH_SWITCH_GRAPH_H_
#define WEFT_GRAPH_SWITCH_GRAPH_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

// All links from one switch to one neighbour. Its ports are in ascending order.
struct LinkBundle {
  SwitchIndex peer;
  std::uint32_t first_port;  // in SwitchGraph::ports()
  PortNum port_count;
};

// Links of a switch to itself are left out. Cost: O(ports). Memory: 12 bytes a bundle, 1 a port.
class SwitchGraph {
 public:
  explicit SwitchGraph(const Fabric& fabric);
  // Without links between two switches of the same rank, except rank 0, and 0xFFFF, which is no
  // rank. ranks: by switch.
  SwitchGraph(const Fabric& fabric, std::span<const std::uint16_t> ranks);

  std::uint32_t switch_count() const { return static_cast<std::uint32_t>(first_.size() - 1); }

  // Bundles of a switch, ordered by their smallest port.
  std::span<const LinkBundle> bundles(SwitchIndex s) const {
    return {bundles_.data() + first_[s], first_[s + 1] - first_[s]};
  }
  // The position of a switch's first bundle among all bundles.
  std::uint32_t first_bundle(SwitchIndex s) const { return first_[s]; }
  std::uint32_t bundle_count() const { return static_cast<std::uint32_t>(bundles_.size()); }

  std::span<const PortNum> ports(const LinkBundle& bundle) const {
    return {ports_.data() + bundle.first_port, bundle.port_count};
  }

 private:
  template <typename IsLink>
  void collect(const Fabric& fabric, IsLink is_link);

  std::vector<std::uint32_t> first_;  // of a switch in bundles_; size S + 1
  std::vector<LinkBundle> bundles_;
  std::vector<PortNum> ports_;
};

}  // namespace weft

#endif  // WEFT_GRAPH_SWITCH_GRAPH_H_
