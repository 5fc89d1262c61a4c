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

// What the fabric and the request say about which attempts are worth making.
struct Situation {
  PathsOf paths_of;
  Ways ways;          // that were asked for
  bool is_tree;       // DestinationOrder::leaf_by_leaf
  bool has_valleys;   // a tree that has end ports above others, and so pairs beyond up*/down*
  bool is_product;    // a torus, mesh, hypercube or HyperX, also with parts missing
  bool is_dragonfly;  // a whole one, with lanes enough for kGroups, and neither of the above

  // May the paths back be left out in the end, so that there are other attempts to come?
  bool may_give_up() const { return paths_of == PathsOf::kLids && ways == Ways::kBoth; }
};

// The orders of the links that layers begin with, and how many layers are open then.
enum class OrdersOf : std::uint8_t {
  kUpDown,        // one layer, in up*/down* order, and more in the same as paths ask for them
  kDimensions,    // dimension order, other cuts in each: as many lanes as the whole product needs
  kWholeProduct,  // the same, of the product with what it lacks, and then around that
  kDimensionsOnAllLanes,  // dimension order on all lanes, if these are more
  kGroups,                // of the groups of a dragonfly, on kGroupLanes
  // Of a tree, with longer paths where no shortest one goes along an order:
  kSubtrees,            // two layers, see subtree_orders.h
  kBelowOneRoot,        // one layer, up*/down* below a leaf switch
  kSubtreesAndOneRoot,  // both, the last for destinations whose paths do not fit the others
};
inline constexpr unsigned kGroupLanes = 3;
inline constexpr unsigned kTreeLanes = 2;
inline constexpr unsigned kLinksALane = 3;

// What covering the paths back may cost: so many times the load that the busiest link has without.
// No more than that over the mean load is not even held against anything.
inline constexpr double kMostUneven = 1.5;

enum class PathsBack : std::uint8_t { kAsAsked, kGivenUp };

// Bounds of a search, in turns looked at: some seconds' worth; of one with others to come; of one
// that should have nothing to search for; and of one that is over soon or not worth it.
inline constexpr std::uint64_t kLongSearch = 500'000'000;
inline constexpr std::uint64_t kShortSearch = 50'000'000;
inline constexpr std::uint64_t kHardlyAnySearch = 1'000'000;
inline constexpr std::uint64_t kBriefSearch = 30'000;
// Of all attempts of a routing together; each may take half of what is left.
inline constexpr std::uint64_t kAllSearches = kLongSearch;

struct Attempt {
  bool (*when)(const Situation&);
  OrdersOf orders;
  PathsBack back = PathsBack::kAsAsked;
  unsigned most_layers = kMostLayers;  // and no more than there are lanes
  bool few_more = false;  // layers beyond those of kDimensions: one for each kLinksALane missing
  Prefer prefer;
  // False: where a later one has some times less load on its busiest link, that is taken.
  bool may_be_uneven = true;
  std::uint64_t most_work;
};

