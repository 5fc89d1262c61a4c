// Reports about the active routing: lines in OpenSM's log, and dumps of OpenSM and Weft.
// Tested by tests/plugins/opensm/routing_engine_test.cc.
// Tested by tests/e2e/test_changes.py.
#ifndef WEFT_PLUGINS_OPENSM_REPORTS_H_
#define WEFT_PLUGINS_OPENSM_REPORTS_H_

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/drain.h"
#include "common/options/configuration.h"
#include "common/plan/plan_watch.h"
#include "common/session/session.h"
#include "plugins/opensm/lane_setup.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/opensm.h"
#include "plugins/opensm/plugin.h"
#include "plugins/opensm/sent_tables.h"
#include "plugins/opensm/snapshot.h"

namespace weft {

// A sentence about them; empty if there are none.
std::string describe(const LostTables& lost);

class Reports {
 public:
  // The plug-in and the name in the log must outlive the object.
  Reports(Plugin& plugin, const Log& log)
      : plugin_(plugin), stock_(plugin.opensm().subn.opt), log_(log) {}

  // Milliseconds.
  struct Times {
    double snapshot;
    double total;
  };
  // Logs which parts are drained and which cannot be, with the reason; unchanged lines only once.
  // why_taken_back: why the engine cannot route without all parts that could be drained; empty: it
  // can.
  void say_drained(const Drained& drained, const std::string& why_taken_back);

  // Logs warnings, remarks and credit loops, except those logged for the last routing; then one
  // line of figures and the verdict. Call it before OpenSM takes the new tables. late: lanes that
  // are not active.
  void say(const Verified& result, const LateLanes& late, OsmSwitches switches,
           const Workers& workers, const Times& times);

  // Logs which tables the switches did not take, and when they have all of them again; an unchanged
  // line only once. In tasks of Plugin::after_routing().
  void say_lost_tables(const LostTables& lost);

  // Logs idle links in one line, with what will change that, unless the last line had the same
  // links. May run in another thread than the other functions, but only one call at a time.
  void say_idle(const Fabric& fabric, const Figures& figures, std::string_view what_changes_it);

  // Logs new differences from the plan, and differences that have gone. May run beside the other
  // functions.
  void say_plan(const PlanWatch::News& news) const;

  // Writes the order of CAs, and the dumps that log_flags ask for. Throws BadInput if a file cannot
  // be written.
  void dump(const std::shared_ptr<const Verified>& result, OsmSwitches switches, Tables tables,
            const Configuration& options) const;

 private:
  void say_notes(const std::vector<std::string>& notes);
  void say_credit_loops(const Verified& result);
  void say_lost_lanes(const LateLanes& late);
  void say_words(const Routing& routing);
  void dump_ca_order(const Verified& result) const;
  void dump_hops(const Verified& result, OsmSwitches switches, Tables tables,
                 const Configuration& options) const;
  void dump_roots(const Verified& result) const;
  void dump_torus(const Verified& result) const;
  void dump_steps(const std::shared_ptr<const Verified>& result, Tables tables,
                  unsigned threads) const;

  Plugin& plugin_;
  const osm_subn_opt_t& stock_;
  Log log_;
  DrainNotes said_service_;
  std::string said_taken_back_;             // why_taken_back
  std::set<std::string> said_flapping_;     // since the last release of a link
  std::size_t said_releases_ = 0;           // LinkWatch::releases()
  std::vector<std::string> said_loops_;     // last logged credit loops
  std::string said_lanes_;                  // last logged lanes that stay inactive
  std::string said_lost_tables_;            // last logged tables that switches did not take
  std::vector<std::string> said_warnings_;  // last logged warnings
  std::vector<std::string> said_remarks_;
  std::vector<std::string> said_idle_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_REPORTS_H_
