// The data of `weft report` as one JSON object; its page is drawn from the object.
// Tested by tests/e2e/test_report.py.
#ifndef WEFT_TOOLS_WEFT_REPORT_DATA_H_
#define WEFT_TOOLS_WEFT_REPORT_DATA_H_

#include <optional>
#include <string>
#include <vector>

#include "common/base/json.h"
#include "common/base/workers.h"
#include "common/drawing/drawing.h"
#include "common/topology/fabric_shape.h"
#include "common/whatif/outcome_file.h"
#include "tools/weft/engine_comparison.h"
#include "tools/weft/report.h"

namespace weft::tool {

struct ReportData {
  std::string title;
  bool times = false;  // includes run times, so no two reports are the same
  const Findings& findings;
  const FabricShape& shape;
  const Drawing& drawing;
  std::vector<std::string> warnings = {};      // of the engine
  std::vector<EndPortIndex> ca_order = {};     // RouteNotes::ca_order; empty: by GUID
  std::vector<EngineRow> engines = {};         // empty: not compared
  std::optional<WhatIfOutcomes> what_if = {};  // nothing: no file was given
  Json counters = nullptr;                     // counters_json(); null: no counters. With counters
                                               // also:
  std::optional<Drawing> measured = {};
  std::vector<std::string> opensm_conf = {};  // lines; empty: tables from a file
};

// doc/json.md describes the keys. Judges all shifts, see all_shift_loads(). Throws Stopped and
// std::bad_alloc.
Json report_json(const ReportData& data, const Workers& workers);

// The same keys if there is no report, all null.
Json no_report_json();

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_REPORT_DATA_H_
