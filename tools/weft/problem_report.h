// Writes one text file with the information about an installation that a maintainer needs.
// Tested by tests/e2e/test_doctor.py.
#ifndef WEFT_TOOLS_WEFT_PROBLEM_REPORT_H_
#define WEFT_TOOLS_WEFT_PROBLEM_REPORT_H_

#include <string>
#include <vector>

#include "tools/weft/host.h"
#include "tools/weft/setup.h"

namespace weft::tool {

struct ProblemReport {
  std::string to;            // the output file
  std::string conf;          // the opensm.conf
  std::string fabric = {};   // a file of the fabric; empty: none
  bool hides_names = false;  // needs the fabric, which has the names
};

// Writes versions, the machine, findings, the lines of opensm.conf and the text files that they
// name, Weft's status, Weft's last log lines, and the fabric. Leaves out keys (m_key, sm_key, ...).
// hides_names: replaces the names of hosts and switches by host-1, switch-1, ... everywhere in the
// report. Throws BadInput.
void write_problem_report(const ProblemReport& report, const InstalledOpensm& opensm,
                          const std::vector<OpensmCall>& calls,
                          const std::vector<Finding>& findings);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PROBLEM_REPORT_H_
