// ColumnPaths: the paths to one LID, by the forwarding entries of its column of the tables, while
// this column is repaired.
#ifndef WEFT_REPAIR_COLUMN_PATHS_H_
#define WEFT_REPAIR_COLUMN_PATHS_H_

#include <compare>
#include <cstdint>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/tables.h"

namespace weft {

// The loads of the links on a path, from one of its links to the destination.
struct PathLoad {
  std::uint64_t busiest;  // the highest of the loads
  std::uint64_t sum;      // of all loads

  // NOLINTNEXTLINE(modernize-use-nullptr): what is compared with 0 is no pointer
  friend auto operator<=>(const PathLoad&, const PathLoad&) = default;
};

class ColumnPaths {
 public:
  // The most hops of a path: directed routes of InfiniBand end after 64.
  static constexpr unsigned kMostHops = 63;
  static constexpr std::uint8_t kNowhere = 254;

  // All arguments outlive it. loads: paths of end ports over each link.
  ColumnPaths(const Fabric& fabric, const Links& links, std::vector<std::uint64_t>& loads,
              Tables rows);

  // Turns to the column of a LID in use.
  void start(Lid lid);
  Lid lid() const { return lid_; }
  SwitchIndex destination() const { return destination_; }
  bool leads_to_end_port() const { return leads_to_end_port_; }

  const Fabric& fabric() const { return fabric_; }
  const Links& links() const { return links_; }
  // The entry of a switch for the LID. Who changes the length of paths calls set_hops() or
  // forget_hops() afterwards.
  PortNum entry(SwitchIndex s) const { return rows_.row(s)[lid_]; }
  void set_entry(SwitchIndex s, PortNum port) {
    rows_.row(s)[lid_] = port;
    if (next_[s] == kUnread) read_.push_back(s);
    next_[s] = link_at(s, port);
  }

  // The link by which a switch sends to a LID; kNone: its entry leads to no switch.
  LinkIndex next(SwitchIndex s, Lid lid) const { return link_at(s, rows_.row(s)[lid]); }
  LinkIndex next(SwitchIndex s) const {
    if (next_[s] == kUnread) {
      read_.push_back(s);
      next_[s] = next(s, lid_);
    }
    return next_[s];
  }
  // The link out of a port; kNone: it leads to no switch. port: any value.
  LinkIndex link_at(SwitchIndex s, PortNum port) const {
    return port > fabric_.switches()[s].port_count ? kNone : links_.at(s, port);
  }

  // The hops from a switch to the LID; kNowhere: the entries do not lead there. Cost: O(hops) the
  // first time, then O(1).
  unsigned hops(SwitchIndex s);
  void set_hops(SwitchIndex s, unsigned hops);
  void forget_hops();

  // Appends the turns of the path from a link on. The entries lead to the LID.
  void append_turns(LinkIndex link, std::vector<LinkTurn>& turns) const;
  PathLoad load_from(LinkIndex link) const;
  // Adds a number of paths of end ports to the load of each link of the path that begins with
  // `link`; no load goes below 0. Does nothing if the LID is a switch's.
  void add_load(LinkIndex link, std::int64_t paths);

 private:
  const Fabric& fabric_;
  const Links& links_;
  std::vector<std::uint64_t>& loads_;
  Tables rows_;
  Lid lid_ = 0;
  SwitchIndex destination_ = kNone;
  bool leads_to_end_port_ = false;
  // By switch: next(), where it has been asked for. A column of the tables is spread over as many
  // pages as there are switches.
  static constexpr LinkIndex kUnread = kNone - 1;
  mutable std::vector<LinkIndex> next_;
  mutable std::vector<SwitchIndex> read_;
  std::vector<std::uint8_t> hops_;  // by switch; kUnknown, kNowhere
  std::vector<SwitchIndex> seen_;   // switches whose hops_ are known
  std::vector<SwitchIndex> way_;
};

}  // namespace weft

#endif  // WEFT_REPAIR_COLUMN_PATHS_H_
