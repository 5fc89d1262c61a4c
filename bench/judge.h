// What tables are worth: are they right, and how even is the load they make?
#ifndef WEFT_BENCH_JUDGE_H_
#define WEFT_BENCH_JUDGE_H_

#include <cstdint>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"

namespace weft::bench {

struct Judgement {
  std::uint64_t unreachable_pairs = 0;
  std::uint64_t forwarding_loops = 0;
  bool credit_loop = false;  // with all paths on one lane
  std::uint64_t max_link_load = 0;
  double mean_link_load = 0;
  double unused_links = 0;                   // share of the directed links between switches, 0..1
  double effective_bisection_bandwidth = 0;  // see common/patterns/patterns.h
  double shift_busiest_link = 0;
};

// Bisections and shifts are drawn from a fixed seed, so two judgements of one fabric compare.
Judgement judge(const Fabric& fabric, ConstTables tables, const Workers& workers);

// Entries that differ, over all switches and all LIDs in use.
std::uint64_t differing_entries(const Fabric& fabric, ConstTables a, ConstTables b);

}  // namespace weft::bench

#endif  // WEFT_BENCH_JUDGE_H_
