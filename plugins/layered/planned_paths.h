// The planned paths of a whole product: in dimension order, each dimension the shorter way
// (lane_orders.h). They are minimal, and if there are lanes enough they all go along the orders of
// lanes, so that no other path has to be looked at. A coordinate says which one begins where, so
// that nothing is searched.
// Tested by tests/plugins/layered/planned_paths_test.cc.
#ifndef WEFT_PLUGINS_LAYERED_PLANNED_PATHS_H_
#define WEFT_PLUGINS_LAYERED_PLANNED_PATHS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/graph/links.h"
#include "common/graph/switch_graph.h"
#include "common/topology/product_labels.h"
#include "plugins/layered/lane_orders.h"
#include "plugins/layered/minimal_paths.h"

namespace weft {

class PlannedPaths {
 public:
  // Nothing unless the fabric is one whole product without any other links, of at most some 10^4
  // switches. links, labels: must outlive it. Memory: 4 bytes for each switch and coordinate of
  // each dimension. Cost: O(links x radix).
  static std::optional<PlannedPaths> of(const Links& links, const SwitchGraph& graph,
                                        const ProductLabels& labels, const LaneOrders& orders);

  // Do some of them begin with one of several parallel links?
  bool has_choice() const { return has_choice_; }

  // As MinimalPaths::find(), but with only the links of planned paths: one, or several parallel
  // ones. Cost: O(switches x dimensions). Threads: any number may call it.
  void find(SwitchIndex destination, MinimalPaths& paths) const;

 private:
  PlannedPaths(const Links& links, const ProductLabels& labels, const LaneOrders& orders);

  const std::uint32_t* place(SwitchIndex s) const {
    return product_->place(labels_->row_of[s]).data();
  }
  std::span<const MinimalPaths::Step> steps(SwitchIndex s, SwitchIndex to) const;

  const Links* links_;
  const ProductLabels* labels_;
  const Product* product_;
  // Slots of a switch: one for each coordinate of each dimension.
  std::vector<std::uint32_t> first_slot_;  // by dimension
  bool has_choice_ = false;
  std::uint32_t slots_ = 0;                       // of a switch
  std::vector<std::uint32_t> first_;              // by switch and slot, in steps_; and the end
  std::vector<MinimalPaths::Step> steps_;         // first steps towards that coordinate
  std::vector<std::vector<std::uint32_t>> hops_;  // by dimension: [from x size + to]
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_PLANNED_PATHS_H_
