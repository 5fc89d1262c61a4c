// A forked child of opensm: it sees the subnet as it is now, and whatever it allocates, changes or
// breaks ends with it.
#ifndef WEFT_BENCH_CHILD_H_
#define WEFT_BENCH_CHILD_H_

#include <chrono>
#include <functional>
#include <string>

#include "plugins/opensm/opensm.h"

namespace weft::bench {

// Runs body in a child that is forked while OpenSM's lock and its log's lock are held, so that the
// child finds both data in order; it keeps OpenSM's lock, as a routing engine expects. Returns what
// body returned. Throws std::runtime_error with a sentence if body threw, crashed, or was not done
// within the limit (then it is killed).
std::string run_in_child(osm_opensm_t& osm, std::chrono::seconds limit,
                         const std::function<std::string()>& body);

}  // namespace weft::bench

#endif  // WEFT_BENCH_CHILD_H_
