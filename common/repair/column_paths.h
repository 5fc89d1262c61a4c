// The paths that the entries of one LID make, while the LID's column of the tables is repaired.
#ifndef WEFT_REPAIR_COLUMN_PATHS_H_
#define WEFT_REPAIR_COLUMN_PATHS_H_

#include <compare>
#include <cstdint>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/tables.h"

namespace weft {

// What lies on the path from a link on.
struct PathLoad {
  std::uint64_t busiest;  // of the links' loads
  std::uint64_t sum;      // of them

  // NOLINTNEXTLINE(modernize-use-nullptr): what is compared with 0 is no pointer
  friend auto operator<=>(const PathLoad&, const PathLoad&) = default;
};

class ColumnPaths {
 public:
  // InfiniBand's directed routes, and good manners, end after 64 hops.
  static constexpr unsigned kMostHops = 63;
  static constexpr std::uint8_t kNowhere = 254;

  // All of them outlive it. loads: paths of end ports over each link.
  ColumnPaths(const Fabric& fabric, const Links& links, std::vector<std::uint64_t>& loads,
              Tables rows);

  // Turns to a LID in use.
  void start(Lid lid);
  Lid lid() const { return lid_; }
  SwitchIndex destination() const { return destination_; }
  bool leads_to_end_port() const { return leads_to_end_port_; }

  const Fabric& fabric() const { return fabric_; }
  const Links& links() const { return links_; }
  // Of the LID. Whoever changes the hops of a path sets or forgets them.
  PortNum& entry(SwitchIndex s) { return rows_.row(s)[lid_]; }
  PortNum entry(SwitchIndex s) const { return rows_.row(s)[lid_]; }

  // The link that a switch sends to a LID by; kNone: to no switch.
  LinkIndex next(SwitchIndex s, Lid lid) const { return link_at(s, rows_.row(s)[lid]); }
  LinkIndex next(SwitchIndex s) const { return next(s, lid_); }
  // The link out of a port; kNone: to no switch. port: whatever a table holds.
  LinkIndex link_at(SwitchIndex s, PortNum port) const {
    return port > fabric_.switches()[s].port_count ? kNone : links_.at(s, port);
  }

  // From a switch to the LID; kNowhere if the entries do not lead there. Cost: O(1) for switches
  // on paths that were asked for before.
  unsigned hops(SwitchIndex s);
  void set_hops(SwitchIndex s, unsigned hops);
  void forget_hops();

  // The turns from a link on. The entries lead to the LID.
  void append_turns(LinkIndex link, std::vector<LinkTurn>& turns) const;
  PathLoad load_from(LinkIndex link) const;
  // Paths more of end ports from a link on, as far as the entries lead; none if the LID is a
  // switch's.
  void add_load(LinkIndex link, std::int64_t paths);

 private:
  const Fabric& fabric_;
  const Links& links_;
  std::vector<std::uint64_t>& loads_;
  Tables rows_;
  Lid lid_ = 0;
  SwitchIndex destination_ = kNone;
  bool leads_to_end_port_ = false;
  std::vector<std::uint8_t> hops_;  // by switch; kUnknown, kNowhere
  std::vector<SwitchIndex> seen_;   // whose hops_ are known
  std::vector<SwitchIndex> way_;
};

}  // namespace weft

#endif  // WEFT_REPAIR_COLUMN_PATHS_H_
