// Grows several trees of paths to each switch, one after the other. In each tree a switch takes a
// path that shares as little as possible with its earlier paths to the same switch: no first link
// and no last link. Among such paths it takes the least loaded one that a layer holds or accepts.
//
// Where paths may be longer, they are at most one hop longer than the shortest, with two
// exceptions, in which they are up to kMostLonger hops longer:
// * A neighbour of the destination may have no path that is one hop longer: a Slim Fly has no
//   triangles. If no switch is further away than kNear hops, each tree closes the direct links of
//   three out of four such neighbours, in turn, and these go around.
// * Where no layer takes a path, a longer one is tried.
//
// A switch can take a longer path only through a switch that takes a minimal one, since two detours
// would make the path two hops longer. So in each tree the switches that had a minimal path least
// often take one.
#ifndef WEFT_PLUGINS_LAYERED_DETOUR_TREES_H_
#define WEFT_PLUGINS_LAYERED_DETOUR_TREES_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/graph/distances.h"
#include "common/graph/links.h"
#include "plugins/layered/detour_layers.h"

namespace weft {

class DetourTrees {
 public:
  static constexpr Hops kMostLonger = 3;
  static constexpr Hops kNear = 3;

  // What is passed must outlive it.
  struct Setup {
    const Links& links;
    std::span<const std::uint32_t> end_ports;  // by switch: those that need paths
    std::span<const std::uint32_t> sources;    // by switch: those that load them
    const std::vector<bool>& usable;           // by link; empty: all are
    DetourLayers& layers;
    bool may_be_longer = true;  // else paths have the fewest hops
  };
  // load: by link, of the paths chosen so far.
  DetourTrees(const Setup& setup, std::vector<std::uint64_t> load);

  // Begins with a switch, to which there is no tree yet. Cost: O(S x links of that switch + links).
  void start(SwitchIndex destination);

  // Counts a tree of paths to it that was made elsewhere and is in the load. link: by switch;
  // kNone: no path. Cost: O(S x hops).
  void note(std::span<const LinkIndex> link);

  // The next tree, to so many LIDs. False if no layer takes the path of some switch; then only the
  // turns in the layers and share_without_lane() may have changed. Cost: O(links x hops), and the
  // search of the layers.
  bool grow(std::uint32_t lids);
  // The first links of the paths of the tree that has grown, by switch; kNone: no path.
  std::span<const LinkIndex> link() const { return link_; }

  // Of all paths that need a lane, the share for which no lane took a path that shares the least.
  double share_without_lane() const;

  // Adds the paths of a tree to the load, for so many more LIDs. Cost: O(S x hops).
  void add_load(std::span<const LinkIndex> link, std::uint32_t lids);

 private:
  // Of links that a path could begin with; the least is the best.
  struct Candidate {
    bool last_resort;  // a closed link, or more hops than there should be
    std::uint32_t shared;
    bool needs_turns;  // that no layer holds
    std::uint64_t load;
    LinkIndex link;

    // NOLINTNEXTLINE(modernize-use-nullptr): as of LinkTurn
    friend auto operator<=>(const Candidate&, const Candidate&) = default;
  };

  bool is_usable(LinkIndex link) const { return setup_.usable.empty() || setup_.usable[link]; }
  void find_hops(std::vector<Hops>& hops);
  void find_closable();
  void choose_doors();
  void order_switches();
  void find_candidates(SwitchIndex s);
  bool grow_once(std::uint32_t lids, Hops longer);
  bool choose(SwitchIndex s, std::uint32_t lids);
  // Doors are the links to the destination, by its links out.
  std::uint32_t door(LinkIndex link) const {
    return setup_.links.opposite(link) - setup_.links.first_of(destination_);
  }
  template <typename Visit>
  void walk(std::span<const LinkIndex> link, SwitchIndex from, Visit visit) const;

  Setup setup_;
  std::vector<std::uint64_t> load_;  // by link
  std::uint64_t choices_ = 0;
  std::uint64_t without_lane_ = 0;  // of these
  // Of the destination.
  SwitchIndex destination_ = kNone;
  std::vector<Hops> fewest_;               // by switch
  std::vector<std::uint32_t> closable_;    // doors
  std::vector<std::uint64_t> through_;     // by door: paths of all trees
  std::vector<std::uint32_t> first_uses_;  // by link: trees with paths that begin with it
  std::vector<std::uint32_t> door_uses_;   // [switch][door]: trees in which it enters there
  std::vector<std::uint32_t> straight_;    // by switch: trees in which it has the fewest hops
  std::uint64_t attempts_ = 0;             // to grow a tree
  // Of the tree that grows.
  Hops longer_ = 0;                     // than the fewest, paths that should be had
  std::vector<bool> open_;              // by door
  std::vector<Hops> around_;            // by switch: the fewest hops through open doors
  std::vector<SwitchIndex> order_;      // switches with a path, as they choose
  std::vector<LinkIndex> link_;         // by switch
  std::vector<Hops> hops_;              // by switch; kFar: it has not chosen
  std::vector<std::uint32_t> door_of_;  // by switch
  std::vector<Candidate> candidates_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_DETOUR_TREES_H_
