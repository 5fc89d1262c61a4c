// A subnet as OpenSM holds it in memory after a discovery, made from a Fabric.
#ifndef WEFT_TESTS_SUPPORT_OPENSM_SUBNET_H_
#define WEFT_TESTS_SUPPORT_OPENSM_SUBNET_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "common/fabric/fabric.h"
#include "plugins/opensm/opensm.h"
#include "tests/support/fabric_text.h"

namespace weft::test {

// Everything in it may be changed, as the subnet does without notice. take_snapshot gets the same
// Fabric back as long as nothing was, but for what PortInfo cannot say: links of 15 data VLs and
// less have the nearest number that there is.
class OpensmSubnet {
 public:
  explicit OpensmSubnet(const Fabric& fabric);
  OpensmSubnet(const OpensmSubnet&) = delete;
  OpensmSubnet& operator=(const OpensmSubnet&) = delete;

  osm_opensm_t& opensm() { return *opensm_; }
  osm_subn_t& subnet() { return opensm_->subn; }

  // By SwitchIndex and EndPortIndex of the fabric that it was made from.
  osm_switch_t& sw(SwitchIndex s) { return switches_[s]; }
  osm_node_t& switch_node(SwitchIndex s) { return *switches_[s].p_node; }
  osm_physp_t& switch_port(SwitchIndex s, PortNum port) { return switch_node(s).physp_table[port]; }
  osm_port_t& end_port(EndPortIndex e) { return end_ports_[e]; }
  osm_port_t& port0(SwitchIndex s) { return ports0_[s]; }
  // Pulls the plug at this end: both ends lose their neighbour.
  static void unplug(osm_physp_t& port);

  // The size of OpenSM's table of ports by LID, as its LID manager has filled it.
  void set_max_lid(Lid lid);

  // As OpenSM does before it calls the first engine of its list: rows for all LIDs, filled with
  // kNoPath.
  void prepare_tables();
  // As OpenSM does with the tables of an engine that has routed.
  void send_tables();
  PortNum new_entry(SwitchIndex s, Lid lid) { return switches_[s].new_lft[lid]; }

  // Room for so many multicast groups in every switch that can do multicast.
  void prepare_multicast(unsigned groups);

  // What the log has been told, line by line without the times.
  std::string log() const;

 private:
  osm_node_t& add_node(std::uint8_t type, Guid guid, Guid system_guid, PortNum ports,
                       std::string_view name);
  void add_switches(const Fabric& fabric);
  void add_end_ports(const Fabric& fabric);
  void add_links(const Fabric& fabric);

  struct Free {
    void operator()(osm_opensm_t* opensm) const;
  };
  TemporaryDirectory folder_;
  std::unique_ptr<osm_opensm_t, Free> opensm_;
  std::vector<std::unique_ptr<std::byte[]>> nodes_;  // each with room for its ports
  std::vector<std::unique_ptr<std::string>> names_;  // print_desc
  std::vector<osm_switch_t> switches_;
  std::vector<osm_port_t> ports0_;
  std::vector<osm_port_t> end_ports_;
  std::vector<std::vector<PortNum>> live_rows_;
  std::vector<std::vector<PortNum>> new_rows_;
  std::vector<std::vector<std::uint16_t>> multicast_masks_;
};

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_OPENSM_SUBNET_H_
