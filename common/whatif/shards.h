// Shards: runs that each do a part of the failures, and their combined outcomes.
#ifndef WEFT_WHATIF_SHARDS_H_
#define WEFT_WHATIF_SHARDS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/whatif/outcome.h"
#include "common/whatif/outcome_json.h"

namespace weft {

// «2/8». Throws BadInput.
ShardNumber parse_shard(std::string_view text);

// The indices, from 0, of the failures that a shard does.
std::vector<std::size_t> places_of(ShardNumber shard, std::size_t failures);

// Reads the outcomes of an interrupted run of the same shard, in order, without a truncated last
// line. header: of the run to resume. Throws BadInput with the file: another run or shard; with
// file and line: not an outcome, or more outcomes than the shard has.
std::vector<Outcome> read_cut_short(const std::string& path, const OutcomesHeader& header,
                                    ShardNumber shard);

struct MergedOutcomes {
  OutcomesHeader header;
  std::vector<Outcome> outcomes;  // in the order of a run without shards
};

// Merges files with the lines of all shards, in any order. Throws BadInput with file and line:
// truncated or not an outcome, more or fewer outcomes than the shard has, shards of different runs,
// a shard that is repeated or missing.
MergedOutcomes merge_shards(std::span<const std::string> paths);

}  // namespace weft

#endif  // WEFT_WHATIF_SHARDS_H_
