// Examines an opensm.conf for `weft doctor`.
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
  kWarning,  // it works differently than it seems to, or may fail later
  kNote,     // for information
};

// «error», «warning», «note».
const char* name_of(Severity severity);

struct Finding {
  Severity severity;
  std::string where;   // file and line, process or unit
  std::string what;    // a sentence without its full stop
  std::string remedy;  // how to correct it; empty for a note
};

// True for an option of Weft's, of the vendor's or of this opensm; where opensm's are not known,
// each may be one.
bool is_known(const std::string& key, const InstalledOpensm& opensm);

// Examines a configuration with this opensm. Returns findings in the order of its lines, then about
// the machine. path: of opensm.conf. Reads the files that it names. each_line: adds a note about
// each line without another finding.
std::vector<Finding> examine(const std::string& path, const InstalledOpensm& opensm,
                             const std::vector<OpensmCall>& calls, bool each_line = false);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_SETUP_H_
