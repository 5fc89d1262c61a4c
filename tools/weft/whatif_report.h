// Reports the outcomes of failures as text.
// Tested by tests/e2e/test_whatif.py.
#ifndef WEFT_TOOLS_WEFT_WHATIF_REPORT_H_
#define WEFT_TOOLS_WEFT_WHATIF_REPORT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "common/whatif/outcome.h"
#include "common/whatif/outcome_json.h"

namespace weft::tool {

// A table of at most `most` outcomes, the worst first, and a summary of all.
std::string whatif_text(const OutcomesHeader& header, std::vector<Outcome> outcomes,
                        std::size_t most);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_WHATIF_REPORT_H_
