// Reads the outcomes of `weft whatif --json`, one per line (JSON lines), for a report.
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
  std::string tables;          // of the header: OutcomesHeader::tables; empty: there is none
  std::uint64_t asked = 0;     // of the header: the failures of all shards; 0: there is none
  std::uint64_t failures = 0;  // lines with a failure
  std::uint64_t errors = 0;    // failures without a routing
  std::uint64_t ignored = 0;   // lines that are neither an outcome (read_outcome_line) nor a header
  // Ordered by is_worse(), the worst first; equal ones in the order of the file.
  std::vector<Outcome> worst;
};

// Keeps at most `most` outcomes. Truncates texts to 200 bytes. Throws BadInput if the file cannot
// be read or has no failure.
WhatIfOutcomes read_what_if(const std::string& path, std::size_t most);

}  // namespace weft

#endif  // WEFT_WHATIF_OUTCOME_FILE_H_
