// From the text of an option's value, or the file that it names, to the field that engines see.
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

// 16 MiB: lines for each port of 49,151 CAs and their switches take a quarter of that.
inline constexpr std::size_t kLargestOptionFile = std::size_t{1} << 24;

// Sets an option to a value that was read before. Copies share the contents of files.
using Setting = std::function<void(Configuration&)>;

// Reads a value of an option, and the file that it names, but for policy files; does not wait for
// pipes. Lines of files that are wrong are left out, each with a sentence in `warnings`. Null for
// an option that is not read (kNotRead). Throws BadInput: the value is not understood, the file is
// not a regular one of up to kLargestOptionFile bytes that can be read, one that an engine needs
// (NeededFile) has a mistake; what read_stored_tables and read_stored_hops throw; std::bad_alloc.
Setting read_option(const OptionRow& option, const std::string& value, const Workers& workers,
                    std::vector<std::string>& warnings);

// Takes note of a file that could not be read, for the engine that needs it; fault: why, or
// std::monostate if it need not be there. False if nothing was noted: no engine refuses without it,
// or what was read of it before stays.
bool note_unread(const OptionRow& option, const std::variant<std::monostate, FileFault>& fault,
                 Configuration& all);

}  // namespace weft

#endif  // WEFT_OPTIONS_READ_OPTION_H_
