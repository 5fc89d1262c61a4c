// Plans of fabrics: what is to be linked to what, as people have it written down before there is a
// fabric. Read here as it stands; planned_fabric.h makes a fabric of it.
#ifndef WEFT_PLAN_CABLE_LIST_H_
#define WEFT_PLAN_CABLE_LIST_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/plan/system_types.h"

namespace weft {

enum class PlannedType : std::uint8_t { kUnknown, kSwitch, kCa };

// A switch, or a CA. Nodes differ in name and device, or in their GUID.
struct PlannedNode {
  std::string name;    // of the system that it is a part of; empty: a GUID stands for it
  std::string device;  // «mlx5_0», «L1», «leaf1/U1»: the part; empty: the system is one node
  Guid guid = 0;       // of the node, or of its port; 0: there is a name alone
  PlannedType type = PlannedType::kUnknown;
  unsigned line = 0;  // where it is named first

  friend bool operator==(const PlannedNode&, const PlannedNode&) = default;
};

struct PlannedCable {
  std::uint32_t a = 0;  // in the list of nodes
  std::uint32_t b = 0;
  PortNum a_port = 0;  // 0: the plan does not say
  PortNum b_port = 0;
  std::uint8_t width = 0;                 // 0: the plan does not say
  LinkSpeed speed = LinkSpeed::kUnknown;  // of a lane
  unsigned line = 0;

  friend bool operator==(const PlannedCable&, const PlannedCable&) = default;
};

struct CableList {
  std::vector<PlannedNode> nodes;
  std::vector<PlannedCable> cables;  // each once, in the order of the file
};

// Does this line begin a connection of a .topo file: «P1 -4x-10G-> MTS3600 S-1 P7»?
bool is_topo_connection(std::string_view line);

// The .topo files of ibutils and of the vendor's tools: sections «TYPE NAME [CFG: board=variant,
// ...]», and in each lines «PORT [-WIDTHx][-SPEEDG]-> TYPE NAME PORT». A system of a type of
// `types` becomes the nodes that it is built of, with their cables; another one the parts that its
// ports name: of «mlx5_0/P1» the part mlx5_0, of «P1» all of it.
//
// Throws BadInput with line and reason. Cost: O(text + nodes of the systems).
CableList parse_topo(std::string_view text, const std::string& source, const SystemTypes& types);

// Cables as comma separated values, with «;» or tabs for commas too:
//
//   a,a_port,b,b_port[,width,speed]
//   leaf[01-36],19,spine01,[1-36],4x,HDR
//
// A first line of titles may name the columns, in any order: a and b also as source and
// destination, from and to, with _port behind them; more columns mean nothing. A range in brackets,
// «[01-36]» or «[1,3,5-9]», stands for so many lines: ranges of one line go on together. A node is
// a name, a GUID behind 0x, or both, «leaf 1 (0x2c5eab0300b87b40)»: so are the lines
// «GUID,port,GUID,port,Any,Active» of the vendor's topo_config_file. Cells in quotation marks are
// taken as they are. A port is a number, «P7», «mlx5_0/P1», «1/2» (the second port of the first
// cage), or nothing. Width: «4x»; speed: «HDR», or both in one, «4xHDR».
//
// Throws BadInput with line and reason; also for more than 400,000 cables. Cost: O(text +
// cables).
CableList parse_cable_csv(std::string_view text, const std::string& source);

// Collects a list: the same node, and the same cable from its other end, count once.
class CableListBuilder {
 public:
  explicit CableListBuilder(std::string source);
  ~CableListBuilder();
  CableListBuilder(const CableListBuilder&) = delete;
  CableListBuilder& operator=(const CableListBuilder&) = delete;

  // name: of a node, a GUID behind 0x, or both.
  std::uint32_t add_node(std::string_view name, std::string_view device, PlannedType type,
                         unsigned line);
  // Throws BadInput, with both lines, if one of the ports has another cable.
  void add_cable(const PlannedCable& cable);
  CableList take();

 private:
  struct Index;
  std::string source_;
  CableList list_;
  std::unique_ptr<Index> index_;
};

// A port as it is printed on a panel: «P7», «7», «mlx5_0/P1», «L1/P3», «1/2».
struct PanelPort {
  std::string device;  // empty: none
  PortNum port = 0;    // 0: none, or none that is a port's number
};
PanelPort parse_panel_port(std::string_view text);

}  // namespace weft

#endif  // WEFT_PLAN_CABLE_LIST_H_
