// OpenSM's own routing options, which Weft's engines follow.
#ifndef WEFT_PLUGINS_OPENSM_STOCK_OPTIONS_H_
#define WEFT_PLUGINS_OPENSM_STOCK_OPTIONS_H_

#include <string_view>
#include <vector>

#include "common/options/option_reader.h"
#include "common/routing/options.h"
#include "common/session/session.h"
#include "plugins/opensm/opensm.h"
#include "plugins/opensm/snapshot.h"

namespace weft {

// Does routing_engine, which OpenSM does not change until it ends, name this engine?
bool names_engine(const osm_subn_opt_t& stock, std::string_view engine);

// Takes what OpenSM's options say at present: it changes some of them as opensm.conf does. Under
// its lock.
void take_stock_options(const osm_subn_opt_t& stock, Options& options);

struct StockLanes {
  LaneSettings settings;
  VlSet unserved = 0;  // unserved_vls(); none without QoS
};

// The lanes that OpenSM's options give a fabric: one without QoS. SLs that lead to VLs which some
// port never serves are none. Under its lock.
StockLanes stock_lanes(const osm_subn_opt_t& stock, const Snapshot& snapshot);

// Adds warnings of QoS options that count for nothing beside the routing, and of SLs, or of QoS
// levels where the routing has some, whose packets get stuck on VLs that some port never serves.
// lanes: of the same options and snapshot. Under OpenSM's lock.
void warn_of_qos(const osm_subn_opt_t& stock, const StockLanes& lanes, const Routing& routing,
                 Snapshot& snapshot);

// The files that the options name, but for those of StoredFiles. OpenSM changes none of them until
// it ends but torus_config, and that on the thread that reports the beginning of a heavy sweep,
// before or after: it must be asked from there.
std::vector<NamedFile> stock_files(const osm_subn_opt_t& stock);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_STOCK_OPTIONS_H_
