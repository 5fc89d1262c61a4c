#include "common/balance/balance.h"

namespace weft {

Targets targets_to_balance(const RouteRequest& request, const SwitchGraph& graph) {
  if (request.options.balance == Balance::kSwitch) return targets_in_stock_order(request.fabric);
  return targets_in_search_order(request.fabric, graph, request.options.routing_order);
}

void balance_as_asked(const RouteRequest& request, const Targets& targets, const HopTable& table,
                      Tables rows) {
  if (request.options.balance == Balance::kSwitch) {
    balance_by_switch(request, targets, table, rows);
  } else {
    balance_over_fabric(request, targets, table, rows);
  }
}

}  // namespace weft
