// What the fuzzers feed, and fuzz_corpus_test as well.
#ifndef WEFT_TESTS_FUZZ_TARGETS_H_
#define WEFT_TESTS_FUZZ_TARGETS_H_

#include <string_view>

namespace weft {

// Each reads the text as a file of its kind, and returns whether it was accepted. BadInput is an
// answer, anything else that is thrown is a fault; so is a result that breaks the promises of its
// type, for which they throw std::logic_error.
bool fuzz_fabric_reader(std::string_view text);
bool fuzz_table_reader(std::string_view text);
bool fuzz_stored_tables(std::string_view text);
bool fuzz_stored_hops(std::string_view text);
bool fuzz_far_reader(std::string_view text);
bool fuzz_mcfdb_reader(std::string_view text);
bool fuzz_plan_reader(std::string_view text);
bool fuzz_system_types(std::string_view text);
bool fuzz_counter_reader(std::string_view text);
bool fuzz_lane_reader(std::string_view text);
bool fuzz_node_map(std::string_view text);
bool fuzz_rank_order(std::string_view text);
bool fuzz_port_groups(std::string_view text);
bool fuzz_chain_policy(std::string_view text);
bool fuzz_option_overlay(std::string_view text);
bool fuzz_torus_conf(std::string_view text);
// The sections of a state file as they are before they are compressed and get their checksums,
// which no fuzzer would find: u32 their number, then u32 bytes and the bytes of each.
bool fuzz_state(std::string_view text);

}  // namespace weft

#endif  // WEFT_TESTS_FUZZ_TARGETS_H_
