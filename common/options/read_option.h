// Parses the text of an option's value, or the file that it names, for a field of Configuration.
#ifndef WEFT_OPTIONS_READ_OPTION_H_
#define WEFT_OPTIONS_READ_OPTION_H_

#include <cstddef>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "common/base/workers.h"
#include "common/options/configuration.h"
#include "common/options/option_row.h"

namespace weft {

// 16 MiB: lines for all ports of 49,151 CAs and their switches take a quarter of that.
inline constexpr std::size_t kLargestOptionFile = std::size_t{1} << 24;

// Sets an option to a parsed value. Copies share the contents of files.
using Setting = std::function<void(Configuration&)>;

// Parses the value of an option and reads the file that it names (not policy files); does not block
// on pipes. Invalid lines of files are left out, each with a sentence in `warnings`. Sets
// nothing for an option that is not read (kNotRead). Throws BadInput: invalid value; the file is
// unreadable, not regular or larger than kLargestOptionFile; a file that an engine needs
// (NeededFile) has an error. Throws std::bad_alloc, and the exceptions of read_stored_tables() and
// read_stored_hops().
Setting read_option(const OptionRow& option, const std::string& value, const Workers& workers,
                    std::vector<std::string>& warnings);

// Records that a file could not be read, for the engine that needs it. fault: the reason, or
// std::monostate if the file may be missing. False if nothing was recorded: no engine needs the
// file, or its previous content stays.
bool note_unread(const OptionRow& option, const std::variant<std::monostate, FileFault>& fault,
                 Configuration& all);

}  // namespace weft

#endif  // WEFT_OPTIONS_READ_OPTION_H_
