// The files that OpenSM's routing options name: a line a node or port, which begins with a GUID.
//
// The grammar is that of OpenSM's parse_node_map: empty lines and what follows a # mean nothing;
// numbers are written as in C, hexadecimal behind 0x (which a GUID needs therefore), octal behind
// 0, decimal otherwise. A GUID may also be written as ibnetdiscover names nodes:
// S-0002c90300001234. OpenSM stops at the first line that does not begin with a number; here such
// a line is left out, as any other that is wrong, and the rest counts. Lines may have any length.
//
// Each parser adds a sentence to `warnings` for each line that is left out, naming source and line,
// up to kWarningsShown of them and one about the rest. Whether the fabric has such a GUID or port
// is not looked at. Throws std::bad_alloc alone.
#ifndef WEFT_OPTIONS_NODE_MAP_H_
#define WEFT_OPTIONS_NODE_MAP_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/drain.h"
#include "common/routing/options.h"

namespace weft {

// Lines «GUID», or the name of a port group of pgrp_policy_file, in the order of the file. A name
// may have blanks, and ends before the numbers that follow.
//
// cn_guid_file and io_guid_file: what follows means nothing.
std::vector<NamedNode> parse_nodes(std::string_view text, std::string_view source,
                                   std::vector<std::string>& warnings);
// root_guid_file: a rank may follow, 0 to 63. Other words mean nothing.
std::vector<NamedNode> parse_roots(std::string_view text, std::string_view source,
                                   std::vector<std::string>& warnings);
// guid_routing_order_file: one that comes again is left out.
std::vector<NamedNode> parse_routing_order(std::string_view text, std::string_view source,
                                           std::vector<std::string>& warnings);

// ids_guid_file: lines «GUID id», in the order of the GUIDs. Of several lines for a GUID the last
// counts.
std::vector<SwitchId> parse_switch_ids(std::string_view text, std::string_view source,
                                       std::vector<std::string>& warnings);

// hop_weights_file: lines «GUID port weight», weight 1..255; and port_prof_ignore_file: lines «GUID
// port». In the order of GUIDs and ports; of several lines for a port the last counts.
std::vector<PortNote> parse_hop_weights(std::string_view text, std::string_view source,
                                        std::vector<std::string>& warnings);
std::vector<PortNote> parse_ignored_ports(std::string_view text, std::string_view source,
                                          std::vector<std::string>& warnings);

// port_search_ordering_file: lines «GUID port port ...», or a port group in place of the GUID, no
// port twice. One that comes again is left out.
std::vector<SearchOrder> parse_search_order(std::string_view text, std::string_view source,
                                            std::vector<std::string>& warnings);

// weft_drain_file: lines «GUID port port ...», or the description of a node between quotation marks
// in place of a GUID; without a port all of the node. Or «group NAME», a port group of
// pgrp_policy_file. In the order of the file.
std::vector<DrainedPart> parse_drained_parts(std::string_view text, std::string_view source,
                                             std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_OPTIONS_NODE_MAP_H_
