// What `weft whatif --json` found out about failures, one a line (JSON lines), read for a report.
// Tested by tests/common/whatif/outcome_file_test.cc.
#ifndef WEFT_WHATIF_OUTCOME_FILE_H_
#define WEFT_WHATIF_OUTCOME_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/whatif/outcome.h"

namespace weft {

struct WhatIfOutcomes {
  std::uint64_t failures = 0;  // lines with one
  std::uint64_t errors = 0;    // of these, that cannot be routed
  std::uint64_t ignored = 0;   // lines that are neither an outcome (read_outcome_line) nor a header
  // The worst first, as of is_worse; among equals by their place in the file.
  std::vector<Outcome> worst;
};

// At most `most` of them are kept. Texts are cut off after 200 bytes. Throws BadInput if the file
// cannot be read, or has no failure.
WhatIfOutcomes read_what_if(const std::string& path, std::size_t most);

}  // namespace weft

#endif  // WEFT_WHATIF_OUTCOME_FILE_H_
