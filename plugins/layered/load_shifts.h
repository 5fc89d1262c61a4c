// Moves paths off busy links, one at a time, once all paths and their layers are chosen.
//
// To choose all paths to a LID once more fails where the layers are full. Here all other paths
// stay: one switch takes another first link to a LID if the paths over this switch then use less
// busy links, and each of them goes along the order of a layer that it may still be in. The orders
// do not change, so there is no search, and no layer can get a cycle.
#ifndef WEFT_PLUGINS_LAYERED_LOAD_SHIFTS_H_
#define WEFT_PLUGINS_LAYERED_LOAD_SHIFTS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/graph/links.h"
#include "common/routing/tables.h"
#include "plugins/layered/destination_order.h"
#include "plugins/layered/minimal_paths.h"
#include "plugins/layered/path_layers.h"

namespace weft {

class LoadShifts {
 public:
  // sources: by switch (sources_by_switch); load: by link, the paths over it. What is passed must
  // outlive it. Requires: all paths are in the layers, and none is added: the turns of what is
  // moved are not.
  LoadShifts(const Links& links, std::span<const std::uint32_t> sources,
             std::span<std::uint32_t> load, PathLayers& layers);

  // Moves paths to some LIDs of a unit, which share their paths, in the rows and the load. paths:
  // all minimal ones to its switch. Each move lowers the sum of the squares of all loads, and makes
  // no link busier than one that it relieves. A path takes no link by which paths to other LIDs of
  // its port leave the switch. Cost: O(links), and O(S) for each move, also for those that no layer
  // allows; after about half a second of these the object moves nothing more.
  void shift(const MinimalPaths& paths, const DestinationUnit& unit, std::span<const Lid> lids,
             Tables rows);

 private:
  void read(const MinimalPaths& paths, Lid lid, SwitchIndex destination, Tables rows);
  bool relieves(SwitchIndex s, LinkIndex link) const;
  bool move(std::span<const SwitchIndex> switches, std::size_t i, LinkIndex link,
            SwitchIndex destination);
  bool refit(std::span<const SwitchIndex> switches, std::size_t i, SwitchIndex destination);
  void load(LinkIndex first, SwitchIndex destination, std::uint64_t flow);

  const Links& links_;
  std::span<const std::uint32_t> sources_;
  std::span<std::uint32_t> load_;
  PathLayers& layers_;
  std::uint64_t work_ = 0;  // switches looked at to see what can be moved
  // Of the LIDs.
  PathTree tree_;
  std::uint64_t count_ = 0;
  std::vector<std::uint64_t> flow_;  // by switch: the paths over it
  std::vector<std::uint64_t> cost_;  // by switch: the load of the links of its path, as it was
  // Of a move: the switches whose paths it changes, and what these did fit.
  std::vector<std::pair<SwitchIndex, LayerSet>> moved_;
  std::vector<std::uint32_t> seen_;  // by switch: the stamp of the last move that it was part of
  std::uint32_t stamp_ = 0;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_LOAD_SHIFTS_H_
