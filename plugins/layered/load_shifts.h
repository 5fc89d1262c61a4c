// Moves paths off busy links, one at a time, once all paths and their layers are chosen.
//
// Choosing all paths to a LID once more fails where the layers are full. Here all other paths stay
// as they are: one switch takes another first link to a LID if the paths over it then use less busy
// links, and all of them, from their sources on, go along the order of a layer that they may still
// be in. The orders do not change, so nothing is searched, and no layer can come to hold a cycle.
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

  // Moves paths to LIDs of a unit, which share them, in the rows and the load. paths: all minimal
  // ones to its switch. The sum of the squares of all loads falls with each move, and no link comes
  // to be busier than one that the move relieves; a path moves to no link that those to other LIDs
  // of its port leave the switch by. Cost: O(links), and O(S) for each move and for
  // each that no layer allows; the object stops moving after some half a second of these.
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
