// The plan of a fabric as a list of nodes and cables, as its file has them. planned_fabric.h makes
// a fabric from the list.
#ifndef WEFT_PLAN_CABLE_LIST_H_
#define WEFT_PLAN_CABLE_LIST_H_

#include <cstddef>
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

// A switch or a CA. Nodes differ in name and device, or in GUID.
struct PlannedNode {
  std::string name;  // of the node's system; empty: only the GUID is known
  std::string device;  // «mlx5_0», «L1», «leaf1/U1»: a part of the system; empty: the system is one
                       // node
  Guid guid = 0;  // of the node or of its port; 0: only the name is known
  PlannedType type = PlannedType::kUnknown;
  unsigned line = 0;  // where the file names it first

  friend bool operator==(const PlannedNode&, const PlannedNode&) = default;
};

struct PlannedCable {
  std::uint32_t a = 0;  // index into the list of nodes
  std::uint32_t b = 0;
  PortNum a_port = 0;  // 0: not given
  PortNum b_port = 0;
  std::uint8_t width = 0;                 // 0: not given
  LinkSpeed speed = LinkSpeed::kUnknown;  // of one lane
  unsigned line = 0;

  friend bool operator==(const PlannedCable&, const PlannedCable&) = default;
};

struct CableList {
  std::vector<PlannedNode> nodes;
  std::vector<PlannedCable> cables;  // each once, in the order of the file
};

// The rates of a file that are not known, and so not compared with those of links.
class UnknownRates {
 public:
  void add(const std::string& source, unsigned line, std::string_view rate);
  // Adds a sentence, if there is any.
  void warn(std::vector<std::string>& warnings) const;

 private:
  std::size_t count_ = 0;
  std::string first_;
};

// True if the line is a connection of a .topo file: «P1 -4x-10G-> MTS3600 S-1 P7».
bool is_topo_connection(std::string_view line);

// Parses a .topo file of ibutils or of the vendor's tools: sections «TYPE NAME [CFG: board=variant,
// ...]» with lines «PORT [-WIDTHx][-SPEEDG]-> TYPE NAME PORT». A system whose type is in `types`
// becomes its chips, with their cables. Any other system becomes the parts that its port names
// have: mlx5_0 for «mlx5_0/P1», the whole system for «P1».
//
// Unknown rates add a sentence to `warnings`. Throws BadInput with line and reason. Cost: O(text +
// nodes of the systems).
CableList parse_topo(std::string_view text, const std::string& source, const SystemTypes& types,
                     std::vector<std::string>& warnings);

// Parses cables as comma separated values; «;» and tabs separate too:
//
//   a,a_port,b,b_port[,width,speed]
//   leaf[01-36],19,spine01,[1-36],4x,HDR
//
// The first line may have the titles of the columns, in any order. Instead of a and b they may be
// source and destination or from and to, also with _port. Other columns are ignored. A range in
// brackets, «[01-36]» or «[1,3,5-9]», stands for several lines; all ranges of a line advance
// together. A node is a name, a GUID with 0x, or both: «leaf 1 (0x2c5eab0300b87b40)». This includes
// the lines «GUID,port,GUID,port,Any,Active» of the vendor's topo_config_file. Cells in quotation
// marks are taken as they are. A port is a number, «P7», «mlx5_0/P1», «1/2» (the second port of the
// first cage), a device, «HCA-2», or empty. Width: «4x»; speed: «HDR», or with the Gb/s of all
// lanes «HDR200»; both in one cell: «4xHDR». Other cells of a column with such a title, and cells
// with other numbers, are not rates that can be compared, and add a sentence to `warnings`.
//
// Throws BadInput with line and reason; also for more than 400,000 cables. Cost: O(text +
// cables).
CableList parse_cable_csv(std::string_view text, const std::string& source,
                          std::vector<std::string>& warnings);

// Builds a list. A repeated node counts once, and so does a cable given from both ends.
class CableListBuilder {
 public:
  explicit CableListBuilder(std::string source);
  ~CableListBuilder();
  CableListBuilder(const CableListBuilder&) = delete;
  CableListBuilder& operator=(const CableListBuilder&) = delete;

  // name: the name of a node, a GUID with 0x, or both, as in «leaf 1 (0x2c5eab0300b87b40)»; in a
  // .topo file blanks are «_».
  std::uint32_t add_node(std::string_view name, std::string_view device, PlannedType type,
                         unsigned line);
  // Throws BadInput, with both lines, if one of the ports already has a different cable.
  void add_cable(const PlannedCable& cable);
  CableList take();

 private:
  struct Index;
  std::string source_;
  CableList list_;
  std::unique_ptr<Index> index_;
};

// A port as printed on a panel: «P7», «7», «mlx5_0/P1», «L1/P3», «1/2».
struct PanelPort {
  std::string device;  // empty: none
  PortNum port = 0;    // 0: none, or not a port number
};
PanelPort parse_panel_port(std::string_view text);

}  // namespace weft

#endif  // WEFT_PLAN_CABLE_LIST_H_
