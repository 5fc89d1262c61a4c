#include "common/whatif/shards.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/whatif/failure_specs.h"

namespace weft {
namespace {

struct Shard {
  std::string path;
  HeaderLine first;
  std::vector<Outcome> outcomes;
};

enum class Ending { kComplete, kAnywhere };

// A last line without a line feed is truncated.
class ShardReader {
 public:
  ShardReader(const std::string& path, Ending ending)
      : path_(path), ending_(ending), text_(read_file(path)), lines_(text_) {}

  Shard shard() && {
    if (!next()) throw BadInput(fmt::format("{}: it has no line that is complete", path_));
    Shard found = {path_, parse(read_header_line), {}};
    const OutcomesHeader& header = found.first.header;
    if (header.failures > kMostFailures) fail("it has more failures than there can be");
    const std::size_t expected = places_of(found.first.shard, header.failures).size();
    while (next()) {
      if (found.outcomes.size() == expected) {
        fail(fmt::format("there are more outcomes than the {} of its shard", expected));
      }
      found.outcomes.push_back(parse(read_outcome_line));
    }
    if (ending_ == Ending::kComplete && found.outcomes.size() < expected) {
      throw BadInput(
          fmt::format("{}: it has {} of the {} outcomes of its shard: its run has ended "
                      "too early, or goes on still",
                      path_, found.outcomes.size(), expected));
    }
    return found;
  }

 private:
  template <typename Line>
  Line parse(Line (*reader)(std::string_view)) const {
    try {
      return reader(lines_.line());
    } catch (const BadInput& error) {
      fail_at(path_, lines_.number(), error.what());
    }
  }

  bool next() {
    if (!lines_.next()) return false;
    if (!lines_.unfinished()) return true;
    if (ending_ == Ending::kComplete) fail("the line is cut off: its run has ended too early");
    return false;
  }

  [[noreturn]] void fail(const std::string& reason) const {
    fail_at(path_, lines_.number(), reason);
  }

  const std::string& path_;
  Ending ending_;
  std::string text_;
  Lines lines_;
};

std::string_view difference(const OutcomesHeader& a, const OutcomesHeader& b) {
  if (a.fabric != b.fabric) return "another fabric";
  if (a.engine != b.engine) return "another engine";
  if (a.request != b.request || a.failures != b.failures) return "other failures or options";
  return "other tables before the failures";
}

// Checks that all shards are of the first one's run, and each is there once.
void check(const std::vector<Shard>& shards) {
  const Shard& first = shards.front();
  const std::uint64_t of = first.first.shard.of;
  std::vector<const Shard*> found(shards.size(), nullptr);
  for (const Shard& shard : shards) {
    if (shard.first.header != first.first.header) {
      throw BadInput(fmt::format("{}: it is of {} than {}", shard.path,
                                 difference(shard.first.header, first.first.header), first.path));
    }
    if (shard.first.shard.of != of) {
      throw BadInput(fmt::format("{}: it is one of {} shards, and {} one of {}", shard.path,
                                 shard.first.shard.of, first.path, of));
    }
    const std::uint64_t number = shard.first.shard.number;
    if (number > found.size()) continue;  // then one of the first shards is missing
    const Shard*& place = found[number - 1];
    if (place != nullptr) {
      throw BadInput(fmt::format("{}: it is shard {} of {}, and so is {}", shard.path, number, of,
                                 place->path));
    }
    place = &shard;
  }
  const auto missing = std::ranges::find(found, nullptr);
  if (missing != found.end() || of > found.size()) {
    throw BadInput(fmt::format("shard {} of {} is missing", missing - found.begin() + 1, of));
  }
}

}  // namespace

ShardNumber parse_shard(std::string_view text) {
  Scanner scanner(text);
  const auto number = scanner.number<std::uint32_t>();
  const bool has_slash = scanner.eat('/');
  const auto of = scanner.number<std::uint32_t>();
  if (number && has_slash && of && scanner.at_end() && *number >= 1 && *number <= *of) {
    return {*number, *of};
  }
  throw BadInput(fmt::format("shard {}: write I/N, I being from 1 to N", quote(text)));
}

std::vector<std::size_t> places_of(ShardNumber shard, std::size_t failures) {
  std::vector<std::size_t> places;
  for (std::size_t place = shard.number - 1; place < failures; place += shard.of) {
    places.push_back(place);
  }
  return places;
}

std::vector<Outcome> read_cut_short(const std::string& path, const OutcomesHeader& header,
                                    ShardNumber shard) {
  Shard found = ShardReader(path, Ending::kAnywhere).shard();
  if (found.first.header != header) {
    throw BadInput(fmt::format("{}: it is of {} than this run, and cannot be resumed by it", path,
                               difference(found.first.header, header)));
  }
  if (found.first.shard != shard) {
    throw BadInput(fmt::format("{}: it is of shard {}/{}, not {}/{}", path,
                               found.first.shard.number, found.first.shard.of, shard.number,
                               shard.of));
  }
  return std::move(found.outcomes);
}

MergedOutcomes merge_shards(std::span<const std::string> paths) {
  std::vector<Shard> shards;
  shards.reserve(paths.size());
  for (const std::string& path : paths)
    shards.push_back(ShardReader(path, Ending::kComplete).shard());
  if (shards.empty()) throw BadInput("there is no file to merge");
  check(shards);
  MergedOutcomes merged;
  merged.header = shards.front().first.header;
  merged.outcomes.resize(merged.header.failures);
  for (Shard& shard : shards) {
    const std::vector<std::size_t> places = places_of(shard.first.shard, merged.outcomes.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      merged.outcomes[places[i]] = std::move(shard.outcomes[i]);
    }
  }
  return merged;
}

}  // namespace weft
