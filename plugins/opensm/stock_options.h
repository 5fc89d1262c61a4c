// OpenSM's own routing options for Weft's engines.
#ifndef WEFT_PLUGINS_OPENSM_STOCK_OPTIONS_H_
#define WEFT_PLUGINS_OPENSM_STOCK_OPTIONS_H_

#include <optional>
#include <string_view>
#include <vector>

#include "common/options/option_reader.h"
#include "common/options/stock_conf.h"
#include "common/routing/options.h"
#include "common/session/session.h"
#include "plugins/opensm/opensm.h"
#include "plugins/opensm/snapshot.h"

namespace weft {

// Does routing_engine name this engine? OpenSM does not change that list until it ends.
bool names_engine(const osm_subn_opt_t& stock, std::string_view engine);

// Copies the current values of OpenSM's options, some of which change with opensm.conf. Needs
// OpenSM's lock.
void take_stock_options(const osm_subn_opt_t& stock, Options& options);

// The QoS tables that OpenSM writes to external ports of switches, before the changes of engines;
// nullopt without QoS. Needs OpenSM's lock, or the sweeping thread.
std::optional<QosTables> switch_tables(const osm_subn_opt_t& stock);

struct StockLanes {
  LaneSettings settings;
  VlSet unserved = 0;  // unserved_vls(); empty without QoS
};

// The lanes that OpenSM's options provide; without QoS one lane. SLs with a VL that some port never
// serves are left out. Needs OpenSM's lock.
StockLanes stock_lanes(const osm_subn_opt_t& stock, const Snapshot& snapshot);

// Warns of QoS options that have no effect with the routing, and of SLs (or QoS levels, if the
// routing has some) whose packets get stuck on VLs that some port never serves. lanes: of the same
// options and switches. Needs OpenSM's lock.
void warn_of_qos(const osm_subn_opt_t& stock, const StockLanes& lanes, const Verified& result,
                 OsmSwitches switches, Warnings& warnings);

// The files that the options name, except those of StoredFiles. OpenSM does not change them until
// it ends, except torus_config: the thread that reports the start of a heavy sweep changes it
// before or after the report, so call this from there.
std::vector<NamedFile> stock_files(const osm_subn_opt_t& stock);

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_STOCK_OPTIONS_H_
