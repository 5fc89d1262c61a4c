// Options of a chain's step: what a file like opensm.conf says, laid over the options of all.
#ifndef WEFT_POLICY_OPTION_OVERLAY_H_
#define WEFT_POLICY_OPTION_OVERLAY_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/workers.h"
#include "common/routing/options.h"

namespace weft {

class OptionOverlay {
 public:
  // Reads a fragment of an opensm.conf: lines «key value». Files that it names are read too, and
  // are added to `files`. Adds a sentence to `errors` for each value that is not understood and
  // each file that cannot be read, to `warnings` for keys that count in the main file alone (qos,
  // qos_*, lmc, routing_engine) and for those that no engine of Weft's has a use for.
  static OptionOverlay parse(std::string_view text, std::string_view source, const Workers& workers,
                             std::vector<std::string>& files, std::vector<std::string>& errors,
                             std::vector<std::string>& warnings);

  // base, and what the file says instead.
  Options over(Options base) const;

 private:
  std::vector<std::function<void(Options&)>> settings_;
};

}  // namespace weft

#endif  // WEFT_POLICY_OPTION_OVERLAY_H_
