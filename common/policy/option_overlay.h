// The options of a chain's step: a file like opensm.conf that overrides the options of the main
// file.
#ifndef WEFT_POLICY_OPTION_OVERLAY_H_
#define WEFT_POLICY_OPTION_OVERLAY_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/regular_file.h"
#include "common/base/workers.h"
#include "common/options/read_option.h"
#include "common/routing/options.h"

namespace weft {

// Files that were read, and their states just before reading.
using FileStamps = std::vector<std::pair<std::string, FileStamp>>;

class OptionOverlay {
 public:
  // Reads a fragment of an opensm.conf: lines «key value»; the last line of a key counts. Also
  // reads the files that it names and adds them to `files`. Adds a sentence to `errors` for each
  // invalid value, unreadable file and unknown weft_ key. Adds a sentence to `warnings` for ignored
  // lines of these files, for keys that only the main file may have (lmc, routing_engine, qos,
  // qos_*, ...) and for keys that no engine of Weft uses. Throws Stopped and std::bad_alloc.
  static OptionOverlay parse(std::string_view text, std::string_view source, const Workers& workers,
                             FileStamps& files, std::vector<std::string>& errors,
                             std::vector<std::string>& warnings);

  // Returns base with the options of the file.
  Options over(Options base) const;

 private:
  std::vector<Setting> settings_;
};

}  // namespace weft

#endif  // WEFT_POLICY_OPTION_OVERLAY_H_
