// Reports the findings of weft route and weft check, as text and JSON.
// Tested by tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_REPORT_H_
#define WEFT_TOOLS_WEFT_REPORT_H_

#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/json.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"
#include "common/session/session.h"
#include "common/verify/lost_pairs.h"
#include "common/verify/multicast_groups.h"
#include "common/verify/verify.h"
#include "tools/weft/adaptive_report.h"
#include "tools/weft/details.h"
#include "tools/weft/engines_in_turn.h"
#include "tools/weft/pattern.h"

namespace weft::tool {

struct Findings {
  std::string engine;  // empty: tables from a file
  RoutingView view;
  const Verdict& verdict;
  Figures figures;
  Details details;
  bool with_lists = false;  // text has the lists of details
  double read_ms = 0;
  std::optional<double> route_ms;
  double verify_ms = 0;
  std::optional<PatternReport> pattern;
  std::vector<std::string> remarks = {};  // about the file and the engine
  std::string error = {};                 // why the tables are bad, independent of the verdict
  LostPairs lost = {};
  std::vector<SwitchIndex> roots = {};              // of an engine with roots
  std::optional<Change> change = {};                // from the tables of --live
  std::uint64_t pairs_at_risk = 0;                  // as in Verified
  std::optional<EnginesInTurn> turns = {};          // from an opensm.conf
  std::shared_ptr<const EngineChoice> choice = {};  // of engine auto
  bool explains = false;                            // text explains the choice
  const AdaptiveFindings* adaptive = nullptr;       // of tables with several ports per entry
  const MulticastVerdict* multicast = nullptr;      // of multicast tables
};

// The report of route and check if they end early.
struct Refusal {
  std::string engine;                // empty: tables from a file
  std::vector<std::string> remarks;  // about the file, if it was read
  std::optional<EnginesInTurn> turns = {};
};

// The part of the phases in which no two flows share a link, 0 to 1.
double contention_free_share(const PatternFigures& figures);

// Calls run(). On an exception, prints the JSON object of the refusal (`json`) or the remarks on
// standard error, and rethrows.
int or_refusal(bool json, const Refusal& refusal, const std::function<int()>& run);
// As or_refusal() above, for another kind of report. empty: an object with the key `error`, which
// gets the sentence. Without `json` prints nothing.
int or_refusal(bool json, Json empty, const std::function<int()>& run);
// An object with `error` and these keys, all null.
Json nulls(std::initializer_list<const char*> keys);

// The message of main for an exception.
std::string sentence_of(const std::exception& error);

// The channels of a cycle; null if it is empty.
Json channels_json(const Fabric& fabric, const std::vector<Channel>& cycle);

// One JSON object; doc/json.md describes the keys.
Json findings_json(const Findings& findings);

// Prints findings_json() on standard output.
void print_json(const Findings& findings);
void print_text(const Findings& findings);

// XXH3 (64 bits) of the tables, in hexadecimal: for each switch, in the order of GUIDs, its GUID
// and its entries for LIDs 1..max_lid.
std::string lft_digest(const Fabric& fabric, ConstTables tables);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_REPORT_H_
