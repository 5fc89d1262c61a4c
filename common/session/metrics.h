// The status, and what `weft check` finds, as metrics for Prometheus. doc/monitoring.md has them
// all.
#ifndef WEFT_SESSION_METRICS_H_
#define WEFT_SESSION_METRICS_H_

#include <string>

#include "common/base/unix_time.h"
#include "common/fabric/fabric.h"
#include "common/session/status.h"
#include "common/verify/verify.h"

namespace weft {

// Each function returns the content of the file `path`. Each sample has the label `source`, the
// name of the file without folder and ending, because node_exporter drops samples that two files
// of a folder have. Unknown values are left out. All functions throw std::bad_alloc.

std::string encode_metrics(const Status& status, const std::string& path);

struct CheckedTables {
  const Fabric& fabric;
  const Verdict& verdict;
  const Figures& figures;
  bool is_good = false;
  double read_ms = 0;
  double verify_ms = 0;
};
// when: the tables were checked.
std::string encode_metrics(const CheckedTables& checked, UnixSeconds when, const std::string& path);

// For tables that could not be checked.
std::string encode_refused_check(UnixSeconds when, const std::string& path);

}  // namespace weft

#endif  // WEFT_SESSION_METRICS_H_
