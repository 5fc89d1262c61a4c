// Options whose values are files.
#ifndef WEFT_ROUTING_OPTION_FILES_H_
#define WEFT_ROUTING_OPTION_FILES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/routing/options.h"

namespace weft {

// 16 MiB: lines for each port of 49,151 CAs and their switches take a quarter of that.
inline constexpr std::size_t kLargestOptionFile = std::size_t{1} << 24;

// Reads the file that an option of opensm.conf names (root_guid_file, ids_guid_file, cn_guid_file,
// io_guid_file, guid_routing_order_file, hop_weights_file, port_prof_ignore_file,
// port_search_ordering_file) into its field of `options`. An empty path or «(null)» means that
// there is none. True if the key is one of those. Lines that are wrong are left out, each with a
// sentence in `warnings`. Throws BadInput, with `options` as they were, if it is no regular file of
// up to kLargestOptionFile bytes that can be read; does not wait for pipes.
bool set_file_option(Options& options, std::string_view key, const std::string& path,
                     std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_ROUTING_OPTION_FILES_H_
