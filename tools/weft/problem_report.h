// What a maintainer needs of an installation that has a problem, as one text file.
// Tested by tests/e2e/test_doctor.py.
#ifndef WEFT_TOOLS_WEFT_PROBLEM_REPORT_H_
#define WEFT_TOOLS_WEFT_PROBLEM_REPORT_H_

#include <string>
#include <vector>

#include "tools/weft/host.h"
#include "tools/weft/setup.h"

namespace weft::tool {

struct ProblemReport {
  std::string to;            // the file that is written
  std::string conf;          // the opensm.conf
  std::string fabric = {};   // a file of the fabric; empty: none
  bool hides_names = false;  // needs the fabric, which knows the names
};

// Writes versions, the machine, findings, the lines of opensm.conf and the text files that they
// name, Weft's status, Weft's last lines of the log, and the fabric. Keys (m_key, sm_key, ...) are
// left out. hides_names: hosts and switches that have names of their own become host-1, switch-1,
// wherever these names stand in the report. Throws BadInput.
void write_problem_report(const ProblemReport& report, const InstalledOpensm& opensm,
                          const std::vector<OpensmCall>& calls,
                          const std::vector<Finding>& findings);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PROBLEM_REPORT_H_
