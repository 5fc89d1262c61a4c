// The cables of a fabric, for purchase, installation and labels.
#ifndef WEFT_DESIGN_CABLE_LIST_H_
#define WEFT_DESIGN_CABLE_LIST_H_

#include <span>
#include <string>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// Unique names of nodes: descriptions without control characters. The GUID is appended if several
// nodes have the description, or if it ends like an appended GUID: «leaf 1 (0x2c5eab0300b87b40)».
// An empty description becomes «unnamed».
struct NodeNames {
  std::vector<std::string> switches;   // by SwitchIndex
  std::vector<std::string> end_ports;  // by EndPortIndex; the ports of a node have one name
};
NodeNames name_nodes(const Fabric& fabric);

struct ListedEnd {
  std::string name;
  PortNum port = 0;

  friend bool operator==(const ListedEnd&, const ListedEnd&) = default;
};

struct ListedCable {
  ListedEnd a;
  ListedEnd b;
  LinkAttributes link = {};
};

// Each cable once: by switch the cables to later switches and to hosts, in port order.
std::vector<ListedCable> list_cables(const Fabric& fabric);

// RFC 4180, with the header a,a_port,b,b_port,width,speed: «leaf 0,5,spine 1,1,4x,NDR». Unknown
// values are empty.
std::string cables_csv(std::span<const ListedCable> cables);

// One line for each end of a cable, with the header name,port,other,other_port,cable: the cable's
// number is its line number in cables_csv, from 1 without the header.
std::string labels_csv(std::span<const ListedCable> cables);

}  // namespace weft

#endif  // WEFT_DESIGN_CABLE_LIST_H_
