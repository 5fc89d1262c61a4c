#include "plugins/weft/engines.h"

#include "plugins/chain/chain.h"
#include "plugins/dfsssp/dfsssp.h"
#include "plugins/dnup/dnup.h"
#include "plugins/dor/dor.h"
#include "plugins/file/file.h"
#include "plugins/ftree/ftree.h"
#include "plugins/lash/lash.h"
#include "plugins/minhop/minhop.h"
#include "plugins/nue/nue.h"
#include "plugins/pqft/pqft.h"
#include "plugins/sssp/sssp.h"
#include "plugins/updn/updn.h"

namespace weft {

std::span<const EngineInfo* const> all_engines() {
  static const EngineInfo* const engines[] = {&minhop_engine(), &updn_engine(), &dnup_engine(),
                                              &dor_engine(),    &file_engine(), &ftree_engine(),
                                              &pqft_engine(),   &lash_engine(), &sssp_engine(),
                                              &dfsssp_engine(), &nue_engine(),  &chain_engine()};
  return engines;
}

std::vector<std::string_view> chain_engine_names() {
  std::vector<std::string_view> names;
  for (const EngineInfo* engine : all_engines()) {
    if (engine != &chain_engine()) names.push_back(engine->name);
  }
  return names;
}

}  // namespace weft
