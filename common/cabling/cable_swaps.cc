#include "common/cabling/cable_swaps.h"

#include <map>
#include <set>
#include <utility>

namespace weft {
namespace {

class Explainer {
 public:
  explicit Explainer(std::span<const OddLinks> odd) {
    for (const OddLinks& links : odd) {
      more_[{links.a, links.b}] = more_[{links.b, links.a}] = links.more;
      peers_[links.a].insert(links.b);
      peers_[links.b].insert(links.a);
    }
  }

  ExplainedLinks run(std::span<const OddLinks> odd) && {
    for (const bool is_swap : {true, false}) {
      for (const OddLinks& links : odd) {
        bool goes_on = links.more > 0;
        while (goes_on && more(links.a, links.b) > 0) {
          goes_on = explain(links.a, links.b, is_swap) || explain(links.b, links.a, is_swap);
        }
      }
    }
    for (OddLinks links : odd) {
      links.more = more(links.a, links.b);
      if (links.more != 0) result_.rest.push_back(links);
    }
    return std::move(result_);
  }

 private:
  std::int32_t more(SwitchIndex a, SwitchIndex b) const {
    const auto found = more_.find({a, b});
    return found == more_.end() ? 0 : found->second;
  }
  void change(SwitchIndex a, SwitchIndex b, std::int32_t by) {
    more_[{a, b}] += by;
    if (a != b) more_[{b, a}] += by;
  }

  // Explains one extra link between `from` and `is`, by a move or a swap; false: cannot.
  bool explain(SwitchIndex from, SwitchIndex is, bool as_swap) {
    for (const SwitchIndex should : peers_[from]) {
      if (more(from, should) >= 0) continue;
      if (!as_swap) {
        move({from, is, should, kNone});
        return true;
      }
      for (const SwitchIndex other : peers_[should]) {
        if (other == from || more(other, should) <= 0 || more(other, is) >= 0) continue;
        move({from, is, should, other});
        return true;
      }
    }
    return false;
  }

  void move(const MovedCable& cable) {
    result_.moved.push_back(cable);
    change(cable.from, cable.is, -1);
    change(cable.from, cable.should, 1);
    if (cable.other == kNone) return;
    change(cable.other, cable.should, -1);
    change(cable.other, cable.is, 1);
  }

  std::map<std::pair<SwitchIndex, SwitchIndex>, std::int32_t> more_;  // in both directions
  std::map<SwitchIndex, std::set<SwitchIndex>> peers_;
  ExplainedLinks result_;
};

}  // namespace

ExplainedLinks explain_odd_links(std::span<const OddLinks> odd) { return Explainer(odd).run(odd); }

}  // namespace weft
