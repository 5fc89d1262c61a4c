// The attempts at layers, in the order in which they are made: which orders of the links, in how
// many lanes, at what cost, for which fabrics.
//
// Tested by tests/plugins/layered/layered_routing_test.cc.
#ifndef WEFT_PLUGINS_LAYERED_ATTEMPTS_H_
#define WEFT_PLUGINS_LAYERED_ATTEMPTS_H_

#include <cstdint>

#include "plugins/layered/balanced_paths.h"
#include "plugins/layered/layers.h"
#include "plugins/layered/path_layers.h"

namespace weft {

// What the fabric and the request say about which attempts make sense.
struct Situation {
  PathsOf paths_of;
  Ways ways;         // that the request asks for
  bool is_tree;      // DestinationOrder::leaf_by_leaf
  bool has_valleys;  // a tree that has end ports above others, and so pairs beyond up*/down*
  bool is_product;   // a torus, mesh, hypercube or HyperX, also with parts missing
  // Such a one, of which some switches have many more end ports than others. Only with kLids.
  bool has_hot_switches;
  bool is_dragonfly;  // a whole one, with lanes enough for kGroups, and neither of the above

  // May a last attempt leave the replies uncovered? Then later attempts follow.
  bool may_give_up() const { return paths_of == PathsOf::kLids && ways == Ways::kBoth; }
};

// The orders of the links that layers begin with, and how many such layers there are.
enum class OrdersOf : std::uint8_t {
  kUpDown,        // one layer in up*/down* order; more layers with this order are opened if needed
  kDimensions,    // dimension order with other cuts in each layer; as many as the product needs
  kWholeProduct,  // the same, of the product with its missing parts, repaired around these
  kDimensionsOnAllLanes,  // as kDimensions, on all lanes; only if the product needs fewer
  // As kDimensions, and for each hot switch, as lanes suffice, up*/down* below it: all shortest
  // paths from, to and through it go along that.
  kDimensionsAndHotSwitches,
  kGroups,  // orders of the groups of a dragonfly, on kGroupLanes
  // Of a tree, with longer paths where no shortest one goes along an order:
  kSubtrees,            // two layers, see subtree_orders.h
  kBelowOneRoot,        // one layer, up*/down* below a leaf switch
  kSubtreesAndOneRoot,  // all three; the last only for destinations that the others do not reach
};
inline constexpr unsigned kGroupLanes = 3;
inline constexpr unsigned kTreeLanes = 2;
inline constexpr unsigned kLinksALane = 3;

// To cover replies, the busiest link may have this many times the load that it has otherwise. A
// busiest link with at most this many times the mean load is always accepted.
inline constexpr double kMostUneven = 1.5;

// What happens to an attempt that fits, if its load is uneven?
enum class Uneven : std::uint8_t {
  kTaken,
  // If there are hot switches, and the busiest link has more than kMostUneven times the load that
  // it has with paths on one lane: as kSetAside.
  kTakenIfAsShortestPaths,
  kSetAside,  // a later attempt whose busiest link has much less load is taken instead
};

enum class PathsBack : std::uint8_t { kAsAsked, kGivenUp };

// Limits of a search, in turns that it examines: kLongSearch takes some seconds; kShortSearch is
// for attempts that others follow; with kHardlyAnySearch all paths should go along orders; and
// kBriefSearch is for what succeeds soon or not at all.
inline constexpr std::uint64_t kLongSearch = 500'000'000;
inline constexpr std::uint64_t kShortSearch = 50'000'000;
inline constexpr std::uint64_t kHardlyAnySearch = 1'000'000;
inline constexpr std::uint64_t kBriefSearch = 30'000;
// The limit for all attempts of a routing together; each attempt may use half of what is left.
inline constexpr std::uint64_t kAllSearches = kLongSearch;

struct Attempt {
  bool (*when)(const Situation&);
  OrdersOf orders;
  PathsBack back = PathsBack::kAsAsked;
  unsigned most_layers = kMostLayers;  // never more than there are lanes
  bool few_more = false;  // layers beyond those of kDimensions: one for each kLinksALane missing
  Prefer prefer;
  Uneven uneven = Uneven::kTaken;
  // An attempt that was set aside is taken instead if its busiest link has at most this many times
  // the load.
  double worth = kMostUneven;
  std::uint64_t most_work;
};

// The routing is that of the first attempt that applies and needs no more layers than there are
// lanes.
inline constexpr Attempt kAttempts[] = {
    // A small tree can be a product as well: two leaf switches and two spines are a ring of four.
    // In up*/down* order a complete tree needs one lane.
    {.when = [](const Situation& s) { return s.is_product && s.is_tree; },
     .orders = OrdersOf::kUpDown,
     .most_layers = 1,
     .prefer = Prefer::kEvenLoad,
     .uneven = Uneven::kTakenIfAsShortestPaths,
     .most_work = kLongSearch},
    // Complete tori and other products need dimension order only. The search is for paths around
    // missing links. It is short, because other attempts follow.
    {.when = [](const Situation& s) { return s.is_product; },
     .orders = OrdersOf::kDimensions,
     .few_more = true,
     .prefer = Prefer::kFewLayers,
     .uneven = Uneven::kTakenIfAsShortestPaths,
     .most_work = kShortSearch},
    // But they end over two links of a switch, those of the last dimension, nearly all of them, and
    // begin over two. That makes these busy where the switch has many end ports. Replies need a
    // search, since what goes through such a switch may come back another way.
    {.when = [](const Situation& s) { return s.has_hot_switches; },
     .orders = OrdersOf::kDimensionsAndHotSwitches,
     .prefer = Prefer::kEvenLoad,
     .uneven = Uneven::kTakenIfAsShortestPaths,
     .worth = 1,  // they give nothing up
     .most_work = kHardlyAnySearch},
    {.when = [](const Situation& s) { return s.has_hot_switches && s.may_give_up(); },
     .orders = OrdersOf::kDimensionsAndHotSwitches,
     .back = PathsBack::kGivenUp,
     .prefer = Prefer::kEvenLoad,
     .most_work = kHardlyAnySearch},
    // Minimal paths around missing links and their replies can need more lanes than there are. Then
    // paths that use no missing link are those of the complete product, and the others may be
    // longer.
    {.when =
         [](const Situation& s) {
           return s.is_product && !s.is_tree && s.paths_of == PathsOf::kSwitches;
         },
     .orders = OrdersOf::kWholeProduct,
     .prefer = Prefer::kFewLayers,
     .most_work = kShortSearch},
    {.when = [](const Situation& s) { return s.is_product && !s.is_tree && s.may_give_up(); },
     .orders = OrdersOf::kWholeProduct,
     .prefer = Prefer::kFewLayers,
     .uneven = Uneven::kSetAside,
     .most_work = kShortSearch},
    {.when = [](const Situation& s) { return s.is_product; },
     .orders = OrdersOf::kDimensions,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    // If too much is missing for that, more lanes, with the dimensions in other orders, allow paths
    // around it.
    {.when = [](const Situation& s) { return s.is_product; },
     .orders = OrdersOf::kDimensionsOnAllLanes,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    // Small dragonflies need fewer lanes than the orders of their groups, with stock OpenSM too.
    {.when = [](const Situation& s) { return s.is_dragonfly; },
     .orders = OrdersOf::kUpDown,
     .most_layers = kGroupLanes - 1,
     .prefer = Prefer::kFewLayers,
     .most_work = kBriefSearch},
    // Others go from group to group directly.
    {.when = [](const Situation& s) { return s.is_dragonfly; },
     .orders = OrdersOf::kGroups,
     .most_layers = kGroupLanes,
     .prefer = Prefer::kEvenLoad,
     .most_work = kHardlyAnySearch},
    // A tree with end ports on spines, for example aggregation nodes: up*/down* has no path between
    // two of them if no switch is above both. If there are few such pairs, a search finds turns for
    // minimal paths whose replies are covered too.
    {.when = [](const Situation& s) { return s.has_valleys && s.ways == Ways::kBoth; },
     .orders = OrdersOf::kUpDown,
     .most_layers = kTreeLanes,
     .prefer = Prefer::kEvenLoad,
     .uneven = Uneven::kSetAside,
     .most_work = kShortSearch},
    // Else all paths go along one order; some are longer and meet at a leaf switch.
    {.when = [](const Situation& s) { return s.has_valleys && s.ways == Ways::kBoth; },
     .orders = OrdersOf::kBelowOneRoot,
     .prefer = Prefer::kEvenLoad,
     .uneven = Uneven::kSetAside,
     .most_work = 0},
    // If that makes links too busy, replies are left uncovered, and two lanes are enough.
    {.when = [](const Situation& s) { return s.has_valleys; },
     .orders = OrdersOf::kSubtrees,
     .back = PathsBack::kGivenUp,
     .most_layers = kTreeLanes,
     .prefer = Prefer::kFewLayers,
     .most_work = 0},
    // If so much is missing that some switch has no path along these: one order for all paths, or a
    // third lane with such an order for paths to these switches, whichever balances the load
    // better.
    {.when = [](const Situation& s) { return s.has_valleys && s.ways == Ways::kOne; },
     .orders = OrdersOf::kBelowOneRoot,
     .prefer = Prefer::kEvenLoad,
     .uneven = Uneven::kSetAside,
     .most_work = 0},
    {.when = [](const Situation& s) { return s.has_valleys; },
     .orders = OrdersOf::kSubtreesAndOneRoot,
     .back = PathsBack::kGivenUp,
     .most_layers = kTreeLanes + 1,
     .prefer = Prefer::kFewLayers,
     .most_work = 0},
    // This always fits, so that no later attempt is made. One that was set aside and is as even is
    // taken before it.
    {.when = [](const Situation& s) { return s.has_valleys; },
     .orders = OrdersOf::kBelowOneRoot,
     .prefer = Prefer::kEvenLoad,
     .most_work = 0},
    // Irregular fabrics: up*/down* paths are safe on one lane. With one path for each pair of
    // switches the load cannot be balanced much, so few lanes are used.
    {.when = [](const Situation& s) { return s.paths_of == PathsOf::kSwitches; },
     .orders = OrdersOf::kUpDown,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    // With paths for each LID the load comes first, and the number of lanes only if they do not
    // suffice. Products had better orders already, so their replies are left uncovered at once.
    {.when = [](const Situation& s) { return s.may_give_up() && !s.is_product; },
     .orders = OrdersOf::kUpDown,
     .prefer = Prefer::kEvenLoad,
     .most_work = kLongSearch},
    {.when = [](const Situation& s) { return s.may_give_up() && !s.is_product; },
     .orders = OrdersOf::kUpDown,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    // Paths without their replies fit more easily: the same attempts once more, with replies
    // uncovered.
    {.when = [](const Situation& s) { return s.may_give_up() && s.is_product; },
     .orders = OrdersOf::kDimensions,
     .back = PathsBack::kGivenUp,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    {.when = [](const Situation& s) { return s.may_give_up() && s.is_product; },
     .orders = OrdersOf::kDimensionsOnAllLanes,
     .back = PathsBack::kGivenUp,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    {.when = [](const Situation& s) { return s.paths_of == PathsOf::kLids; },
     .orders = OrdersOf::kUpDown,
     .back = PathsBack::kGivenUp,
     .prefer = Prefer::kEvenLoad,
     .most_work = kLongSearch},
    {.when = [](const Situation& s) { return s.paths_of == PathsOf::kLids; },
     .orders = OrdersOf::kUpDown,
     .back = PathsBack::kGivenUp,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_ATTEMPTS_H_
