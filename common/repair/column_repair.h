// One column of the tables after the other: switches whose packets to a LID no longer arrive are
// attached to those whose packets do.
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
  // Where switches sent of late.
  struct OfLate {
    // kNoPath: nowhere; of broken entries, and idle ones
    std::function<PortNum(SwitchIndex, Lid)> port;
    bool is_first;  // before all others, and not only among equals
    Sparing sparing;
  };

  // All of them outlive it. lanes: of pairs; they change where nothing else helps. loads: paths of
  // end ports over each link; kept up to date. orientation: that the tables keep to; empty: none.
  // steps: new paths stay inside of their parts.
  ColumnRepair(const Fabric& fabric, const Links& links, AllowedTurns& turns, PairLanes& lanes,
               std::vector<std::uint64_t>& loads, const Orientation& orientation,
               std::span<const RoutedStep> steps, OfLate of_late, Tables rows);

  // What to do before good entries make way for the first time.
  void before_making_way(std::function<void()> prepare) { prepare_ = std::move(prepare); }

  // The entries of a switch whose end ports did not count before: do its packets to a LID, if they
  // arrive, fit in with all others? Then their turns join.
  bool vouch(SwitchIndex s, Lid lid);

  // A switch whose entry leads nowhere, and where it led; kNone: nowhere, or not any more.
  struct Seed {
    SwitchIndex s;
    SwitchIndex led_to;
  };
  // seeds: each switch once, the LID's own not among them.
  // All that is behind them is broken as well. Returns how many switches with senders stay without
  // a path, whether or not there could be one.
  std::size_t repair(Lid lid, std::span<const Seed> seeds);
  // Of the LID repaired last: pairs that have other lanes.
  std::size_t with_other_lanes() const { return with_other_lanes_; }

 private:
  enum class State : std::uint8_t { kUntouched, kBroken, kAttached };
  // What is asked of a switch's new next hop.
  enum class Care : std::uint8_t {
    kPacketsOnTheirWay,  // turns of old entries into new ones and back close no cycle either
    kLanesGoingDown,     // the lanes that its own pairs have, and that it leads down
    kLanes,              // the lanes that its own pairs have
    kNoLanes,            // its own pairs may get another
    kReserve,            // also one of the reserve
    kNothing,            // what no pair of end ports needs: only that it leads there
  };
  struct Broken {
    SwitchIndex s;
    LinkIndex old_link;                  // by which it sent; kNone: a link that is gone, or none
    SwitchIndex led_to;                  // kNone: nowhere, or not any more
    std::uint32_t parent;                // in broken_: whom it sent to; kNone for seeds
    std::uint32_t first_sender = kNone;  // in broken_: those that sent to it are a list
    std::uint32_t next_sender = kNone;
    SlSet own = 0;            // SLs that its own packets have
    SlSet need = 0;           // and those of all that sent through it
    std::uint64_t paths = 0;  // over its old link
    unsigned least = 0;       // hops of the shortest way; 0: not seen yet
  };
  struct Candidate {
    LinkIndex link;
    bool of_late;
    bool with_sibling;  // a path to another LID of the port begins with it
    bool to_same;       // neighbour as the link that is lost
    PathLoad load;
    std::uint32_t turn;  // equals take turns
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
  ColumnPaths column_;                  // in hand
  std::vector<std::uint32_t> senders_;  // sources_by_switch
  bool uses_reserve_ = false;
  std::size_t with_other_lanes_ = 0;
  std::uint64_t looks_left_;  // of WayMaker
  std::function<void()> prepare_;
  std::uint64_t busy_ = 0;  // a link of this load is a tenth busier than any was before

  // Of the column in hand:
  bool may_divert_ = false;  // a switch is lost, not a link alone, so that much moves anyway
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
