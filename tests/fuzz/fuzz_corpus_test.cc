// The corpora of the fuzzers, what they found included, without the fuzzers.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "common/base/file.h"
#include "tests/fuzz/targets.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

// Files whose names begin with "good" must be accepted, all others may be.
void run_corpus(const std::string& name, bool (*target)(std::string_view)) {
  std::size_t files = 0;
  std::size_t accepted = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_path("tests/fuzz/corpus/" + name))) {
    const bool good = target(read_file(entry.path().string()));
    const std::string file = entry.path().filename().string();
    EXPECT_TRUE(good || !file.starts_with("good")) << file;
    ++files;
    accepted += good ? 1 : 0;
  }
  EXPECT_GE(files, 5u);
  EXPECT_GE(accepted, 2u);
  EXPECT_LT(accepted, files) << "bad input belongs into the corpus too";
}

TEST(FuzzCorpus, FabricReader) { run_corpus("fabric_reader", fuzz_fabric_reader); }
TEST(FuzzCorpus, TableReader) { run_corpus("table_reader", fuzz_table_reader); }
TEST(FuzzCorpus, StoredTables) { run_corpus("stored_tables", fuzz_stored_tables); }
TEST(FuzzCorpus, StoredHops) { run_corpus("stored_hops", fuzz_stored_hops); }
TEST(FuzzCorpus, FarReader) { run_corpus("far_reader", fuzz_far_reader); }
TEST(FuzzCorpus, McfdbReader) { run_corpus("mcfdb_reader", fuzz_mcfdb_reader); }
TEST(FuzzCorpus, PlanReader) { run_corpus("plan_reader", fuzz_plan_reader); }
TEST(FuzzCorpus, SystemTypes) { run_corpus("system_types", fuzz_system_types); }
TEST(FuzzCorpus, CounterReader) { run_corpus("counter_reader", fuzz_counter_reader); }
TEST(FuzzCorpus, LaneReader) { run_corpus("lane_reader", fuzz_lane_reader); }
TEST(FuzzCorpus, NodeMap) { run_corpus("node_map", fuzz_node_map); }
TEST(FuzzCorpus, RankOrder) { run_corpus("rank_order", fuzz_rank_order); }
TEST(FuzzCorpus, PortGroups) { run_corpus("port_groups", fuzz_port_groups); }
TEST(FuzzCorpus, ChainPolicy) { run_corpus("chain_policy", fuzz_chain_policy); }
TEST(FuzzCorpus, OptionOverlay) { run_corpus("option_overlay", fuzz_option_overlay); }
TEST(FuzzCorpus, State) { run_corpus("state", fuzz_state); }
TEST(FuzzCorpus, TorusConf) { run_corpus("torus_conf", fuzz_torus_conf); }

}  // namespace
}  // namespace weft
