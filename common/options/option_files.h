// Options whose values are files.
#ifndef WEFT_OPTIONS_OPTION_FILES_H_
#define WEFT_OPTIONS_OPTION_FILES_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/workers.h"
#include "common/routing/options.h"

namespace weft {

// 16 MiB: lines for each port of 49,151 CAs and their switches take a quarter of that.
inline constexpr std::size_t kLargestOptionFile = std::size_t{1} << 24;

// Whether the value of an option is the path of a file; an empty one or «(null)» means that there
// is none.
inline bool is_path(std::string_view value) { return !value.empty() && value != "(null)"; }

// Reads the file that an option of opensm.conf names (root_guid_file, ids_guid_file, cn_guid_file,
// io_guid_file, guid_routing_order_file, hop_weights_file, port_prof_ignore_file,
// port_search_ordering_file) into its field of `options`. True if the key is one of those. Lines
// that are wrong are left out, each with a sentence in `warnings`. Throws BadInput, with `options`
// as they were, if it is no regular file of up to kLargestOptionFile bytes that can be read; does
// not wait for pipes.
bool set_file_option(Options& options, std::string_view key, const std::string& path,
                     std::vector<std::string>& warnings);

// Sets an option to a value that was read before. Copies share the contents of files.
using Setting = std::function<void(Options&)>;

// Reads any option from text: those of set_option and of set_file_option, and lfts_file and
// lid_matrix_dump_file. Null if the key is none of them. Throws what set_option, set_file_option,
// read_stored_tables and read_stored_hops throw.
Setting read_setting(std::string_view key, const std::string& value, const Workers& workers,
                     std::vector<std::string>& warnings);

// True if the value of the option is a path, for read_setting.
bool names_file(std::string_view key);

}  // namespace weft

#endif  // WEFT_OPTIONS_OPTION_FILES_H_
