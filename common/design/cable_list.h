// The cables of a fabric, as they are bought, pulled and labelled.
#ifndef WEFT_DESIGN_CABLE_LIST_H_
#define WEFT_DESIGN_CABLE_LIST_H_

#include <span>
#include <string>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// Names by which each node can be told: descriptions without control characters; those that several
// nodes have, or that end like this one, with the GUID behind: «leaf 1 (0x2c5eab0300b87b40)».
// Without a description it is «unnamed».
struct NodeNames {
  std::vector<std::string> switches;   // by SwitchIndex
  std::vector<std::string> end_ports;  // by EndPortIndex; ports of one node have one name
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

// Each once: of switch after switch those that lead from it to later switches and to hosts, by
// port.
std::vector<ListedCable> list_cables(const Fabric& fabric);

// RFC 4180, with the header a,a_port,b,b_port,width,speed: «leaf 0,5,spine 1,1,4x,NDR». What is not
// known of a link is empty.
std::string cables_csv(std::span<const ListedCable> cables);

// A line for each end of a cable, with the header name,port,other,other_port,cable: the number of
// the cable is that of its line in cables_csv, from 1 without the header.
std::string labels_csv(std::span<const ListedCable> cables);

}  // namespace weft

#endif  // WEFT_DESIGN_CABLE_LIST_H_
