#include "plugins/engines.h"

#include <algorithm>
#include <iterator>

#include "plugins/auto/auto.h"
#include "plugins/chain/chain.h"
#include "plugins/dragonfly/dfp.h"
#include "plugins/dragonfly/dragonfly.h"
#include "plugins/fat_tree/ftree.h"
#include "plugins/fat_tree/pqft.h"
#include "plugins/file/file.h"
#include "plugins/hypercube/kdor.h"
#include "plugins/layered/dfsssp.h"
#include "plugins/layered/lash.h"
#include "plugins/layered/multipath.h"
#include "plugins/layered/sssp.h"
#include "plugins/nue/nue.h"
#include "plugins/shortest/dor.h"
#include "plugins/shortest/minhop.h"
#include "plugins/torus/torus_2qos.h"
#include "plugins/up_down/dnup.h"
#include "plugins/up_down/updn.h"

namespace weft {

std::span<const EngineInfo* const> all_engines() {
  static const EngineInfo* const engines[] = {
      &minhop_engine(),    &updn_engine(),   &dnup_engine(),    &dor_engine(),
      &file_engine(),      &ftree_engine(),  &pqft_engine(),    &lash_engine(),
      &sssp_engine(),      &dfsssp_engine(), &nue_engine(),     &torus_2qos_engine(),
      &dragonfly_engine(), &dfp_engine(),    &kdor_hc_engine(), &kdor_ghc_engine(),
      &multipath_engine(), &auto_engine(),   &chain_engine()};
  return engines;
}

std::vector<std::string_view> step_engine_names() {
  std::vector<std::string_view> names;
  for (const EngineInfo* engine : all_engines()) {
    if (engine != &chain_engine()) names.push_back(engine->name);
  }
  return names;
}

const EngineInfo* find_registered(std::string_view name) {
  const auto engines = all_engines();
  const auto found = std::ranges::find_if(
      engines, [name](const EngineInfo* engine) { return engine->is_registered_as(name); });
  return found == engines.end() ? nullptr : *found;
}

bool routes_every_fabric(const EngineInfo& engine) {
  const EngineInfo* const all[] = {&minhop_engine(), &sssp_engine(), &nue_engine(), &auto_engine()};
  return std::ranges::find(all, &engine) != std::end(all);
}

}  // namespace weft
