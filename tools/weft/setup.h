// An opensm.conf as `weft doctor` sees it, and what is wrong with it.
// Tested by tests/e2e/test_doctor.py.
#ifndef WEFT_TOOLS_WEFT_SETUP_H_
#define WEFT_TOOLS_WEFT_SETUP_H_

#include <string>
#include <vector>

#include "common/options/stock_conf.h"
#include "tools/weft/host.h"

namespace weft::tool {

enum class Severity {
  kError,    // it does not work
  kWarning,  // it works otherwise than it looks, or may fail when it matters
  kNote,     // good to know
};

struct Finding {
  Severity severity;
  std::string where;   // file and line, process or unit
  std::string what;    // a sentence without its full stop
  std::string remedy;  // what to do; empty with a note
};

// What a configuration comes to with this opensm, in the order of its lines, then of the machine.
// path: of opensm.conf. Reads the files that it names. each_line: a note about every line of which
// there is nothing else to say, too.
std::vector<Finding> examine(const std::string& path, const InstalledOpensm& opensm,
                             const std::vector<OpensmCall>& calls, bool each_line = false);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_SETUP_H_
