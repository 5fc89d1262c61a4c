// Weft's own options, as an administrator writes them: lines «key value» in opensm.conf, which
// stock OpenSM skips, and «key=value» pairs in event_plugin_options, which override them.
#ifndef WEFT_OPTIONS_OPTION_READER_H_
#define WEFT_OPTIONS_OPTION_READER_H_

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/options/configuration.h"
#include "common/options/option_row.h"
#include "common/options/read_option.h"

namespace weft {

// An option that names a file, and what OpenSM's options say of it.
struct NamedFile {
  const OptionRow* option;
  const char* path;         // null: there is none
  bool is_default = false;  // OpenSM names it unasked: it need not be there
};

// What one source says, by row of the table; of several names of an option by the first.
using OptionValues = std::map<const OptionRow*, Setting>;

// Reads the options again and again, as the administrator changes them. A key that is unknown or
// has a value that is not understood is reported; the value that was active before stays.
class OptionReader {
 public:
  // config_file: path of opensm.conf; empty: none. required: its absence is an error too. Returns a
  // sentence for each thing that is wrong, naming file and line. Files that are not regular or
  // larger than 1 MiB are refused, and do not block. files: those that OpenSM's options name, whose
  // contents are read again too; where one cannot be read, what it said before stays. If that is
  // nothing, and an engine must not do without it, then the engine says so, and not this. Throws
  // std::bad_alloc, with everything as it was.
  std::vector<std::string> read(const std::string& config_file, bool required,
                                std::string_view plugin_options,
                                std::span<const NamedFile> files = {});

  const Configuration& options() const { return options_; }

 private:
  Configuration options_;
  Configuration contents_;  // only the fields of files are set
  OptionValues from_file_;
  OptionValues from_plugin_options_;
};

}  // namespace weft

#endif  // WEFT_OPTIONS_OPTION_READER_H_
