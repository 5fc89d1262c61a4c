// Shards: runs that each did a part of the failures, and what they found together.
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

// The places, from 0, of those of so many failures that a shard does.
std::vector<std::size_t> places_of(ShardNumber shard, std::size_t failures);

// What a run of the same shard wrote before it was cut short, in their order: a last line that is
// cut off counts for nothing. header: of the run that is to go on. Throws BadInput with the file:
// one that is of another run or shard, and with the line, one that is no outcome, or one too many.
std::vector<Outcome> read_cut_short(const std::string& path, const OutcomesHeader& header,
                                    ShardNumber shard);

struct MergedOutcomes {
  OutcomesHeader header;
  std::vector<Outcome> outcomes;  // in the order of a run without shards
};

// Files that hold the lines of all shards, in any order. Throws BadInput with the file, and the
// line: one that is cut off or is no outcome, more or less outcomes than the shard has, shards of
// different runs, one that is there twice, or not at all.
MergedOutcomes merge_shards(std::span<const std::string> paths);

}  // namespace weft

#endif  // WEFT_WHATIF_SHARDS_H_