// The first that applies and finds layers enough is the routing.
inline constexpr Attempt kAttempts[] = {
    // A small tree can be a product as well, two leaves below two spines a ring of four. In its
    // up*/down* order a whole one needs one lane.
    {.when = [](const Situation& s) { return s.is_product && s.is_tree; },
     .orders = OrdersOf::kUpDown,
     .most_layers = 1,
     .prefer = Prefer::kEvenLoad,
     .most_work = kLongSearch},
    // Tori and the like, whole: dimension order is all they need. The search, which is for paths
    // around missing links, is short where it can be made easier by giving up the paths back.
    {.when = [](const Situation& s) { return s.is_product && !s.is_tree; },
     .orders = OrdersOf::kDimensions,
     .few_more = true,
     .prefer = Prefer::kFewLayers,
     .most_work = kShortSearch},
    // Minimal paths around missing links, and those back, can need lanes that there are not. Then
    // all paths that do not lead over what is missing are those of the whole product, and the
    // others, where they must be, longer.
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
     .may_be_uneven = false,
     .most_work = kShortSearch},
    {.when = [](const Situation& s) { return s.is_product && s.may_give_up(); },
     .orders = OrdersOf::kDimensions,
     .prefer = Prefer::kFewLayers,
     .most_work = kShortSearch},
    {.when = [](const Situation& s) { return s.is_product && !s.may_give_up(); },
     .orders = OrdersOf::kDimensions,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    // With too much missing for that, more lanes, with dimensions in other orders, lead around it.
    {.when = [](const Situation& s) { return s.is_product && s.may_give_up(); },
     .orders = OrdersOf::kDimensionsOnAllLanes,
     .prefer = Prefer::kFewLayers,
     .most_work = kShortSearch},
    {.when = [](const Situation& s) { return s.is_product && !s.may_give_up(); },
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
    // A tree with end ports above others, aggregation nodes on spines, say: up*/down* has no paths
    // between two of them that have nothing above in common. Where these are few, turns that cover
    // the paths back can be found for minimal paths.
    {.when = [](const Situation& s) { return s.has_valleys && s.ways == Ways::kBoth; },
     .orders = OrdersOf::kUpDown,
     .most_layers = kTreeLanes,
     .prefer = Prefer::kEvenLoad,
     .may_be_uneven = false,
     .most_work = kShortSearch},
    // Else all go along one order, some over longer paths that come together at a leaf.
    {.when = [](const Situation& s) { return s.has_valleys && s.ways == Ways::kBoth; },
     .orders = OrdersOf::kBelowOneRoot,
     .prefer = Prefer::kEvenLoad,
     .may_be_uneven = false,
     .most_work = 0},
    // Where that makes links too busy, the paths back are given up: then two lanes are enough.
    {.when = [](const Situation& s) { return s.has_valleys; },
     .orders = OrdersOf::kSubtrees,
     .back = PathsBack::kGivenUp,
     .most_layers = kTreeLanes,
     .prefer = Prefer::kFewLayers,
     .most_work = 0},
    // With so much missing that they leave someone without a path, one order for all, or a third
    // lane with such an order for those whom the others leave without, whatever is better balanced.
    {.when = [](const Situation& s) { return s.has_valleys && s.ways == Ways::kOne; },
     .orders = OrdersOf::kBelowOneRoot,
     .prefer = Prefer::kEvenLoad,
     .may_be_uneven = false,
     .most_work = 0},
    {.when = [](const Situation& s) { return s.has_valleys; },
     .orders = OrdersOf::kSubtreesAndOneRoot,
     .back = PathsBack::kGivenUp,
     .most_layers = kTreeLanes + 1,
     .prefer = Prefer::kFewLayers,
     .most_work = 0},
    {.when = [](const Situation& s) { return s.has_valleys; },
     .orders = OrdersOf::kBelowOneRoot,
     .prefer = Prefer::kEvenLoad,
     .most_work = 0},
    // Of what is not regular nothing is known but that up*/down* paths are safe on one lane. With
    // one path for each pair of switches load cannot be evened out much, so lanes are saved.
    {.when = [](const Situation& s) { return s.paths_of == PathsOf::kSwitches; },
     .orders = OrdersOf::kUpDown,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    // With paths of LIDs load comes first, and lanes where these do not suffice. Products had
    // better orders already: they give up the paths back at once.
    {.when = [](const Situation& s) { return s.may_give_up() && !s.is_product; },
     .orders = OrdersOf::kUpDown,
     .prefer = Prefer::kEvenLoad,
     .most_work = kLongSearch},
    {.when = [](const Situation& s) { return s.may_give_up() && !s.is_product; },
     .orders = OrdersOf::kUpDown,
     .prefer = Prefer::kFewLayers,
     .most_work = kLongSearch},
    // Paths alone are easier to fit than paths and those back: the same once more without.
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
