// Asks the subnet administration for the SLs of paths: one PathRecord for each pair.
#ifndef WEFT_LIVE_PATH_QUERIES_H_
#define WEFT_LIVE_PATH_QUERIES_H_

#include <cstdint>

#include "common/fabric/fabric.h"
#include "common/live/exchange.h"
#include "common/routing/lane_plan.h"

namespace weft {

// The number of pairs of an end port with a LID and a LID of another end port.
std::uint64_t count_path_queries(const Fabric& fabric);

struct QueriedSls {
  SlByPath sls;                  // 0 if unanswered
  std::uint64_t unanswered = 0;  // pairs
};

// Asks for each of these pairs. administration: LID of the subnet administration. Throws what the
// port throws.
QueriedSls query_path_sls(MadPort& port, Lid administration, const Fabric& fabric,
                          const ExchangeLimits& limits);

}  // namespace weft

#endif  // WEFT_LIVE_PATH_QUERIES_H_
