// Writes outcomes as lines of JSON and reads them: doc/json.md has the keys.
// Tested by tests/common/whatif/shards_test.cc.
#ifndef WEFT_WHATIF_OUTCOME_JSON_H_
#define WEFT_WHATIF_OUTCOME_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/json.h"
#include "common/whatif/outcome.h"

namespace weft {

// The failures number, number + of, number + 2 of, ...; counted from 1.
struct ShardNumber {
  std::uint64_t number = 1;
  std::uint64_t of = 1;

  friend bool operator==(const ShardNumber&, const ShardNumber&) = default;
};

// The first line of a file of outcomes.
struct OutcomesHeader {
  std::string engine;
  std::string fabric;          // a digest of the fabric, ...
  std::string tables;          // ... of its tables before any failure, ...
  std::string request;         // ... and of the failures and the options
  std::uint64_t failures = 0;  // number of failures in all shards
  std::uint64_t busiest = 0;   // paths over the busiest link before any failure, ...
  std::string busiest_name;    // ... from its sender to its receiver
  double mean = 0;             // over all links

  friend bool operator==(const OutcomesHeader&, const OutcomesHeader&) = default;
};

Json header_json(const OutcomesHeader& header, ShardNumber shard);
Json outcome_json(const Outcome& outcome);
// One line without a line feed.
std::string json_line(const OutcomesHeader& header, ShardNumber shard);
std::string json_line(const Outcome& outcome);
// The header line of a run that ended before its first failure.
std::string refusal_line(std::string_view error);

struct HeaderLine {
  OutcomesHeader header;
  ShardNumber shard;
};
// These functions throw BadInput with a sentence without file and line: the line is of another
// kind, or lacks a key.
HeaderLine read_header_line(std::string_view line);
Outcome read_outcome_line(std::string_view line);

}  // namespace weft

#endif  // WEFT_WHATIF_OUTCOME_JSON_H_
