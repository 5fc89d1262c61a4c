// What `weft whatif --json` found out about failures, one a line (JSON lines), read for a report.
#ifndef WEFT_REPORT_WHAT_IF_FILE_H_
#define WEFT_REPORT_WHAT_IF_FILE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weft {

// One failure; nothing where the line does not say it, or says something else than was expected.
struct FailureOutcome {
  std::string kind = {};   // «link», «switch»
  std::string name = {};   // of what failed
  std::string error = {};  // why the rest cannot be routed; empty: it can
  std::optional<std::uint64_t> entries = {};
  std::optional<std::uint64_t> sls = {};
  std::optional<std::uint64_t> lost_pairs = {};
  std::optional<std::uint64_t> busiest_before = {};
  std::optional<std::uint64_t> busiest_after = {};
  std::string busiest_name = {};
  std::optional<bool> repaired = {};
};

struct WhatIfOutcomes {
  std::uint64_t failures = 0;  // lines with one
  std::uint64_t errors = 0;    // of these, that cannot be routed
  std::uint64_t ignored = 0;   // lines that are neither a failure nor a header
  // Those without a routing first, then by lost pairs, the busiest link that is left, and entries
  // that change; among equals by their place in the file.
  std::vector<FailureOutcome> worst;
};

// At most `most` of them are kept. Texts are cut off after 200 bytes. Throws BadInput if the file
// cannot be read, or has no failure.
WhatIfOutcomes read_what_if(const std::string& path, std::size_t most);

}  // namespace weft

#endif  // WEFT_REPORT_WHAT_IF_FILE_H_
