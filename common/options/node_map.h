// Parses the files of OpenSM's routing options: one line per node or port, which begins with a
// GUID.
//
// The grammar is that of OpenSM's parse_node_map. Empty lines and comments after # are ignored.
// Numbers are written as in C: hexadecimal with 0x (so a GUID needs 0x), octal with 0, otherwise
// decimal. A GUID may also have ibnetdiscover's format: S-0002c90300001234. OpenSM stops at the
// first line that does not begin with a number; these parsers leave out lines with errors and read
// the rest. Lines may have any length.
//
// Each parser adds a sentence with source and line to `warnings` for each line left out, up to
// kWarningsShown, and one for the rest. It does not check whether the fabric has the GUID or port.
// Throws only std::bad_alloc.
#ifndef WEFT_OPTIONS_NODE_MAP_H_
#define WEFT_OPTIONS_NODE_MAP_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/drain.h"
#include "common/routing/options.h"

namespace weft {

// Lines «GUID», or the name of a port group, in the order of the file. A name may have blanks, and
// may stand between quotation marks: it has to if it has only hexadecimal digits, or if it ends in
// a number that would be a rank or a port.
//
// cn_guid_file and io_guid_file: the rest of a line after a GUID is ignored.
std::vector<NamedNode> parse_nodes(std::string_view text, std::string_view source,
                                   std::vector<std::string>& warnings);
// root_guid_file: a rank of 0 to 63 may follow. Other words are ignored.
std::vector<NamedNode> parse_roots(std::string_view text, std::string_view source,
                                   std::vector<std::string>& warnings);
// guid_routing_order_file: a repeated node is left out.
std::vector<NamedNode> parse_routing_order(std::string_view text, std::string_view source,
                                           std::vector<std::string>& warnings);

// ids_guid_file: lines «GUID id», ordered by GUID. The last line of a GUID counts.
std::vector<SwitchId> parse_switch_ids(std::string_view text, std::string_view source,
                                       std::vector<std::string>& warnings);

// hop_weights_file: lines «GUID port weight», weight 1..255; port_prof_ignore_file: lines «GUID
// port». Ordered by GUID and port; the last line of a port counts.
std::vector<PortNote> parse_hop_weights(std::string_view text, std::string_view source,
                                        std::vector<std::string>& warnings);
std::vector<PortNote> parse_ignored_ports(std::string_view text, std::string_view source,
                                          std::vector<std::string>& warnings);

// port_search_ordering_file: lines «GUID port port ...», or a port group instead of the GUID; ports
// must be distinct. A repeated node is left out.
std::vector<SearchOrder> parse_search_order(std::string_view text, std::string_view source,
                                            std::vector<std::string>& warnings);

// weft_drain_file: lines «GUID port port ...»; instead of the GUID, a node description in quotation
// marks; without ports the whole node. Or «group NAME», a port group of pgrp_policy_file. In the
// order of the file.
std::vector<DrainedPart> parse_drained_parts(std::string_view text, std::string_view source,
                                             std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_OPTIONS_NODE_MAP_H_
