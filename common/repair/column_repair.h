// Repairs the tables column by column: a switch whose packets to a LID no longer arrive is
// attached to a neighbour whose packets do.
// Tested by tests/common/repair/repair_test.cc.
#ifndef WEFT_REPAIR_COLUMN_REPAIR_H_
#define WEFT_REPAIR_COLUMN_REPAIR_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/graph/pieces.h"
#include "common/repair/allowed_turns.h"
#include "common/repair/column_paths.h"
#include "common/repair/pair_lanes.h"
#include "common/repair/repair.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

class ColumnRepair {
 public:
  // The active forwarding entries. A new entry equals the active one where that costs nothing.
  struct ActiveEntries {
    // The active entry of a switch for a LID; kNoPath: it has none. Asked for broken and idle
    // switches.
    std::function<PortNum(SwitchIndex, Lid)> port;
    bool is_first;  // active entries are preferred to all others, not only among equals
    Sparing sparing;
  };

  // All arguments outlive it. lanes: the SLs of pairs; they change only as a last resort. loads:
  // paths of end ports over each link; kept up to date. orientation: of up*/down* tables, else
  // empty. steps: new paths stay inside their parts.
  ColumnRepair(const Fabric& fabric, const Links& links, AllowedTurns& turns, PairLanes& lanes,
               std::vector<std::uint64_t>& loads, const Orientation& orientation,
               std::span<const RoutedStep> steps, ActiveEntries active, Tables rows);

  // prepare: called before good entries make way for the first time.
  void before_making_way(std::function<void()> prepare) { prepare_ = std::move(prepare); }

  // For a switch that had no end ports before, so that no evidence covers its own packets: adds the
  // turns of its path to a LID. False, and nothing is changed, if these turns are not allowed or
  // its entries do not lead to the LID.
  bool vouch(SwitchIndex s, Lid lid);

  // A switch whose entry no longer leads to a neighbour, and the switch that it led to; kNone: to
  // none, or to one that is gone.
  struct Seed {
    SwitchIndex s;
    SwitchIndex led_to;
  };
  // Sets the entries of the seeds, and of all switches whose packets came through them. seeds: each
  // switch once, without the switch of the LID. alone: no other entries and no lanes change.
  // Returns how many switches with senders have no path afterwards, although links lead to the LID.
  std::size_t repair(Lid lid, std::span<const Seed> seeds, bool alone = false);
  // Number of pairs that got other lanes, of the LID that was repaired last.
  std::size_t with_other_lanes() const { return with_other_lanes_; }

 private:
  enum class State : std::uint8_t { kUntouched, kBroken, kAttached };
  // What a new next hop has to satisfy, from the strictest on.
  enum class Care : std::uint8_t {
    kPacketsOnTheirWay,  // as kLanes, and turns between old and new entries close no cycle
    kLanesGoingDown,     // as kLanes, and the link leads down
    kLanes,              // the path fits the lanes of the switch's own pairs
    kNoLanes,            // these pairs may get another lane
    kReserve,            // these pairs may get a lane of the reserve
    kNothing,            // any path: no pair of end ports needs it
  };
  struct Broken {
    SwitchIndex s;
    LinkIndex old_link;    // its previous next hop; kNone: the link is gone, or there was none
    SwitchIndex led_to;    // as of Seed
    std::uint32_t parent;  // in broken_: the switch that it sent to; kNone for seeds
    std::uint32_t first_sender = kNone;  // in broken_: head of the list of those that sent to it
    std::uint32_t next_sender = kNone;
    SlSet own = 0;            // SLs of its own packets
    SlSet need = 0;           // SLs of all packets that it sent, its own included
    std::uint64_t paths = 0;  // over its old link
    unsigned least = 0;       // hops of the shortest path; 0: not seen yet
  };
  struct Candidate {
    LinkIndex link;
    bool is_active;
    bool with_sibling;  // it begins the path to another LID of the port, too
    bool to_same;       // it leads to the neighbour that the lost link led to
    PathLoad load;
    std::uint32_t turn;  // differs by LID, so that equal links are used alike
  };

  std::vector<Seed> all_but_destination() const;
  void attach(std::span<const Seed> seeds, bool alone);
  void attach_anew();
  void attach_as_active();
  void find_broken(std::span<const Seed> seeds);
  void add_broken(SwitchIndex s, LinkIndex old_link, SwitchIndex led_to, std::uint32_t parent);
  void reach_over_unreached(SwitchIndex from);
  bool is_left(SwitchIndex s) const;
  bool is_apart(SwitchIndex s) const;
  void attach_all(Care care);
  void attach_on_other_lanes();
  void attach_with_changes();
  bool is_needed(SwitchIndex s) const;
  bool lacks_paths() const;
  void offer_to_neighbours(SwitchIndex s, Care care);
  void offer(std::uint32_t broken, unsigned hops);
  bool try_to_attach(Broken& b, unsigned hops, Care care);
  void collect_candidates(const Broken& b, unsigned hops, Care care);
  static bool is_better(const Candidate& x, const Candidate& y);
  void add_paths(const Broken& b, LinkIndex link);
  bool is_idle(SwitchIndex s) const;
  void divert_if_idle(SwitchIndex s);
  void divert_as_active(SwitchIndex s);
  void make_way();
  bool leaves_part(LinkIndex link) const;
  bool spares_packets_on_their_way(const Broken& b, LinkIndex link);
  bool attach(Broken& b, LinkIndex link, Care care);
  bool take_lane(std::span<const Lane> lanes, const Broken& b, LinkIndex link);
  void add_ways(SwitchIndex from, const std::vector<Lid>& lids, std::vector<LinkTurn>& turns) const;
  void forget_column();

  const Fabric& fabric_;
  const Links& links_;
  AllowedTurns& turns_;
  PairLanes& lanes_;
  std::vector<std::uint64_t>& loads_;
  const Orientation& orientation_;
  std::span<const RoutedStep> steps_;
  ActiveEntries active_;
  Tables rows_;
  ColumnPaths column_;                    // the current one
  std::vector<std::uint32_t> senders_;    // sources_by_switch
  mutable std::optional<Pieces> pieces_;  // null: not asked for yet
  bool uses_reserve_ = false;
  std::size_t with_other_lanes_ = 0;
  std::uint64_t looks_left_;  // of WayMaker
  std::function<void()> prepare_;
  std::uint64_t busy_ = 0;  // 1.1 times the load of the busiest link at the start

  // Of the current column:
  bool may_divert_ = false;  // a switch is lost, so that many paths move anyway
  std::vector<Broken> broken_;
  std::vector<std::uint32_t> broken_at_;  // by switch: in broken_, or kNone
  std::vector<State> state_;
  std::vector<std::vector<std::uint32_t>> offers_;  // by hops: positions in broken_
  std::vector<Candidate> candidates_;
  std::vector<LinkTurn> path_;
  std::vector<SwitchIndex> way_;
};

}  // namespace weft

#endif  // WEFT_REPAIR_COLUMN_REPAIR_H_
