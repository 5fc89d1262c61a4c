// Options of a chain's step: what a file like opensm.conf says, laid over the options of all.
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

// Files that were read, and the states that they had right before.
using FileStamps = std::vector<std::pair<std::string, FileStamp>>;

class OptionOverlay {
 public:
  // Reads a fragment of an opensm.conf: lines «key value»; of several lines for a key the last
  // counts. Files that it names are read too, and are added to `files`. Adds a sentence to `errors`
  // for each value that is not understood, each file that cannot be read and each weft_ key that
  // there is not; to `warnings` for lines of these files that are left out, for keys that count in
  // the main file alone (lmc, routing_engine, qos, qos_* and the like) and for those that no engine
  // of Weft's has a use for. Throws Stopped and std::bad_alloc.
  static OptionOverlay parse(std::string_view text, std::string_view source, const Workers& workers,
                             FileStamps& files, std::vector<std::string>& errors,
                             std::vector<std::string>& warnings);

  // base, and what the file says instead.
  Options over(Options base) const;

 private:
  std::vector<Setting> settings_;
};

}  // namespace weft

#endif  // WEFT_POLICY_OPTION_OVERLAY_H_
