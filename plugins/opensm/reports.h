// Reports about the active routing: lines in OpenSM's log, and the files that OpenSM and Weft dump.
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
#include "plugins/opensm/snapshot.h"

namespace weft {

class Reports {
 public:
  // The plug-in and the name in the log outlive the object.
  Reports(Plugin& plugin, const Log& log)
      : plugin_(plugin), stock_(plugin.opensm().subn.opt), log_(log) {}

  // In milliseconds.
  struct Times {
    double snapshot;
    double total;
  };
  // What is drained, and what is not and why, unless that was said before.
  void say_drained(const Drained& drained);

  // A line of figures and the verdict; before it, warnings, remarks and credit loops, but what was
  // said of the last routing is not said again. Before OpenSM has taken the new tables over. late:
  // the lanes that are not active.
  void say(const Verified& result, const LateLanes& late, const Snapshot& snapshot,
           const Workers& workers, const Times& times);

  // A line of the links that carry nothing, with what will change that, unless the last one was of
  // the same links. May run in another thread than the other functions, but not twice at a time.
  void say_idle(const Fabric& fabric, const Figures& figures, std::string_view what_changes_it);

  // What has become otherwise than planned, and what is as planned again. May run beside the
  // others.
  void say_plan(const PlanWatch::News& news) const;

  // The order of CAs, and what log_flags ask for. Throws BadInput where a file cannot be written.
  void dump(const std::shared_ptr<const Verified>& result, const Snapshot& snapshot, Tables tables,
            const Configuration& options) const;

 private:
  void say_notes(const std::vector<std::string>& notes);
  void say_credit_loops(const Verified& result);
  void say_lost_lanes(const LateLanes& late);
  void say_words(const Routing& routing);
  void dump_ca_order(const Verified& result) const;
  void dump_hops(const Verified& result, const Snapshot& snapshot, Tables tables,
                 const Configuration& options) const;
  void dump_roots(const Verified& result) const;
  void dump_torus(const Verified& result) const;
  void dump_steps(const std::shared_ptr<const Verified>& result, Tables tables,
                  unsigned threads) const;

  Plugin& plugin_;
  const osm_subn_opt_t& stock_;
  Log log_;
  DrainNotes said_service_;
  std::set<std::string> said_flapping_;     // since a link was released last
  std::size_t said_releases_ = 0;           // LinkWatch::releases()
  std::vector<std::string> said_loops_;     // the credit loops that the log was told of last
  std::string said_lanes_;                  // the lanes that do not come into force, likewise
  std::vector<std::string> said_warnings_;  // likewise
  std::vector<std::string> said_remarks_;
  std::vector<std::string> said_idle_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_REPORTS_H_
