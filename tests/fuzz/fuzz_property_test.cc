// What the fuzzers do, in every build and for a moment: files of the corpora, damaged at random.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/file.h"
#include "common/base/random.h"
#include "tests/fuzz/targets.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

std::vector<std::string> read_corpus(const std::string& name) {
  std::vector<std::string> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_path("tests/fuzz/corpus/" + name))) {
    paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  std::vector<std::string> texts;
  for (const std::string& path : paths) texts.push_back(read_file(path));
  return texts;
}

// One change: bytes are lost, repeated, replaced, or those of another text.
void damage(std::string& text, const std::vector<std::string>& texts, Random& random) {
  constexpr std::string_view kTelling("\n:,;-@/=#\"() \t0189axfX\0\xff", 25);
  const auto size = static_cast<std::uint32_t>(text.size());
  const std::uint32_t at = random.below(size + 1);
  const std::uint32_t length = random.below(random.below(4) == 0 ? size + 1 : 16);
  switch (random.below(4)) {
    case 0:
      text.erase(at, length);
      break;
    case 1:
      text.insert(random.below(size + 1), text.substr(at, length));
      break;
    case 2:
      text.insert(at, 1, kTelling[random.below(kTelling.size())]);
      break;
    default: {
      const std::string& other = texts[random.below(static_cast<std::uint32_t>(texts.size()))];
      const auto from = random.below(static_cast<std::uint32_t>(other.size() + 1));
      text.replace(at, length, other.substr(from, length));
    }
  }
}

void expect_kept_promises(const std::string& name, bool (*target)(std::string_view),
                          std::uint64_t seed) {
  static std::string corpus;
  static std::vector<std::string> texts;
  if (corpus != name) {
    texts = read_corpus(name);
    corpus = name;
  }
  Random random(seed);
  std::string text = texts[random.below(static_cast<std::uint32_t>(texts.size()))];
  for (unsigned i = 1 + random.below(8); i > 0; --i) damage(text, texts, random);
  RC_LOG() << text;
  RC_CLASSIFY(target(text), "accepted");
}

#define DAMAGED(Name, name)                                 \
  RC_GTEST_PROP(DamagedFiles, Name, (std::uint64_t seed)) { \
    expect_kept_promises(#name, fuzz_##name, seed);         \
  }
DAMAGED(FabricReader, fabric_reader)
DAMAGED(TableReader, table_reader)
DAMAGED(StoredTables, stored_tables)
DAMAGED(StoredHops, stored_hops)
DAMAGED(FarReader, far_reader)
DAMAGED(McfdbReader, mcfdb_reader)
DAMAGED(PlanReader, plan_reader)
DAMAGED(SystemTypes, system_types)
DAMAGED(CounterReader, counter_reader)
DAMAGED(LaneReader, lane_reader)
DAMAGED(NodeMap, node_map)
DAMAGED(RankOrder, rank_order)
DAMAGED(PortGroups, port_groups)
DAMAGED(ChainPolicy, chain_policy)
DAMAGED(OptionOverlay, option_overlay)
#undef DAMAGED

}  // namespace
}  // namespace weft
