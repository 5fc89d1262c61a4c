// The SLs of paths, asked of the subnet administration: one PathRecord a pair.
#ifndef WEFT_LIVE_PATH_QUERIES_H_
#define WEFT_LIVE_PATH_QUERIES_H_

#include <cstdint>

#include "common/fabric/fabric.h"
#include "common/live/exchange.h"
#include "common/routing/lane_plan.h"

namespace weft {

// How many pairs of an end port with a LID and a LID of another one there are.
std::uint64_t count_path_queries(const Fabric& fabric);

struct QueriedSls {
  SlByPath sls;                  // 0 where nothing was answered
  std::uint64_t unanswered = 0;  // pairs
};

// Asks for each of those pairs. administration: its LID. Throws what the port throws.
QueriedSls query_path_sls(MadPort& port, Lid administration, const Fabric& fabric,
                          const ExchangeLimits& limits);

}  // namespace weft

#endif  // WEFT_LIVE_PATH_QUERIES_H_
