// Reports the findings of weft check on adaptive routing, as text and JSON.
// Tested by tests/e2e/test_adaptive.py.
#ifndef WEFT_TOOLS_WEFT_ADAPTIVE_REPORT_H_
#define WEFT_TOOLS_WEFT_ADAPTIVE_REPORT_H_

#include <string>
#include <vector>

#include "common/base/json.h"
#include "common/fabric/fabric.h"
#include "common/verify/verify_choices.h"

namespace weft::tool {

// Tables whose entries have several ports, and the verdict for all choices of packets.
struct AdaptiveFindings {
  ChoiceVerdict verdict;
  double verify_ms = 0;

  bool is_good() const {
    return verdict.unsafe_pairs == 0 && verdict.looping_lids == 0 && !verdict.drops &&
           verdict.credit_loop.empty();
  }
};

// Null without choices.
Json adaptive_json(const Fabric& fabric, const AdaptiveFindings* found);

// Prints on standard output. fixed, figures: of the static entries.
void print_adaptive(const Fabric& fabric, const AdaptiveFindings& found, const Verdict& fixed,
                    const Figures& figures);

// The faults, in a few words each.
std::vector<std::string> adaptive_faults(const ChoiceVerdict& verdict);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_ADAPTIVE_REPORT_H_
