// Repairs the tables column by column: switches whose packets to a LID no longer arrive are
// attached to switches whose packets do.
// Tested by tests/common/repair/repair_test.cc.
#ifndef WEFT_REPAIR_COLUMN_REPAIR_H_
#define WEFT_REPAIR_COLUMN_REPAIR_H_

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/repair/allowed_turns.h"
#include "common/repair/column_paths.h"
#include "common/repair/pair_lanes.h"
#include "common/repair/repair.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

class ColumnRepair {
 public:
  // The forwarding entries in force at present, which new ones should equal where that costs
  // nothing.
  struct OfLate {
    // The port that a switch sends to a LID by, in force at present; kNoPath: it has none. Asked
    // for broken switches and idle ones.
    std::function<PortNum(SwitchIndex, Lid)> port;
    bool is_first;  // such entries are taken before all others, and not only among equals
    Sparing sparing;
  };

  // All of them outlive it. lanes: the SLs of pairs; they change where nothing else helps. loads:
  // paths of end ports over each link; kept up to date. orientation: that the tables keep to;
  // empty: none. steps: new paths stay inside their parts.
  ColumnRepair(const Fabric& fabric, const Links& links, AllowedTurns& turns, PairLanes& lanes,
               std::vector<std::uint64_t>& loads, const Orientation& orientation,
               std::span<const RoutedStep> steps, OfLate of_late, Tables rows);

  // Is called before good entries make way for the first time.
  void before_making_way(std::function<void()> prepare) { prepare_ = std::move(prepare); }

  // For a switch that had no end ports before, so that its own packets are new: if its entries lead
  // to the LID, adds the turns of its path. False, and nothing is changed, if they may not be
  // taken.
  bool vouch(SwitchIndex s, Lid lid);

  // A switch whose entry leads nowhere, and the switch that it led to; kNone: to none, or to one
  // that is gone.
  struct Seed {
    SwitchIndex s;
    SwitchIndex led_to;
  };
  // Sets the entries of the seeds, and of all switches whose packets came through them. seeds: each
  // switch once, that of the LID not among them. Returns how many switches with senders have no
  // path afterwards, whether or not there could be one.
  std::size_t repair(Lid lid, std::span<const Seed> seeds);
  // Pairs of the LID repaired last that got other lanes.
  std::size_t with_other_lanes() const { return with_other_lanes_; }

 private:
  enum class State : std::uint8_t { kUntouched, kBroken, kAttached };
  // What a new next hop of a switch has to satisfy.
  enum class Care : std::uint8_t {
    kPacketsOnTheirWay,  // as kLanes; turns between old and new entries close no cycle either
    kLanesGoingDown,     // as kLanes; and it leads down
    kLanes,              // the path fits the lanes that its own pairs have
    kNoLanes,            // its own pairs may get another lane
    kReserve,            // its own pairs may get a lane of the reserve
    kNothing,            // only that it leads there, for paths that no pair of end ports needs
  };
  struct Broken {
    SwitchIndex s;
    LinkIndex old_link;    // by which it sent; kNone: the link is gone, or there was none
    SwitchIndex led_to;    // as of Seed
    std::uint32_t parent;  // in broken_: the switch that it sent to; kNone for seeds
    std::uint32_t first_sender = kNone;  // in broken_: head of the list of those that sent to it
    std::uint32_t next_sender = kNone;
    SlSet own = 0;            // SLs of its own packets
    SlSet need = 0;           // SLs of all packets that it sent, its own included
    std::uint64_t paths = 0;  // over its old link
    unsigned least = 0;       // hops of the shortest way; 0: not seen yet
  };
  struct Candidate {
    LinkIndex link;
    bool of_late;
    bool with_sibling;  // the path to another LID of the port begins with it
    bool to_same;       // it leads to the neighbour that the lost link led to
    PathLoad load;
    std::uint32_t turn;  // differs by LID, so that equal links are used alike
  };

  std::vector<Seed> all_but_destination() const;
  void attach(std::span<const Seed> seeds);
  void attach_anew();
  void attach_as_of_late();
  void find_broken(std::span<const Seed> seeds);
  void add_broken(SwitchIndex s, LinkIndex old_link, SwitchIndex led_to, std::uint32_t parent);
  void lay_over_unreached(SwitchIndex from);
  bool is_left(SwitchIndex s) const;
  void attach_all(Care care);
  void attach_on_other_lanes();
  bool is_needed(SwitchIndex s) const;
  bool lacks_paths() const;
  void offer_to_neighbours(SwitchIndex s, Care care);
  void offer(std::uint32_t broken, unsigned hops);
  bool try_to_attach(Broken& b, unsigned hops, Care care);
  void collect_candidates(const Broken& b, unsigned hops, Care care);
  void add_paths(const Broken& b, LinkIndex link);
  bool is_idle(SwitchIndex s) const;
  void divert_if_idle(SwitchIndex s);
  void divert_as_of_late(SwitchIndex s);
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
  OfLate of_late_;
  Tables rows_;
  ColumnPaths column_;                  // the current one
  std::vector<std::uint32_t> senders_;  // sources_by_switch
  bool uses_reserve_ = false;
  std::size_t with_other_lanes_ = 0;
  std::uint64_t looks_left_;  // of WayMaker
  std::function<void()> prepare_;
  std::uint64_t busy_ = 0;  // a tenth more than the load of the busiest link at the start

  // Of the current column:
  bool may_divert_ = false;  // a switch is lost, so that much moves anyway
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
