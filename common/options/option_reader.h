// Reads Weft's own options: lines «key value» in opensm.conf, which stock OpenSM ignores, and pairs
// «key=value» in event_plugin_options, which override them.
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

// An option that names a file, and the path in OpenSM's options.
struct NamedFile {
  const OptionRow* option;
  const char* path;         // null: no file
  bool is_default = false;  // OpenSM's default path: the file may be missing
};

// Settings from one source, by row of the table; the first name stands for all names of an option.
using OptionValues = std::map<const OptionRow*, Setting>;

// Reads the options, and reads them again when they may have changed. Reports an unknown key or an
// invalid value; the previous value then stays active.
class OptionReader {
 public:
  // config_file: path of opensm.conf; empty: none. required: a missing file is an error. Returns a
  // sentence with file and line for each error. Refuses files that are not regular or larger than 1
  // MiB, and does not block on them. files: the files that OpenSM's options name; their contents
  // are read again too. If a file cannot be read, its previous content stays active. If there is
  // none and an engine needs the file, that engine reports the error instead. Throws std::bad_alloc
  // and then changes nothing.
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
