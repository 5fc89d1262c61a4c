// Parses the file of the option torus_config, in the format of stock OpenSM's torus-2QoS:
// torus-2QoS.conf(5).
//
// A line is a keyword and its values, separated by blanks. Text after the values is ignored, and so
// are lines that begin with #. Numbers are written as in C: hexadecimal with 0x, octal with 0.
//
//     torus X Y Z   mesh X Y Z                the radices, each with t or m behind it where it is
//                                             not what the keyword says; once
//     xp_link GUID GUID, xm_link, yp_link...  from a seed's switch, one coordinate up (p), down (m)
//     x_dateline N, y_dateline, z_dateline    steps from the seed's switch to coordinate 0
//     next_seed                               what follows is about another seed
//     port_order PORT...
//     portgroup_max_ports N, max_changes N    no effect
//
// Files that stock refuses without looking at the fabric are refused. So are values that stock
// silently misinterprets: a number followed by letters, a radix of 0, ports above 254, links in a
// dimension of radix 1, two links of a seed in one direction or to one switch, links over the edge
// of a mesh. As in stock, the last dateline of a seed counts, and the last of other repeated lines.
#ifndef WEFT_OPTIONS_TORUS_CONF_FILE_H_
#define WEFT_OPTIONS_TORUS_CONF_FILE_H_

#include <string_view>

#include "common/routing/torus_conf.h"

namespace weft {

// Cost: linear in the text. Throws BadInput with source, line and reason of the first error, and
// std::bad_alloc.
TorusConf parse_torus_conf(std::string_view text, std::string_view source);

}  // namespace weft

#endif  // WEFT_OPTIONS_TORUS_CONF_FILE_H_
